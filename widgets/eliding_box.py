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

    def wordings(self, words: str) -> tuple[str, ...]:
        """Returns what the closed box may show for the choice that the list shows as `words`, the longest first."""
        return words, str(self.currentData(SHORT_ROLE) or words)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:  # noqa: N802 - Qt's name
        """Qt's: tells what is drawn."""
        super().initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + ICON_GAP_PX
        wordings, metrics = self.wordings(option.currentText), option.fontMetrics
        fitting = (words for words in wordings if metrics.horizontalAdvance(words) <= room)
        shortened = metrics.elidedText(wordings[-1], Qt.TextElideMode.ElideRight, room)
        option.currentText = next(fitting, shortened)
