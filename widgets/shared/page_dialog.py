"""A window with a page of text."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QWidget

from widgets.shared.controls import push_button, vbox

SIZE: Final = QSize(720, 640)


class PageDialog(QDialog):
    """Shows a page in Markdown, from a file or a text; `copied` is what its button copies. GUI thread."""

    def __init__(self, title: str, page: Path | str, parent: QWidget | None = None, *, copied: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(SIZE)
        self.browser = QTextBrowser()
        self.browser.setAccessibleName(title)
        self.browser.setOpenExternalLinks(True)
        if isinstance(page, Path):
            self.browser.setSource(QUrl.fromLocalFile(str(page)), QTextDocument.ResourceType.MarkdownResource)
        else:
            self.browser.setMarkdown(page)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        self.copy_button = push_button(self.tr("Copy"))
        if copied:
            self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(copied))
            buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        vbox((self.browser, 1), buttons, spacing=8, margins=(14, 14, 14, 12), parent=self)
