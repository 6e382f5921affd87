"""Collects Python's reference cycles on the GUI thread alone.

Python collects on the thread that allocates; a cycle with Qt objects that is collected on another thread than the GUI
thread crashes the process.
"""

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

LOOK_MS: Final = 100
"""Interval between checks for garbage; a collection takes as long as there are new objects."""

OLDEST: Final = 2


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
        """Collects the oldest generation that has reached its threshold, and the younger ones with it.

        What a full collection leaves is set aside: it would be looked through again and again, which stalls the window.
        """
        due = [count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(due):
            generation = max(generation for generation, is_due in enumerate(due) if is_due)
            gc.collect(generation)
            if generation == OLDEST:
                gc.freeze()

    @Slot()
    def look_through_all(self) -> None:
        """Collects also what became garbage after it was set aside; takes long."""
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
