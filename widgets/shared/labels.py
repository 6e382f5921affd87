"""Labels that shorten their text instead of widening their neighbours."""

import re
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_NUMBER: Final = re.compile(r" ?\(\d+\)$")
"""The number that distinguishes equal names."""


class ElidedLabel(QLabel):
    """Shows as much of its text as fits, with an ellipsis."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def fitting(self, room: int) -> str:
        """Returns the text that is shown in `room` pixels."""
        return self.elided(self.text(), room)

    def elided(self, words: str, room: int) -> str:
        """Returns the words, shortened with an ellipsis if they do not fit."""
        return self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        fitting = self.fitting(self.contentsRect().width())
        if fitting == self.text():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), fitting)


class ElidedName(ElidedLabel):
    """Keeps the number at the end of a name: `Cha… (2)`."""

    def elided(self, words: str, room: int) -> str:
        if self.fontMetrics().horizontalAdvance(words) <= room:
            return words
        number = _NUMBER.search(words)
        if number is None:
            return super().elided(words, room)
        end = number.group()
        head = super().elided(words[: number.start()], room - self.fontMetrics().horizontalAdvance(end))
        return f"{head}{end}" if head.strip("…") else super().elided(words, room)


class FittingLabel(ElidedLabel):
    """Shows the first wording that fits, or the shortened last one; `text()` is the first. GUI thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._shorter: tuple[str, ...] = ()
        self._usual = ""

    def keep_room_for(self, words: str) -> None:
        """Reserves the width of these words, so that neighbours do not move."""
        self._usual = words
        self.updateGeometry()

    def show_wordings(self, whole: str, *shorter: str) -> None:
        """Sets wordings of the same text, the longest first."""
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
