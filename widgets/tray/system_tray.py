"""The system's tray: an icon with a menu, and desktop notifications."""

from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from resources.looks import icon
from widgets.notices.notice import BAD, WARNING


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideNotice:
    """A desktop notification."""

    title: str
    text: str
    tone: str = ""
    """Tone of a `Notice`."""
    place: object = None
    """Target of a click; defined by the creator."""


class Outside(Protocol):
    """Interface of desktop notifications and tray icon; GUI thread.

    Signals:
        clicked: the last notification.
        show_requested, stop_requested, quit_requested: commands of the icon's menu.
    """

    clicked: SignalInstance
    show_requested: SignalInstance
    stop_requested: SignalInstance
    quit_requested: SignalInstance

    def is_available(self) -> bool:
        """Returns whether this desktop shows icons and notifications; that can change."""

    def show_icon(self, *, is_shown: bool) -> None:
        """Shows or removes the icon."""

    def show_running(self, *, is_running: bool) -> None:
        """Enables Stop in the menu while a match runs."""

    def notify(self, notice: OutsideNotice) -> None:
        """Shows a notification; requires the icon."""

    def close(self) -> None:
        """Removes the icon; may be called twice."""


SHOWN_MS: Final = 10_000
"""Requested duration; most systems ignore it."""
_ICONS: Final = {BAD: QSystemTrayIcon.MessageIcon.Critical, WARNING: QSystemTrayIcon.MessageIcon.Warning}


class SystemTray(QObject):
    """The `Outside` of the system's tray; created when the icon is first shown. GUI thread."""

    clicked = Signal(OutsideNotice)
    show_requested = Signal()
    stop_requested = Signal()
    quit_requested = Signal()

    def __init__(self, window: QWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._icon: QSystemTrayIcon | None = None
        self._menu: QMenu | None = None
        self._stop: QAction | None = None
        self._is_running = False
        self._newest: OutsideNotice | None = None

    def is_available(self) -> bool:
        """Returns whether this desktop shows icons and notifications; that can change."""
        return QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()

    def show_icon(self, *, is_shown: bool) -> None:
        """Shows or removes the icon."""
        if is_shown and self._icon is None:
            self._build()
        elif not is_shown:
            self.close()

    def show_running(self, *, is_running: bool) -> None:
        """Enables Stop in the menu while a match runs."""
        self._is_running = is_running
        if self._stop is not None:
            self._stop.setEnabled(is_running)

    def notify(self, notice: OutsideNotice) -> None:
        """Shows a notification."""
        if self._icon is not None:
            self._newest = notice
            kind = _ICONS.get(notice.tone, QSystemTrayIcon.MessageIcon.Information)
            self._icon.showMessage(notice.title, notice.text, kind, SHOWN_MS)

    def close(self) -> None:
        """Removes the icon and its menu."""
        parts, self._icon = (self._icon, self._menu), None
        self._menu = self._stop = self._newest = None
        icon_of_tray, menu = parts
        if icon_of_tray is not None:
            icon_of_tray.hide()
            icon_of_tray.deleteLater()
        if menu is not None:
            menu.deleteLater()

    def _build(self) -> None:
        menu = QMenu(self._window)
        for words, signal in (
            (self.tr("Show the window"), self.show_requested),
            (self.tr("Stop the match"), self.stop_requested),
            (self.tr("Quit"), self.quit_requested),
        ):
            action = menu.addAction(words)
            action.triggered.connect(signal)
            if signal is self.stop_requested:
                self._stop = action
        tray_icon = QSystemTrayIcon(QIcon(str(icon("kickabout"))), self)
        tray_icon.setToolTip("Kickabout")
        tray_icon.setContextMenu(menu)
        tray_icon.activated.connect(self._on_activated)
        tray_icon.messageClicked.connect(self._on_clicked)
        self._icon, self._menu = tray_icon, menu
        self.show_running(is_running=self._is_running)
        tray_icon.show()

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self.show_requested.emit()

    @Slot()
    def _on_clicked(self) -> None:
        if self._newest is not None:
            self.clicked.emit(self._newest)
