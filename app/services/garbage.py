"""Collects Python's reference cycles on the GUI thread alone.

Python collects on whichever thread happens to allocate; a cycle with Qt objects in it that is taken apart beside the
GUI thread crashes the process.
"""

import gc
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

LOOK_MS: Final = 500
"""How often the collector looks whether there is enough to collect."""


class GarbageCollector(QObject):
    """Does what the interpreter's own collector would, in the timer of this thread, while it exists; GUI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Collects the oldest generation that has reached its threshold, and the younger ones with it."""
        due = [count > threshold for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(due):
            gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))

    @Slot()
    def set_aside(self) -> None:
        """Spares later collections what there is now and stays for good: looking through it would stop the window."""
        gc.freeze()

    def stop(self) -> None:
        """Hands the work back to the interpreter."""
        self._timer.stop()
        if self._was_on:
            gc.enable()
