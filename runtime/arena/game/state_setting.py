"""Turns the partial states that clients set, with any numbers, into states that the physics can use."""

import math
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

MAX_PLACE_UU: Final = 10_000.0
MAX_SPEED_UU_S: Final = 20_000.0
MAX_SPIN_RAD_S: Final = 100.0
MAX_GRAVITY_UU_S2: Final = 20_000.0
"""Limits far above the limits of the physics, which it does not apply to speeds at once."""
MIN_GAME_SPEED: Final = 0.01
MAX_GAME_SPEED: Final = 100.0
GAME_SPEED: Final = {"Default": 1.0, "SloMo": 0.5, "TimeWarp": 1.5}
"""Our values of the mutator."""


def usable(desired: float | None) -> bool:
    """Returns whether a number is given and finite."""
    return desired is not None and math.isfinite(desired)


def limited(value: float, limit: float) -> float:
    """Returns `value` clamped to -`limit` and `limit`."""
    return min(limit, max(-limit, value))


def game_speed(desired: float) -> float:
    """Returns the nearest speed at which a match can run."""
    return min(MAX_GAME_SPEED, max(MIN_GAME_SPEED, desired))


def names_physics(desired: flat.DesiredPhysics | None) -> bool:
    """Returns whether any number is given; a state without numbers must not be set, because setting rounds."""
    if desired is None:
        return False
    vectors = (desired.location, desired.velocity, desired.angular_velocity)
    numbers = [number for vector in vectors if vector is not None for number in (vector.x, vector.y, vector.z)]
    if desired.rotation is not None:
        numbers += (desired.rotation.pitch, desired.rotation.yaw, desired.rotation.roll)
    return any(map(usable, numbers))


def names_car(desired: flat.DesiredCarState) -> bool:
    """Returns whether any number of a car or its boost is given."""
    return usable(desired.boost_amount) or names_physics(desired.physics)


def apply_ball(ball: RocketSim.BallState, desired: flat.DesiredPhysics) -> RocketSim.BallState:
    """Changes the given numbers in place and returns `ball`."""
    _apply_physics(ball, desired)
    return ball


def apply_car(car: RocketSim.CarState, desired: flat.DesiredCarState) -> RocketSim.CarState:
    """Changes the given numbers in place and returns `car`; boost is cut to a whole number from 0 to 100."""
    if desired.physics is not None:
        _apply_physics(car, desired.physics)
    boost = desired.boost_amount
    if boost is not None and usable(boost):
        car.boost = float(min(100, max(0, int(boost))))
    return car


def _apply_physics(state: RocketSim.CarState | RocketSim.BallState, desired: flat.DesiredPhysics) -> None:
    if desired.location is not None:
        state.pos = _vector(state.pos, desired.location, MAX_PLACE_UU)
    if desired.velocity is not None:
        state.vel = _vector(state.vel, desired.velocity, MAX_SPEED_UU_S)
    if desired.angular_velocity is not None:
        state.ang_vel = _vector(state.ang_vel, desired.angular_velocity, MAX_SPIN_RAD_S)
    if desired.rotation is not None:
        angle = state.rot_mat.as_angle()
        rotation = desired.rotation
        state.rot_mat = RocketSim.Angle(
            _turn(angle.yaw, rotation.yaw), _turn(angle.pitch, rotation.pitch), _turn(angle.roll, rotation.roll)
        ).as_rot_mat()


def _vector(current: RocketSim.Vec, desired: flat.Vector3Partial, limit: float) -> RocketSim.Vec:
    numbers = (_chosen(current.x, desired.x), _chosen(current.y, desired.y), _chosen(current.z, desired.z))
    return RocketSim.Vec(*(limited(number, limit) for number in numbers))


def _chosen(current: float, desired: float | None) -> float:
    return desired if desired is not None and usable(desired) else current


def _turn(current: float, desired: float | None) -> float:
    return math.remainder(_chosen(current, desired), math.tau)
