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
    """What is said outside of the window."""

    title: str
    text: str
    tone: str = ""
    """As a `Notice` has it."""
    place: object = None
    """What a click leads to; only whoever made the notice knows what it means."""


class Outside(Protocol):
    """The part of the desktop that is outside of the window; GUI thread.

    Signals:
        clicked: the notice that was shown last.
        show_requested, stop_requested, quit_requested: chosen from the menu of the icon.
    """

    clicked: SignalInstance
    show_requested: SignalInstance
    stop_requested: SignalInstance
    quit_requested: SignalInstance

    def is_available(self) -> bool:
        """Whether this desktop shows icons and notices; that can change."""

    def show_icon(self, *, is_shown: bool) -> None:
        """Puts the icon where the system has icons of programs, or takes it away, with the notices that it showed."""

    def show_running(self, *, is_running: bool) -> None:
        """Offers to stop a match while one runs."""

    def notify(self, notice: OutsideNotice) -> None:
        """Shows a notice; the icon has to be there."""

    def close(self) -> None:
        """Takes everything away; may be called twice."""


SHOWN_MS: Final = 10_000
"""A wish; most systems have their own mind."""
_ICONS: Final = {BAD: QSystemTrayIcon.MessageIcon.Critical, WARNING: QSystemTrayIcon.MessageIcon.Warning}


class SystemTray(QObject):
    """An `Outside`; nothing is made before the icon is wanted. GUI thread."""

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
        """Whether this desktop shows icons and notices; that can change."""
        return QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()

    def show_icon(self, *, is_shown: bool) -> None:
        """Puts the icon into the tray, or takes it away."""
        if is_shown and self._icon is None:
            self._build()
        elif not is_shown:
            self.close()

    def show_running(self, *, is_running: bool) -> None:
        """Offers to stop a match while one runs."""
        self._is_running = is_running
        if self._stop is not None:
            self._stop.setEnabled(is_running)

    def notify(self, notice: OutsideNotice) -> None:
        """Shows a notice beside the icon."""
        if self._icon is not None:
            self._newest = notice
            kind = _ICONS.get(notice.tone, QSystemTrayIcon.MessageIcon.Information)
            self._icon.showMessage(notice.title, notice.text, kind, SHOWN_MS)

    def close(self) -> None:
        """Takes everything away; an icon that is wanted later is made anew."""
        made, self._icon = (self._icon, self._menu), None
        self._menu = self._stop = self._newest = None
        icon_of_tray, menu = made
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
        made = QSystemTrayIcon(QIcon(str(icon("kickabout"))), self)
        made.setToolTip("Kickabout")
        made.setContextMenu(menu)
        made.activated.connect(self._on_activated)
        made.messageClicked.connect(self._on_clicked)
        self._icon, self._menu = made, menu
        self.show_running(is_running=self._is_running)
        made.show()

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self.show_requested.emit()

    @Slot()
    def _on_clicked(self) -> None:
        if self._newest is not None:
            self.clicked.emit(self._newest)
