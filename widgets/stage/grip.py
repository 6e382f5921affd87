"""What can be taken hold of in the arena, and what a drag of it means for the match; pure."""

from dataclasses import dataclass, replace
from enum import Enum
from math import hypot
from typing import Final

from PySide6.QtCore import QPointF

from runtime.model.placements import Body, Placement
from runtime.model.values import ArenaView, BallView, CarView
from widgets.stage.field_shape import FieldShape, inside
from widgets.stage.projection import Projection

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
