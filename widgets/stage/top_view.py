"""The tactical view: the arena from above, with enlarged cars. Needs no numpy."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from resources.looks import Looks
from runtime.model.values import ArenaView
from widgets.looks import faded
from widgets.stage.actors import HOLDER_PX, PixmapCache, car_length, paint_ball, paint_car, paint_pads, paint_trail
from widgets.stage.camera import Projection
from widgets.stage.field import FieldScale
from widgets.stage.field_picture import paint_field
from widgets.stage.name_tags import NameTags
from widgets.stage.scene import Scene


class TopRenderer:
    """Paints scenes from above in the colours of one theme; belongs to one widget. What frames share is cached."""

    def __init__(self, looks: Looks, ratio: float) -> None:
        self._looks = looks
        self.ratio = ratio
        self._pixmaps = PixmapCache(looks, ratio)
        self._names = NameTags(self._pixmaps)
        self._field: QPixmap | None = None
        self._field_key: object = None
        self._ground: QPixmap | None = None
        self._ground_key: object = None

    def paint(self, painter: QPainter, scene: Scene, projection: Projection, size: QRectF) -> None:
        """Paints everything but names and drawings."""
        scale = projection.field_scale
        field = self._painted_field(scene, scale, size.size().toSize())
        view = scene.view
        painter.drawPixmap(0, 0, field if view is None else self._with_pads(field, view, scale))
        if view is None:
            return
        paint_trail(painter, [(x, y) for x, y, _ in scene.ball_trail], scale, self._looks)
        if len(scene.path) > 1:
            painter.setPen(QPen(faded(self._looks.accent, 0.8), 1.4, Qt.PenStyle.DashLine))
            painter.drawPolyline([scale.place(x, y) for x, y, _ in scene.path])
        for car in view.cars:
            paint_car(painter, car, scale, self._pixmaps)
            if car is scene.holder:
                painter.setPen(QPen(QColor(self._looks.ball), HOLDER_PX))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(scale.place(car.x, car.y), *2 * (car_length(scale) * 0.78 + 2 * HOLDER_PX,))
        for ball in view.balls:
            paint_ball(painter, ball, scale, self._looks)

    def paint_names(self, painter: QPainter, scene: Scene, projection: Projection, font: QFont) -> None:
        """Paints the names of the cars."""
        if scene.view is not None:
            painter.setFont(font)
            self._names.paint(painter, scene, projection.field_scale)

    def _painted_field(self, scene: Scene, scale: FieldScale, size: QSize) -> QPixmap:
        key = (size, scene.shape)
        if self._field is None or self._field_key != key:
            self._field = paint_field(size, self.ratio, scale, self._looks, scene.shape)
            self._field_key, self._ground_key = key, None
        return self._field

    def _with_pads(self, field: QPixmap, view: ArenaView, scale: FieldScale) -> QPixmap:
        """Returns the field with its pads, cached until the pads change."""
        key = (view.pads, view.pads_active)
        if self._ground is None or self._ground_key != key:
            self._ground, self._ground_key = QPixmap(field), key
            painter = QPainter(self._ground)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_pads(painter, view, scale, self._looks)
            painter.end()
        return self._ground
