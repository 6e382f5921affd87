"""The pads of the physics, which has them in an order of its own."""

from collections.abc import Sequence

import RocketSim

from runtime.arena.physics.engine import NEVER_S
from runtime.arena.stadium.field import Pad


def switch_off(pads: Sequence[RocketSim.BoostPad]) -> None:
    """Takes pads away for good."""
    away = RocketSim.BoostPadState()
    away.is_active = False
    away.cooldown = NEVER_S
    for pad in pads:
        pad.set_state(away)


def in_rlbot_order(pads: Sequence[RocketSim.BoostPad], known: Sequence[Pad]) -> list[RocketSim.BoostPad]:
    """The physics' pads, each in the place of the nearest pad that clients know."""
    left = list(pads)
    ordered = []
    for pad in known:
        nearest = min(left, key=lambda other: _distance(other, pad.x, pad.y))
        left.remove(nearest)
        ordered.append(nearest)
    return ordered


def _distance(pad: RocketSim.BoostPad, x: float, y: float) -> float:
    place = pad.get_pos()
    return float((place.x - x) ** 2 + (place.y - y) ** 2)
