"""Named numbers that change from episode to episode: for curricula, and for policies that work in different worlds.

A value is a number or one of these distributions: `{"uniform": [low, high]}`, `{"normal": [mean, deviation]}` or
`{"choice": [value, …]}`. Every arena draws its own value when an episode begins. Names with a meaning:

- `weight.TERM`: weight of a term of the reward
- `physics.NAME`: `gravity_z`, `ball_max_speed`, `ball_mass`, `ball_hit_strength`, `ball_bounciness`, `boost_strength`
- `start.weight.N`: weight of the N-th start state of a mix
- `start.NAME`: `ball_speed`, `ball_height`, `car_speed`, `distance` of a random start state
- `opponents.NAME`: any value that the opponents' `set_parameters` accepts; not drawn, and valid at once

Users' classes find all other names in `ArenaState.parameters` and `StartContext.parameters`.
"""

import math
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from runtime.model.messages import message
from runtime.training.specification import SpecificationError

PHYSICS: Final = (
    *("gravity_z", "ball_max_speed", "ball_mass", "ball_hit_strength", "ball_bounciness", "boost_strength"),
)
PHYSICS_OF_MATCH: Final = message(
    "physics-of-match", "The match sets the physics, so they cannot vary between episodes."
)
"""Reason for refusing `physics.NAME` in an environment whose arenas are matches with bots."""
_KINDS: Final[Mapping[str, Callable[..., Callable[[Random], float]]]] = {
    "uniform": lambda low, high: lambda random: random.uniform(low, high),
    "normal": lambda mean, deviation: lambda random: random.gauss(mean, deviation),
    "choice": lambda *values: lambda random: random.choice(values),
}


def drawer(name: str, value: Any) -> Callable[[Random], float]:
    """Returns a function that draws a parameter's value for an episode.

    Raises:
        SpecificationError: the value is not a number or a distribution.
    """
    if _is_number(value):
        number = float(value)
        return lambda _: number
    if isinstance(value, Mapping) and len(value) == 1:
        (kind, numbers), *_ = value.items()
        are_numbers = isinstance(numbers, list | tuple) and all(map(_is_number, numbers))
        if kind in _KINDS and are_numbers and (len(numbers) == 2 or (kind == "choice" and numbers)):
            return _KINDS[kind](*map(float, numbers))
    reason = message(
        "parameter-invalid",
        "A parameter is a number, or {kinds}, not {value}.",
        kinds="{uniform = [low, high]}, {normal = [mean, deviation]} or {choice = [value, ...]}",
        value=repr(value),
    )
    raise SpecificationError(f"parameters.{name}", reason)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
