"""A line edit for search words."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget


class SearchLine(QLineEdit):
    """Escape clears the line; if it is empty, the surrounding widgets get the key."""

    def __init__(self, placeholder: str, name: str, hint: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name)
        self.setToolTip(hint or name)
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)  # a dropped file is for the panel or the window
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear the search"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
