"""What a packet says of a car's jumps and dodges, from what RocketSim knows of them."""

from collections.abc import Callable
from typing import Final, TypeAlias

import rlbot_flatbuffers as flat
import RocketSim

DODGE_TIMEOUT_S: Final = 1.25
JUMP_S: Final = 0.2
DOUBLE_JUMP_FRAMES: Final = 13

_ALL_WHEELS: Final = (True, True, True, True)
_ON_GROUND: Final = int(flat.AirState.OnGround)
_JUMPING: Final = int(flat.AirState.Jumping)
_DOUBLE_JUMPING: Final = int(flat.AirState.DoubleJumping)
_DODGING: Final = int(flat.AirState.Dodging)
_IN_AIR: Final = int(flat.AirState.InAir)

Jump: TypeAlias = tuple[int, float, float, float, float, bool, bool, bool]
"""`air_state`; `dodge_timeout`, `dodge_elapsed`, forward and right of `dodge_dir`; `has_jumped` and so on."""

_STANDS: Final[Jump] = (_ON_GROUND, -1.0, 0.0, 0.0, 0.0, False, False, False)


class Jumps:
    """The jumps of all cars of a match; owned by one thread.

    `dodge_grace_s` tells by how much a car's time for a dodge is longer than the physics say.
    """

    __slots__ = ("_dodge_grace_s", "_double_jumps")

    def __init__(self, dodge_grace_s: Callable[[int], float] | None = None) -> None:
        self._dodge_grace_s = dodge_grace_s
        self._double_jumps: dict[int, int] = {}
        """The frame of the packet that first showed a car's second jump."""

    def of(self, index: int, car: RocketSim.CarState, frame: int) -> Jump:
        """What a packet of `frame` says of a car."""
        if self._double_jumps and not car.has_double_jumped:
            self._double_jumps.pop(index, None)
        if not car.is_jumping and car.wheels_with_contact == _ALL_WHEELS:
            return _STANDS
        timeout, elapsed, forward, right = -1.0, 0.0, 0.0, 0.0
        has_jumped, has_double_jumped, has_dodged = car.has_jumped, car.has_double_jumped, car.has_flipped
        if has_dodged:
            elapsed = car.flip_time
            forward, right = _dodge_direction(car)
        elif has_jumped and not has_double_jumped:
            timeout = _dodge_timeout(car)
            if self._dodge_grace_s is not None and timeout > 0.0:
                timeout += self._dodge_grace_s(index)
        air_state = self._air_state(index, car, frame)
        return air_state, timeout, elapsed, forward, right, has_jumped, has_double_jumped, has_dodged

    def _air_state(self, index: int, car: RocketSim.CarState, frame: int) -> int:
        if car.is_jumping:
            return _JUMPING
        if car.is_flipping:
            return _DODGING
        return _DOUBLE_JUMPING if car.has_double_jumped and self._is_double_jumping(index, frame) else _IN_AIR

    def _is_double_jumping(self, index: int, frame: int) -> bool:
        """RocketSim knows no time of the second jump, so it counts from the first packet that shows one."""
        return frame - self._double_jumps.setdefault(index, frame) < DOUBLE_JUMP_FRAMES


def _dodge_timeout(car: RocketSim.CarState) -> float:
    """Seconds left for a dodge after a jump; the time does not run while the first jump is held."""
    left = DODGE_TIMEOUT_S - car.air_time_since_jump
    if car.is_jumping:
        left += max(0.0, JUMP_S - car.jump_time)
    return left if left > 0.0 else -1.0


def _dodge_direction(car: RocketSim.CarState) -> tuple[float, float]:
    """Forward and right share of the dodge; RocketSim keeps it as the torque across."""
    x, y, _ = car.flip_rel_torque.as_tuple()
    return y, -x
