"""Loads what a match needs while the user looks around, on a thread of its own so that the window stays quick."""

import importlib
import threading
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

DELAY_MS: Final = 100
"""After the window was shown: the first paint comes first."""
MODULES: Final = (
    "numpy",
    "pyqtgraph",
    "runtime.telemetry.series",
    "runtime.games",
    "runtime.match",
    "app.session.provisioning",
    "runtime.packs.http_web",
    "app.panels.packs.controller",
)


class Preload(QObject):
    """Imports `MODULES` once; GUI thread, except for the imports.

    Signals:
        loaded: everything is there; importing any of it costs nothing any more.
    """

    loaded = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = threading.Thread(target=self._load, name="preload", daemon=True)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(DELAY_MS)
        self._delay.timeout.connect(self._begin)

    def start(self) -> None:
        """Begins soon; later calls do nothing."""
        if self._thread.ident is None:
            self._delay.start()

    def join(self) -> None:
        """Waits until the imports are done: an interpreter must not end in the midst of them."""
        self._delay.stop()
        if self._thread.ident is not None:
            self._thread.join()

    @Slot()
    def _begin(self) -> None:
        if self._thread.ident is None:
            self._thread.start()

    def _load(self) -> None:
        for name in MODULES:
            importlib.import_module(name)
        self.loaded.emit()
