"""What mutators take away from a car's controls before each frame; a match without such mutators has no restrictions.

What the game's `Backwards` means exactly is not published; here nothing drives a car forwards, neither throttle nor
boost.
"""

from collections.abc import Callable
from typing import TypeAlias

import RocketSim

from runtime.documents.model import Mutators

Restriction: TypeAlias = Callable[[RocketSim.CarControls, RocketSim.CarState], None]
"""Changes the controls of a car in the state it is in."""


def restrictions_of(mutators: Mutators) -> tuple[Restriction, ...]:
    """The restrictions of a match."""
    restrictions: list[Restriction] = []
    if mutators.jump == "NoJumps":
        restrictions.append(_without_jump)
    if mutators.input_restriction == "Backwards":
        restrictions.append(_without_forwards)
    if mutators.boost_restriction == "AerialOnly":
        restrictions.append(_without_boost_on_wheels)
    return tuple(restrictions)


def restricted(
    given: RocketSim.CarControls, car: RocketSim.CarState, restrictions: tuple[Restriction, ...]
) -> RocketSim.CarControls:
    """What is left of the given controls, which stay as they are."""
    controls = RocketSim.CarControls(
        throttle=given.throttle,
        steer=given.steer,
        pitch=given.pitch,
        yaw=given.yaw,
        roll=given.roll,
        jump=given.jump,
        boost=given.boost,
        handbrake=given.handbrake,
    )
    for restrict in restrictions:
        restrict(controls, car)
    return controls


def _without_jump(controls: RocketSim.CarControls, _car: RocketSim.CarState) -> None:
    controls.jump = False


def _without_forwards(controls: RocketSim.CarControls, _car: RocketSim.CarState) -> None:
    controls.throttle = min(0.0, controls.throttle)
    controls.boost = False


def _without_boost_on_wheels(controls: RocketSim.CarControls, car: RocketSim.CarState) -> None:
    if car.is_on_ground:
        controls.boost = False
