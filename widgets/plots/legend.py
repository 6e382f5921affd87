"""Which curve belongs to which car."""

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

SWATCH_PX = 14
GAP_PX = 16


class Legend(QWidget):
    """Names with a piece of their line, from left to right, as many as fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[tuple[str, QColor], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_entries(self, entries: tuple[tuple[str, QColor], ...]) -> None:
        """Shows these names in these colours."""
        self._entries = entries
        names = ", ".join(name for name, _ in entries)
        self.setAccessibleName(self.tr("Curves of {0}").format(names) if entries else self.tr("No curves"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        metrics = self.fontMetrics()
        baseline = (self.height() + metrics.ascent() - metrics.descent()) / 2
        left, more = 0.0, GAP_PX + metrics.horizontalAdvance("…")
        for place, (name, colour) in enumerate(self._entries, start=1):
            width = SWATCH_PX + 5 + metrics.horizontalAdvance(name)
            if left + width + (more if place < len(self._entries) else 0) > self.width():
                painter.setPen(self.palette().windowText().color())
                painter.drawText(QPointF(left, baseline), "…")
                return
            painter.setPen(QPen(colour, 2.0))
            painter.drawLine(QPointF(left, self.height() / 2), QPointF(left + SWATCH_PX, self.height() / 2))
            painter.setPen(self.palette().windowText().color())
            painter.drawText(QPointF(left + SWATCH_PX + 5, baseline), name)
            left += width + GAP_PX
