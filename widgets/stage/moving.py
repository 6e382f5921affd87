"""Moving cars and the ball in the arena view by mouse and keys."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from math import atan2, cos, hypot, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from resources.looks import Looks
from runtime.model.placements import Body, Placement
from runtime.model.values import ArenaView, BallView, CarView
from widgets.looks import faded
from widgets.stage.field import FieldShape, Projection, inside
from widgets.words import number

REACH_PX: Final = 16.0
"""So far from the middle of a car or ball it can be taken."""
CAR_REACH_UU: Final = 80.0
"""A car keeps so far away from walls, a ball its radius."""
THROW_PER_S: Final = 1.0
"""The arrow of a throw leads to where the thing would be a second later, if nothing held it up."""
TOP_SPEEDS: Final = {Body.BALL: 6000.0, Body.CAR: 2300.0}
"""Faster, in uu/s, the game lets nothing become."""


class Gesture(Enum):
    """What a drag does."""

    PUT = "put"
    THROW = "throw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Handle:
    """One thing that can be moved."""

    body: Body
    index: int
    """As the packet counts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A move that has begun."""

    handle: Handle
    gesture: Gesture
    x: float
    """Where it leads to, in uu."""
    y: float


def handles(view: ArenaView) -> tuple[Handle, ...]:
    """Everything that can be moved now: balls first, then the cars that are not demolished."""
    balls = (Handle(body=Body.BALL, index=index) for index in range(len(view.balls)))
    cars = (Handle(body=Body.CAR, index=car.index) for car in view.cars if not car.is_demolished)
    return (*balls, *cars)


def thing(handle: Handle, view: ArenaView) -> BallView | CarView | None:
    """The ball or car of a handle; None where it is gone."""
    if handle.body is Body.BALL:
        return view.balls[handle.index] if handle.index < len(view.balls) else None
    return next((car for car in view.cars if car.index == handle.index and not car.is_demolished), None)


def handle_at(spot: QPointF, view: ArenaView, projection: Projection) -> Handle | None:
    """What lies at a place of the widget, the nearest of several."""
    found: Handle | None = None
    nearest = REACH_PX
    for handle in handles(view):
        body = thing(handle, view)
        if body is None:
            continue
        away = spot - projection.spot(body.x, body.y, body.z)
        distance = hypot(away.x(), away.y())
        if distance <= nearest:
            found, nearest = handle, distance
    return found


def kept_inside(draft: Draft, view: ArenaView, shape: FieldShape) -> Draft:
    """The same move, ending inside the walls where it puts something down."""
    body = thing(draft.handle, view)
    if draft.gesture is Gesture.THROW or body is None:
        return draft
    margin = body.radius if isinstance(body, BallView) else CAR_REACH_UU
    x, y = inside(shape, draft.x, draft.y, margin)
    return replace(draft, x=x, y=y)


def thrown(draft: Draft, view: ArenaView) -> tuple[float, float]:
    """The velocity along the ground that a throw gives, in uu/s."""
    body = thing(draft.handle, view)
    if body is None:
        return 0.0, 0.0
    vx, vy = (draft.x - body.x) * THROW_PER_S, (draft.y - body.y) * THROW_PER_S
    speed, top = hypot(vx, vy), TOP_SPEEDS[draft.handle.body]
    return (vx, vy) if speed <= top else (vx * top / speed, vy * top / speed)


def placement_of(draft: Draft, view: ArenaView) -> Placement | None:
    """What is to be asked of the match; None where the thing is gone.

    What is put down keeps its height; a ball rests there, while a car drives on as it did. A throw changes nothing but
    the speed along the ground.
    """
    handle = draft.handle
    if thing(handle, view) is None:
        return None
    if draft.gesture is Gesture.THROW:
        return Placement(body=handle.body, index=handle.index, velocity=(*thrown(draft, view), None))
    rest = (0.0, 0.0, 0.0) if handle.body is Body.BALL else None
    return Placement(body=handle.body, index=handle.index, location=(draft.x, draft.y, None), velocity=rest, spin=rest)


STEP_UU: Final = 100.0
"""One press of an arrow key."""
SMALL_STEP_UU: Final = 10.0
LEAST_DRAG_PX: Final = 4.0
"""A press that moves less only chooses."""


class Mover:
    """Knows what is held, what is chosen, and where it is to go; belongs to one widget.

    Args:
        wanted: gets the `Placement` that a finished move asks for.
        changed: is called when something is to be painted anew.
    """

    def __init__(self, wanted: Callable[[Placement], None], changed: Callable[[], None]) -> None:
        self._wanted = wanted
        self._changed = changed
        self._is_on = False
        self._is_held = False
        self._pressed_at: QPointF | None = None
        """Where the mouse was pressed, until it has moved from there."""
        self.chosen: Handle | None = None
        """What keys move."""
        self.draft: Draft | None = None
        """The move that is under way."""

    @property
    def is_on(self) -> bool:
        """Whether presses and keys move things."""
        return self._is_on

    @property
    def is_held(self) -> bool:
        """Whether something is being dragged."""
        return self._is_held

    def switch(self, *, is_on: bool) -> None:
        """Begins or ends to take presses and keys."""
        self._is_on = is_on
        self.forget()

    def forget(self) -> None:
        """Gives up whatever is under way or chosen."""
        self.chosen = self.draft = None
        self._is_held = False
        self._changed()

    def follow(self, view: ArenaView) -> None:
        """A newer frame is shown: what is gone from it is let go."""
        if self.chosen is not None and thing(self.chosen, view) is None:
            self.forget()

    def press(self, spot: QPointF, gesture: Gesture, view: ArenaView, projection: Projection) -> bool:
        """Takes what lies there; tells whether there is something."""
        handle = handle_at(spot, view, projection) if self._is_on else None
        body = thing(handle, view) if handle is not None else None
        if handle is None or body is None:
            return False
        self.chosen, self._is_held, self._pressed_at = handle, True, spot
        self.draft = Draft(handle=handle, gesture=gesture, x=body.x, y=body.y)
        self._changed()
        return True

    def drag(self, spot: QPointF, view: ArenaView, projection: Projection, shape: FieldShape) -> None:
        """The mouse moved."""
        body = thing(self.draft.handle, view) if self.draft is not None and self._is_held else None
        if self._pressed_at is not None and (spot - self._pressed_at).manhattanLength() < LEAST_DRAG_PX:
            return
        self._pressed_at = None
        if self.draft is not None and body is not None:
            x, y = projection.ground(spot, body.z)
            self.draft = kept_inside(replace(self.draft, x=x, y=y), view, shape)
            self._changed()

    def release(self, view: ArenaView) -> None:
        """The mouse was let go; without a move of it, nothing is wished for."""
        if self._is_held and self._pressed_at is None:
            self._wish(view)
        self.draft, self._is_held = None, False
        self._changed()

    def cancel(self) -> bool:
        """Gives up a move that is under way; tells whether there was one."""
        was_under_way = self.draft is not None
        self.draft, self._is_held = None, False
        self._changed()
        return was_under_way

    def choose(self, step: int, view: ArenaView) -> bool:
        """Chooses the next thing, or the one before; tells whether there is one."""
        offered = handles(view)
        place = offered.index(self.chosen) + step if self.chosen in offered else (0 if step > 0 else len(offered) - 1)
        if not 0 <= place < len(offered):
            return False
        self.chosen, self.draft = offered[place], None
        self._changed()
        return True

    def nudge(self, dx: float, dy: float, view: ArenaView, shape: FieldShape) -> None:
        """Leads what is chosen so much farther, in uu."""
        body = thing(self.chosen, view) if self.chosen is not None else None
        if self.chosen is None or body is None or self._is_held:
            return
        draft = self.draft or Draft(handle=self.chosen, gesture=Gesture.PUT, x=body.x, y=body.y)
        self.draft = kept_inside(replace(draft, x=draft.x + dx, y=draft.y + dy), view, shape)
        self._changed()

    def settle(self, gesture: Gesture, view: ArenaView) -> None:
        """Carries out what the arrow keys have led to."""
        if self.draft is not None and not self._is_held:
            self.draft = replace(self.draft, gesture=gesture)
            self._wish(view)
            self.draft = None
            self._changed()

    def _wish(self, view: ArenaView) -> None:
        placement = placement_of(self.draft, view) if self.draft is not None else None
        if placement is not None:
            self._wanted(placement)


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
