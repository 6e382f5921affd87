"""Conditions that end an episode, by termination or truncation."""

from collections.abc import Callable
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from runtime.model.game_facts import TICKS_PER_S

from .state import NO_TEAM, ArenaState


class Ending(Protocol):
    """A condition that ends an episode.

    A method `reset(state)` is called when an episode begins, and `kick_off(state)` after a goal that does not end it.
    """

    def __call__(self, state: ArenaState) -> NDArray[np.bool_] | None:
        """Returns the arenas whose episode ends with this step, (K,); None means none."""


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


class TimedEnding:
    """Some time has passed since an event in the arena; a base class."""

    def __init__(self, ticks_of: Callable[[ArenaState], NDArray[np.int64]], seconds: float) -> None:
        if not seconds > 0.0:
            raise ValueError(f"The time must be above 0, not {seconds}.")
        self._ticks_of = ticks_of
        self._ticks = round(seconds * TICKS_PER_S)
        self._earliest = 0
        """No arena ends before `ArenaState.clock` has this value; allows a cheap check."""

    def __call__(self, state: ArenaState) -> NDArray[np.bool_] | None:
        """Returns the arenas."""
        if state.clock < self._earliest:
            return None
        ticks = self._ticks_of(state)
        longest = int(ticks.max())
        if longest < self._ticks:
            self._earliest = state.clock + self._ticks - longest
            return None
        ends: NDArray[np.bool_] = ticks >= self._ticks
        return ends


class NoTouchEnding(TimedEnding):
    """No car has touched the ball for some time.

    Args:
        seconds: the time.
    """

    def __init__(self, *, seconds: float = 30.0) -> None:
        super().__init__(lambda state: state.untouched_ticks, seconds)


class TimeLimitEnding(TimedEnding):
    """An episode has lasted for some time.

    Args:
        seconds: the time.
    """

    def __init__(self, *, seconds: float = 300.0) -> None:
        super().__init__(lambda state: state.ticks, seconds)


ENDINGS: Final[dict[str, Callable[..., Ending]]] = {
    "goal": GoalEnding,
    "touch": TouchEnding,
    "no_touch": NoTouchEnding,
    "time_limit": TimeLimitEnding,
}
