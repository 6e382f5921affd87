"""A window with a page of text."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialogButtonBox, QTextBrowser, QWidget

from widgets.shared.controls import vbox
from widgets.shared.screen_dialog import ScreenDialog

SIZE: Final = QSize(720, 640)


class PageDialog(ScreenDialog):
    """Shows a file with a page in Markdown. GUI thread."""

    def __init__(self, title: str, page: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(SIZE)
        self.browser = QTextBrowser()
        self.browser.setAccessibleName(title)
        self.browser.setOpenExternalLinks(True)
        self.browser.setSource(QUrl.fromLocalFile(str(page)), QTextDocument.ResourceType.MarkdownResource)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        vbox((self.browser, 1), buttons, spacing=8, margins=(14, 14, 14, 12), parent=self)
