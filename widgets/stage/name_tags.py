"""The names below the cars: shortened, moved apart or left out where there is no room."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from runtime.model.values import CarView
from widgets.looks import faded, mixed
from widgets.stage.actors import PixmapCache, car_length
from widgets.stage.camera import Projection
from widgets.stage.field import FieldShape
from widgets.stage.scene import Scene
from widgets.words import names_in_teams

LETTERS: Final = 3
"""Letters of a single-word name, if they are unique."""
MAX_LETTERS: Final = 6
INITIALS: Final = 3
"""Number of words that contribute their initial."""
_WORD: Final = re.compile(r"\d+|[^\W\d_]+")


def short_names(names: Iterable[str]) -> Mapping[str, str]:
    """Returns short names: `Cha`, `Cha2` and `RB` for `Chaser`, `Chaser (2)` and `Red Baron`."""
    wanted = dict.fromkeys(names)
    short: dict[str, str] = {}
    for letters in range(LETTERS, MAX_LETTERS + 1):
        tried = {name: _shortened(name, letters) for name in wanted if name not in short}
        taken = Counter([*tried.values(), *short.values()])
        is_last = letters == MAX_LETTERS
        short |= {name: words for name, words in tried.items() if is_last or taken[words] == 1}
    return short


def _shortened(name: str, letters: int) -> str:
    words: list[str] = _WORD.findall(name)
    spelt = [word for word in words if not word.isdigit()]
    numbers = "".join(word for word in words if word.isdigit())
    if not spelt:
        return (numbers or name)[:MAX_LETTERS]
    if len(spelt) == 1:
        return spelt[0][:letters] + numbers[:MAX_LETTERS]
    initials = [word[:1] for word in spelt[:INITIALS]]
    return spelt[0][: letters - LETTERS + 1] + "".join(initials[1:]) + numbers[:MAX_LETTERS]


GAP_PX: Final = 1.0
FARTHEST: Final = 6
"""Maximum move of a name in heights; in a larger crowd, names overlap."""
ASIDE: Final = 4
"""Cost of a move by the whole width, in heights."""
_PLACES: Final = sorted(
    (
        (aside, down)
        for aside in (0.0, -0.25, 0.25, -0.5, 0.5, -1.0, 1.0)
        for down in range(-FARTHEST, FARTHEST + 1)
        if abs(down) + ASIDE * abs(aside) <= FARTHEST
    ),
    key=lambda move: (abs(move[1]) + ASIDE * abs(move[0]), abs(move[0]), -move[1]),
)
"""Offsets in widths and heights from a name's own position, nearest first."""


_Zone: TypeAlias = tuple[float, float, float, float]
"""Left, right, top, bottom; exclusive."""


@dataclass(frozen=True, slots=True)
class Box:
    """Rectangle of a name or car, in pixels."""

    x: float
    y: float
    width: float
    height: float


def spread(boxes: Iterable[Box], width: float, height: float, bodies: Iterable[Box] = ()) -> list[Box]:
    """Returns the boxes, each moved as little as possible to avoid earlier ones, and `bodies` if possible.

    Boxes stay inside a room of `width` and `height`.
    """
    solid = tuple(bodies)
    placed: list[Box] = []
    for box in boxes:
        placed.append(_free(box, _near(box, placed), _near(box, solid), width, height))
    return placed


def _near(box: Box, others: Iterable[Box]) -> list[_Zone]:
    """Returns the zones that the upper left corner must avoid, one per box within reach."""
    aside, down = box.width + GAP_PX, box.height + GAP_PX
    left, right = box.x - aside, box.x + aside
    top, bottom = box.y - FARTHEST * down, box.y + FARTHEST * down
    zones = (
        (other.x - aside, other.x + other.width + GAP_PX, other.y - down, other.y + other.height + GAP_PX)
        for other in others
    )
    return [zone for zone in zones if zone[0] < right and left < zone[1] and zone[2] < bottom and top < zone[3]]


def _free(box: Box, names: Sequence[_Zone], cars: Sequence[_Zone], width: float, height: float) -> Box:
    """Returns the nearest free position; if there is none, the nearest one off names."""
    off_names: Box | None = None
    for aside, down in _PLACES:
        x, y = box.x + aside * (box.width + GAP_PX), box.y + down * (box.height + GAP_PX)
        is_inside = 0.0 <= x <= width - box.width and 0.0 <= y <= height - box.height
        if not (is_inside or aside == down == 0) or _is_taken(x, y, names):
            continue
        if not _is_taken(x, y, cars):
            return Box(x, y, box.width, box.height)
        off_names = off_names or Box(x, y, box.width, box.height)
    return off_names or box


