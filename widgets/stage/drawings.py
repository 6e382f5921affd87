"""Painting of what agents draw: lines, texts and rectangles, in the arena and on the screen."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from math import cos, sin
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter, QPen

from runtime.model.drawings import (
    Anchor,
    Colour,
    DrawnGroup,
    DrawnItem,
    DrawnLine,
    DrawnPath,
    DrawnRect,
    DrawnText,
    HAlign,
    Point,
    Screen,
    Tie,
    VAlign,
)
from runtime.model.values import ArenaView, CarView
from widgets.stage.field import Projection

_Axes = tuple[Point, Point, Point]
_LEVEL: Final[_Axes] = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))


class Anchors:
    """Resolves anchors in one frame; the axes of each car are cached."""

    def __init__(self, view: ArenaView) -> None:
        self._view = view
        self._axes: dict[int, _Axes] = {}

    def point(self, anchor: Anchor) -> Point | None:
        """Returns the position of an anchor; None if its car is demolished or its ball is gone.

        Frames do not contain the rotation of balls, so anchors do not rotate with them.
        """
        if anchor.tie is None:
            return anchor.world
        bodies = self._view.balls if anchor.tie is Tie.BALL else self._view.cars
        if not 0 <= anchor.index < len(bodies):
            return None
        body = bodies[anchor.index]
        axes = _LEVEL
        if isinstance(body, CarView):
            if body.is_demolished:
                return None
            axes = self._axes.setdefault(anchor.index, axes_of(body))
        (fx, fy, fz), (lx, ly, lz), (ux, uy, uz) = axes
        ahead, left, up = anchor.local
        x, y, z = anchor.world
        return (
            body.x + x + fx * ahead + lx * left + ux * up,
            body.y + y + fy * ahead + ly * left + uy * up,
            body.z + z + fz * ahead + lz * left + uz * up,
        )


def axes_of(car: CarView) -> _Axes:
    """Returns the forward, left and up axes of a car."""
    cp, sp = cos(car.pitch), sin(car.pitch)
    cy, sy = cos(car.yaw), sin(car.yaw)
    cr, sr = cos(car.roll), sin(car.roll)
    return (
        (cp * cy, cp * sy, sp),
        (cr * sy - cy * sp * sr, -sy * sp * sr - cr * cy, cp * sr),
        (-cr * cy * sp - sr * sy, -cr * sy * sp + sr * cy, cp * cr),
    )


LEAST_DISTANCE: Final = 0.3
"""Minimum difference in lightness between a line and the field, 0 to 1."""


@lru_cache(maxsize=1024)
def seen_on(field: str, colour: Colour) -> QColor:
    """Returns the colour, darkened or lightened until it is visible on the field."""
    made = QColor(*colour)
    ground, lightness = QColor(field).lightnessF(), made.lightnessF()
    if abs(lightness - ground) >= LEAST_DISTANCE:
        return made
    wanted = ground - LEAST_DISTANCE if ground > 0.5 else ground + LEAST_DISTANCE
    return QColor.fromHslF(max(0.0, made.hslHueF()), made.hslSaturationF(), wanted, made.alphaF())


@lru_cache(maxsize=2048)
def pen_on(field: str, width_px: float, colour: Colour) -> QPen:
    """Returns the pen for lines of a colour; it is shared and must not be changed."""
    pen = QPen(seen_on(field, colour), width_px)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


TEXT_PARTS: Final = 8
"""Cost of a row of text, in lines."""


def parts(item: DrawnItem) -> int:
    """Returns the cost of an item, in lines."""
    if isinstance(item, DrawnPath):
        return max(1, len(item.points) - 1)
    return TEXT_PARTS * (1 + item.text.count("\n")) if isinstance(item, DrawnText) else 1


def fair_shares(needs: Mapping[int, int], most: int) -> dict[int, int]:
    """Divides `most` among owners: each gets what it needs, or an equal share of the rest."""
    shares: dict[int, int] = {}
    left, waiting = most, len(needs)
    for owner, need in sorted(needs.items(), key=lambda entry: entry[1]):
        shares[owner] = min(need, left // waiting)
        left -= shares[owner]
        waiting -= 1
    return shares


@dataclass(slots=True)
class PreparedGroup:
    """The first items of a group, as far as they fit."""

    lines: dict[Colour, list[QLineF]] = field(default_factory=dict)
    """Fixed lines by colour."""
    tied: list[DrawnLine] = field(default_factory=list)
    """Lines that are tied to a ball or car."""
    others: list[DrawnText | DrawnRect] = field(default_factory=list)
    weight: int = 0
    """Cost of the items."""
    left_out: int = 0
    """Number of items that are left out."""


def prepared(group: DrawnGroup, room: int, projection: Projection) -> PreparedGroup:
    """Returns the first items of a group that fit into `room`."""
    made = PreparedGroup(left_out=group.left_out)
    for place, item in enumerate(group.items):
        size = parts(item)
        if made.weight + size > room:
            made.left_out += len(group.items) - place
            break
        made.weight += size
        _add(made, item, projection)
    return made


def _add(made: PreparedGroup, item: DrawnItem, projection: Projection) -> None:
    if isinstance(item, DrawnPath):
        spots = [projection.spot(*point) for point in item.points]
        made.lines.setdefault(item.colour, []).extend(_pieces(spots))
    elif not isinstance(item, DrawnLine):
        made.others.append(item)
    elif _is_tied(item.start) or _is_tied(item.end):
        made.tied.append(item)
    else:
        line = QLineF(projection.spot(*item.start.world), projection.spot(*item.end.world))
        made.lines.setdefault(item.colour, []).append(line)


def _pieces(spots: Iterable[QPointF]) -> list[QLineF]:
    return [QLineF(start, end) for start, end in pairwise(spots)]


def _is_tied(anchor: Anchor) -> bool:
    return anchor.tie is not None


MOST_PARTS: Final = 2000
"""Maximum number of lines on a screen of single density."""
SMOOTH_PARTS: Final = 500
"""Maximum number of antialiased lines, which are several times as expensive."""
LINE_PX: Final = 1.4
GLYPH_PX: Final = 20.0
"""Height of letters at scale 1 in the game's window of height `GAME_HEIGHT_PX`."""
GAME_HEIGHT_PX: Final = 1080.0
LEAST_GLYPH_PX: Final = 9.0
LARGEST_GLYPH_PX: Final = 72.0
_H_SHARES: Final = {HAlign.LEFT: 0.0, HAlign.CENTER: 0.5, HAlign.RIGHT: 1.0}
_V_SHARES: Final = {VAlign.TOP: 0.0, VAlign.CENTER: 0.5, VAlign.BOTTOM: 1.0}


