"""Kickabout as it is started from a terminal, and beside it a file that tells what its window shows.

Called with the file to write, and the arguments of Kickabout.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

import app.program
from tests.app.end_to_end.shown import write

EVERY_MS = 100


class WatchedApplication(QApplication):
    """Tells what is visible ten times a second."""

    def __init__(self, arguments: list[str], file: Path) -> None:
        super().__init__(arguments)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(lambda: write(file))
        self._timer.start()


if __name__ == "__main__":
    file = Path(sys.argv.pop(1))
    app.program.QApplication = lambda arguments: WatchedApplication(arguments, file)
    from app.commands.cli import main

    sys.exit(main())
