"""Paths and lines for QPainter from arrays of points, in few calls: a call costs more than a short path."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QDataStream, QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from widgets.stage.camera import NEAR_UU, Projection

Array = NDArray[np.float64]
GUARD_PX: Final = 6000.0
"""Distance from the middle of the picture at which areas are cut."""
_ELEMENT: Final = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
"""A path element as `QDataStream` reads it; kind 0 moves, 1 draws a line."""


def polygon(points: Iterable[Sequence[float]]) -> QPolygonF:
    """Returns a polygon of positions; further numbers of each are ignored."""
    return QPolygonF([QPointF(point[0], point[1]) for point in points])


def path_of(outlines: Sequence[Array], *, winding: bool = False) -> QPainterPath:
    """Returns the areas inside closed outlines, each of shape (corners, 2 or more)."""
    if not outlines:
        return QPainterPath()
    return _path(np.concatenate(outlines), np.cumsum([0, *map(len, outlines[:-1])]), winding=winding)


def _path(points: Array, firsts: NDArray[np.int64], *, winding: bool) -> QPainterPath:
    elements = np.empty(len(points), _ELEMENT)
    elements["kind"] = 1
    elements["kind"][firsts] = 0
    elements["x"], elements["y"] = points[:, 0], points[:, 1]
    ends = np.array((0, int(winding)), ">i4").tobytes()
    path = QPainterPath()
    QDataStream(QByteArray(np.array(len(elements), ">i4").tobytes() + elements.tobytes() + ends)) >> path
    return path


class Areas:
    """Areas of one colour between closed outlines in the arena, for many pictures."""

    def __init__(self, outlines: Sequence[Array], *, winding: bool = False) -> None:
        """Takes outlines of shape (corners, 3)."""
        self._points = np.concatenate(outlines) if outlines else np.empty((0, 3))
        self._firsts = np.cumsum([0, *map(len, outlines[:-1])])
        self._winding = winding

    def path(self, projection: Projection) -> QPainterPath:
        """Returns the visible part."""
        if not len(self._points):
            return QPainterPath()
        camera = projection.in_camera(self._points)
        screen = projection.to_screen(camera)
        if not projection.is_flat:
            away = np.abs(screen[:, :2] - projection.centre).max(axis=1)
            is_cut = (camera[:, 2] < NEAR_UU) | (away > GUARD_PX)
            if is_cut.any():
                outlines = np.split(camera, self._firsts[1:])
                return path_of(screen_outlines(projection, outlines), winding=self._winding)
        return _path(screen, self._firsts, winding=self._winding)


def screen_outlines(projection: Projection, outlines: Iterable[Array]) -> list[Array]:
    """Returns the visible parts of polygons of camera space, each of shape (corners, 3), as positions."""
    made = []
    slope = GUARD_PX / projection.focal_px
    for outline in outlines:
        depth = outline[:, 2]
        is_whole = depth.min() >= NEAR_UU and bool((np.abs(outline[:, :2]).max(axis=1) <= slope * depth).all())
        if projection.is_flat or is_whole:
            made.append(projection.to_screen(outline))
        elif depth.max() > NEAR_UU:
            cut = clipped(outline.tolist(), slope)
            if len(cut) > 2:
                made.append(projection.to_screen(np.array(cut)))
    return made


_PLANES: Final = ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0))


def clipped(corners: list[list[float]], slope: float) -> list[list[float]]:
    """Returns the part of a polygon of camera space that can be painted (Sutherland and Hodgman).

    It lies behind the near plane, and aside no farther than `slope` times its depth: the painter fails beyond 32767 px.
    """
    made = _cut(corners, [corner[2] - NEAR_UU for corner in corners])
    for axis, sign in _PLANES:
        made = _cut(made, [slope * corner[2] - sign * corner[axis] for corner in made])
    return made


def _cut(corners: list[list[float]], heights: list[float]) -> list[list[float]]:
    """Returns the part of a polygon with heights of 0 or more above a plane."""
    made: list[list[float]] = []
    for place, (corner, height) in enumerate(zip(corners, heights, strict=True)):
        last, before = corners[place - 1], heights[place - 1]
        if (height >= 0.0) != (before >= 0.0):
            share = before / (before - height)
            made.append([a + (b - a) * share for a, b in zip(last, corner, strict=True)])
        if height >= 0.0:
            made.append(corner)
    return made


def draw_lines(painter: QPainter, lines: Array, pen: QPen) -> None:
    """Draws lines given as x1, y1, x2, y2, shape (n, 4), in one call."""
    if len(lines):
        painter.setPen(pen)
        painter.drawLines([QLineF(*line) for line in lines.tolist()])
        painter.setPen(Qt.PenStyle.NoPen)
