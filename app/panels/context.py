"""The objects that all controllers of one window share."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication

from app.document.edits import Edits
from app.document.incoming import Incoming
from app.document.open_document import DocumentController
from app.document.places import PlaceController
from app.document.questions import Questions
from app.services.appearance import Appearance
from app.services.notifications import Notifications
from app.services.preload import Preload
from app.services.settings import SettingsStore
from app.session.match_session import MatchSession
from app.session.run_session import RunSession
from widgets.main_window import MainWindow


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A time of the running or last match."""

    game_s: float
    """`seconds_elapsed` of the packet at that time."""
    wall_s: float
    """Seconds since the start of the match, as log lines have them."""


class Navigator(QObject):
    """Leads the user to a place in the window; GUI thread.

    Signals:
        log_requested: the key of an agent whose log should be shown, or of the game's log.
        moment_requested: the `Moment` that log, arena view and plots should show.
    """

    log_requested = Signal(str)
    moment_requested = Signal(Moment)

    def __init__(self, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window

    @Slot()
    def show_window(self) -> None:
        """Brings the window to the front, also a minimised one."""
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.raise_()
        self._window.activateWindow()

    def show_panel(self, name: str) -> None:
        """Shows a panel of the workspace."""
        self._window.show_match()
        self._window.workspace.show_panel(name)

    def show_log(self, key: str) -> None:
        """Shows the log of an agent, or the game's."""
        self.show_panel("log")
        self.log_requested.emit(key)

    def show_question(self) -> None:
        """Goes to the button of the open question, or to the history if it is already answered."""
        strip = self._window.notices
        if strip.notice is not None and strip.notice.is_question:
            strip.action_button.setFocus()
        else:
            self.show_panel("notices")


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowContext:
    """The objects that a controller may use; its panel's widgets are attributes of `window`."""

    application: QApplication
    window: MainWindow
    appearance: Appearance
    settings: SettingsStore
    notifications: Notifications
    session: MatchSession
    training: RunSession
    document: DocumentController
    edits: Edits
    questions: Questions
    places: PlaceController
    incoming: Incoming
    navigator: Navigator
    preload: Preload
