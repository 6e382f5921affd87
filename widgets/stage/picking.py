"""The object of a scene at a position of the widget."""

from dataclasses import dataclass
from enum import Enum
from math import hypot
from typing import Final

from PySide6.QtCore import QPointF

from runtime.model.drawings import Point
from runtime.model.values import ArenaView, BallView, CarView
from widgets.stage.actors import BALL_ENLARGED, BIG_PAD_UU, SMALL_PAD_UU, car_length
from widgets.stage.camera import NEAR_UU, Projection
from widgets.stage.scene import MAX_ENLARGED, MIN_BALL_PX, MIN_CAR_PX, Scene, car_axes

SLACK_PX: Final = 3.0
"""Objects can be picked this much beside their outlines."""


class PickKind(Enum):
    """Kinds of objects."""

    CAR = "car"
    BALL = "ball"
    PAD = "pad"
    GROUND = "ground"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """An object at a position, or the point of the ground there."""

    kind: PickKind
    index: int
    """Index of the car, ball or pad as the packet counts them; -1 for the ground."""
    point: Point
    """Centre of the object, or the point of the ground."""


def pick(spot: QPointF, scene: Scene, projection: Projection) -> Picked | None:
    """Returns the nearest car or ball, else the pad or the point of the ground; None above the horizon."""
    view = scene.view
    nearest: tuple[float, Picked] | None = None
    for kind, index, thing in _things(view) if view is not None else ():
        depth = _hit(thing, spot, projection)
        if depth is not None and (nearest is None or depth < nearest[0]):
            nearest = depth, Picked(kind=kind, index=index, point=(thing.x, thing.y, thing.z))
    if nearest is not None:
        return nearest[1]
    ground = projection.ground(spot, 0.0)
    if ground is None:
        return None
    for index, pad in enumerate(view.pads if view is not None else ()):
        if hypot(pad.x - ground[0], pad.y - ground[1]) <= (BIG_PAD_UU if pad.is_big else SMALL_PAD_UU):
            return Picked(kind=PickKind.PAD, index=index, point=(pad.x, pad.y, 0.0))
    return Picked(kind=PickKind.GROUND, index=-1, point=(*ground, 0.0))


def _things(view: ArenaView) -> list[tuple[PickKind, int, CarView | BallView]]:
    balls: list[tuple[PickKind, int, CarView | BallView]] = [
        (PickKind.BALL, index, ball) for index, ball in enumerate(view.balls)
    ]
    return balls + [(PickKind.CAR, car.index, car) for car in view.cars if not car.is_demolished]


def _hit(thing: CarView | BallView, spot: QPointF, projection: Projection) -> float | None:
    """Returns the depth of an object if it is at a position."""
    px, py, depth = projection.place((thing.x, thing.y, thing.z))
    away = hypot(spot.x() - px, spot.y() - py)
    if projection.is_flat:
        scale = projection.field_scale
        reach = car_length(scale) / 2 if isinstance(thing, CarView) else BALL_ENLARGED * thing.radius * scale.px_per_uu
        return depth if away <= max(MIN_BALL_PX, reach) + SLACK_PX else None
    if depth <= NEAR_UU:
        return None
    scale_px = projection.scale_at(depth)
    if isinstance(thing, BallView):
        return depth if away <= max(MIN_BALL_PX, thing.radius * scale_px) + SLACK_PX else None
    grown = min(MAX_ENLARGED, max(1.0, MIN_CAR_PX / (thing.hitbox[0] * scale_px)))
    return depth if _meets_box(thing, grown, SLACK_PX / scale_px, *projection.ray(spot)) else None


def _meets_box(car: CarView, grown: float, slack: float, start: Point, way: Point) -> bool:
    """Returns whether a line of sight meets the hitbox of a car (slab method in the car's axes)."""
    first, last = 0.0, float("inf")
    centre = (car.x, car.y, car.z)
    for axis, size, offset in zip(car_axes(car), car.hitbox, car.hitbox_offset, strict=True):
        along = sum(a * b for a, b in zip(way, axis, strict=True))
        from_box = sum((a - b) * c for a, b, c in zip(start, centre, axis, strict=True)) - offset * grown
        half = size * grown / 2.0 + slack
        if abs(along) < 1e-9:
            if abs(from_box) > half:
                return False
            continue
        enter, leave = sorted(((-half - from_box) / along, (half - from_box) / along))
        first, last = max(first, enter), min(last, leave)
    return first <= last
