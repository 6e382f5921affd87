"""A label that says something shorter where there is no room for the whole."""

from PySide6.QtWidgets import QWidget

from widgets.elided_label import ElidedLabel


class FittingLabel(ElidedLabel):
    """Shows the first of its wordings that fits, or as much as fits of the last; its text is the first. GUI thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._shorter: tuple[str, ...] = ()

    def show_wordings(self, whole: str, *shorter: str) -> None:
        """Says the same in several ways, the longest first."""
        self._shorter = shorter
        self.setText(whole)
        self.update()

    def fitting(self, room: int) -> str:
        wordings = (self.text(), *self._shorter)
        fits = (words for words in wordings if self.fontMetrics().horizontalAdvance(words) <= room)
        return next(fits, self.elided(wordings[-1], room))
