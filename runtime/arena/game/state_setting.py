"""Turns what clients wish for (partial states, any numbers) into states that the physics can take."""

import math
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

MAX_PLACE_UU: Final = 10_000.0
MAX_SPEED_UU_S: Final = 20_000.0
MAX_SPIN_RAD_S: Final = 100.0
MAX_GRAVITY_UU_S2: Final = 20_000.0
"""Far beyond what the physics allows; it limits speeds itself, but not at once."""
MIN_GAME_SPEED: Final = 0.01
MAX_GAME_SPEED: Final = 100.0
GAME_SPEED: Final = {"Default": 1.0, "SloMo": 0.5, "TimeWarp": 1.5}
"""Of the mutator; ours."""


def usable(wish: float | None) -> bool:
    """Whether a number was wished for and is one."""
    return wish is not None and math.isfinite(wish)


def limited(value: float, limit: float) -> float:
    """The nearest number that is no farther from 0 than `limit`."""
    return min(limit, max(-limit, value))


def game_speed(wish: float) -> float:
    """The nearest speed at which a match can run."""
    return min(MAX_GAME_SPEED, max(MIN_GAME_SPEED, wish))


def names_physics(wish: flat.DesiredPhysics | None) -> bool:
    """Whether a wish names any number; what is set is rounded, so what is not named is not set at all."""
    if wish is None:
        return False
    vectors = (wish.location, wish.velocity, wish.angular_velocity)
    numbers = [number for vector in vectors if vector is not None for number in (vector.x, vector.y, vector.z)]
    if wish.rotation is not None:
        numbers += (wish.rotation.pitch, wish.rotation.yaw, wish.rotation.roll)
    return any(map(usable, numbers))


def names_car(wish: flat.DesiredCarState) -> bool:
    """The same of a car with its boost."""
    return usable(wish.boost_amount) or names_physics(wish.physics)


def apply_ball(ball: RocketSim.BallState, wish: flat.DesiredPhysics) -> RocketSim.BallState:
    """Changes what the wish names."""
    _apply_physics(ball, wish)
    return ball


def apply_car(car: RocketSim.CarState, wish: flat.DesiredCarState) -> RocketSim.CarState:
    """Changes what the wish names; boost is cut to a whole number of 0 to 100."""
    if wish.physics is not None:
        _apply_physics(car, wish.physics)
    boost = wish.boost_amount
    if boost is not None and usable(boost):
        car.boost = float(min(100, max(0, int(boost))))
    return car


def _apply_physics(state: RocketSim.CarState | RocketSim.BallState, wish: flat.DesiredPhysics) -> None:
    if wish.location is not None:
        state.pos = _vector(state.pos, wish.location, MAX_PLACE_UU)
    if wish.velocity is not None:
        state.vel = _vector(state.vel, wish.velocity, MAX_SPEED_UU_S)
    if wish.angular_velocity is not None:
        state.ang_vel = _vector(state.ang_vel, wish.angular_velocity, MAX_SPIN_RAD_S)
    if wish.rotation is not None:
        angle = state.rot_mat.as_angle()
        rotation = wish.rotation
        state.rot_mat = RocketSim.Angle(
            _turn(angle.yaw, rotation.yaw), _turn(angle.pitch, rotation.pitch), _turn(angle.roll, rotation.roll)
        ).as_rot_mat()


def _vector(current: RocketSim.Vec, wish: flat.Vector3Partial, limit: float) -> RocketSim.Vec:
    numbers = (_chosen(current.x, wish.x), _chosen(current.y, wish.y), _chosen(current.z, wish.z))
    return RocketSim.Vec(*(limited(number, limit) for number in numbers))


def _chosen(current: float, wish: float | None) -> float:
    return wish if wish is not None and usable(wish) else current


def _turn(current: float, wish: float | None) -> float:
    return math.remainder(_chosen(current, wish), math.tau)
