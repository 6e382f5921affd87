"""Thin curves on fixed axes; imported with pyqtgraph when the plot is built."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.functions import ndarray_from_qpolygonf
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget


class CurveBundle(QGraphicsItem):
    """Curves over common times, drawn as one item because one item per curve is slower; GUI thread.

    The bounding rectangle is given, so that the samples are not searched for it.
    """

    def __init__(self, room: QRectF) -> None:
        super().__init__()
        self._room = room
        self._pens: list[QPen] = []
        self._lines: list[QPolygonF] = []
        self.points: list[NDArray[np.float64]] = []
        """Time and value of the samples of each curve, shape (n, 2); the memory that is drawn."""

    def set_colours(self, colours: Sequence[QColor]) -> None:
        """Sets one curve per colour; a different number of curves clears the samples."""
        # Width 1: wider pens cost seven times as much to draw.
        self._pens = [QPen(colour, 1.0) for colour in colours]
        for pen in self._pens:
            pen.setCosmetic(True)
        if len(self._pens) != len(self._lines):
            self._set_size(0)
        self.update()

    def clear(self) -> None:
        """Removes the samples."""
        self._set_size(0)
        self.update()

    def set_samples(self, times_s: NDArray[np.float64], rows: NDArray[np.float64]) -> None:
        """Copies and draws samples: times of shape (n,), values of shape (curves, n)."""
        if not self.points or len(self.points[0]) != len(times_s):
            self._set_size(len(times_s))
        for points, row in zip(self.points, rows, strict=True):
            points[:, 0] = times_s
            points[:, 1] = row
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Qt's: where it may draw."""
        return self._room

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Qt's: draws."""
        for pen, line in zip(self._pens, self._lines, strict=True):
            painter.setPen(pen)
            painter.drawPolyline(line)

    def colour(self, index: int) -> QColor:
        """Returns the colour of a curve."""
        return self._pens[index].color()

    def _set_size(self, count: int) -> None:
        self._lines = [QPolygonF() for _ in self._pens]
        self.points = [_resized(line, count) for line in self._lines]


def _resized(line: QPolygonF, count: int) -> NDArray[np.float64]:
    """Resizes the line and returns its points as an array of shape (count, 2)."""
    line.resize(count)
    if not count:
        return np.empty((0, 2))
    points: NDArray[np.float64] = ndarray_from_qpolygonf(line)
    return points
