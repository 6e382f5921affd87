"""Dialogs that ask for a file or text; none of them blocks, and each is deleted when it is closed."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

Then = Callable[[Path], object]
"""Called with the chosen path."""


def ask_file(parent: QWidget | None, title: str, then: Then, *, place: Path | None = None, files: str = "") -> None:
    """Asks for a file; `files` is Qt's filter, such as `Matches (*.toml)`."""
    dialog = _file_dialog(parent, title, then, place)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    if files:
        dialog.setNameFilter(files)
    dialog.open()


def ask_folder(parent: QWidget | None, title: str, then: Then, *, place: Path) -> None:
    """Asks for a folder."""
    dialog = _file_dialog(parent, title, then, place)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.open()


def ask_place(parent: QWidget | None, title: str, then: Then, place: Path, suffixes: Mapping[str, str]) -> None:
    """Asks where to save a file, at first at `place`; `suffixes` are those of Qt's filters."""
    dialog = _file_dialog(parent, title, then, place.parent)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilters(list(suffixes))
    dialog.setDefaultSuffix(next(iter(suffixes.values())))
    dialog.filterSelected.connect(lambda words: dialog.setDefaultSuffix(suffixes[words]))
    dialog.selectFile(place.name)
    dialog.open()


def ask_text(parent: QWidget, title: str, question: str, then: Callable[[str], object], text: str = "") -> None:
    """Asks for a line of text, at first `text`, and calls `then` with it, without spaces around it."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(question)
    dialog.setTextValue(text)
    dialog.textValueSelected.connect(lambda text: then(text.strip()))
    dialog.open()


def _file_dialog(parent: QWidget | None, title: str, then: Then, place: Path | None) -> QFileDialog:
    dialog = QFileDialog(parent, title, str(place or ""))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: then(Path(name)))
    return dialog
