"""A combo box that says with an ellipsis that its text is longer than the room for it."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

SHORT_ROLE: Final = Qt.ItemDataRole.UserRole + 2
ICON_GAP_PX: Final = 4
"""Between an icon and the text."""


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
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + ICON_GAP_PX
        words, metrics = self.closed_words(option.currentText), option.fontMetrics
        if metrics.horizontalAdvance(words) > room:
            words = self.currentData(SHORT_ROLE) or words
            if metrics.horizontalAdvance(words) > room:
                words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        option.currentText = words
