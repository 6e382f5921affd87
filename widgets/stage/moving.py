"""Moving cars and the ball in the arena view by mouse and keys."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from resources.looks import Looks
from runtime.model.game_facts import MAX_BALL_SPEED, MAX_CAR_SPEED
from runtime.model.placements import Body, Placement
from runtime.model.values import ArenaView, BallView, CarView
from widgets.looks import faded
from widgets.stage.camera import Projection
from widgets.stage.field import FieldShape, inside
from widgets.words import number

REACH_PX: Final = 16.0
"""Distance from the centre within which a car or ball can be picked up."""
CAR_REACH_UU: Final = 80.0
"""Distance of a placed car from walls; a ball keeps its radius."""
THROW_PER_S: Final = 1.0
"""The arrow of a throw ends where the thing would be after one second."""
TOP_SPEEDS: Final = {Body.BALL: MAX_BALL_SPEED, Body.CAR: MAX_CAR_SPEED}
"""Maximum speeds in uu/s."""


class Gesture(Enum):
    """Effect of a drag."""

    PUT = "put"
    THROW = "throw"
    TURN = "turn"
    """A car faces the target; a ball is not turned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handle:
    """A ball or car that can be moved."""

    body: Body
    index: int
    """Index in the packet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A move in progress."""

    handle: Handle
    gesture: Gesture
    x: float
    """Target in uu."""
    y: float


def handles(view: ArenaView) -> tuple[Handle, ...]:
    """Returns everything that can be moved: balls, then cars that are not demolished."""
    balls = (Handle(body=Body.BALL, index=index) for index in range(len(view.balls)))
    cars = (Handle(body=Body.CAR, index=car.index) for car in view.cars if not car.is_demolished)
    return (*balls, *cars)


def thing(handle: Handle, view: ArenaView) -> BallView | CarView | None:
    """Returns the ball or car of a handle; None if it is gone."""
    if handle.body is Body.BALL:
        return view.balls[handle.index] if handle.index < len(view.balls) else None
    return next((car for car in view.cars if car.index == handle.index and not car.is_demolished), None)


def handle_at(spot: QPointF, view: ArenaView, projection: Projection) -> Handle | None:
    """Returns the nearest thing at a widget position."""
    nearest_handle: Handle | None = None
    nearest = REACH_PX
    for handle in handles(view):
        body = thing(handle, view)
        if body is None:
            continue
        away = spot - projection.spot(body.x, body.y, body.z)
        distance = hypot(away.x(), away.y())
        if distance <= nearest:
            nearest_handle, nearest = handle, distance
    return nearest_handle


def kept_inside(draft: Draft, view: ArenaView, shape: FieldShape) -> Draft:
    """Returns the move with a target inside the walls if it puts something down."""
    body = thing(draft.handle, view)
    if draft.gesture is not Gesture.PUT or body is None:
        return draft
    margin = body.radius if isinstance(body, BallView) else CAR_REACH_UU
    x, y = inside(shape, draft.x, draft.y, margin)
    return replace(draft, x=x, y=y)


def thrown(draft: Draft, view: ArenaView) -> tuple[float, float]:
    """Returns the velocity of a throw along the ground, in uu/s."""
    body = thing(draft.handle, view)
    if body is None:
        return 0.0, 0.0
    vx, vy = (draft.x - body.x) * THROW_PER_S, (draft.y - body.y) * THROW_PER_S
    speed, top = hypot(vx, vy), TOP_SPEEDS[draft.handle.body]
    return (vx, vy) if speed <= top else (vx * top / speed, vy * top / speed)


def placement_of(draft: Draft, view: ArenaView) -> Placement | None:
    """Returns the `Placement` of a move; None if the thing is gone.

    A placed thing keeps its height; a ball rests, a car keeps its velocity. A throw only changes
    the velocity along the ground, a turn only the yaw.
    """
    handle, body = draft.handle, thing(draft.handle, view)
    if body is None or (draft.gesture is Gesture.TURN and handle.body is Body.BALL):
        return None
    if draft.gesture is Gesture.TURN:
        return turned(handle.index, atan2(draft.y - body.y, draft.x - body.x))
    if draft.gesture is Gesture.THROW:
        return Placement(body=handle.body, index=handle.index, velocity=(*thrown(draft, view), None))
    rest = (0.0, 0.0, 0.0) if handle.body is Body.BALL else None
    return Placement(body=handle.body, index=handle.index, location=(draft.x, draft.y, None), velocity=rest, spin=rest)


def turned(index: int, yaw: float) -> Placement:
    """Returns the `Placement` of a car that stands level and faces a direction, in rad."""
    return Placement(body=Body.CAR, index=index, rotation=(0.0, yaw, 0.0), spin=(0.0, 0.0, 0.0))


STEP_RAD: Final = pi / 12.0
"""Turn per press of a key."""
SMALL_STEP_RAD: Final = pi / 180.0
STEP_UU: Final = 100.0
"""Distance per press of an arrow key."""
SMALL_STEP_UU: Final = 10.0
MIN_DRAG_PX: Final = 4.0
"""Distance below which a drag only selects."""


