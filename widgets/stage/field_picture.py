"""The parts of the top view that stay the same from frame to frame, painted once per size and theme."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from resources.looks import Looks
from widgets.looks import faded
from widgets.stage.field_shape import (
    BACK_Y_UU,
    CIRCLE_UU,
    SIDE_X_UU,
    FieldScale,
    field_outline,
    goal_area,
    goal_box,
)


def paint_field(size: QSize, ratio: float, scale: FieldScale, looks: Looks) -> QPixmap:
    """Ground, lines, walls and goals for a widget of `size`; transparent outside the walls."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(scale.transform(), combine=True)
    _ground(painter, looks)
    _lines(painter, looks)
    _walls(painter, looks)
    painter.end()
    return picture


def _ground(painter: QPainter, looks: Looks) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for team in (0, 1):
        painter.fillRect(goal_box(team), faded(looks.team(team), 0.22))
    outline = field_outline()
    painter.fillPath(outline, QColor(looks.field))
    painter.save()
    painter.setClipPath(outline)
    for team, goal_y in ((0, -BACK_Y_UU), (1, BACK_Y_UU)):
        tint = QLinearGradient(0.0, goal_y, 0.0, 0.25 * goal_y)
        tint.setColorAt(0.0, faded(looks.team(team), 0.16))
        tint.setColorAt(1.0, faded(looks.team(team), 0.0))
        painter.fillPath(outline, tint)
    painter.restore()


def _lines(painter: QPainter, looks: Looks) -> None:
    painter.setPen(_pen(looks.field_line, 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(QPointF(-SIDE_X_UU, 0.0), QPointF(SIDE_X_UU, 0.0))
    painter.drawEllipse(QPointF(0.0, 0.0), CIRCLE_UU, CIRCLE_UU)
    for team in (0, 1):
        painter.drawRect(goal_area(team))


def _walls(painter: QPainter, looks: Looks) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(looks.field_edge, 1.8))
    painter.drawPath(field_outline())
    for team in (0, 1):
        painter.setPen(_pen(looks.team(team), 2.4))
        painter.drawPath(_goal_frame(team))


def _goal_frame(team: int) -> QPainterPath:
    box = goal_box(team)
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
