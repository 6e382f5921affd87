"""The part of the window that is outside of it: the tray, what is said there, and the way back."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.panels.notices.controller import NewsController
from app.panels.teams.controller import TeamController
from app.panels.teams.packages import PackageController
from app.panels.tray.controller import OutsideController
from app.panels.tray.foreground import Foreground
from app.services.settings import SettingsStore
from app.session.bridge import Bridge
from app.session.match_session import MatchController
from widgets.main_window import MainWindow
from widgets.tray.system_tray import SystemTray


class OutsideDesk(QObject):
    """Builds it and connects it with what happens; GUI thread."""

    def __init__(
        self, window: MainWindow, teams: TeamController, settings: SettingsStore, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.tray = SystemTray(window, self)
        self.notices = OutsideController(self.tray, settings, is_in_front=_is_in_front, parent=self)
        self.foreground = Foreground(window, teams, self)
        self.notices.window_wanted.connect(self.foreground.show_window)
        self.notices.place_wanted.connect(self.foreground.show_place)
        self.tray.quit_requested.connect(window.close)

    def attend(
        self,
        match: MatchController,
        bridge: Bridge,
        news: NewsController,
        packages: PackageController,
        application: QApplication,
    ) -> None:
        """Tells of matches from now on."""
        match.started.connect(self.notices.begin)
        match.ended.connect(self.notices.end)
        bridge.agent_changed.connect(self.notices.take_agent)
        for asking in (news, packages):
            asking.noticed.connect(self.notices.take_notice)
            asking.withdrawn.connect(self.notices.withdraw)
        self.tray.stop_requested.connect(match.stop)
        application.applicationStateChanged.connect(self.notices.on_application_state)
        application.aboutToQuit.connect(self.notices.stop)


def _is_in_front() -> bool:
    """Whether the user works with a window of ours."""
    return QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
