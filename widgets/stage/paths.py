"""Paths and lines for QPainter from arrays of points, in few calls: a call costs more than a short path."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QDataStream, QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from widgets.stage.camera import NEAR_UU, Projection

Array = NDArray[np.float64]
_ELEMENT: Final = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
"""A path element as `QDataStream` reads it; kind 0 moves, 1 draws a line."""


def polygon(points: Iterable[Sequence[float]]) -> QPolygonF:
    """Returns a polygon of positions; further numbers of each are ignored."""
    return QPolygonF([QPointF(point[0], point[1]) for point in points])


def path_of(outlines: Sequence[Array], *, winding: bool = False) -> QPainterPath:
    """Returns the areas inside closed outlines, each of shape (corners, 2 or more)."""
    path = QPainterPath()
    if not outlines:
        return path
    counts = [len(outline) for outline in outlines]
    elements = np.empty(sum(counts), _ELEMENT)
    points = np.concatenate(outlines)
    elements["kind"] = 1
    elements["kind"][np.cumsum([0, *counts[:-1]])] = 0
    elements["x"], elements["y"] = points[:, 0], points[:, 1]
    ends = np.array((0, int(winding)), ">i4").tobytes()
    data = np.array(len(elements), ">i4").tobytes() + elements.tobytes() + ends
    QDataStream(QByteArray(data)) >> path
    return path


def screen_outlines(projection: Projection, outlines: Iterable[Array]) -> list[Array]:
    """Returns the visible parts of polygons of camera space, each of shape (corners, 3), as positions."""
    made = []
    for outline in outlines:
        if not projection.is_flat and outline[:, 2].min() < NEAR_UU:
            cut = clipped(outline.tolist())
            if len(cut) > 2:
                made.append(projection.to_screen(np.array(cut)))
        else:
            made.append(projection.to_screen(outline))
    return made


def clipped(corners: list[list[float]]) -> list[list[float]]:
    """Returns a polygon of camera space without the part before the near plane (Sutherland and Hodgman)."""
    made: list[list[float]] = []
    last = corners[-1]
    for corner in corners:
        if (corner[2] > NEAR_UU) != (last[2] > NEAR_UU):
            share = (NEAR_UU - last[2]) / (corner[2] - last[2])
            made.append([a + (b - a) * share for a, b in zip(last, corner, strict=True)])
        if corner[2] > NEAR_UU:
            made.append(corner)
        last = corner
    return made


def paint_lines(painter: QPainter, projection: Projection, ends: Array, pen: QPen) -> None:
    """Paints straight lines in one call; shape (start and end, lines, 3)."""
    lines = projection.segments(ends[0], ends[1])[0]
    if len(lines):
        painter.setPen(pen)
        painter.drawLines([QLineF(*line) for line in lines.tolist()])
        painter.setPen(Qt.PenStyle.NoPen)
