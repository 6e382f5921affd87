"""What mutators do to cars after each frame of play; a match without such mutators has no effects at all.

What the game's names for jumps mean is not published. Here `Grounded` leaves the jump from the ground only, and Two,
Three, Four and Unlimited are the jumps and dodges that a car has in the air, one after the other, each with a time
limit of its own.
"""

import math
from collections.abc import Callable
from typing import Final, TypeAlias

from runtime.arena.game.jumps import DOUBLE_JUMP_FRAMES
from runtime.arena.physics import RATE
from runtime.arena.physics.mutator_numbers import RECHARGE_PER_S
from runtime.arena.physics.world import World
from runtime.documents.model import Mutators

Effect: TypeAlias = Callable[[World], None]

AIR_JUMPS: Final = {"Two": 2.0, "Three": 3.0, "Four": 4.0, "Unlimited": math.inf}
GRACE_FRAMES: Final = {"TwoSeconds": 0.75 * RATE, "ThreeSeconds": 1.75 * RATE, "Unlimited": math.inf}
"""By so much the time for a dodge is longer than 1.25 s."""
_FULL: Final = 100.0
_OVER_S: Final = 1000.0
"""So long after a jump the physics let no other one follow."""


def effects_of(mutators: Mutators, cars: int) -> tuple[Effect, ...]:
    """The effects of a match with so many cars, but for the dodge's time limit."""
    effects: list[Effect] = []
    if mutators.boost_amount in RECHARGE_PER_S:
        effects.append(Recharge(RECHARGE_PER_S[mutators.boost_amount]))
    if mutators.jump == "Grounded":
        effects.append(forbid_air_jumps)
    elif mutators.jump in AIR_JUMPS:
        effects.append(AirJumps(cars, AIR_JUMPS[mutators.jump]))
    if mutators.demolish.startswith("OnBallContact"):
        effects.append(demolish_touchers)
    return tuple(effects)


def dodge_clock_of(mutators: Mutators, cars: int) -> "DodgeClock | None":
    """The dodge's time limit of a match, if it is not the usual one."""
    grace = GRACE_FRAMES.get(mutators.dodge_timer)
    return None if grace is None else DodgeClock(cars, grace)


def demolish_touchers(world: World) -> None:
    """A car that touches the ball is demolished; nobody gets points for it."""
    for car in world.contacts.touches:
        world.demolish(car)


def forbid_air_jumps(world: World) -> None:
    """A car off the ground counts as one that has jumped, and its time for a second jump or a dodge is over."""
    for index, car in enumerate(world.cars):
        is_standing = car.is_on_ground and not (car.is_jumping or car.has_jumped)
        if is_standing or car.is_demoed or (car.has_jumped and car.air_time_since_jump >= _OVER_S):
            continue
        if not car.has_jumped:
            car.has_jumped = True
            car.jump_time = _OVER_S
        car.air_time_since_jump = _OVER_S
        world.set_car(index, car)


class Recharge:
    """Gives boost back to cars that use none."""

    __slots__ = ("_per_frame",)

    def __init__(self, per_s: float) -> None:
        self._per_frame = per_s / RATE

    def __call__(self, world: World) -> None:
        """One frame."""
        for index, car in enumerate(world.cars):
            if car.boost < _FULL and not (car.last_controls.boost or car.is_demoed):
                car.boost = min(_FULL, car.boost + self._per_frame)
                world.set_car(index, car)


class AirJumps:
    """Gives a car whose jump or dodge in the air is over another go, until it has had its share; on the ground all is
    anew.
    """

    __slots__ = ("_jumping", "_most", "_used")

    def __init__(self, cars: int, most: float) -> None:
        self._most = most
        self._used = [0] * cars
        self._jumping = [0] * cars
        """Frames since the last jump in the air."""

    def __call__(self, world: World) -> None:
        """One frame."""
        for index, car in enumerate(world.cars):
            if car.is_on_ground:
                self._used[index] = self._jumping[index] = 0
            elif (car.has_double_jumped or car.has_flipped) and not car.is_flipping:
                self._jumping[index] += car.has_double_jumped
                if 0 < self._jumping[index] <= DOUBLE_JUMP_FRAMES:
                    continue
                self._used[index] += 1
                self._jumping[index] = 0
                if self._used[index] < self._most:
                    car.has_double_jumped = car.has_flipped = False
                    car.air_time_since_jump = 0.0
                    world.set_car(index, car)


class DodgeClock:
    """Holds the physics' own time limit for a dodge (1.25 s after a jump) back by a grace; math.inf is for ever."""

    __slots__ = ("_grace", "_held")

    def __init__(self, cars: int, grace_frames: float) -> None:
        self._grace = grace_frames
        self._held = [0] * cars

    def __call__(self, world: World) -> None:
        """One frame."""
        for index, car in enumerate(world.cars):
            if car.air_time_since_jump == 0.0:
                self._held[index] = 0
            elif self._held[index] < self._grace:
                self._held[index] += 1
                car.air_time_since_jump = 0.0
                world.set_car(index, car)

    def grace_s(self, index: int) -> float:
        """What of the grace a car has left; 0 when there is no limit at all."""
        return 0.0 if math.isinf(self._grace) else (self._grace - self._held[index]) / RATE
