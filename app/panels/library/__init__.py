"""The library panel: scanned folders, new agents, recommended teams, and scripts that bots require."""

from app.panels.context import WindowContext
from app.panels.library.controller import LibraryController
from app.panels.library.recommendations import RecommendationController
from app.panels.teams import TeamController
from app.panels.teams.script_needs import ScriptNeeds

__all__ = ["LibraryController", "create"]


def create(context: WindowContext) -> LibraryController:
    """Creates the controllers of the library and of what it does for the match."""
    controller = LibraryController(context.window.library, context.settings, context.notifications, context.window)
    controller.add_requested.connect(context.incoming.take_dropped)
    controller.archive_dropped.connect(context.incoming.archive_dropped)
    context.document.overview_changed.connect(controller.show_overview)
    context.session.started.connect(controller.on_started)
    context.application.applicationStateChanged.connect(controller.on_application_state)
    context.application.aboutToQuit.connect(controller.stop)
    needs = ScriptNeeds(context, context.panel(TeamController), controller.relations.enablers)
    context.document.overview_changed.connect(needs.show_overview)
    recommendations = RecommendationController(context, controller.recommendations, controller)
    controller.relations_changed.connect(needs.look)
    controller.relations_changed.connect(recommendations.look)
    return controller
