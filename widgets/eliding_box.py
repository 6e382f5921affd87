"""A combo box that says with an ellipsis that its text is longer than the room for it."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

SHORT_ROLE: Final = Qt.ItemDataRole.UserRole + 2
PADDING_PX: Final = 2
"""Between the text and the ends of its room, on both sides together."""


class ElidingBox(QComboBox):
    """Shortens the text of the closed box, where Qt would cut it within a letter; its list is as it is.

    A choice with `SHORT_ROLE` says that where the whole has no room.
    """

    def closed_words(self, words: str) -> str:
        """What the closed box says for the choice that the list has as `words`."""
        return words

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:  # noqa: N802 - Qt's name
        """Qt's: tells what is drawn."""
        super().initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width() - PADDING_PX
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + 2 * PADDING_PX
        words = self.closed_words(option.currentText)
        if option.fontMetrics.horizontalAdvance(words) > room:
            words = self.currentData(SHORT_ROLE) or words
        option.currentText = option.fontMetrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
