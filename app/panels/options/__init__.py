"""The panel of match settings."""

from app.panels.context import WindowContext
from app.panels.options.controller import OptionController

__all__ = ["OptionController", "create"]


def create(context: WindowContext) -> OptionController:
    """Creates the controller; it shows nothing before its `start`."""
    controller = OptionController(
        context.window.options,
        context.document,
        context.edits,
        settings=context.settings,
        notifications=context.notifications,
        parent=context.window,
    )
    controller.hold()
    context.window.options.script_add_requested.connect(context.questions.ask_script)
    context.session.choice_changed.connect(controller.choose_game)
    return controller
