"""What a touch of the ball looks like, in geometry; the numbers are those of `accolades`."""

import math
from dataclasses import dataclass

import RocketSim

from runtime.arena.game import accolades as numbers
from runtime.arena.physics import RATE
from runtime.arena.stadium.field import GOAL_AREA_X, GOAL_AREA_Y, Goal


@dataclass(frozen=True, slots=True)
class Contact:
    """Car and ball at the end of the last frame in which they touched."""

    frame: int
    car: RocketSim.CarState
    ball: RocketSim.BallState
    shoved_by: int | None = None
    """The car that had just rammed this one into the ball."""

    @property
    def is_off_ground(self) -> bool:
        """No wheel of the car is on anything, nor does it lie on its roof."""
        return not any(self.car.wheels_with_contact) and not self.is_turtle

    @property
    def is_aerial(self) -> bool:
        """No wheel is on anything, and the ball is up where the crossbar is."""
        return self.is_off_ground and float(self.ball.pos.z) >= numbers.AERIAL_UU

    @property
    def is_bicycle(self) -> bool:
        """The ball is on the roof of a car in a backflip."""
        is_backflip = self.car.is_flipping and self.car.flip_rel_torque.y <= -numbers.BACKFLIP_SHARE
        return is_backflip and self._share(self.car.rot_mat.up) >= numbers.ROOF_SHARE

    @property
    def is_backwards(self) -> bool:
        """The ball is behind the car."""
        return self._share(self.car.rot_mat.forward) <= -numbers.REAR_SHARE

    @property
    def is_turtle(self) -> bool:
        """The car lies on its roof."""
        return float(self.car.rot_mat.up.z) <= numbers.TURTLE_SHARE and float(self.car.pos.z) <= numbers.TURTLE_UU

    def is_long(self, goal: Goal) -> bool:
        """The ball is farther from a goal than most of the way to it."""
        return distance_uu(self.ball, goal) >= numbers.LONG_SHARE * 2.0 * abs(goal.place[1])

    def is_juggled(self, ball: RocketSim.BallState, frame: int, gravity_z: float) -> bool:
        """The ball is where this touch has sent it through the air."""
        if min(self.ball.pos.z, ball.pos.z) < numbers.JUGGLE_FLOOR_UU:
            return False
        flown_s = (frame - self.frame) / RATE
        left_s = flown_s * (1.0 - numbers.BALL_DRAG * flown_s / 2.0)
        x, y, z = (at + by * left_s for at, by in zip(self.ball.pos, self.ball.vel, strict=True))
        there = (x, y, z + gravity_z * flown_s * flown_s / 2.0)
        return math.dist(there, ball.pos.as_tuple()) <= numbers.JUGGLE_UU

    def _share(self, axis: RocketSim.Vec) -> float:
        """How much of the direction from car to ball is along an axis of the car."""
        ways = [there - here for here, there in zip(self.car.pos, self.ball.pos, strict=True)]
        length = math.hypot(*ways) or 1.0
        return float(sum(way * along for way, along in zip(ways, axis, strict=True)) / length)


def speed_uu_s(ball: RocketSim.BallState) -> float:
    """How fast the ball flies."""
    return math.hypot(*ball.vel.as_tuple())


def distance_uu(ball: RocketSim.BallState, goal: Goal) -> float:
    """How far the ball is before a goal's line, along the field; less than 0 in the goal."""
    return (goal.place[1] - float(ball.pos.y)) * _side(goal)


def comes_in(ball: RocketSim.BallState, goal: Goal) -> bool:
    """Whether a ball outside of the area before a goal will soon be in it, were it to fly straight."""
    across = _when(ball.pos.x, ball.vel.x, -GOAL_AREA_X, GOAL_AREA_X)
    along = _when(distance_uu(ball, goal), -ball.vel.y * _side(goal), 0.0, GOAL_AREA_Y)
    comes_s = max(across[0], along[0])
    return 0.0 < comes_s <= min(numbers.AHEAD_S, across[1], along[1])


def goes_out(ball: RocketSim.BallState, goal: Goal) -> bool:
    """Whether a ball in the area before a goal will soon be out of it and goes away, were it to fly straight."""
    across = _when(ball.pos.x, ball.vel.x, -GOAL_AREA_X, GOAL_AREA_X)
    along = _when(distance_uu(ball, goal), -ball.vel.y * _side(goal), 0.0, GOAL_AREA_Y)
    is_in = max(across[0], along[0]) <= 0.0 <= min(across[1], along[1])
    return is_in and ball.vel.y * _side(goal) < 0.0 and min(across[1], along[1]) <= numbers.AHEAD_S


def _side(goal: Goal) -> float:
    return math.copysign(1.0, goal.place[1])


def _when(at: float, speed: float, low: float, high: float) -> tuple[float, float]:
    """From when to when something that moves evenly is between two bounds, s; the first after the last if never."""
    if speed == 0.0:
        return (-math.inf, math.inf) if low <= at <= high else (math.inf, -math.inf)
    times = (low - at) / speed, (high - at) / speed
    return min(times), max(times)
