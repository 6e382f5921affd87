"""Car control of the stand-ins: driving, parking, leaping, landing, and driving tail first."""

import math
from typing import Final, Protocol

import rlbot_flatbuffers as flat
import RocketSim

from runtime.model.game_facts import TICKS_PER_S

TURN_S: Final = 0.35
"""Time to turn by one radian."""
BACKS_UP_UU: Final = 600.0
"""A car reverses to a place behind it that is nearer than this."""
LEAP_FRAMES: Final = 60
"""Frames from the jump until the car drives again."""
_REVERSE_UU_S: Final = 1000.0
_GAIN_UU_S2: Final = 1300.0
"""Approximate mean acceleration by throttle."""
_BRAKE_UU_S2: Final = 2500.0
_COAST_UU_S2: Final = 525.0
"""Deceleration without throttle, as in RocketSim."""
_ARRIVED_UU: Final = 30.0
_HELD_FRAMES: Final = 40
_HOLD_S: Final = 0.2
"""Time for which holding the jump lifts the car."""
_PUSHES: Final = -0.3
"""Throttle from which a car is expected to move."""
_MOVED_UU: Final = 100.0
STUCK_FRAMES: Final = (3 * TICKS_PER_S // 2, 3 * TICKS_PER_S)
"""Frames without movement, despite throttle, after which a car is stuck: blue gives way first."""
FREEING_FRAMES: Final = 3 * TICKS_PER_S // 2
_JUMP_FRAMES: Final = TICKS_PER_S // 6


class Driver(Protocol):
    """Drives one car."""

    def decide(self, frame: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> flat.ControllerState | None:
        """The controls from this frame on; None to hold the last ones."""


def bearing(car: RocketSim.CarState, x: float, y: float) -> tuple[float, float]:
    """Angle (right is positive) and distance from a car's nose to a place on the floor."""
    forward, place = car.rot_mat.forward, car.pos
    to_x, to_y = x - place.x, y - place.y
    cross = forward.x * to_y - forward.y * to_x
    return math.atan2(cross, forward.x * to_x + forward.y * to_y), math.hypot(to_x, to_y)


def forward_speed(car: RocketSim.CarState) -> float:
    """Returns the speed along the car's nose, uu/s; negative in reverse."""
    forward = car.rot_mat.forward
    return float(car.vel.x * forward.x + car.vel.y * forward.y)


def way_s(speed: float, top: float, distance: float) -> float:
    """Returns the time in s for a straight distance, given the present and the top speed."""
    speed = max(-_REVERSE_UU_S, min(speed, top))
    gaining_s = (math.sqrt(speed * speed + 2.0 * _GAIN_UU_S2 * distance) - speed) / _GAIN_UU_S2
    if speed + _GAIN_UU_S2 * gaining_s <= top:
        return gaining_s
    gained_uu = (top * top - speed * speed) / (2.0 * _GAIN_UU_S2)
    return (top - speed) / _GAIN_UU_S2 + (distance - gained_uu) / top


def drive(car: RocketSim.CarState, x: float, y: float, speed: float, *, has_boost: bool) -> flat.ControllerState:
    """Drives to a place, no faster than `speed` and than the curve allows: the turning circle grows with speed."""
    angle, distance = bearing(car, x, y)
    bend = abs(math.sin(angle))
    if bend > 0.01:
        speed = min(speed, max(400.0, distance / bend))
    missing = speed - forward_speed(car)
    return flat.ControllerState(
        throttle=1.0 if missing > 60.0 else 0.4 if missing > 0.0 else -1.0 if missing < -300.0 else 0.02,
        steer=within(4.0 * angle, 1.0),
        boost=has_boost and abs(angle) < 0.3 and missing > 150.0 and speed > 1300.0,
        handbrake=abs(angle) > 1.5 and speed - missing > 500.0,
    )


def park(
    car: RocketSim.CarState, x: float, y: float, speed: float, *, has_boost: bool, backs_up: bool = True
) -> flat.ControllerState:
    """Drives to a place and stays there, in reverse if the place is close behind; without `backs_up`, it coasts."""
    angle, distance = bearing(car, x, y)
    left = max(0.0, distance - _ARRIVED_UU)
    if not backs_up:
        return drive(car, x, y, min(speed, math.sqrt(2.0 * _COAST_UU_S2 * left)), has_boost=has_boost)
    if distance < BACKS_UP_UU and abs(angle) > math.pi / 2.0:
        pace = min(_REVERSE_UU_S, math.sqrt(_BRAKE_UU_S2 * left))
        astern = math.copysign(math.pi - abs(angle), angle)
        push = within((-pace - forward_speed(car)) / 200.0, 1.0)
        return flat.ControllerState(throttle=push, steer=within(4.0 * astern, 1.0))
    pace = min(speed, math.sqrt(2.0 * _BRAKE_UU_S2 * left))
    if pace < 500.0:
        push = within((pace - forward_speed(car)) / 200.0, 1.0)
        return flat.ControllerState(throttle=push, steer=within(3.0 * angle, 1.0))
    return drive(car, x, y, pace, has_boost=has_boost)


def leap(frame: int) -> flat.ControllerState:
    """Jumps straight up, as high as one jump goes; `frame` counts from the beginning of the leap."""
    return flat.ControllerState(jump=frame < _HELD_FRAMES)


def rise_uu(after_s: float) -> float:
    """Returns the height of a car above the floor, `after_s` after the beginning of a leap."""
    if after_s < _HOLD_S:
        return 292.0 * after_s + 404.0 * after_s**2
    falling_s = after_s - _HOLD_S
    return 74.5 + 453.0 * falling_s - 325.0 * falling_s**2


def land(frame: int, car: RocketSim.CarState) -> flat.ControllerState:
    """Turns the wheels down; a jump now and then frees a car that lies on its roof."""
    angle, spin = car.rot_mat.as_angle(), car.ang_vel
    right, forward = car.rot_mat.right, car.rot_mat.forward
    pitch_rate = -(spin.x * right.x + spin.y * right.y + spin.z * right.z)
    roll_rate = -(spin.x * forward.x + spin.y * forward.y + spin.z * forward.z)
    return flat.ControllerState(
        throttle=1.0,
        pitch=within(-2.0 * angle.pitch - 0.5 * pitch_rate, 1.0),
        roll=within(-2.0 * angle.roll - 0.3 * roll_rate, 1.0),
        jump=car.pos.z < 60.0 and abs(angle.roll) > 1.0 and frame % TICKS_PER_S < TICKS_PER_S // 2,
    )


def unit(x: float, y: float) -> tuple[float, float]:
    """Returns the unit vector in the direction of (x, y)."""
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def within(value: float, limit: float) -> float:
    """Returns `value`, limited to -limit to limit."""
    return max(-limit, min(limit, value))


class TailFirst:
    """Drives a car that may not drive forwards, by showing another driver the car with tail and nose exchanged.

    The car is turned by half a turn around the vertical axis, so that throttle, steer, pitch and roll change their
    signs. Two such cars that push each other, or one with its tail at a wall, are stuck: they jump and turn, or slide.
    """

    __slots__ = ("_driver", "_freeing_since", "_place", "_place_since", "_side", "_stuck_frames")

    def __init__(self, driver: Driver, team: int) -> None:
        self._driver = driver
        self._stuck_frames = STUCK_FRAMES[team]
        self._place = (math.inf, math.inf)
        self._place_since = 0
        self._freeing_since = -FREEING_FRAMES
        self._side = 1.0
        """Direction of the next turn, which alternates."""

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
    """Returns the state of a car with tail and nose exchanged."""
    forward, right = car.rot_mat.forward, car.rot_mat.right
    state = RocketSim.CarState()
    state.pos, state.vel, state.ang_vel = car.pos, car.vel, car.ang_vel
    state.rot_mat = RocketSim.RotMat(
        RocketSim.Vec(-forward.x, -forward.y, -forward.z), RocketSim.Vec(-right.x, -right.y, -right.z), car.rot_mat.up
    )
    state.is_on_ground, state.boost = car.is_on_ground, car.boost
    return state
