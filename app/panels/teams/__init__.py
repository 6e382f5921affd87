"""The cards of both teams and of scripts, and what their buttons do."""

from app.panels.context import WindowContext
from app.panels.teams.card_requests import CardRequests
from app.panels.teams.controller import TeamController
from app.panels.teams.packages import PackageController
from runtime.model.commands import SwapAgents

__all__ = ["PackageController", "TeamController", "create"]


def create(context: WindowContext) -> TeamController:
    """Creates the controllers of the cards and of the packages that their agents need."""
    controller = TeamController(context.window, context.session, context.window)
    context.document.overview_changed.connect(controller.show_overview)
    context.navigator.log_requested.connect(controller.choose_log)
    context.window.commands.swap_all.triggered.connect(lambda: context.session.post(SwapAgents()))
    for team in context.window.teams:
        team.paths_dropped.connect(context.incoming.take_dropped)
    CardRequests(context, controller)
    PackageController(context, controller)
    return controller
