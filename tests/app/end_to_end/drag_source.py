"""A program that a folder can be dragged from, as from a file manager.

Arguments: the file for its visible widgets, and the folder.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QTimer, QUrl
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QApplication, QLabel

from tests.app.end_to_end.shown import write


class Folder(QLabel):
    """A label that starts a drag of the folder when the pressed mouse moves."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder.name)
        self._folder = folder
        self.setAccessibleName("The folder to drag")
        self.setWindowFlag(Qt.WindowType.BypassWindowManagerHint)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setGeometry(8, 8, 180, 80)

    def mouseMoveEvent(self, event: object) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(self._folder))])
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    source = Folder(Path(sys.argv[2]))
    source.show()
    QTimer.singleShot(100, source, lambda: write(Path(sys.argv[1])))
    sys.exit(application.exec())
