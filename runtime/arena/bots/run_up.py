"""The run-up of a stand-in to a ball that has to fly into a ring overhead (Hoops).

The car hits such a ball fast and from behind. It takes a run-up if the floor has room for one and otherwise rolls the
ball away. A resting ball is best hit at about 1600 uu/s if the ring is at most 2700 uu away, and at 1900 uu/s from
5000 uu; measured in the arena's physics.
"""

import math
from enum import Enum, auto
from typing import Final

import RocketSim

from runtime.arena.bots.ball_path import MARGIN_X_UU, MARGIN_Y_UU
from runtime.arena.bots.driving import forward_speed
from runtime.arena.stadium.field import Field

RUN_UP_UU: Final = 1500.0
"""Distance behind the ball at which a run-up begins."""
MIN_RUN_UP_UU: Final = 1000.0
MIN_ROOM_UU: Final = 700.0
"""A ball with less floor than this behind it is rolled."""
LINED_UP: Final = 0.93
"""Cosine of the angle between car-ball and ball-ring from which a car charges."""
_STILL_LINED_UP: Final = 0.8
"""Cosine down to which a car continues to charge."""
_ENOUGH: Final = 0.9
"""A run-up over this share of the room behind the ball is long enough."""
_RUN_UP_S: Final = 0.6
"""The distance that the car drives in this time at its present speed counts as run-up."""
_CORNER_MARGIN_UU: Final = 277.0
"""Margin to the corner walls in x + y: as wide as the margin to the side walls."""
_NEAR_UU: Final = 2700.0
_NEAR_SPEED: Final = 1600.0
_MORE_SPEED: Final = 0.13
"""Additional speed for each uu beyond `_NEAR_UU`."""


def onto_the_floor(field: Field, x: float, y: float) -> tuple[float, float]:
    """Returns the point itself, or a near one that is clear of walls, ramps and corners."""
    x = max(MARGIN_X_UU - field.wall_x, min(field.wall_x - MARGIN_X_UU, x))
    y = max(MARGIN_Y_UU - field.wall_y, min(field.wall_y - MARGIN_Y_UU, y))
    over = abs(x) + abs(y) - (field.corner_sum - _CORNER_MARGIN_UU)
    if over > 0.0:
        x -= math.copysign(over / 2.0, x)
        y -= math.copysign(over / 2.0, y)
    return x, y


def speed_into_the_ring(distance: float) -> float:
    """Returns the speed at which a car hits a ball on the floor so that it comes down in a ring at this distance."""
    return _NEAR_SPEED + _MORE_SPEED * max(0.0, distance - _NEAR_UU)


class Approach(Enum):
    """A car's way of playing the ball."""

    RUN_UP = auto()
    """It drives to the start of its run-up."""
    CHARGE = auto()
    """It drives at the ball fast, so that the ball flies."""
    ROLL = auto()
    """It drives at the ball, which has no room for a run-up behind it."""


class RunUp:
    """The run-up of one car."""

    __slots__ = ("_field", "approach")

    def __init__(self, field: Field) -> None:
        self._field = field
        self.approach = Approach.RUN_UP

    def start(
        self, car: RocketSim.CarState, ball: tuple[float, float], aim: tuple[float, float]
    ) -> tuple[float, float]:
        """Returns the start of the run-up and sets `approach`.

        `ball` is the point where the car meets the ball, and `aim` the unit vector in which the ball has to fly.
        """
        (x, y), (aim_x, aim_y) = ball, aim
        place = onto_the_floor(self._field, x - RUN_UP_UU * aim_x, y - RUN_UP_UU * aim_y)
        room = math.dist(place, ball)
        to_x, to_y = x - car.pos.x, y - car.pos.y
        distance = math.hypot(to_x, to_y)
        straight = (to_x * aim_x + to_y * aim_y) / (distance or 1.0)
        if room < MIN_ROOM_UU:
            self.approach = Approach.ROLL
        elif self.approach is Approach.RUN_UP:
            run_up = distance + _RUN_UP_S * forward_speed(car)
            if straight > LINED_UP and run_up > min(MIN_RUN_UP_UU, _ENOUGH * room):
                self.approach = Approach.CHARGE
        else:
            self.approach = Approach.CHARGE if straight > _STILL_LINED_UP else Approach.RUN_UP
        return place
