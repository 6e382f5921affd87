"""The top view of the arena with the drawings of agents."""

from collections import deque
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from resources.looks import Looks
from runtime.model.drawings import DrawnGroup
from runtime.model.values import ArenaView, CarView
from widgets.looks import faded, scaled_font
from widgets.stage.actors import PixmapCache, car_length, paint_ball, paint_car, paint_pads, paint_trail
from widgets.stage.drawings import DrawingPainter
from widgets.stage.field import SOCCAR, FieldScale, FieldShape, shape_of
from widgets.stage.field_picture import paint_field
from widgets.stage.name_tags import NameTags
from widgets.words import Counts

TRAIL_FRAMES: Final = 40
JUMP_UU: Final = 1200.0
"""Distance between two frames above which the ball was placed, and its trail restarts."""


class ArenaCanvas(QWidget):
    """Paints an `ArenaView` and a note; GUI thread."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._view: ArenaView | None = None
        self._note = ""
        self._field: QPixmap | None = None
        self._shape: FieldShape = SOCCAR
        self._ground: QPixmap | None = None
        self._ground_pads: tuple[object, ...] = ()
        self._pixmaps = PixmapCache(looks, 1.0)
        self._names = NameTags(self._pixmaps)
        self._trail: deque[tuple[float, float]] = deque(maxlen=TRAIL_FRAMES)
        self._drawings: tuple[DrawnGroup, ...] = ()
        self._drawing_painter = DrawingPainter()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Arena from above"))

    @property
    def view(self) -> ArenaView | None:
        """The displayed frame."""
        return self._view

    @property
    def shape(self) -> FieldShape:
        """The displayed field."""
        return self._shape

    @property
    def projection(self) -> FieldScale:
        """The current projection."""
        return FieldScale.fitting(QSizeF(self.size()), self._shape)

    def show_view(self, view: ArenaView) -> None:
        """Shows a frame."""
        if view.balls:
            place = (view.balls[0].x, view.balls[0].y)
            if self._trail and _is_jump(self._trail[-1], place):
                self._trail.clear()
            self._trail.append(place)
        if view.pads and (self._view is None or view.pads is not self._view.pads):
            self.show_shape(shape_of(view.pads))
        self._view = view
        self.update()

    def show_drawings(self, groups: tuple[DrawnGroup, ...]) -> None:
        """Replaces the drawings of agents."""
        if groups or self._drawings:
            self._drawings = groups
            self.update()

    def show_shape(self, shape: FieldShape) -> None:
        """Shows another field."""
        if shape != self._shape:
            self._shape = shape
            self._field = None
            self.update()

    def show_note(self, note: str) -> None:
        """Shows a sentence in the centre; an empty note hides it."""
        if note != self._note:
            self._note = note
            self.update()

    def clear(self) -> None:
        """Shows an empty field."""
        self._view = None
        self._drawings = ()
        self._trail.clear()
        self.update()

    def set_looks(self, looks: Looks) -> None:
        """Paints in the colours of the theme."""
        self._looks = looks
        self._field = None
        self.update()

    def _renew(self, ratio: float, scale: FieldScale) -> QPixmap:
        """Recreates what frames share, for another size, screen or theme."""
        self._field = paint_field(self.size(), ratio, scale, self._looks, self._shape)
        self._ground = None
        self._pixmaps = PixmapCache(self._looks, ratio)
        self._names = NameTags(self._pixmaps)
        return self._field

    def _with_pads(self, field: QPixmap, view: ArenaView, scale: FieldScale) -> QPixmap:
        """Returns the field with its pads, cached until the pads change."""
        pads = (view.pads, view.pads_active)
        if self._ground is None or self._ground_pads != pads:
            self._ground, self._ground_pads = QPixmap(field), pads
            painter = QPainter(self._ground)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_pads(painter, view, scale, self._looks)
            painter.end()
        return self._ground

    def _paint_view(self, painter: QPainter, view: ArenaView, scale: FieldScale) -> None:
        paint_trail(painter, tuple(self._trail), scale, self._looks)
        for car in view.cars:
            paint_car(painter, car, scale, self._pixmaps)
        for ball in view.balls:
            paint_ball(painter, ball, scale, self._looks)
        left_out = 0
        if self._drawings:
            left_out = self._drawing_painter.paint(painter, self._drawings, view, scale, field=self._looks.field)
        painter.setFont(scaled_font(self, 0.82))
        self._names.paint(painter, view.cars, scale, self._shape)
        if left_out:
            self._paint_left_out(painter, left_out)
        self.paint_over(painter, view, scale)

    def paint_over(self, painter: QPainter, view: ArenaView, scale: FieldScale) -> None:
        """Paints above everything; overridden by subclasses."""

    def _paint_left_out(self, painter: QPainter, count: int) -> None:
        """Shows the number of omitted drawings in a corner."""
        words = Counts().left_out_drawings(count)
        metrics = QFontMetricsF(painter.font())
        box = QRectF(0, 0, metrics.horizontalAdvance(words) + 12, metrics.height() + 4)
        box.moveBottomLeft(QPointF(6, self.height() - 6))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._looks.surface, 0.92))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(self._looks.warning))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)

    def _paint_note(self, painter: QPainter) -> None:
        font = scaled_font(self, 1.15, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        room = QSizeF(min(420.0, self.width() - 40.0), self.height())
        flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        bounds = metrics.boundingRect(QRectF(0, 0, room.width(), room.height()), flags, self._note)
        box = QRectF(0, 0, bounds.width() + 36, bounds.height() + 22)
        box.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QColor(self._looks.border))
        painter.setBrush(faded(self._looks.surface, 0.94))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(QColor(self._looks.text))
        painter.setFont(font)
        painter.drawText(box, flags, self._note)

    def _car_at(self, place: QPointF) -> CarView | None:
        """Returns the topmost car at a position."""
        scale = self.projection
        for car in reversed(self._view.cars if self._view is not None else ()):
            if (scale.place(car.x, car.y) - place).manhattanLength() <= car_length(scale):
                return car
        return None

    def sizeHint(self) -> QSize:
        return QSize(640, 450)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 120)

    def event(self, event: QEvent) -> bool:
        """Shows the full name of the car under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            car = self._car_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), car.name if car is not None else "", self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._field = None
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        scale = self.projection
        ratio = self.devicePixelRatioF()
        field = self._field
        if field is None or field.devicePixelRatio() != ratio:
            field = self._renew(ratio, scale)
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, field if self._view is None else self._with_pads(field, self._view, scale))
        if self._view is not None:
            self._paint_view(painter, self._view, scale)
        if self._note:
            self._paint_note(painter)


def _is_jump(before: tuple[float, float], after: tuple[float, float]) -> bool:
    return abs(before[0] - after[0]) + abs(before[1] - after[1]) > JUMP_UU
