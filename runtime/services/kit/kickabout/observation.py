"""The built-in observation of services, as an array of numbers, and conversion of numbers to controls."""

from typing import Any, Final

import numpy as np
import rlbot_flatbuffers as flat
from numpy.typing import NDArray

FRIENDS: Final = 2
FOES: Final = 3
_CAR: Final = 20
"""Numbers per car: position, velocity, angular velocity, nose, roof, and five flags and amounts."""
_BALL: Final = 9
OBSERVATION_SIZE: Final = _BALL + _CAR + (FRIENDS + FOES) * (_CAR + 1)
"""Numbers per observation: the ball, the car, its two nearest friends and its three nearest foes.

Friends and foes have one more number in front: 1 if the match has such a car. If not, all their numbers are 0.
"""
_SCALE: Final = np.array([1.0 / 2300.0] * 6 + [1.0 / 5.5] * 3 + [1.0] * (_CAR - 9), np.float32)
_TURNED: Final = np.array([-1.0, -1.0, 1.0] * 5 + [1.0] * (_CAR - 15), np.float32)
"""Factors that rotate the field by half a turn, for the five vectors of a row."""
_CONTROLS: Final = 8


def observe(packet: Any) -> NDArray[np.float32]:
    """Returns the observation of each car of a packet, one row of `OBSERVATION_SIZE` numbers per car.

    Every car sees the field as if it attacked towards +y. Lengths are divided by 2300 uu and angular velocities by 5.5
    rad/s, a car's maximum speed in uu/s and maximum spin.
    """
    count = len(packet.players)
    views = _views(packet)
    team = np.array([player.team == 1 for player in packet.players], np.intp)
    own = np.arange(count)
    seen = np.empty((count, OBSERVATION_SIZE), np.float32)
    seen[:, :_BALL] = views[team, -1, :_BALL]
    seen[:, _BALL : _BALL + _CAR] = views[team, own]
    place = views[0, :-1, :3]
    away = ((place[:, None] - place[None]) ** 2).sum(axis=2)
    np.fill_diagonal(away, np.inf)
    is_friend = team[:, None] == team[None]
    start = _BALL + _CAR
    for others, maximum in ((is_friend, FRIENDS), (~is_friend, FOES)):
        block = np.zeros((count, maximum, 1 + _CAR), np.float32)
        far = np.where(others, away, np.inf)
        nearest = far.argsort(axis=1, kind="stable")[:, :maximum]
        is_there = np.isfinite(far[own[:, None], nearest])
        shown = block[:, : nearest.shape[1]]
        shown[..., 0] = is_there
        shown[..., 1:] = views[team[:, None], nearest] * is_there[..., None]
        end = start + maximum * (1 + _CAR)
        seen[:, start:end] = block.reshape(count, -1)
        start = end
    return seen


def controllers(actions: Any) -> list[flat.ControllerState]:
    """Returns the controls for rows of eight numbers: throttle, steer, pitch, yaw, roll, jump, boost, handbrake.

    The first five are limited to -1 to 1; the others are on above 0.5. A number that is not finite counts as 0.

    Raises:
        ValueError: a row does not have eight numbers.
    """
    rows = np.asarray(actions, np.float64)
    if rows.ndim != 2 or rows.shape[1] != _CONTROLS:
        raise ValueError(f"An action has {_CONTROLS} numbers, so {rows.shape} is not a batch of them.")
    rows = np.where(np.isfinite(rows), rows, 0.0)
    axes, buttons = rows[:, :5].clip(-1.0, 1.0).tolist(), (rows[:, 5:] > 0.5).tolist()
    return [flat.ControllerState(*axis, *button) for axis, button in zip(axes, buttons, strict=True)]


def _views(packet: Any) -> NDArray[np.float32]:
    """Returns the cars, then the ball, one row of `_CAR` numbers each, as seen by blue and by orange."""
    rows = [_car_row(player) for player in packet.players]
    ball = packet.balls[0].physics if packet.balls else None
    rows.append([*_motion(ball), *[0.0] * (_CAR - _BALL)] if ball is not None else [0.0] * _CAR)
    table = np.array(rows, np.float32)
    (cp, cy, cr), (sp, sy, sr) = np.cos(table[:-1, 9:12]).T, np.sin(table[:-1, 9:12]).T
    table[:-1, 9:15] = np.array((cp * cy, cp * sy, sp, -cy * sp * cr - sy * sr, -sy * sp * cr + cy * sr, cp * cr)).T
    table *= _SCALE
    return np.stack((table, table * _TURNED))


def _motion(physics: Any) -> tuple[float, ...]:
    place, speed, spin = physics.location, physics.velocity, physics.angular_velocity
    return (place.x, place.y, place.z, speed.x, speed.y, speed.z, spin.x, spin.y, spin.z)


def _car_row(player: Any) -> list[float]:
    turn = player.physics.rotation
    on_ground = player.air_state == flat.AirState.OnGround
    can_dodge = on_ground or not (player.has_double_jumped or player.has_dodged)
    flags = (player.boost / 100.0, on_ground, can_dodge, player.is_supersonic, player.demolished_timeout >= 0.0)
    return [*_motion(player.physics), turn.pitch, turn.yaw, turn.roll, 0.0, 0.0, 0.0, *map(float, flags)]
