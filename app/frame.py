"""The window as it is painted first: its place, its colours, and panels that are still empty."""

import binascii
from base64 import b64decode, b64encode
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtWidgets import QApplication

from app.panels import DOCKS
from app.services.appearance import Appearance
from app.services.background_tasks import BackgroundTasks
from app.services.settings import SettingsStore
from widgets.main_window import MainWindow
from widgets.shared.drops import DropKind


class Frame(QObject):
    """Imports little, because a user who starts Kickabout waits for it; GUI thread."""

    def __init__(self, application: QApplication, settings: SettingsStore) -> None:
        super().__init__()
        self._settings = settings
        self._drag_tasks = BackgroundTasks(1, self)
        self.appearance = Appearance(application, settings.settings.theme, parent=self)
        self.window = MainWindow(DOCKS, _kind_of, self._drag_tasks.run)
        self.appearance.dress()
        self._restore_layout()

    def stop(self) -> None:
        """Ends the work in the background; the program ends."""
        self._drag_tasks.stop(0.0)

    def keep_layout(self) -> None:
        """Keeps the places of the window and its panels for the next start."""
        workspace = self.window.workspace
        workspace.set_apart(is_apart=False)
        workspace.set_alone(is_alone=False)
        geometry = b64encode(self.window.saveGeometry().data()).decode("ascii")
        self._settings.change(geometry=geometry, arrangement=b64encode(workspace.arrangement()).decode("ascii"))

    def _restore_layout(self) -> None:
        """Restores the places of window and panels, as far as the screen has room."""
        geometry = _decoded(self._settings.settings.geometry)
        if geometry:
            self.window.restoreGeometry(QByteArray(geometry))
        self.window.fit_to_screen()
        self.window.workspace.restore(_decoded(self._settings.settings.arrangement))


def _kind_of(path: Path) -> DropKind:
    from app.document.incoming import kind_of  # noqa: PLC0415 - loaded after the first paint

    return kind_of(path)


def _decoded(text: str) -> bytes:
    """Returns the bytes of base64; none where it is damaged."""
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
