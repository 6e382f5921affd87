"""Imports modules on its own thread, so that the window stays responsive meanwhile."""

import importlib
import threading
from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

MATCH_MODULES: Final = (
    "numpy",
    "app.panels.plots.cells",
    "widgets.plots.painting",
    "runtime.telemetry.history",
    "runtime.games",
    "runtime.match",
    "app.session.provisioning",
    "runtime.packs.http_web",
    "app.panels.training.run_page",
)
"""Modules that only a match or a training run needs."""


class Preload(QObject):
    """Imports some modules once; GUI thread, except for the imports.

    Signals:
        loaded: all modules are imported.
    """

    loaded = Signal()
    _imported = Signal()

    def __init__(self, modules: Iterable[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._modules = tuple(modules)
        self._is_stopped = False
        self.is_loaded = False
        """True when all modules are imported."""
        self._imported.connect(self._on_imported)
        self._thread = threading.Thread(target=self._load, name="preload", daemon=True)

    @Slot()
    def start(self) -> None:
        """Starts the imports; later calls do nothing."""
        if self._thread.ident is None and not self._is_stopped:
            self._thread.start()

    @Slot()
    def stop(self) -> None:
        """Waits for the import that has begun, and starts no other; the interpreter must not end during an import."""
        self._is_stopped = True
        if self._thread.ident is not None:
            self._thread.join()

    @Slot()
    def _on_imported(self) -> None:
        """Emits on the GUI thread, so that code that finds `is_loaded` false and then connects gets the signal."""
        self.is_loaded = True
        self.loaded.emit()

    def _load(self) -> None:
        for name in self._modules:
            if self._is_stopped:
                return
            importlib.import_module(name)
        self._imported.emit()
