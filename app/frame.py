"""The window as it is painted first, and then with panels that are still empty."""

import binascii
from base64 import b64decode, b64encode

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.services.appearance import Appearance
from app.services.settings import SettingsStore
from widgets.main_window import MainWindow


class Frame(QObject):
    """An empty window at its place, in its colours; GUI thread.

    Imports little, because a user who starts Kickabout waits for it: the class `Qt` alone takes 15 ms.
    """

    def __init__(self, application: QApplication, settings: SettingsStore) -> None:
        super().__init__()
        self._settings = settings
        self.appearance = Appearance(application, settings.settings.theme, parent=self)
        self.window = MainWindow()
        self.window.restore_place(_decoded(settings.settings.geometry))

    def furnish(self) -> None:
        """Puts the empty panels into the window, which has been painted."""
        from app.panels import DOCKS  # noqa: PLC0415 - loaded after the first paint

        self.appearance.dress()
        self.window.make_places(DOCKS)
        self.window.workspace.restore(_decoded(self._settings.settings.arrangement))

    def keep_layout(self) -> None:
        """Keeps the places of the window and its panels for the next start."""
        workspace = self.window.workspace
        workspace.set_apart(is_apart=False)
        workspace.set_alone(is_alone=False)
        geometry = b64encode(self.window.saveGeometry().data()).decode("ascii")
        self._settings.change(geometry=geometry, arrangement=b64encode(workspace.arrangement()).decode("ascii"))


def _decoded(text: str) -> bytes:
    """Returns the bytes of base64; none if it is damaged."""
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
