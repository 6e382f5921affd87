"""A driver for cars that nothing may drive forwards: it takes the car's tail for its nose.

Seen from its tail, a car is turned half round the axis through floor and roof, so that what drives it forwards there
drives it backwards: throttle, steer, pitch and roll change their signs, and yaw stays.
"""

import math
from typing import Final, Protocol

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.physics import RATE


class Driver(Protocol):
    """Drives one car."""

    def decide(self, frame: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> flat.ControllerState | None:
        """The controls from this frame on; None to hold the last ones."""


_PUSHES: Final = -0.3
"""Throttle from which on a car means to move."""
_MOVED_UU: Final = 100.0
STUCK_FRAMES: Final = (3 * RATE // 2, 3 * RATE)
"""A car that has not moved for so long, though it pushes, is stuck: blue gives way first."""
FREEING_FRAMES: Final = 3 * RATE // 2
_JUMP_FRAMES: Final = RATE // 6


class TailFirst:
    """Has a car driven by another driver that is shown it turned round.

    Two such cars that push each other, or one whose tail is at a wall, have no way back: they jump and turn, and slide
    where they may not jump.
    """

    __slots__ = ("_driver", "_freeing_since", "_place", "_place_since", "_side", "_stuck_frames")

    def __init__(self, driver: Driver, team: int) -> None:
        self._driver = driver
        self._stuck_frames = STUCK_FRAMES[team]
        self._place = (math.inf, math.inf)
        self._place_since = 0
        self._freeing_since = -FREEING_FRAMES
        self._side = 1.0
        """Where it turns; the other way each time."""

    def decide(self, frame: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> flat.ControllerState | None:
        """The controls from this frame on; None to hold the last ones."""
        if self._is_stuck(frame, car):
            self._freeing_since, self._side = frame, -self._side
        since = frame - self._freeing_since
        if since < FREEING_FRAMES:
            side, is_jumping = self._side, since < _JUMP_FRAMES
            return flat.ControllerState(throttle=-1.0, yaw=side, steer=side, handbrake=True, jump=is_jumping)
        controls = self._driver.decide(frame, turned(car), ball)
        if controls is not None:
            controls.throttle, controls.steer = -controls.throttle, -controls.steer
            controls.pitch, controls.roll = -controls.pitch, -controls.roll
        return controls

    def _is_stuck(self, frame: int, car: RocketSim.CarState) -> bool:
        here = car.pos.x, car.pos.y
        if car.last_controls.throttle > _PUSHES or math.dist(here, self._place) > _MOVED_UU:
            self._place, self._place_since = here, frame
        is_stuck = frame - self._place_since >= self._stuck_frames
        if is_stuck:
            self._place_since = frame + FREEING_FRAMES
        return is_stuck


def turned(car: RocketSim.CarState) -> RocketSim.CarState:
    """What a driver sees of a car, as if its tail were its nose."""
    forward, right = car.rot_mat.forward, car.rot_mat.right
    seen = RocketSim.CarState()
    seen.pos, seen.vel, seen.ang_vel = car.pos, car.vel, car.ang_vel
    seen.rot_mat = RocketSim.RotMat(
        RocketSim.Vec(-forward.x, -forward.y, -forward.z), RocketSim.Vec(-right.x, -right.y, -right.z), car.rot_mat.up
    )
    seen.is_on_ground, seen.boost = car.is_on_ground, car.boost
    return seen
