"""The hitboxes of car bodies."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from runtime.model.game_facts import CAR_REST_Z


class Hitbox(IntEnum):
    """The families of car bodies with the same hitbox, numbered like RocketSim's presets."""

    OCTANE = 0
    DOMINUS = 1
    PLANK = 2
    BREAKOUT = 3
    HYBRID = 4
    MERC = 5


_FAMILIES: Final = {
    Hitbox.DOMINUS: (
        *(29, 403, 597, 600, 1018, 1171, 1286, 1675, 1689, 1883, 2070, 2268, 2666),
        *(3155, 3156, 3157, 3265, 3426, 3875, 3879, 3880, 4014, 4155, 4472, 4473, 4770),
    ),
    Hitbox.PLANK: (24, 803, 1603, 1691, 1919, 3594, 3614, 3622),
    Hitbox.BREAKOUT: (22, 1416, 1894, 1932, 3031),
    Hitbox.HYBRID: (28, 31, 1159, 1317, 1624, 1856, 2269, 3451),
    Hitbox.MERC: (30,),
}
"""The families that Psyonix publishes; any other body has the Octane's hitbox."""
_BODIES: Final = {body: hitbox for hitbox, bodies in _FAMILIES.items() for body in bodies}
REST_Z: Final = {
    Hitbox.OCTANE: CAR_REST_Z,
    Hitbox.DOMINUS: 17.07,
    Hitbox.PLANK: 18.67,
    Hitbox.BREAKOUT: 18.36,
    Hitbox.HYBRID: 17.03,
    Hitbox.MERC: 18.81,
}
"""Height of a standing car of each family."""


def hitbox_of(car_id: int) -> Hitbox:
    """Returns the family of the body with the game's number `car_id`."""
    return _BODIES.get(car_id, Hitbox.OCTANE)


@dataclass(frozen=True, slots=True)
class CarBuild:
    """Team and hitbox of a car."""

    team: int
    hitbox: Hitbox
