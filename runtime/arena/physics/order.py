"""Makes physics in which the order of the cars does not depend on the computer's memory.

RocketSim keeps the cars of an arena in a hash table by their addresses. Where memory happens to put two of them into
one bucket, they change places in it; then another car gets the pad that two reach in the same frame, and cars that
touch push each other a little differently. So arenas are made until one has its cars in the order of their numbers,
which is soon: it is the order of all tables without a collision.
"""

from collections.abc import Callable, Sequence
from logging import getLogger
from random import Random
from typing import Final

import RocketSim

ORDERED_CARS: Final = 8
"""With more cars hardly any table is without a collision; they are taken as they come."""
ATTEMPTS: Final = 250
"""One in four succeeds with six cars, one in sixteen with eight; each takes a quarter of a millisecond."""

_ASIDE: Final = RocketSim.Vec(0.0, 0.0, 1000.0)
_HOVER_Z: Final = 60.0
"""Within reach of a pad, though cars in one place push each other up to 80 uu up or down; off the floor, because
RocketSim pushes up for ever a car that was inside of it once."""
_SPACER: Final = range(528, 2048, 16)
"""Sizes of what is put between cars in memory, so that they lie at other distances in every attempt."""

_log = getLogger(__name__)


def in_order(
    make: Callable[[], RocketSim.Arena], cars: Sequence[tuple[int, int]]
) -> tuple[RocketSim.Arena, list[RocketSim.Car]]:
    """Makes arenas with cars until one handles them in their order, and returns that.

    The arena has been stepped: cars and pads have to be set, and callbacks, before it is used.

    Args:
        make: makes an arena that has pads.
        cars: team and number of the hitbox of each car.
    """
    random = Random(len(cars))
    spacers: list[bytearray] = []
    rejected: list[RocketSim.Arena] = []
    while True:
        arena, added = make(), []
        for team, hitbox in cars:
            if rejected:
                spacers.append(bytearray(random.choice(_SPACER)))
            added.append(arena.add_car(team, hitbox))
        if len(cars) > ORDERED_CARS or _is_in_order(arena, added):
            return arena, added
        rejected.append(arena)
        if len(rejected) == ATTEMPTS:
            _log.warning("Memory lies badly: the same seed may give another match in another process")
            return arena, added


def _is_in_order(arena: RocketSim.Arena, cars: list[RocketSim.Car]) -> bool:
    """Puts the cars on one pad after another, each time without the car that must have got the one before."""
    takers: list[int] = []
    arena.set_boost_pickup_callback(lambda *, car, **_: takers.append(car.id))
    arena.set_car_car_collision(False)
    for first, pad in zip(range(len(cars) - 1), arena.get_boost_pads(), strict=False):
        place = pad.get_pos()
        for index, car in enumerate(cars):
            state = RocketSim.CarState()
            state.pos = RocketSim.Vec(place.x, place.y, _HOVER_Z) if index >= first else _ASIDE
            state.boost = 0.0
            car.set_state(state)
        arena.step(1)
        if takers[-1:] != [cars[first].id]:
            return False
    arena.set_car_car_collision(True)
    return True
