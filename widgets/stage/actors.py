"""Painting of cars, balls and boost pads."""

import math
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from resources.looks import Looks
from runtime.model.game_facts import CEILING_Z
from runtime.model.values import ArenaView, BallView, CarView
from widgets.looks import faded
from widgets.stage.field import FieldScale

MAX_ACTORS: Final = 256
"""Maximum number of pictures; then the cache is cleared."""


class PixmapCache:
    """Cache of small pictures in the colours of one theme; belongs to one widget."""

    def __init__(self, looks: Looks, ratio: float) -> None:
        self.looks = looks
        self._ratio = ratio
        self._kept: dict[Hashable, QPixmap] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def picture(self, key: Hashable, size: Callable[[], QSizeF], draw: Callable[[QPainter], None]) -> QPixmap:
        """Returns the picture of a key; calls `size` and `draw` if it is not cached."""
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) >= MAX_ACTORS:
                self._kept.clear()
            kept = self._kept[key] = self._made(size(), draw)
        return kept

    def _made(self, size: QSizeF, draw: Callable[[QPainter], None]) -> QPixmap:
        picture = QPixmap(ceil(size.width() * self._ratio), ceil(size.height() * self._ratio))
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)
        painter.end()
        return picture


CAR_LENGTH_UU: Final = 118.0
CAR_WIDTH_UU: Final = 84.0
CAR_ENLARGED: Final = 2.4
"""Magnification of cars, so that their heading is visible."""
BALL_ENLARGED: Final = 1.7
MIN_CAR_PX: Final = 19.0
MIN_BALL_PX: Final = 6.5
HOLDER_PX: Final = 2.0
"""Width of the ring around the car that has the ball."""
BIG_PAD_UU: Final = 150.0
SMALL_PAD_UU: Final = 60.0


def car_length(scale: FieldScale) -> float:
    """Returns the length of a car on the floor, in pixels."""
    return max(MIN_CAR_PX, CAR_ENLARGED * CAR_LENGTH_UU * scale.px_per_uu)


def paint_pads(painter: QPainter, view: ArenaView, scale: FieldScale, looks: Looks) -> None:
    """Paints active pads filled, taken ones as rings."""
    for place, pad in enumerate(view.pads):
        is_active = place < len(view.pads_active) and view.pads_active[place]
        radius = max(2.0, (BIG_PAD_UU if pad.is_big else SMALL_PAD_UU) * scale.px_per_uu)
        painter.setPen(QPen(QColor(looks.pad if is_active else looks.pad_empty), 1.2))
        painter.setBrush(faded(looks.pad, 0.75) if is_active else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(scale.place(pad.x, pad.y), radius, radius)


def paint_trail(painter: QPainter, trail: Sequence[tuple[float, float]], scale: FieldScale, looks: Looks) -> None:
    """Paints the trail of the ball; older parts are fainter."""
    for age, (start, end) in enumerate(pairwise(trail), start=1):
        painter.setPen(QPen(faded(looks.ball_edge, 0.5 * age / len(trail)), 2.0))
        painter.drawLine(scale.place(*start), scale.place(*end))


def paint_ball(painter: QPainter, ball: BallView, scale: FieldScale, looks: Looks) -> None:
    """Paints a ball; its size, shadow and ring grow with its height."""
    height = min(1.0, max(0.0, (ball.z - ball.radius) / CEILING_Z))
    radius = max(MIN_BALL_PX, BALL_ENLARGED * ball.radius * scale.px_per_uu)
    ground = scale.place(ball.x, ball.y)
    shadow = ground + QPointF(2.0 + 12.0 * height, 2.0 + 16.0 * height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(looks.shadow, 0.55 - 0.3 * height))
    painter.drawEllipse(shadow, radius, radius)
    size = radius * (1.0 + 0.55 * height)
    if height > 0.04:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(faded(looks.accent, 0.9), 1.3, Qt.PenStyle.DotLine))
        ring = size + 3.0 + 16.0 * height
        painter.drawEllipse(ground, ring, ring)
    painter.setBrush(QColor(looks.ball))
    painter.setPen(QPen(QColor(looks.ball_edge), 1.6))
    if ball.is_puck:
        _puck(painter, ground, size, looks)
    else:
        painter.drawEllipse(ground, size, size)


