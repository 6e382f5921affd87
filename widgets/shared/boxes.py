"""Combo boxes that shorten their text instead of cutting it within a letter."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QSizePolicy, QStyle, QStyleOptionComboBox, QWidget

SHORT_ROLE: Final = Qt.ItemDataRole.UserRole + 2
ICON_GAP_PX: Final = 4
"""Between an icon and the text."""


class ElidingBox(QComboBox):
    """Shortens the text of the closed box; entries with `SHORT_ROLE` show that text where the whole has no room.

    Args:
        name: for screen readers, and the tooltip unless there is a `hint`.
        min_characters: width that the box may shrink to; 0 keeps the width of the longest entry.
    """

    def __init__(
        self, name: str = "", hint: str = "", *, min_characters: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setToolTip(hint or name)
        if min_characters:
            self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.setMinimumContentsLength(min_characters)

    def wordings(self, words: str) -> tuple[str, ...]:
        """Returns what the closed box may show for the choice that the list shows as `words`, the longest first."""
        return words, str(self.currentData(SHORT_ROLE) or words)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:  # noqa: N802 - Qt's name
        """Qt's: prepares what is drawn."""
        super().initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + ICON_GAP_PX
        wordings, metrics = self.wordings(option.currentText), option.fontMetrics
        fitting = (words for words in wordings if metrics.horizontalAdvance(words) <= room)
        shortened = metrics.elidedText(wordings[-1], Qt.TextElideMode.ElideRight, room)
        option.currentText = next(fitting, shortened)


MIN_CHARACTERS: Final = 8
LABEL_ROLE: Final = Qt.ItemDataRole.UserRole + 1


class ChoiceBox(ElidingBox):
    """A combo box that may become narrow, shows its list in full width, and scrolls only while its list is open."""

    def __init__(self, name: str = "", hint: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(name, hint, min_characters=MIN_CHARACTERS, parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(16)

    def set_free(self) -> QLineEdit:
        """Accepts typed texts that are not in the list; returns the line edit."""
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
        """Adds a choice; `words` follow it in the list, but not in the closed box."""
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
