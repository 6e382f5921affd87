"""Marks over the arena view while things can be moved: what is chosen, where it goes, and how fast it is thrown."""

from math import atan2, cos, hypot, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from resources.looks import Looks
from runtime.model.values import ArenaView
from widgets.looks import faded
from widgets.stage.grip import THROW_PER_S, Gesture, thing, thrown
from widgets.stage.mover import Mover
from widgets.stage.projection import Projection
from widgets.words import number

CHOSEN_PX: Final = 19.0
TARGET_PX: Final = 11.0
HEAD_PX: Final = 11.0


def paint_marks(painter: QPainter, mover: Mover, view: ArenaView, projection: Projection, looks: Looks) -> None:
    """A ring around what is chosen, and where it is led to."""
    chosen, draft = mover.chosen, mover.draft
    body = thing(chosen, view) if chosen is not None else None
    if body is None:
        return
    here = projection.spot(body.x, body.y, body.z)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(looks.accent), 2.0, Qt.PenStyle.DashLine))
    painter.drawEllipse(here, CHOSEN_PX, CHOSEN_PX)
    if draft is None:
        return
    if draft.gesture is Gesture.THROW:
        vx, vy = thrown(draft, view)
        end = projection.spot(body.x + vx / THROW_PER_S, body.y + vy / THROW_PER_S, body.z)
        _arrow(painter, here, end, looks)
        _label(painter, end, f"{number(hypot(vx, vy))} uu/s", looks)
        return
    end = projection.spot(draft.x, draft.y, body.z)
    painter.setPen(QPen(faded(looks.accent, 0.8), 1.4, Qt.PenStyle.DotLine))
    painter.drawLine(here, end)
    painter.setPen(QPen(QColor(looks.accent), 2.0))
    painter.setBrush(faded(looks.accent, 0.25))
    painter.drawEllipse(end, TARGET_PX, TARGET_PX)
    painter.drawLine(end - QPointF(TARGET_PX, 0), end + QPointF(TARGET_PX, 0))
    painter.drawLine(end - QPointF(0, TARGET_PX), end + QPointF(0, TARGET_PX))
    _label(painter, end, f"{number(draft.x)} / {number(draft.y)}", looks)


def _arrow(painter: QPainter, start: QPointF, end: QPointF, looks: Looks) -> None:
    painter.setPen(QPen(QColor(looks.accent), 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(start, end)
    along = end - start
    if hypot(along.x(), along.y()) < 1.0:
        return
    turn = atan2(along.y(), along.x())
    sides = (QPointF(cos(turn + lean), sin(turn + lean)) * HEAD_PX for lean in (pi * 0.85, -pi * 0.85))
    painter.setBrush(QColor(looks.accent))
    painter.drawPolygon(QPolygonF([end, *(end + side for side in sides)]))


def _label(painter: QPainter, spot: QPointF, words: str, looks: Looks) -> None:
    """Words beside a place, inside the widget, on a ground that keeps them readable."""
    metrics = QFontMetricsF(painter.font())
    room = QRectF(painter.window())
    box = QRectF(0, 0, metrics.horizontalAdvance(words) + 10, metrics.height() + 2)
    box.moveTo(
        min(max(spot.x() + 16, room.left()), room.right() - box.width()),
        min(max(spot.y() - box.height() - 8, room.top()), room.bottom() - box.height()),
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(looks.surface, 0.92))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(looks.text))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)
