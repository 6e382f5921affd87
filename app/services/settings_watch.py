"""What other programs make of the settings while a window is open, and what keeps the window from writing them."""

from typing import Final

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.services.paths import HOME_VARIABLE
from app.services.settings import SettingsStore
from widgets.notices.notice import BAD, Notice
from widgets.sentences import spoken_value

SETTLE_MS: Final = 250
"""From the first sign of a change until the file is read; also from the window's beginning until the first look."""


class SettingsWatch(QObject):
    """Watches the settings' file and its folder; GUI thread.

    Signals:
        changed: another program changed the settings, such as the folders of the library.
        noticed: a `Notice` to show.
    """

    changed = Signal()
    noticed = Signal(Notice)

    def __init__(self, settings: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._told = ""
        settings.tell(self._tell_trouble)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._on_sign)
        self._watcher.directoryChanged.connect(self._on_sign)
        self._due = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._due.timeout.connect(self.look)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self.on_application_state)
            application.aboutToQuit.connect(self.stop)

    def start(self) -> None:
        """Looks soon, once the window has been painted."""
        self._due.start()

    @Slot()
    def stop(self) -> None:
        """The program ends, or the window goes."""
        self._due.stop()
        self._settings.tell(None)

    @Slot()
    def look(self) -> None:
        """Reads what others wrote, and says whether anything can be kept."""
        file = self._settings.file
        if not self._told:
            file.prepare()
            self._tell_trouble()
        wanted = [str(path) for path in (file.path.parent, file.path) if path.exists()]
        missing = sorted({*wanted} - {*self._watcher.files(), *self._watcher.directories()})
        if missing:
            self._watcher.addPaths(missing)
        if self._settings.refresh():
            self.changed.emit()

    @Slot(Qt.ApplicationState)
    def on_application_state(self, state: Qt.ApplicationState) -> None:
        """Looks when the user comes back: folders on other machines give no sign of changes."""
        if state is Qt.ApplicationState.ApplicationActive:
            self._due.start()

    @Slot(str)
    def _on_sign(self, _path: str) -> None:
        if not self._due.isActive():
            self._due.start()

    def _tell_trouble(self) -> None:
        """Says once what keeps the settings from being written, until that is over."""
        trouble = self._settings.file.trouble
        if trouble and trouble != self._told:
            words = self.tr(
                "Settings cannot be saved: the folder {folder} is not writable ({reason}). Set {variable} to a "
                "writable folder and restart Kickabout."
            )
            reason = spoken_value("reason", trouble)
            folder = self._settings.file.path.parent
            self.noticed.emit(Notice(text=words.format(folder=folder, reason=reason, variable=HOME_VARIABLE), tone=BAD))
        self._told = trouble