class Mover:
    """State of a move: what is held, what is selected, and its target; belongs to one widget.

    Args:
        on_placed: called with the `Placement` of a finished move.
        on_changed: called when the view has to be repainted.
    """

    def __init__(self, on_placed: Callable[[Placement], None], on_changed: Callable[[], None]) -> None:
        self._on_placed = on_placed
        self._on_changed = on_changed
        self._is_on = False
        self._is_held = False
        self._pressed_at: QPointF | None = None
        """Position of the press, until the mouse moves."""
        self.chosen: Handle | None = None
        """The thing that keys move."""
        self.draft: Draft | None = None
        """The move in progress."""

    @property
    def is_on(self) -> bool:
        """True if presses and keys move things."""
        return self._is_on

    @property
    def is_held(self) -> bool:
        """True while something is dragged."""
        return self._is_held

    def switch(self, *, is_on: bool) -> None:
        """Enables or disables moving."""
        self._is_on = is_on
        self.forget()

    def forget(self) -> None:
        """Cancels the move and clears the selection."""
        self.chosen = self.draft = None
        self._is_held = False
        self._on_changed()

    def follow(self, view: ArenaView) -> None:
        """Clears the selection if its thing is gone from a new frame."""
        if self.chosen is not None and thing(self.chosen, view) is None:
            self.forget()

    def press(self, spot: QPointF, gesture: Gesture, view: ArenaView, projection: Projection) -> bool:
        """Picks up the thing at a position; returns whether there is one."""
        handle = handle_at(spot, view, projection) if self._is_on else None
        body = thing(handle, view) if handle is not None else None
        if handle is None or body is None:
            return False
        self.chosen, self._is_held, self._pressed_at = handle, True, spot
        self.draft = Draft(handle=handle, gesture=gesture, x=body.x, y=body.y)
        self._on_changed()
        return True

    def drag(self, spot: QPointF, view: ArenaView, projection: Projection, shape: FieldShape) -> None:
        """Moves the target with the mouse."""
        body = thing(self.draft.handle, view) if self.draft is not None and self._is_held else None
        if self._pressed_at is not None and (spot - self._pressed_at).manhattanLength() < MIN_DRAG_PX:
            return
        self._pressed_at = None
        if self.draft is not None and body is not None:
            target = projection.ground(spot, body.z)
            if target is not None:
                self.draft = kept_inside(replace(self.draft, x=target[0], y=target[1]), view, shape)
                self._on_changed()

    def release(self, view: ArenaView) -> None:
        """Finishes the drag; a press without a move only selects."""
        if self._is_held and self._pressed_at is None:
            self._place(view)
        self.draft, self._is_held = None, False
        self._on_changed()

    def cancel(self) -> bool:
        """Cancels a move; returns whether there was one."""
        was_under_way = self.draft is not None
        self.draft, self._is_held = None, False
        self._on_changed()
        return was_under_way

    def choose(self, step: int, view: ArenaView) -> bool:
        """Selects the next or previous thing; returns whether there is one."""
        offered = handles(view)
        place = offered.index(self.chosen) + step if self.chosen in offered else (0 if step > 0 else len(offered) - 1)
        if not 0 <= place < len(offered):
            return False
        self.chosen, self.draft = offered[place], None
        self._on_changed()
        return True

    def select(self, handle: Handle) -> None:
        """Selects a thing while moving is on."""
        if self._is_on and handle != self.chosen:
            self.chosen, self.draft = handle, None
            self._on_changed()

    def nudge(self, dx: float, dy: float, view: ArenaView, shape: FieldShape) -> None:
        """Moves the target of the selected thing, in uu."""
        body = thing(self.chosen, view) if self.chosen is not None else None
        if self.chosen is None or body is None or self._is_held:
            return
        draft = self.draft or Draft(handle=self.chosen, gesture=Gesture.PUT, x=body.x, y=body.y)
        self.draft = kept_inside(replace(draft, x=draft.x + dx, y=draft.y + dy), view, shape)
        self._on_changed()

    def turn(self, step: float, view: ArenaView) -> None:
        """Turns the selected car by an angle, in rad."""
        body = thing(self.chosen, view) if self.chosen is not None else None
        if isinstance(body, CarView):
            self._on_placed(turned(body.index, body.yaw + step))

    def settle(self, gesture: Gesture, view: ArenaView) -> None:
        """Finishes a move by keys."""
        if self.draft is not None and not self._is_held:
            self.draft = replace(self.draft, gesture=gesture)
            self._place(view)
            self.draft = None
            self._on_changed()

    def _place(self, view: ArenaView) -> None:
        placement = placement_of(self.draft, view) if self.draft is not None else None
        if placement is not None:
            self._on_placed(placement)


CHOSEN_PX: Final = 19.0
TARGET_PX: Final = 11.0
HEAD_PX: Final = 11.0


def paint_marks(painter: QPainter, mover: Mover, view: ArenaView, projection: Projection, looks: Looks) -> None:
    """Paints a ring around the selected thing, and its target."""
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
    if draft.gesture is Gesture.TURN:
        _arrow(painter, here, end, looks)
        _label(painter, end, f"{number(degrees(atan2(draft.y - body.y, draft.x - body.x)))}°", looks)
        return
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
    """Paints words beside a position, inside the widget."""
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
