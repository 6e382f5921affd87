"""Where the points of drawings are: in the arena, or with the ball or car to which they are tied; pure."""

from math import cos, sin
from typing import Final

from runtime.model.drawings import Anchor, Point, Tie
from runtime.model.values import ArenaView, CarView

_Axes = tuple[Point, Point, Point]
_LEVEL: Final[_Axes] = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))


class Anchors:
    """Finds the points of one frame; the axes of a car are worked out once."""

    def __init__(self, view: ArenaView) -> None:
        self._view = view
        self._axes: dict[int, _Axes] = {}

    def point(self, anchor: Anchor) -> Point | None:
        """Where an anchor is; None where what it is tied to is gone: a demolished car, a ball that was scored.

        No frame tells how a ball is turned, so that what is tied to one does not turn.
        """
        if anchor.tie is None:
            return anchor.world
        bodies = self._view.balls if anchor.tie is Tie.BALL else self._view.cars
        if not 0 <= anchor.index < len(bodies):
            return None
        body = bodies[anchor.index]
        axes = _LEVEL
        if isinstance(body, CarView):
            if body.is_demolished:
                return None
            axes = self._axes.setdefault(anchor.index, axes_of(body))
        (fx, fy, fz), (lx, ly, lz), (ux, uy, uz) = axes
        ahead, left, up = anchor.local
        x, y, z = anchor.world
        return (
            body.x + x + fx * ahead + lx * left + ux * up,
            body.y + y + fy * ahead + ly * left + uy * up,
            body.z + z + fz * ahead + lz * left + uz * up,
        )


def axes_of(car: CarView) -> _Axes:
    """Which way forwards, left and up are for a car."""
    cp, sp = cos(car.pitch), sin(car.pitch)
    cy, sy = cos(car.yaw), sin(car.yaw)
    cr, sr = cos(car.roll), sin(car.roll)
    return (
        (cp * cy, cp * sy, sp),
        (cr * sy - cy * sp * sr, -sy * sp * sr - cr * cy, cp * sr),
        (-cr * cy * sp - sr * sy, -cr * sy * sp + sr * cy, cp * cr),
    )
