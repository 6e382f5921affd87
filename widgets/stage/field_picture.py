"""The field of the top view, painted once per size, field and theme."""

from array import array
from itertools import cycle
from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap

from resources.looks import Looks
from widgets.looks import faded
from widgets.stage.field import (
    SOCCAR,
    FieldScale,
    FieldShape,
    field_outline,
    goal_area,
    goal_box,
    ring_box,
)

_BAYER: Final = (
    (0, 32, 8, 40, 2, 34, 10, 42),
    (48, 16, 56, 24, 50, 18, 58, 26),
    (12, 44, 4, 36, 14, 46, 6, 38),
    (60, 28, 52, 20, 62, 30, 54, 22),
    (3, 35, 11, 43, 1, 33, 9, 41),
    (51, 19, 59, 27, 49, 17, 57, 25),
    (15, 47, 7, 39, 13, 45, 5, 37),
    (63, 31, 55, 23, 61, 29, 53, 21),
)
"""Bayer matrix for ordered dithering."""
PERIOD: Final = len(_BAYER)
_MORE: Final = tuple(tuple((upper + 0.5) / 64.0 for upper in row) for row in _BAYER)


def tint(start: QColor, end: QColor, length: int, ratio: float) -> QPixmap:
    """Returns a dithered strip from one colour to another; `length` in screen pixels.

    It is as high as the pattern and can be tiled vertically.
    """
    width = max(1, length)
    shares = [x / max(1, length - 1) for x in range(width)]
    reds, greens, blues = (
        [first + (last - first) * share for share in shares]
        for first, last in zip(_levels(start), _levels(end), strict=True)
    )
    pixels = array("I")
    for more in _MORE:
        mixes = zip(reds, greens, blues, cycle(more), strict=False)
        pixels.extend(
            0xFF000000 | int(red + up) << 16 | int(green + up) << 8 | int(blue + up) for red, green, blue, up in mixes
        )
    strip = QImage(pixels.tobytes(), width, PERIOD, width * pixels.itemsize, QImage.Format.Format_RGB32)
    pixmap = QPixmap.fromImage(strip)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def mixed(ground: QColor, over: QColor, share: float) -> QColor:
    """Returns a mix of two colours."""
    pairs = zip(_levels(ground), _levels(over), strict=True)
    return QColor(*(round(below + (above - below) * share) for below, above in pairs))


def _levels(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


TINT: Final = 0.16
"""Share of a team's colour at its goal."""
TINT_END: Final = 0.25
"""End of the tint, as a share of the way from the centre to the goal."""
NET_LINES: Final = 12


def paint_field(size: QSize, ratio: float, scale: FieldScale, looks: Looks, shape: FieldShape = SOCCAR) -> QPixmap:
    """Paints ground, lines, walls and goals for a widget of `size`; transparent outside the walls."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = scale.transform().map(field_outline(shape))
    painter.fillPath(outline, QColor(looks.field))
    _tints(painter, outline, scale, looks, shape)
    painter.setTransform(scale.transform(), combine=True)
    _goals(painter, looks, shape)
    _lines(painter, looks, shape)
    _walls(painter, looks, shape)
    _rings(painter, looks, shape)
    painter.end()
    return picture


def _tints(painter: QPainter, outline: QPainterPath, scale: FieldScale, looks: Looks, shape: FieldShape) -> None:
    """Tints the ground towards each goal."""
    ratio = painter.device().devicePixelRatio()
    ground = QColor(looks.field)
    around = outline.boundingRect()
    painter.save()
    painter.setClipPath(outline)
    for team, goal_y in ((0, -shape.back_y), (1, shape.back_y)):
        goal, end = scale.place(0.0, goal_y).x(), scale.place(0.0, TINT_END * goal_y).x()
        left, right = round(min(goal, end) * ratio), round(max(goal, end) * ratio)
        colours = (mixed(ground, QColor(looks.team(team)), TINT), ground)
        start, stop = colours if team == 0 else colours[::-1]
        strip = tint(start, stop, right - left, ratio)
        top = int(around.top())
        room = QRectF(left / ratio, top, (right - left) / ratio, around.bottom() - top + 1)
        painter.drawTiledPixmap(room, strip)
    painter.restore()


def _goals(painter: QPainter, looks: Looks, shape: FieldShape) -> None:
    for team in (0, 1):
        box = QPainterPath()
        box.addRect(goal_box(team, shape))
        painter.fillPath(box, faded(looks.team(team), 0.22))


def _lines(painter: QPainter, looks: Looks, shape: FieldShape) -> None:
    painter.setPen(_pen(looks.field_line, 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(QPointF(-shape.side_x, 0.0), QPointF(shape.side_x, 0.0))
    painter.drawEllipse(QPointF(0.0, 0.0), shape.circle, shape.circle)
    if shape.box_depth:
        for team in (0, 1):
            painter.drawRect(goal_area(team, shape))


def _walls(painter: QPainter, looks: Looks, shape: FieldShape) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(looks.field_edge, 1.8))
    painter.drawPath(field_outline(shape))
    if shape.goal_depth:
        for team in (0, 1):
            painter.setPen(_pen(looks.team(team), 2.4))
            painter.drawPath(_goal_frame(team, shape))


def _rings(painter: QPainter, looks: Looks, shape: FieldShape) -> None:
    """Paints the hoops with their nets."""
    if not shape.ring_radius:
        return
    for team in (0, 1):
        box = ring_box(team, shape)
        middle, radius = box.center(), shape.ring_radius
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(looks.team(team), 0.22))
        painter.drawEllipse(box)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(faded(looks.team(team), 0.5).name(QColor.NameFormat.HexArgb), 1.0))
        for line in range(NET_LINES):
            turn = 2.0 * pi * line / NET_LINES
            out = QPointF(cos(turn), sin(turn)) * radius
            painter.drawLine(middle + out, middle + out * 0.6)
        painter.drawEllipse(middle, 0.6 * radius, 0.6 * radius)
        painter.setPen(_pen(looks.team(team), 3.0))
        painter.drawEllipse(box)


def _goal_frame(team: int, shape: FieldShape) -> QPainterPath:
    box = goal_box(team, shape)
    mouth, rear = (box.bottom(), box.top()) if team == 0 else (box.top(), box.bottom())
    path = QPainterPath(QPointF(box.left(), mouth))
    path.lineTo(box.left(), rear)
    path.lineTo(box.right(), rear)
    path.lineTo(box.right(), mouth)
    return path


def _pen(colour: str, width_px: float) -> QPen:
    pen = QPen(QColor(colour), width_px)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
