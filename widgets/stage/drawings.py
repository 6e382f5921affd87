"""Painting of what agents draw, in the arena and on the screen. Brings numpy: loaded with the first drawing.

Lines are painted over everything else: they are not hidden by cars or walls. Points that are tied to a car or ball are
resolved in the frame that is painted, so they move with it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter, QPen

from runtime.model.drawings import (
    Anchor,
    Colour,
    DrawnGroup,
    DrawnLine,
    DrawnPath,
    DrawnRect,
    DrawnText,
    HAlign,
    Point,
    Screen,
    Tie,
    VAlign,
    cost,
)
from runtime.model.values import ArenaView, CarView
from widgets.stage.camera import NEAR_UU, Projection
from widgets.stage.scene import Axes, car_axes

Array = NDArray[np.float64]


class Anchors:
    """Resolves anchors in one frame; the axes of each object are cached."""

    def __init__(self, view: ArenaView) -> None:
        self._view = view
        self._axes: dict[tuple[Tie, int], Axes] = {}

    def point(self, anchor: Anchor) -> Point | None:
        """Returns the position of an anchor; None if its car is demolished or its ball is gone."""
        if anchor.tie is None:
            return anchor.world
        bodies = self._view.balls if anchor.tie is Tie.BALL else self._view.cars
        if not 0 <= anchor.index < len(bodies):
            return None
        body = bodies[anchor.index]
        if isinstance(body, CarView) and body.is_demolished:
            return None
        key = anchor.tie, anchor.index
        if key not in self._axes:
            self._axes[key] = car_axes(body)
        (fx, fy, fz), (rx, ry, rz), (ux, uy, uz) = self._axes[key]
        ahead, left, up = anchor.local
        x, y, z = anchor.world
        return (
            body.x + x + fx * ahead - rx * left + ux * up,
            body.y + y + fy * ahead - ry * left + uy * up,
            body.z + z + fz * ahead - rz * left + uz * up,
        )


MIN_DISTANCE: Final = 0.3
"""Minimum difference in lightness between a line and the field, 0 to 1."""


@lru_cache(maxsize=1024)
def seen_on(field: str, colour: Colour) -> QColor:
    """Returns the colour, darkened or lightened until it is visible on the field."""
    ink = QColor(*colour)
    ground, lightness = QColor(field).lightnessF(), ink.lightnessF()
    if abs(lightness - ground) >= MIN_DISTANCE:
        return ink
    target = ground - MIN_DISTANCE if ground > 0.5 else ground + MIN_DISTANCE
    return QColor.fromHslF(max(0.0, ink.hslHueF()), ink.hslSaturationF(), target, ink.alphaF())


@lru_cache(maxsize=2048)
def pen_on(field: str, width_px: float, colour: Colour) -> QPen:
    """Returns the pen for lines of a colour; it is shared and must not be changed."""
    pen = QPen(seen_on(field, colour), width_px)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def fair_shares(needs: Mapping[int, int], maximum: int) -> dict[int, int]:
    """Divides `maximum` among owners: each gets what it needs, or an equal share of the rest."""
    shares: dict[int, int] = {}
    left, waiting = maximum, len(needs)
    for owner, need in sorted(needs.items(), key=lambda entry: entry[1]):
        shares[owner] = min(need, left // waiting)
        left -= shares[owner]
        waiting -= 1
    return shares


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedGroup:
    """The first items of a group, as far as they fit."""

    ends: Array
    """Both ends of each line, shape (2, n, 3); tied ends are the origin."""
    colours: tuple[Colour, ...]
    """Of each line."""
    tied: tuple[tuple[int, int, Anchor], ...]
    """End (0 or 1), line and anchor of each tied end."""
    others: tuple[DrawnText | DrawnRect, ...]
    cost: int
    """Cost of the items."""
    left_out: int
    """Number of items that are left out."""


def prepared(group: DrawnGroup, room: int) -> PreparedGroup:
    """Returns the first items of a group whose cost fits into `room`."""
    starts: list[Point] = []
    ends: list[Point] = []
    colours: list[Colour] = []
    tied: list[tuple[int, int, Anchor]] = []
    others: list[DrawnText | DrawnRect] = []
    used = count = 0
    for item in group.items:
        used += cost(item)
        if used > room:
            used -= cost(item)
            break
        count += 1
        if isinstance(item, DrawnPath):
            starts += item.points[:-1]
            ends += item.points[1:]
            colours += [item.colour] * (len(item.points) - 1)
        elif isinstance(item, DrawnLine):
            anchors = item.start, item.end
            tied += [(end, len(starts), anchor) for end, anchor in enumerate(anchors) if anchor.tie is not None]
            starts.append(item.start.world)
            ends.append(item.end.world)
            colours.append(item.colour)
        else:
            others.append(item)
    return PreparedGroup(
        ends=np.array((starts, ends), dtype=np.float64).reshape(2, -1, 3),
        colours=tuple(colours),
        tied=tuple(tied),
        others=tuple(others),
        cost=used,
        left_out=group.left_out + len(group.items) - count,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lines:
    """The lines of all groups, sorted by colour."""

    ends: Array
    tied: tuple[tuple[int, int, Anchor], ...]
    runs: tuple[tuple[Colour, int], ...]
    """Each colour with the number of its lines."""

    @classmethod
    def of(cls, groups: Iterable[PreparedGroup]) -> "_Lines":
        ready = [group for group in groups if group.colours]
        colours = [colour for group in ready for colour in group.colours]
        order = sorted(range(len(colours)), key=colours.__getitem__)
        place = {line: number for number, line in enumerate(order)}
        tied, first = [], 0
        for group in ready:
            tied += [(end, place[first + line], anchor) for end, line, anchor in group.tied]
            first += len(group.colours)
        runs: dict[Colour, int] = {}
        for line in order:
            runs[colours[line]] = runs.get(colours[line], 0) + 1
        ends = np.concatenate([group.ends for group in ready], axis=1) if ready else np.empty((2, 0, 3))
        return cls(ends=ends[:, order], tied=tuple(tied), runs=tuple(runs.items()))

    def paint(self, painter: QPainter, anchors: Anchors, projection: Projection, field: str, width_px: float) -> None:
        """Paints each colour in one call."""
        if not self.runs:
            return
        ends, exists = self.ends, np.ones(self.ends.shape[1], dtype=bool)
        if self.tied:
            ends = ends.copy()
            for end, line, anchor in self.tied:
                point = anchors.point(anchor)
                if point is None:
                    exists[line] = False
                else:
                    ends[end, line] = point
        positions, is_seen = projection.segments(ends[0], ends[1])
        positions = positions[exists[is_seen]]
        before = np.concatenate(([0], np.cumsum(is_seen & exists)))
        first = 0
        for colour, count in self.runs:
            lines = positions[before[first] : before[first + count]].tolist()
            first += count
            painter.setPen(pen_on(field, width_px, colour))
            painter.drawLines([QLineF(*line) for line in lines])


MAX_PARTS: Final = 2000
"""Maximum cost of what is painted on a screen of single density, in lines."""
SMOOTH_PARTS: Final = 500
"""Maximum cost with antialiasing, which is several times as expensive."""
LINE_PX: Final = 1.4
GLYPH_PX: Final = 20.0
"""Height of letters at scale 1 in the game's window of height `GAME_HEIGHT_PX`; they are half as wide."""
GAME_HEIGHT_PX: Final = 1080.0
MIN_GLYPH_PX: Final = 10.0
MAX_GLYPH_PX: Final = 200.0
_SAMPLE_PX: Final = 100
_H_SHARES: Final = {HAlign.LEFT: 0.0, HAlign.CENTER: 0.5, HAlign.RIGHT: 1.0}
_V_SHARES: Final = {VAlign.TOP: 0.0, VAlign.CENTER: 0.5, VAlign.BOTTOM: 1.0}


