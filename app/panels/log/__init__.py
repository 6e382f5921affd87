"""The log panel: lines of all agents, the report of a match, and the console line."""

from app.panels.context import WindowContext
from app.panels.log.console import ConsoleController
from app.panels.log.controller import LogController
from app.panels.teams import TeamController
from widgets.notices.notice import GOOD, Notice

__all__ = ["ConsoleController", "LogController", "create"]


def create(context: WindowContext) -> LogController:
    """Creates the controllers of the lines and of the console line."""
    panel, commands = context.window.log, context.window.commands
    controller = LogController(panel, context.session, context.window)
    console = ConsoleController(panel, context.session, context.settings, context.notifications, controller)
    teams = context.panel(TeamController)
    teams.log_chosen.connect(controller.choose)
    context.navigator.moment_requested.connect(controller.show_moment)
    panel.source_chosen.connect(teams.choose_source)
    panel.place_requested.connect(context.places.show_source)
    console.sent.connect(teams.choose_game_log)

    def copy_report() -> None:
        controller.copy_report(context.document.overview)
        context.notifications.show(Notice(text=controller.tr("Report copied."), tone=GOOD))

    def start_command() -> None:
        context.navigator.show_panel("log")
        console.start_command()

    panel.report_requested.connect(copy_report)
    commands.report.triggered.connect(copy_report)
    commands.console.triggered.connect(start_command)
    return controller
