"""What a car observes, as numbers: the built-in observation of services, and controls from numbers."""

from math import isfinite
from typing import Any, Final

import numpy as np
import rlbot_flatbuffers as flat
from numpy.typing import NDArray

FRIENDS: Final = 2
FOES: Final = 3
_CAR: Final = 20
"""Numbers of a car: position, velocity, angular velocity, nose, roof, and five flags and amounts."""
_BALL: Final = 9
OBSERVATION_SIZE: Final = _BALL + _CAR + (FRIENDS + FOES) * (_CAR + 1)
"""Numbers of an observation: the ball, the car, its two nearest friends and its three nearest foes.

Each of the others has a first number that is 1, or 0 with nothing but zeros where the match has no such car.
"""
_UU: Final = 1.0 / 2300.0
_SPIN: Final = 1.0 / 5.5
_MIRROR: Final = np.array([-1.0, -1.0, 1.0], np.float32)
_CONTROLS: Final = 8


def car_table(packet: Any) -> NDArray[np.float32]:
    """Returns the cars of a packet, then the ball, one row of 20 numbers each, as blue sees them.

    Lengths are in 2300 uu, the most that a car drives in a second, and spins in 5.5 rad/s, the most that it turns.
    The ball uses the first nine numbers.
    """
    rows = [_car_row(player) for player in packet.players]
    ball = packet.balls[0].physics if packet.balls else None
    rows.append([*_motion(ball), *[0.0] * (_CAR - _BALL)] if ball is not None else [0.0] * _CAR)
    table = np.array(rows, np.float32)
    cosine, sine = np.cos(table[:, 9:12]), np.sin(table[:, 9:12])
    pitch, yaw, roll = 0, 1, 2
    nose = (cosine[:, pitch] * cosine[:, yaw], cosine[:, pitch] * sine[:, yaw], sine[:, pitch])
    roof = (
        -cosine[:, yaw] * sine[:, pitch] * cosine[:, roll] - sine[:, yaw] * sine[:, roll],
        -sine[:, yaw] * sine[:, pitch] * cosine[:, roll] + cosine[:, yaw] * sine[:, roll],
        cosine[:, pitch] * cosine[:, roll],
    )
    table[:, 9:15] = np.stack([*nose, *roof], axis=1)
    table[:, :6] *= _UU
    table[:, 6:9] *= _SPIN
    table[-1, 9:] = 0.0
    return table


def observe(packet: Any, car: int, table: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns the observation of a car, of `OBSERVATION_SIZE` numbers; every car attacks towards +y.

    `table` is the `car_table` of the packet.
    """
    seen = np.zeros(OBSERVATION_SIZE, np.float32)
    rows = _turned(table) if packet.players[car].team == 1 else table
    seen[:_BALL], seen[_BALL : _BALL + _CAR] = rows[-1, :_BALL], rows[car]
    team = packet.players[car].team
    away = np.linalg.norm(rows[:-1, :3] - rows[car, :3], axis=1)
    order = [int(other) for other in np.argsort(away, kind="stable") if other != car]
    place = _BALL + _CAR
    for is_friend, most in ((True, FRIENDS), (False, FOES)):
        others = [other for other in order if (packet.players[other].team == team) is is_friend][:most]
        for position, other in enumerate(others):
            start = place + position * (_CAR + 1)
            seen[start] = 1.0
            seen[start + 1 : start + 1 + _CAR] = rows[other]
        place += most * (_CAR + 1)
    return seen


def controller(action: Any) -> flat.ControllerState:
    """Returns the `ControllerState` for eight numbers: throttle, steer, pitch, yaw, roll, jump, boost, handbrake.

    The first five are limited to -1 to 1, the others are on above 0.5; a number that is not finite counts as 0.

    Raises:
        ValueError: there are not eight numbers.
    """
    if isinstance(action, flat.ControllerState):
        return action
    numbers = [float(number) for number in action]
    if len(numbers) != _CONTROLS:
        raise ValueError(f"An action has {_CONTROLS} numbers, and this one has {len(numbers)}.")
    axes = [max(-1.0, min(1.0, number)) if isfinite(number) else 0.0 for number in numbers[:5]]
    throttle, steer, pitch, yaw, roll = axes
    jump, boost, handbrake = (number > 0.5 for number in numbers[5:])
    return flat.ControllerState(throttle, steer, pitch, yaw, roll, jump, boost, handbrake)


def _turned(table: NDArray[np.float32]) -> NDArray[np.float32]:
    turned = table.copy()
    turned[:, :15] *= np.tile(_MIRROR, 5)
    return turned


def _motion(physics: Any) -> tuple[float, ...]:
    place, speed, spin = physics.location, physics.velocity, physics.angular_velocity
    return (place.x, place.y, place.z, speed.x, speed.y, speed.z, spin.x, spin.y, spin.z)


def _car_row(player: Any) -> list[float]:
    turn = player.physics.rotation
    on_ground = player.air_state == flat.AirState.OnGround
    can_dodge = on_ground or not (player.has_double_jumped or player.has_dodged)
    flags = (player.boost / 100.0, on_ground, can_dodge, player.is_supersonic, player.demolished_timeout >= 0.0)
    return [*_motion(player.physics), turn.pitch, turn.yaw, turn.roll, 0.0, 0.0, 0.0, *map(float, flags)]
