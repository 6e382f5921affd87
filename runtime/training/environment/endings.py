"""Reasons for which an episode ends, as a termination or as a truncation."""

from collections.abc import Callable
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from runtime.arena.physics import RATE

from .state import NO_TEAM, ArenaState


class Ending(Protocol):
    """A reason for the end of an episode; a method `reset(state)` is called as for rewards."""

    def __call__(self, state: ArenaState) -> NDArray[np.bool_] | None:
        """Returns the arenas whose episode ends with this step, (K,); None stands for none."""


class GoalEnding:
    """A team scored."""

    def __call__(self, state: ArenaState) -> NDArray[np.bool_] | None:
        """Returns the arenas."""
        return state.goal != NO_TEAM if state.has_goal else None


class TouchEnding:
    """A car touched the ball."""

    def __call__(self, state: ArenaState) -> NDArray[np.bool_] | None:
        """Returns the arenas."""
        return np.any(state.touches, axis=1) if state.has_events else None


class NoTouchEnding:
    """No car has touched the ball for some time.

    Args:
        seconds: the time.
    """

    def __init__(self, *, seconds: float = 30.0) -> None:
        self._ticks = _ticks(seconds)

    def __call__(self, state: ArenaState) -> NDArray[np.bool_] | None:
        """Returns the arenas."""
        return state.untouched_ticks >= self._ticks


class TimeLimitEnding:
    """An episode has lasted for some time.

    Args:
        seconds: the time.
    """

    def __init__(self, *, seconds: float = 300.0) -> None:
        self._ticks = _ticks(seconds)

    def __call__(self, state: ArenaState) -> NDArray[np.bool_] | None:
        """Returns the arenas."""
        return state.ticks >= self._ticks


ENDINGS: Final[dict[str, Callable[..., Ending]]] = {
    "goal": GoalEnding,
    "touch": TouchEnding,
    "no_touch": NoTouchEnding,
    "time_limit": TimeLimitEnding,
}


def _ticks(seconds: float) -> int:
    if not seconds > 0.0:
        raise ValueError(f"The time has to be above 0, not {seconds}.")
    return round(seconds * RATE)
