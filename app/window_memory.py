"""Where the window and its panels stood, and which match was open, from one start to the next."""

import binascii
from base64 import b64decode, b64encode

from PySide6.QtCore import QByteArray, QObject, Slot

from app.document.open_document import DocumentController
from app.services.settings import SettingsStore
from widgets.main_window import MainWindow


class WindowMemory(QObject):
    """Keeps it in the settings; GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        document: DocumentController,
        settings: SettingsStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._document = document
        self._settings = settings

    @Slot()
    def remember(self) -> None:
        """Writes down how everything stands now."""
        self._window.workspace.set_alone(is_alone=False)
        geometry = b64encode(self._window.saveGeometry().data()).decode("ascii")
        arrangement = b64encode(self._window.workspace.arrangement()).decode("ascii")
        self._settings.change(geometry=geometry, arrangement=arrangement, last_document=self._document.bookmark)

    def restore(self) -> None:
        """Puts window and panels where they stood, as far as the screen has room."""
        geometry = _decoded(self._settings.settings.geometry)
        if geometry:
            self._window.restoreGeometry(QByteArray(geometry))
        self._window.fit_to_screen()
        self._window.workspace.restore(_decoded(self._settings.settings.arrangement))


def _decoded(text: str) -> bytes:
    """Bytes from base64; none where it is damaged."""
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
