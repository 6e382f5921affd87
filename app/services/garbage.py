"""Collects Python's reference cycles on the GUI thread alone.

Python collects on the thread that allocates; a cycle with Qt objects that is collected on another thread than the GUI
thread crashes the process.
"""

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

LOOK_MS: Final = 200
"""Interval between collections; more new objects make a collection take longer."""

OLDEST: Final = 2
THRESHOLDS: Final = {1: 10, OLDEST: 4}
"""Collections of the next younger generation before this one is due; few, to keep a full collection short."""


class GarbageCollector(QObject):
    """Replaces the interpreter's own collector by a timer, as long as it exists; GUI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.check)
        self._timer.start()

    @Slot()
    def check(self) -> None:
        """Collects the youngest generation, or the oldest one that is due, with all younger ones.

        The youngest generation has no threshold, because Python subtracts freed old objects from its count. Survivors
        of a full collection are set aside, because traversing them again and again would stall the window.
        """
        counts = gc.get_count()
        generation = max((place for place, maximum in THRESHOLDS.items() if counts[place] > maximum), default=0)
        gc.collect(generation)
        if generation == OLDEST:
            gc.freeze()

    @Slot()
    def look_through_all(self) -> None:
        """Also collects objects that became garbage after they were set aside; slow."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    @Slot()
    def set_aside(self) -> None:
        """Excludes all present objects from later collections, which would otherwise stall the window."""
        gc.freeze()

    def stop(self) -> None:
        """Turns the interpreter's own collector on again."""
        self._timer.stop()
        if self._was_on:
            gc.enable()