def paint_car(painter: QPainter, car: CarView, scale: FieldScale, pixmaps: PixmapCache) -> None:
    """Paints a car with its shadow and an arc for its boost; a demolished car is an outline."""
    looks = pixmaps.looks
    length = car_length(scale)
    width = length * CAR_WIDTH_UU / CAR_LENGTH_UU * 0.9
    place = scale.place(car.x, car.y)
    colour = QColor(looks.team(car.team))
    if car.is_demolished:
        painter.setPen(QPen(faded(colour.name(), 0.6), 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(_box(place, car.yaw, length, width))
        return
    height = min(1.0, max(0.0, (car.z - 17.0) / CEILING_Z))
    grown = 1.0 + 0.35 * height
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(looks.shadow, 0.5))
    painter.drawPolygon(_box(place + QPointF(1.5 + 9 * height, 2.0 + 12 * height), car.yaw, length, width))
    if car.is_supersonic:
        painter.setPen(QPen(faded(looks.team(car.team), 0.8), 1.4))
        _streaks(painter, place, car.yaw, length, width)
    painter.setPen(QPen(QColor(looks.surface), 1.2))
    painter.setBrush(colour)
    painter.drawPolygon(_box(place, car.yaw, length * grown, width * grown))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(looks.surface))
    painter.drawPolygon(_windscreen(place, car.yaw, length * grown, width * grown))
    _boost(painter, place, length, car.boost, pixmaps)


def _puck(painter: QPainter, place: QPointF, radius: float, looks: Looks) -> None:
    """Paints a puck."""
    painter.setBrush(QColor(looks.ball_edge))
    painter.setPen(QPen(QColor(looks.ball), 1.8))
    painter.drawEllipse(place, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(looks.ball), 1.2))
    painter.drawEllipse(place, 0.55 * radius, 0.55 * radius)


def _boost(painter: QPainter, place: QPointF, length: float, boost: float, pixmaps: PixmapCache) -> None:
    radius, looks = length * 0.78, pixmaps.looks
    box = QRectF(place.x() - radius, place.y() - radius, 2 * radius, 2 * radius)

    def draw(ring: QPainter) -> None:
        ring.setPen(QPen(faded(looks.field_edge, 0.45), 2.0))
        ring.drawEllipse(QRectF(1.0, 1.0, 2 * radius, 2 * radius))

    ring = pixmaps.picture("ring", lambda: box.size() + QSizeF(2.0, 2.0), draw)
    painter.drawPixmap(box.topLeft() - QPointF(1.0, 1.0), ring)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if boost > 0:
        painter.setPen(QPen(QColor(looks.pad), 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawArc(box, 90 * 16, -round(3.6 * min(100.0, boost) * 16))


def _axes(yaw: float) -> tuple[QPointF, QPointF]:
    """Returns the screen directions of a car's nose and right side."""
    return QPointF(math.sin(yaw), -math.cos(yaw)), QPointF(math.cos(yaw), math.sin(yaw))


def _box(place: QPointF, yaw: float, length: float, width: float) -> QPolygonF:
    ahead, right = _axes(yaw)
    ahead, right = ahead * (length / 2), right * (width / 2)
    return QPolygonF(
        [
            place - ahead - right,
            place + ahead * 0.55 - right,
            place + ahead - right * 0.5,
            place + ahead + right * 0.5,
            place + ahead * 0.55 + right,
            place - ahead + right,
        ]
    )


def _windscreen(place: QPointF, yaw: float, length: float, width: float) -> QPolygonF:
    ahead, right = _axes(yaw)
    ahead, right = ahead * (length / 2), right * (width / 2)
    return QPolygonF(
        [
            place + ahead * 0.05 - right * 0.62,
            place + ahead * 0.42 - right * 0.5,
            place + ahead * 0.42 + right * 0.5,
            place + ahead * 0.05 + right * 0.62,
        ]
    )


def _streaks(painter: QPainter, place: QPointF, yaw: float, length: float, width: float) -> None:
    ahead, right = _axes(yaw)
    for side in (-0.36, 0.0, 0.36):
        start = place - ahead * (length * 0.62) + right * (width * side)
        painter.drawLine(start, start - ahead * (length * (0.7 if side == 0.0 else 0.45)))
