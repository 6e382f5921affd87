"""The settings page, the about box, and the removal of unused packages."""

from app.panels.context import WindowContext
from app.panels.preferences.controller import PreferenceController
from app.panels.preferences.environments import EnvironmentController

__all__ = ["PreferenceController", "create"]


def create(context: WindowContext) -> PreferenceController:
    """Creates the controllers."""
    controller = PreferenceController(context)
    environments = EnvironmentController(context.notifications, controller)
    controller.opened.connect(environments.look)
    controller.removal_wanted.connect(environments.remove)
    environments.found.connect(controller.show_unused)
    context.window.commands.settings.triggered.connect(controller.show_page)
    context.window.commands.about.triggered.connect(controller.show_about)
    context.application.aboutToQuit.connect(environments.stop)
    return controller
