"""How a stand-in handles its car: to a place, onto a place, up to a high ball, and back onto its wheels."""

import math
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.physics import RATE

TURN_S: Final = 0.35
"""What a radian costs on the way."""
BACKS_UP_UU: Final = 600.0
"""A place behind it that is nearer than this it reaches in reverse gear."""
LEAP_FRAMES: Final = 60
"""From the jump until it drives again."""
_REVERSE_UU_S: Final = 1000.0
_GAIN_UU_S2: Final = 1300.0
"""What throttle gives a car between standing still and its speed, about."""
_BRAKE_UU_S2: Final = 2500.0
_COAST_UU_S2: Final = 525.0
"""What a car loses that nothing drives; RocketSim's."""
_ARRIVED_UU: Final = 30.0
_HELD_FRAMES: Final = 40
_HOLD_S: Final = 0.2
"""So long a jump lifts while it is held."""


def bearing(car: RocketSim.CarState, x: float, y: float) -> tuple[float, float]:
    """Angle (right is positive) and distance from a car's nose to a place on the floor."""
    forward, place = car.rot_mat.forward, car.pos
    to_x, to_y = x - place.x, y - place.y
    cross = forward.x * to_y - forward.y * to_x
    return math.atan2(cross, forward.x * to_x + forward.y * to_y), math.hypot(to_x, to_y)


def forward_speed(car: RocketSim.CarState) -> float:
    """How fast a car drives the way it looks, uu/s; negative in reverse."""
    forward = car.rot_mat.forward
    return float(car.vel.x * forward.x + car.vel.y * forward.y)


def way_s(speed: float, top: float, distance: float) -> float:
    """Seconds that a car needs for a straight way, when it drives `speed` now and `top` at most."""
    speed = max(-_REVERSE_UU_S, min(speed, top))
    gaining_s = (math.sqrt(speed * speed + 2.0 * _GAIN_UU_S2 * distance) - speed) / _GAIN_UU_S2
    if speed + _GAIN_UU_S2 * gaining_s <= top:
        return gaining_s
    gained_uu = (top * top - speed * speed) / (2.0 * _GAIN_UU_S2)
    return (top - speed) / _GAIN_UU_S2 + (distance - gained_uu) / top


def drive(car: RocketSim.CarState, x: float, y: float, speed: float, *, has_boost: bool) -> flat.ControllerState:
    """Drives to a place, as fast as `speed` and the bend allow: a car turns in a circle of about 2 s of its way."""
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
    """Drives onto a place and stays there; backwards if it lies close behind, unless it neither backs up nor brakes."""
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
    """Straight up, as high as one jump goes; `frame` counts from its beginning."""
    return flat.ControllerState(jump=frame < _HELD_FRAMES)


def rise_uu(after_s: float) -> float:
    """How high a car is above the floor that began to leap so long ago."""
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
        jump=car.pos.z < 60.0 and abs(angle.roll) > 1.0 and frame % RATE < RATE // 2,
    )


def unit(x: float, y: float) -> tuple[float, float]:
    """The same direction with length 1."""
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def within(value: float, limit: float) -> float:
    """`value`, cut to between -limit and limit."""
    return max(-limit, min(limit, value))
