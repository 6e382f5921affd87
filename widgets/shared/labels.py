"""Labels that shorten their text instead of widening their neighbours."""

import re
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_NUMBER: Final = re.compile(r" ?\(\d+\)$")
"""The number that distinguishes equal names."""
_WRAPPING: Final = QTextOption()
_WRAPPING.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


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


class WrappedLabel(ElidedLabel):
    """Wraps its text, and shortens what does not fit into `maximum` lines; has room for `minimum`."""

    def __init__(self, maximum: int, minimum: int = 1, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._maximum, self._minimum = maximum, minimum
        self.setWordWrap(True)  # so that layouts ask for the height

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._minimum * self.fontMetrics().lineSpacing())

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._minimum * self.fontMetrics().lineSpacing())

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        return max(self._minimum, len(self.lines(width))) * self.fontMetrics().lineSpacing()

    def lines(self, width: int) -> list[str]:
        """Returns the text of each line in `width` pixels."""
        if "\n" not in self.text() and self.fontMetrics().horizontalAdvance(self.text()) <= width:
            return [self.text()]
        lines: list[str] = []
        for paragraph in self.text().splitlines():
            layout = QTextLayout(paragraph, self.font())
            layout.setTextOption(_WRAPPING)
            layout.beginLayout()
            while len(lines) < self._maximum and (line := layout.createLine()).isValid():
                line.setLineWidth(width)
                rest = paragraph[line.textStart() :]
                is_last = len(lines) == self._maximum - 1
                lines.append(self.elided(rest, width) if is_last else rest[: line.textLength()].rstrip())
            layout.endLayout()
        return lines

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.contentsRect(), int(flags), "\n".join(self.lines(self.contentsRect().width())))


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