class DrawingPainter:
    """Paints groups of drawings and divides the budget fairly among agents; belongs to one widget."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], _Kept] = {}
        self._key: object = None
        self._ready: list[PreparedGroup] = []
        self._lines = _Lines.of(())
        self._fonts: dict[int, QFont] = {}

    def paint(
        self,
        painter: QPainter,
        groups: tuple[DrawnGroup, ...],
        view: ArenaView,
        projection: Projection,
        *,
        field: str,
    ) -> int:
        """Paints over a field of this colour; returns the number of items that were left out."""
        size = QSizeF(painter.window().size())
        density = max(1.0, painter.device().devicePixelRatio())
        self._prepare(groups, round(MAX_PARTS / density))
        painter.save()
        is_smooth = sum(group.cost for group in self._ready) <= SMOOTH_PARTS / density
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, is_smooth)
        anchors = Anchors(view)
        self._lines.paint(painter, anchors, projection, field, LINE_PX if is_smooth else 1.0)
        for group in self._ready:
            for item in group.others:
                spot = _spot(item.place, anchors, projection, size)
                if isinstance(item, DrawnRect) and spot is not None:
                    _paint_rect(painter, item, spot, size)
                elif isinstance(item, DrawnText) and spot is not None:
                    self._paint_text(painter, item, spot, field)
        painter.restore()
        return sum(group.left_out for group in self._ready)

    def _prepare(self, groups: tuple[DrawnGroup, ...], maximum: int) -> None:
        """Prepares the groups that have changed since the last picture."""
        key = groups, maximum
        if self._key is not None and key == self._key:
            return
        before, self._kept = self._kept, {}
        needs: dict[int, int] = {}
        for group in groups:
            place = group.owner, group.number
            known = before.get(place)
            kept = known if known is not None and known.group is group else _Kept(group)
            self._kept[place] = kept
            needs[group.owner] = needs.get(group.owner, 0) + kept.need
        rooms = fair_shares(needs, maximum)
        self._ready = []
        for kept in self._kept.values():
            ready = kept.ready(rooms[kept.group.owner])
            rooms[kept.group.owner] -= ready.cost
            self._ready.append(ready)
        self._lines = _Lines.of(self._ready)
        self._key = key

    def _paint_text(self, painter: QPainter, item: DrawnText, spot: QPointF, field: str) -> None:
        room = QRectF(painter.window())
        font = self._font(item.scale * GLYPH_PX * room.height() / GAME_HEIGHT_PX)
        rows = item.text.split("\n")
        metrics = QFontMetricsF(font)
        row_px = metrics.height()
        extent = QSizeF(max(metrics.horizontalAdvance(row) for row in rows), row_px * len(rows))
        box = _aligned(spot, extent, item)
        seen = box.intersected(room)
        if seen.isEmpty():
            return
        if item.background[3]:
            painter.fillRect(seen, QColor(*item.background))
        painter.setFont(font)
        painter.setPen(QColor(*item.foreground) if item.background[3] else seen_on(field, item.foreground))
        for place, row in enumerate(rows):
            painter.drawText(QPointF(box.left(), box.top() + place * row_px + metrics.ascent()), row)

    def _font(self, height_px: float) -> QFont:
        """Returns a font whose letters have this height within readable limits, and half the width."""
        pixels = round(min(MAX_GLYPH_PX, max(MIN_GLYPH_PX, height_px)))
        if pixels not in self._fonts:
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            font.setPixelSize(_SAMPLE_PX)
            font.setPixelSize(max(1, round(pixels * _SAMPLE_PX / QFontMetricsF(font).height())))
            width = QFontMetricsF(font).horizontalAdvance("M")
            font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, pixels / 2 - width)
            self._fonts[pixels] = font
        return self._fonts[pixels]


class _Kept:
    """A group with its cost, prepared for its last budget."""

    __slots__ = ("_made", "_room", "group", "need")

    def __init__(self, group: DrawnGroup) -> None:
        self.group = group
        self.need = group.cost
        self._room = -1
        self._made: PreparedGroup | None = None

    def ready(self, room: int) -> PreparedGroup:
        room = min(room, self.need)
        if self._made is None or room != self._room:
            self._made, self._room = prepared(self.group, room), room
        return self._made


def _paint_rect(painter: QPainter, item: DrawnRect, spot: QPointF, size: QSizeF) -> None:
    extent = QSizeF(item.width * size.width(), item.height * size.height())
    seen = _aligned(spot, extent, item).normalized().intersected(QRectF(QPointF(), size))
    painter.fillRect(seen, QColor(*item.colour))


def _spot(place: Anchor | Screen, anchors: Anchors, projection: Projection, size: QSizeF) -> QPointF | None:
    """Returns the position on the widget; None for what does not exist or is behind the camera."""
    if isinstance(place, Screen):
        return QPointF(place.x * size.width(), place.y * size.height())
    point = anchors.point(place)
    if point is None:
        return None
    x, y, depth = projection.place(point)
    return QPointF(x, y) if projection.is_flat or depth > NEAR_UU else None


def _aligned(spot: QPointF, extent: QSizeF, item: DrawnText | DrawnRect) -> QRectF:
    """Returns the box of an item, aligned to its position."""
    left = spot.x() - _H_SHARES[item.h_align] * extent.width()
    top = spot.y() - _V_SHARES[item.v_align] * extent.height()
    return QRectF(QPointF(left, top), extent)
