"""Brings the window forward, and to the place that something outside of it was about."""

from PySide6.QtCore import QObject, Qt, Slot

from app.panels.teams.controller import TeamController
from app.panels.tray.controller import AgentPlace, Question, Scene
from widgets.log.log_panel import LogSource
from widgets.main_window import MainWindow


class Foreground(QObject):
    """Lets the user see the window, and a place of it; GUI thread."""

    def __init__(self, window: MainWindow, teams: TeamController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._teams = teams

    @Slot()
    def show_window(self) -> None:
        """Puts the window in front of others, also one that was made small."""
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.raise_()
        self._window.activateWindow()

    @Slot(object)
    def show_place(self, place: object) -> None:
        """Shows what a notice outside was about."""
        match place:
            case AgentPlace(key=key):
                self.show_log(key)
            case Question():
                self._show_question()
            case Scene.FAILURE:
                self._window.workspace.show_panel("log")
                self._teams.choose_game_log()
            case Scene.RESULT:
                self._window.workspace.show_panel("stage")

    @Slot(str)
    def show_log(self, key: str) -> None:
        """Shows the log of an agent."""
        self._window.workspace.show_panel("log")
        self._teams.choose_source(LogSource(key=key, name=""))

    def _show_question(self) -> None:
        """Goes to the button that answers it, or to the history where it is answered already."""
        strip = self._window.notices
        if strip.notice is not None and strip.notice.is_question:
            strip.action_button.setFocus()
        else:
            self._window.workspace.show_panel("notices")
