"""The names below the cars: whole where the field has the room, else in a few letters, in a throng none."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from runtime.model.values import CarView
from widgets.looks import faded
from widgets.stage.actors import car_length
from widgets.stage.field_shape import FieldScale, FieldShape
from widgets.stage.name_places import Box, spread
from widgets.stage.short_names import short_names
from widgets.stage.stamps import Stamps

NAME_PX: Final = 120.0
"""Longer names are cut."""
MOST_WHOLE: Final = 0.08
"""Names that would cover more of the field are shortened."""
MOST_SHORT: Final = 0.3
"""Where even those would cover more of it, there are none."""
PADDING_PX: Final = 4.0
BODY: Final = 0.9
"""Of a car's length."""


class NameTags:
    """Decides once for the names of a match and a size of the field, so that no name comes and goes; one widget's."""

    def __init__(self, stamps: Stamps) -> None:
        self._stamps = stamps
        self._judged: tuple[object, ...] = ()
        self._words: Mapping[str, str] = {}

    def words(self, cars: Sequence[CarView], font: QFont, scale: FieldScale, shape: FieldShape) -> Mapping[str, str]:
        """What stands below each car, by its name; nothing for those that are not in it."""
        judged = (tuple(car.name for car in cars), font.key(), scale.px_per_uu, shape)
        if judged != self._judged:
            self._judged, self._words = judged, _fitting(judged[0], QFontMetricsF(font), _area(scale, shape))
        return self._words

    def paint(self, painter: QPainter, cars: Sequence[CarView], scale: FieldScale, shape: FieldShape) -> None:
        """Writes them in the painter's font, each below its car or near by, inside the widget.

        None lies on another, and where there is room, none on a car.
        """
        font, room = painter.font(), QRectF(painter.window())
        words = self.words(cars, font, scale, shape)
        below = QPointF(0.0, car_length(scale) * 0.78 + 2.0)
        tags, boxes = [], []
        for car in cars if words else ():
            tag = self._tag(words[car.name], font, is_faint=car.is_demolished)
            extent = tag.deviceIndependentSize()
            place = scale.place(car.x, car.y) + below - QPointF(extent.width() / 2, 0.0)
            left = min(max(place.x(), room.left()), room.right() - extent.width())
            top = min(place.y(), room.bottom() - extent.height())
            tags.append(tag)
            boxes.append(Box(left, top, extent.width(), extent.height()))
        bodies = [_body(car, scale) for car in cars]
        for tag, box in zip(tags, spread(boxes, room.right(), room.bottom(), bodies), strict=True):
            painter.drawPixmap(QPointF(box.x, box.y), tag)

    def _tag(self, words: str, font: QFont, *, is_faint: bool) -> QPixmap:
        """On a faint ground that keeps them readable on lines and pads."""
        looks = self._stamps.looks

        def size() -> QSizeF:
            metrics = QFontMetricsF(font)
            return QSizeF(_width(words, metrics), metrics.height())

        def draw(tag: QPainter) -> None:
            box = QRectF(QPointF(), size())
            tag.setFont(font)
            tag.setPen(Qt.PenStyle.NoPen)
            tag.setBrush(faded(looks.window, 0.7))
            tag.drawRoundedRect(box, 4.0, 4.0)
            tag.setPen(QColor(looks.muted if is_faint else looks.text))
            tag.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)

        return self._stamps.picture((words, is_faint, font.key()), size, draw)


def _body(car: CarView, scale: FieldScale) -> Box:
    """What a car covers whichever way it heads, without its corners."""
    place, length = scale.place(car.x, car.y), BODY * car_length(scale)
    return Box(place.x() - length / 2, place.y() - length / 2, length, length)


def _fitting(names: Sequence[str], metrics: QFontMetricsF, area: float) -> Mapping[str, str]:
    whole = {name: metrics.elidedText(name, Qt.TextElideMode.ElideRight, NAME_PX) for name in names}
    for wording, most in ((whole, MOST_WHOLE), (short_names(names), MOST_SHORT)):
        if sum(_width(wording[name], metrics) for name in names) * metrics.height() <= most * area:
            return wording
    return {}


def _width(words: str, metrics: QFontMetricsF) -> float:
    return metrics.horizontalAdvance(words) + 2 * PADDING_PX


def _area(scale: FieldScale, shape: FieldShape) -> float:
    """Of the field on the screen, in pixels."""
    return 4.0 * shape.side_x * shape.back_y * scale.px_per_uu**2
