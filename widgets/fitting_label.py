"""A label that says something shorter where there is no room for the whole."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from widgets.elided_label import ElidedLabel


class FittingLabel(ElidedLabel):
    """Shows the first of its wordings that fits, or as much as fits of the last; its text is the first. GUI thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._shorter: tuple[str, ...] = ()
        self._usual = ""

    def keep_room_for(self, words: str) -> None:
        """Asks for the width of these words, whatever is said, so that what is beside them stays where it is."""
        self._usual = words
        self.updateGeometry()

    def show_wordings(self, whole: str, *shorter: str) -> None:
        """Says the same in several ways, the longest first."""
        self._shorter = shorter
        self.setText(whole)
        self.update()

    def fitting(self, room: int) -> str:
        wordings = (self.text(), *self._shorter)
        fits = (words for words in wordings if self.fontMetrics().horizontalAdvance(words) <= room)
        return next(fits, self.elided(wordings[-1], room))

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        usual = self.fontMetrics().horizontalAdvance(self._usual)
        return QSize(max(hint.width(), usual), hint.height())
