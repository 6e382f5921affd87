"""How a stand-in plays a ball that has to fly into a ring overhead (Hoops).

Such a ball is hit fast and from behind, for which the car takes a run-up where the floor has room for one, and
otherwise rolls the ball away. A ball that lies still is best hit with about 1600 uu/s where the ring is no farther than
2700 uu, and with 1900 from 5000; tried out with the arena's physics.
"""

import math
from enum import Enum, auto
from typing import Final

import RocketSim

from runtime.arena.bots.ball_path import MARGIN_X_UU, MARGIN_Y_UU
from runtime.arena.bots.driving import forward_speed
from runtime.arena.stadium.field import Field

RUN_UP_UU: Final = 1500.0
"""So far behind the ball a run-up begins."""
LEAST_RUN_UP_UU: Final = 1000.0
LEAST_ROOM_UU: Final = 700.0
"""A ball that has less floor behind it is rolled."""
LINED_UP: Final = 0.93
"""Cosine between its way to the ball and the ball's to the ring from which on it charges."""
_STILL_LINED_UP: Final = 0.8
"""Who charges goes on down to this one."""
_ENOUGH: Final = 0.9
"""So much of the room is run-up enough."""
_RUN_UP_S: Final = 0.6
"""Speed is worth the way of so many seconds."""
_CORNER_MARGIN_UU: Final = 277.0
"""Off the corner walls, in x + y: as far as off the side walls."""
_NEAR_UU: Final = 2700.0
_NEAR_SPEED: Final = 1600.0
_MORE_SPEED: Final = 0.13
"""For every uu that the ring is farther."""


def onto_the_floor(field: Field, x: float, y: float) -> tuple[float, float]:
    """The place itself, or one near it that lies off walls, ramps and corners."""
    x = max(MARGIN_X_UU - field.wall_x, min(field.wall_x - MARGIN_X_UU, x))
    y = max(MARGIN_Y_UU - field.wall_y, min(field.wall_y - MARGIN_Y_UU, y))
    over = abs(x) + abs(y) - (field.corner_sum - _CORNER_MARGIN_UU)
    if over > 0.0:
        x -= math.copysign(over / 2.0, x)
        y -= math.copysign(over / 2.0, y)
    return x, y


def speed_into_the_ring(distance: float) -> float:
    """How fast a car hits a ball on the floor that is to fly so far and come down in the ring."""
    return _NEAR_SPEED + _MORE_SPEED * max(0.0, distance - _NEAR_UU)


class Approach(Enum):
    """What a car does about the ball."""

    RUN_UP = auto()
    """It drives to where its run-up begins."""
    CHARGE = auto()
    """It drives at the ball, so that it flies."""
    ROLL = auto()
    """It drives at the ball, for which there is no run-up where that lies."""


class RunUp:
    """The run-up of one car."""

    __slots__ = ("_field", "approach")

    def __init__(self, field: Field) -> None:
        self._field = field
        self.approach = Approach.RUN_UP

    def start(
        self, car: RocketSim.CarState, ball: tuple[float, float], aim: tuple[float, float]
    ) -> tuple[float, float]:
        """Where a run-up begins; decides about `approach`.

        `ball` is where it meets the ball, and `aim` the direction, of length 1, in which that has to fly.
        """
        (x, y), (aim_x, aim_y) = ball, aim
        place = onto_the_floor(self._field, x - RUN_UP_UU * aim_x, y - RUN_UP_UU * aim_y)
        room = math.dist(place, ball)
        to_x, to_y = x - car.pos.x, y - car.pos.y
        distance = math.hypot(to_x, to_y)
        straight = (to_x * aim_x + to_y * aim_y) / (distance or 1.0)
        if room < LEAST_ROOM_UU:
            self.approach = Approach.ROLL
        elif self.approach is Approach.RUN_UP:
            run_up = distance + _RUN_UP_S * forward_speed(car)
            if straight > LINED_UP and run_up > min(LEAST_RUN_UP_UU, _ENOUGH * room):
                self.approach = Approach.CHARGE
        else:
            self.approach = Approach.CHARGE if straight > _STILL_LINED_UP else Approach.RUN_UP
        return place
