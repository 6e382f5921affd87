"""Paths and lines for QPainter from arrays of points, in few calls: a call costs more than a short path."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QDataStream, QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from widgets.stage.camera import NEAR_UU, Projection

Array = NDArray[np.float64]
GUARD_PX: Final = 15_000.0
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
    """Layers of areas between closed outlines in the arena, for many pictures."""

    def __init__(self, *layers: Sequence[Array], winding: bool = False) -> None:
        """Takes the outlines of each layer, of shape (corners, 3); `winding` fills where outlines overlap."""
        outlines = [outline for layer in layers for outline in layer]
        self._points = np.concatenate(outlines) if outlines else np.empty((0, 3))
        self._firsts = np.cumsum([0, *map(len, outlines[:-1])])
        self._sizes = tuple(map(len, layers))
        self._winding = winding

    def paths(self, projection: Projection) -> list[QPainterPath]:
        """Returns the visible part of each layer."""
        if not len(self._points):
            return [QPainterPath() for _ in self._sizes]
        shown = iter(seen_outlines(projection, projection.in_camera(self._points), self._firsts))
        layers = [[next(shown) for _ in range(size)] for size in self._sizes]
        return [path_of([part for part in layer if part is not None], winding=self._winding) for layer in layers]


def seen_outlines(projection: Projection, camera: Array, firsts: NDArray[np.int64]) -> list[Array | None]:
    """Returns the visible parts of polygons that lie one after the other in camera space, as positions."""
    screen = projection.to_screen(camera)
    if projection.is_flat:
        return [*_split(screen, firsts)]
    depth, slope = camera[:, 2], GUARD_PX / projection.focal_px
    is_far = np.abs(camera[:, :2]).max(axis=1) > slope * depth
    is_cut = np.asarray(np.logical_or.reduceat(is_far | (depth < NEAR_UU), firsts))
    if not is_cut.any():
        return [*_split(screen, firsts)]
    edges = depth[:, None] * (np.array(projection.centre) / projection.focal_px)
    beside = np.concatenate((camera[:, :2] > edges, camera[:, :2] < -edges, depth[:, None] < NEAR_UU), axis=1)
    is_out = np.asarray(np.logical_and.reduceat(beside, firsts).any(axis=1))
    shapes: list[Array | None] = []
    for part, place, out, cut in zip(
        _split(screen, firsts), firsts.tolist(), is_out.tolist(), is_cut.tolist(), strict=True
    ):
        if out or not cut:
            shapes.append(None if out else part)
            continue
        corners = clipped(camera[place : place + len(part)].tolist(), slope)
        shapes.append(projection.to_screen(np.array(corners)) if len(corners) > 2 else None)
    return shapes


def _split(points: Array, firsts: NDArray[np.int64]) -> list[Array]:
    """Returns the parts that begin at `firsts`; numpy's own function costs ten times as much."""
    borders = firsts.tolist()
    return [points[first:after] for first, after in zip(borders, (*borders[1:], len(points)), strict=True)]


_PLANES: Final = ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0))


def clipped(corners: list[list[float]], slope: float) -> list[list[float]]:
    """Returns the part of a polygon of camera space that can be painted (Sutherland and Hodgman).

    That part is beyond the near plane, and no farther aside than `slope` times its depth, because the painter fails
    beyond 32767 px.
    """
    part = _cut(corners, [corner[2] - NEAR_UU for corner in corners])
    for axis, sign in _PLANES:
        heights = [slope * corner[2] - sign * corner[axis] for corner in part]
        if min(heights, default=0.0) < 0.0:
            part = _cut(part, heights)
    return part


def _cut(corners: list[list[float]], heights: list[float]) -> list[list[float]]:
    """Returns the part of a polygon with heights of 0 or more above a plane."""
    part: list[list[float]] = []
    for place, (corner, height) in enumerate(zip(corners, heights, strict=True)):
        last, before = corners[place - 1], heights[place - 1]
        if (height >= 0.0) != (before >= 0.0):
            share = before / (before - height)
            part.append([a + (b - a) * share for a, b in zip(last, corner, strict=True)])
        if height >= 0.0:
            part.append(corner)
    return part


def draw_lines(painter: QPainter, lines: Array, pen: QPen) -> None:
    """Draws lines given as x1, y1, x2, y2, shape (n, 4), in one call."""
    if len(lines):
        painter.setPen(pen)
        painter.drawLines([QLineF(*line) for line in lines.tolist()])
        painter.setPen(Qt.PenStyle.NoPen)
