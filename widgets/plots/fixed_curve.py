"""A curve on axes that stand still; imported when the plot is built, since it brings pyqtgraph."""

from pyqtgraph import PlotCurveItem, mkPen
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor


class FixedCurve(PlotCurveItem):  # type: ignore[misc] # pyqtgraph has no types
    """A thin curve within a rectangle that is known beforehand, so that nobody looks through its samples for it."""

    def __init__(self, colour: QColor, room: QRectF) -> None:
        self._room = room
        # Width 1: wider pens cost seven times as much to draw.
        super().__init__(pen=mkPen(colour, width=1), antialias=False, skipFiniteCheck=True)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        return self._room
