"""Keeps a puck on the field.

A puck can move by more than its thickness in a frame, and walls of triangles are only a skin. If a puck meets a wall
flat, or is squeezed between two walls, its middle can get behind the skin, which then pushes the puck out. Here the
puck bounces back instead, in every RocketSim arena of a match, so that predictions include the bounce.
"""

import math
from collections.abc import Callable
from functools import cache, partial

import RocketSim

from runtime.arena.stadium.clearance import Clearance
from runtime.arena.stadium.containment import Point

ROOM_UU = 16.0
"""Distance from the surface at which the puck's middle is put; the skin still reaches it and pushes it inwards."""
_MAX_UU = 60.0
"""If the middle is farther behind the surface and was not on the field before the frame, a client has set it there."""
_STEP_UU = 1.0


class Backstop:
    """Checks one puck frame by frame; for one thread.

    `bounciness` is the share of its speed that the puck keeps when it bounces off a wall. The result depends only on
    the puck's present and last place; the remembered distance only saves time.
    """

    __slots__ = ("_at", "_bounciness", "_room", "_walls")

    def __init__(self, bounciness: float) -> None:
        self._bounciness = bounciness
        self._walls = _walls()
        self._at: Point = (0.0, 0.0, 0.0)
        """Place of the puck at the last full check."""
        self._room = 0.0
        """Lower bound of its distance from the surface there."""

    def returned(self, puck: RocketSim.BallState, came_from: Point) -> RocketSim.BallState | None:
        """Returns the puck after a bounce; None if its middle is on the field, or was set far away from it.

        `came_from` is the place of its middle before the frame.
        """
        place = puck.pos.as_tuple()
        if math.dist(place, self._at) < self._room:
            return None
        self._at, self._room = place, self._walls.at_least(place)
        if self._room > 0.0:
            return None
        self._room = self._walls.inside(place)
        if self._room >= 0.0:
            return None
        if self._room < -_MAX_UU and (math.isinf(self._room) or self._walls.inside(came_from) < 0.0):
            return None
        return self._bounced(puck, place, ROOM_UU - self._room)

    def _bounced(self, puck: RocketSim.BallState, place: Point, by_uu: float) -> RocketSim.BallState:
        x, y, z = self._inwards(place)
        puck.pos = RocketSim.Vec(place[0] + by_uu * x, place[1] + by_uu * y, place[2] + by_uu * z)
        speed = puck.vel.x * x + puck.vel.y * y + puck.vel.z * z
        if speed < 0.0:
            gain = -(1.0 + self._bounciness) * speed
            puck.vel = RocketSim.Vec(puck.vel.x + gain * x, puck.vel.y + gain * y, puck.vel.z + gain * z)
        return puck

    def _inwards(self, place: Point) -> Point:
        """Returns the direction of the shortest way from a place behind the surface into the field."""
        inside = self._walls.inside
        slopes = []
        for axis in range(3):
            ahead, behind = list(place), list(place)
            ahead[axis] += _STEP_UU
            behind[axis] -= _STEP_UU
            slopes.append(inside((ahead[0], ahead[1], ahead[2])) - inside((behind[0], behind[1], behind[2])))
        length = math.hypot(*slopes) or 1.0
        return slopes[0] / length, slopes[1] / length, slopes[2] / length


def kept_back(move: Callable[[], None], puck: RocketSim.Ball, bounciness: float) -> Callable[[], None]:
    """Returns a function that plays a frame with `move` and keeps the puck on the field."""
    return partial(_move, move, puck, Backstop(bounciness))


def _move(move: Callable[[], None], puck: RocketSim.Ball, backstop: Backstop) -> None:
    came_from = puck.get_state().pos.as_tuple()
    move()
    returned = backstop.returned(puck.get_state(), came_from)
    if returned is not None:
        puck.set_state(returned)


@cache
def _walls() -> Clearance:
    """Returns the shared clearance, which takes a while to make."""
    return Clearance()
