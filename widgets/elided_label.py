"""A label of one line that shortens its text instead of widening its neighbours."""

import re
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_NUMBER: Final = re.compile(r" ?\(\d+\)$")
"""What tells namesakes apart."""


class ElidedLabel(QLabel):
    """Shows as much of its text as fits, with an ellipsis where the rest is cut."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def fitting(self, room: int) -> str:
        """What is shown in so many pixels."""
        return self.elided(self.text(), room)

    def elided(self, words: str, room: int) -> str:
        """Words, with an ellipsis where they do not fit."""
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
    """Keeps the number at the end of a name, `Cha… (2)`, by which it is told from its namesakes."""

    def elided(self, words: str, room: int) -> str:
        if self.fontMetrics().horizontalAdvance(words) <= room:
            return words
        number = _NUMBER.search(words)
        if number is None:
            return super().elided(words, room)
        end = number.group()
        head = super().elided(words[: number.start()], room - self.fontMetrics().horizontalAdvance(end))
        return f"{head}{end}" if head.strip("…") else super().elided(words, room)
