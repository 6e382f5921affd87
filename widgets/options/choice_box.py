"""A list of choices that a turn of the wheel passes by on its way through a page."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QSizePolicy, QWidget

from widgets.eliding_box import ElidingBox

LEAST_CHARACTERS: Final = 8
LABEL_ROLE: Final = Qt.ItemDataRole.UserRole + 1


class ChoiceBox(ElidingBox):
    """A combo box that may become narrow, shows its list in full width, and scrolls only while its list is open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(LEAST_CHARACTERS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(16)

    def set_free(self) -> QLineEdit:
        """Lets other texts be typed than those of the list, and hands out the line for it."""
        line = QLineEdit()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setLineEdit(line)
        completer = QCompleter(self.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(completer)
        return line

    def add_choice(
        self, label: str, value: object, *, icon: QIcon | None = None, words: str = "", hint: str = ""
    ) -> None:
        """Adds a choice; `words` stand behind it in the list, not in the closed box."""
        self.addItem(icon or QIcon(), f"{label} ({words})" if words else label, value)
        self.setItemData(self.count() - 1, label, LABEL_ROLE)
        if hint:
            self.setItemData(self.count() - 1, hint, Qt.ItemDataRole.ToolTipRole)

    def wordings(self, words: str) -> tuple[str, ...]:
        """Returns the choice without the remark that follows it in the list."""
        return (str(self.currentData(LABEL_ROLE) or words),)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def showPopup(self) -> None:  # noqa: N802 - Qt's name
        view = self.view()
        view.setMinimumWidth(min(480, view.sizeHintForColumn(0) + view.verticalScrollBar().sizeHint().width() + 12))
        super().showPopup()
