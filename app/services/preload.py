"""Imports what a match needs after the first paint, on a thread of its own so that the window stays responsive."""

import importlib
import threading
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

DELAY_MS: Final = 100
"""Delay after the window was shown; the first paint comes first."""
MODULES: Final = (
    "numpy",
    "pyqtgraph",
    "runtime.telemetry.history",
    "runtime.games",
    "runtime.match",
    "app.session.provisioning",
    "runtime.packs.http_web",
    "app.panels.packs.controller",
)


class Preload(QObject):
    """Imports `MODULES` once; GUI thread, except for the imports.

    Signals:
        loaded: all modules are imported.
    """

    loaded = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = threading.Thread(target=self._load, name="preload", daemon=True)
        self._delay = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._delay.timeout.connect(self._begin)

    def start(self) -> None:
        """Starts the imports soon; later calls do nothing."""
        if self._thread.ident is None:
            self._delay.start()

    def join(self) -> None:
        """Waits until the imports are done; the interpreter must not end during an import."""
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
