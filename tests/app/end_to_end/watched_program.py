"""Kickabout as started from a terminal, which also reports its visible widgets.

Arguments: the file for the widgets, and the arguments of Kickabout.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

import app.program
from tests.app.end_to_end.shown import write

INTERVAL_MS = 100


class WatchedApplication(QApplication):
    """Writes the visible widgets ten times a second."""

    def __init__(self, arguments: list[str], file: Path) -> None:
        super().__init__(arguments)
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(lambda: write(file))
        self._timer.start()


if __name__ == "__main__":
    file = Path(sys.argv.pop(1))
    app.program.QApplication = lambda arguments: WatchedApplication(arguments, file)
    from app.commands.cli import main

    sys.exit(main())