class DrawingPainter:
    """Paints groups of drawings and divides the budget fairly among agents; belongs to one widget."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], _Kept] = {}
        self._key: object = None
        self._fonts: dict[int, QFont] = {}

    def paint(
        self,
        painter: QPainter,
        groups: Iterable[DrawnGroup],
        view: ArenaView,
        projection: Projection,
        *,
        field: str,
    ) -> int:
        """Paints over a field of this colour; returns the number of items that were left out."""
        size = QSizeF(painter.window().size())
        density = max(1.0, painter.device().devicePixelRatio())
        ready = self._made_ready(tuple(groups), projection, round(MOST_PARTS / density))
        painter.save()
        is_smooth = sum(group.weight for group in ready) <= SMOOTH_PARTS / density
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, is_smooth)
        anchors = Anchors(view)
        pen_of = partial(pen_on, field, LINE_PX if is_smooth else 1.0)
        for group in ready:
            _paint_lines(painter, group, anchors, projection, pen_of)
        for group in ready:
            for item in group.others:
                spot = _spot(item.place, anchors, projection, size)
                if isinstance(item, DrawnRect) and spot is not None:
                    _paint_rect(painter, item, spot, size)
                elif isinstance(item, DrawnText) and spot is not None:
                    self._paint_text(painter, item, spot, field)
        painter.restore()
        return sum(group.left_out for group in ready)

    def _made_ready(self, groups: tuple[DrawnGroup, ...], projection: Projection, most: int) -> list[PreparedGroup]:
        if projection.key != self._key:
            self._key = projection.key
            for kept in self._kept.values():
                kept.forget()
        before, self._kept = self._kept, {}
        needs: dict[int, int] = {}
        for group in groups:
            place = group.owner, group.number
            known = before.get(place)
            kept = known if known is not None and known.group is group else _Kept(group, sum(map(parts, group.items)))
            self._kept[place] = kept
            needs[group.owner] = needs.get(group.owner, 0) + kept.need
        rooms = fair_shares(needs, most)
        ready = []
        for kept in self._kept.values():
            made = kept.ready(rooms[kept.group.owner], projection)
            rooms[kept.group.owner] -= made.weight
            ready.append(made)
        return ready

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
        """Returns a font of about this height within readable limits."""
        pixels = round(min(LARGEST_GLYPH_PX, max(LEAST_GLYPH_PX, height_px)))
        if pixels not in self._fonts:
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            font.setPixelSize(pixels)
            self._fonts[pixels] = font
        return self._fonts[pixels]


class _Kept:
    """A group with its cost, prepared for its last budget."""

    __slots__ = ("_made", "_room", "group", "need")

    def __init__(self, group: DrawnGroup, need: int) -> None:
        self.group = group
        self.need = need
        self._room = -1
        self._made = PreparedGroup()

    def forget(self) -> None:
        self._room = -1

    def ready(self, room: int, projection: Projection) -> PreparedGroup:
        room = min(room, self.need)
        if room != self._room:
            self._made, self._room = prepared(self.group, room, projection), room
        return self._made


def _paint_lines(
    painter: QPainter, group: PreparedGroup, anchors: Anchors, projection: Projection, pen_of: Callable[[Colour], QPen]
) -> None:
    for colour, lines in group.lines.items():
        painter.setPen(pen_of(colour))
        painter.drawLines(lines)
    for line in group.tied:
        start, end = anchors.point(line.start), anchors.point(line.end)
        if start is not None and end is not None:
            painter.setPen(pen_of(line.colour))
            painter.drawLine(QLineF(projection.spot(*start), projection.spot(*end)))


def _paint_rect(painter: QPainter, item: DrawnRect, spot: QPointF, size: QSizeF) -> None:
    extent = QSizeF(item.width * size.width(), item.height * size.height())
    seen = _aligned(spot, extent, item).normalized().intersected(QRectF(QPointF(), size))
    painter.fillRect(seen, QColor(*item.colour))


def _spot(place: Anchor | Screen, anchors: Anchors, projection: Projection, size: QSizeF) -> QPointF | None:
    if isinstance(place, Screen):
        return QPointF(place.x * size.width(), place.y * size.height())
    point = anchors.point(place)
    return None if point is None else projection.spot(*point)


def _aligned(spot: QPointF, extent: QSizeF, item: DrawnText | DrawnRect) -> QRectF:
    """Returns the box of an item, aligned to its position."""
    left = spot.x() - _H_SHARES[item.h_align] * extent.width()
    top = spot.y() - _V_SHARES[item.v_align] * extent.height()
    return QRectF(QPointF(left, top), extent)