def _is_taken(x: float, y: float, zones: Sequence[_Zone]) -> bool:
    for left, right, top, bottom in zones:  # noqa: SIM110 - thirty times a second, a generator would cost twice as much
        if left < x < right and top < y < bottom:
            return True
    return False


NAME_PX: Final = 120.0
"""Maximum width of a name."""
MAX_WHOLE: Final = 0.08
"""Maximum share of the field for whole names."""
MAX_SHORT: Final = 0.3
"""Maximum share of the field for short names."""
PADDING_PX: Final = 4.0
BAR_PX: Final = 4.0
"""Height of the bar below a name that shows the boost."""
BOLT_PX: Final = 8.0
BOLT: Final = ((5.0, 0.0), (1.0, 4.6), (3.6, 4.6), (2.6, 8.0), (7.0, 3.2), (4.3, 3.2))
"""Corners of the bolt before that bar, in pixels."""
TINT: Final = 0.35
"""Share of the team's colour in the ground of a name."""
STACKED: Final = 3
"""Number of times that a name is moved up to be seen."""
BODY: Final = 0.9
"""Size of a car's body as a share of its length."""


class NameTags:
    """Chooses the wording once per match and field size, so that names do not flicker; belongs to one widget."""

    def __init__(self, pixmaps: PixmapCache) -> None:
        self._pixmaps = pixmaps
        self._judged: tuple[object, ...] = ()
        self._words: Mapping[str, str] = {}

    def words(
        self, cars: Sequence[CarView], font: QFont, projection: Projection, shape: FieldShape
    ) -> Mapping[str, str]:
        """Returns the text below each car by its name; names without an entry have none."""
        return self._fitted(cars, cars, font, _area(projection, shape))

    def _fitted(
        self, cars: Sequence[CarView], all_cars: Sequence[CarView], font: QFont, area: float
    ) -> Mapping[str, str]:
        named = tuple((car.name, car.team) for car in all_cars)
        judged = (tuple(car.name for car in cars), named, font.key(), area)
        if judged != self._judged:
            plain = {name: words for (name, _), words in zip(named, names_in_teams(named), strict=True)}
            shown = {car.name: plain[car.name] for car in cars}
            words = _fitting(tuple(shown.values()), QFontMetricsF(font), area)
            self._judged = judged
            self._words = {name: words[one] for name, one in shown.items() if words}
        return self._words

    def paint(self, painter: QPainter, scene: Scene, projection: Projection) -> None:
        """Paints the names below their cars or nearby, inside the widget.

        Names do not overlap each other, nor cars if there is room.
        """
        font, room = painter.font(), QRectF(painter.window())
        cars = scene.view.cars if scene.view is not None else ()
        words = self.words(cars, font, projection, scene.shape)
        below = QPointF(0.0, car_length(projection) * 0.78 + 2.0)
        tags, boxes = [], []
        for car in cars if words else ():
            tag = self._tag(words[car.name], font, car, scene)
            extent = tag.deviceIndependentSize()
            place = projection.spot(car.x, car.y) + below - QPointF(extent.width() / 2, 0.0)
            left = min(max(place.x(), room.left()), room.right() - extent.width())
            top = min(place.y(), room.bottom() - extent.height())
            tags.append(tag)
            boxes.append(Box(left, top, extent.width(), extent.height()))
        bodies = [_body(car, projection) for car in cars]
        for tag, box in zip(tags, spread(boxes, room.right(), room.bottom(), bodies), strict=True):
            painter.drawPixmap(QPointF(box.x, box.y), tag)

    def paint_above(
        self, painter: QPainter, scene: Scene, places: Sequence[tuple[CarView, QPointF]], solid: Iterable[QRectF] = ()
    ) -> None:
        """Paints names with boost above positions, nearest car first.

        Names that would cover another or something `solid` are moved up.
        """
        font, room = painter.font(), QRectF(painter.window())
        cars = sorted((car for car, _ in places), key=lambda car: car.index)
        all_cars = scene.view.cars if scene.view is not None else ()
        words = self._fitted(cars, all_cars, font, room.width() * room.height())
        taken = list(solid)
        for car, spot in places if words else ():
            tag = self._tag(words[car.name], font, car, scene)
            extent = tag.deviceIndependentSize()
            box = QRectF(spot - QPointF(extent.width() / 2, extent.height() + BOLT_PX), extent)
            if not box.intersects(room):
                continue
            for _ in range(STACKED):
                hidden = next((other for other in taken if other.intersects(box)), None)
                if hidden is None:
                    break
                box.moveBottom(hidden.top() - 1.0 - BOLT_PX)
            taken.append(box.adjusted(0.0, 0.0, 0.0, BOLT_PX))
            painter.drawPixmap(box.topLeft(), tag)
            self._paint_boost(painter, car, box.bottomLeft(), box.width())

    def _paint_boost(self, painter: QPainter, car: CarView, place: QPointF, width: float) -> None:
        """Paints a bolt and a bar in the colour of boost pads, so that it does not look like health."""
        looks = self._pixmaps.looks

        def draw(bolt: QPainter) -> None:
            bolt.setPen(Qt.PenStyle.NoPen)
            bolt.setBrush(QColor(looks.pad))
            bolt.drawPolygon(QPolygonF([QPointF(x, y) for x, y in BOLT]))

        size = QSizeF(BOLT_PX, BOLT_PX)
        painter.fillRect(QRectF(place, QSizeF(width, BOLT_PX)), faded(looks.window, 0.7))
        painter.drawPixmap(place, self._pixmaps.picture("bolt", lambda: size, draw))
        full = width - BOLT_PX - 2.0
        bar = QRectF(place.x() + BOLT_PX, place.y() + 2.0, full * min(1.0, car.boost / 100.0), BAR_PX)
        painter.fillRect(bar, QColor(looks.pad))

    def _tag(self, words: str, font: QFont, car: CarView, scene: Scene) -> QPixmap:
        """Returns the picture of a name on a shade of its team's colour; the ball's holder has the full colour.

        A slow agent is marked by a word and a frame.
        """
        looks, holder = self._pixmaps.looks, scene.holder
        has_ball = holder is not None and holder.index == car.index
        is_slow = car.index in scene.slow
        team = looks.team(car.team)
        ground = QColor(team) if has_ball else faded(mixed(looks.window, team, TINT), 0.85)
        ink = looks.window if has_ball else looks.muted if car.is_demolished else looks.text
        if is_slow:
            words = f"{words} · " + QCoreApplication.translate("AgentCard", "slow")

        def size() -> QSizeF:
            metrics = QFontMetricsF(font)
            return QSizeF(_width(words, metrics), metrics.height())

        def draw(tag: QPainter) -> None:
            box = QRectF(QPointF(), size())
            tag.setFont(font)
            tag.setPen(QPen(QColor(looks.bad), 2.0) if is_slow else Qt.PenStyle.NoPen)
            tag.setBrush(ground)
            tag.drawRoundedRect(box.adjusted(1.0, 1.0, -1.0, -1.0) if is_slow else box, 4.0, 4.0)
            tag.setPen(QColor(ink))
            tag.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)

        return self._pixmaps.picture((words, ink, ground.rgba(), is_slow, font.key()), size, draw)


def _body(car: CarView, projection: Projection) -> Box:
    """Returns the square that a car covers in any direction."""
    place, length = projection.spot(car.x, car.y), BODY * car_length(projection)
    return Box(place.x() - length / 2, place.y() - length / 2, length, length)


def _fitting(names: Sequence[str], metrics: QFontMetricsF, area: float) -> Mapping[str, str]:
    whole = {name: metrics.elidedText(name, Qt.TextElideMode.ElideRight, NAME_PX) for name in names}
    for wording, maximum in ((whole, MAX_WHOLE), (short_names(names), MAX_SHORT)):
        if sum(_width(wording[name], metrics) for name in names) * metrics.height() <= maximum * area:
            return wording
    return {}


def _width(words: str, metrics: QFontMetricsF) -> float:
    return metrics.horizontalAdvance(words) + 2 * PADDING_PX


def _area(projection: Projection, shape: FieldShape) -> float:
    """Returns the area of the field in pixels."""
    return 4.0 * shape.side_x * shape.back_y * projection.focal_px**2
