"""Actions of agents, and their conversion to controls; uses only numpy, because exported bots include this module.

Controls are eight numbers: throttle, steer, pitch, yaw, roll from -1 to 1, and jump, boost, handbrake, which are
pressed if they are above 0.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .state import Floats

CONTROLS: Final = ("throttle", "steer", "pitch", "yaw", "roll", "jump", "boost", "handbrake")


class Actions(Protocol):
    """A space of actions."""

    count: int | None
    """Number of discrete actions; None if actions are vectors of `size` numbers from -1 to 1."""
    size: int
    """Number of values of an action: 1 for discrete ones."""
    table: Floats | None
    """The controls of each discrete action, (count, 8); None for vectors."""

    def controls(self, actions: NDArray[Any]) -> Floats:
        """Returns the controls of actions, (…, 8), in the order of `CONTROLS`.

        Args:
            actions: numbers of discrete actions (…), or vectors (…, size).
        """


class ContinuousActions:
    """The eight controls as numbers from -1 to 1."""

    count: int | None = None
    size: int = len(CONTROLS)
    table: Floats | None = None

    def controls(self, actions: NDArray[Any]) -> Floats:
        """Returns the controls (…, 8) of vectors (…, 8); values out of range are clamped."""
        controls: Floats = np.clip(actions, -1.0, 1.0).astype(np.float32)
        return controls


class TableActions:
    """Discrete actions, each a row of controls.

    Args:
        table: the controls of each action, (count, 8).
    """

    def __init__(self, *, table: Any) -> None:
        rows = np.array(table, np.float32)
        if rows.ndim != 2 or rows.shape[1] != len(CONTROLS) or not len(rows):
            raise ValueError(f"The table needs rows of {len(CONTROLS)} numbers; its shape is {rows.shape}.")
        self.table: Floats | None = rows
        self._rows = rows
        self.count: int | None = len(rows)
        self.size = 1

    def controls(self, actions: NDArray[Any]) -> Floats:
        """Returns the controls (…, 8) of the actions with these numbers (…).

        Raises:
            IndexError: there is no such action.
        """
        controls: Floats = self._rows[actions]
        return controls


class LookupActions(TableActions):
    """The 90 actions that most users of RLGym have: all that make sense on the ground and in the air."""

    def __init__(self) -> None:
        super().__init__(table=[*_on_the_ground(), *_in_the_air()])


def arranged(
    given: ArrayLike, agents: tuple[int, ...], size: tuple[int, ...], count: int | None = None
) -> NDArray[Any]:
    """Returns the actions of agents as an array (*agents, *size); `size` is () for discrete actions, else (n,).

    Axes of length 1 may be missing or superfluous, and the axes of agents may be merged into one. `count` is the number
    of discrete actions.

    Raises:
        ValueError: the shape does not fit, a number is NaN, or there is no such discrete action.
    """
    actions, expected = np.asarray(given), (*agents, *size)
    if actions.shape != expected:
        if _long(actions.shape) not in (_long(expected), _long((math.prod(agents), *size))):
            raise ValueError(f"Actions have the shape {actions.shape}; {expected} is expected.")
        actions = actions.reshape(expected)
    if size and np.isnan(actions).any():
        raise ValueError("A number of an action is NaN.")
    if not size and actions.dtype.kind == "f" and not (actions == np.floor(actions)).all():
        raise ValueError(f"There is no action {actions[actions != np.floor(actions)][0]}; they are whole numbers.")
    if count is not None and (absent := (actions < 0) | (actions >= count)).any():
        raise ValueError(f"There is no action {actions[absent][0]}; they are 0 to {count - 1}.")
    return actions


def _long(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(length for length in shape if length != 1)


def _on_the_ground() -> Iterator[tuple[float, ...]]:
    for throttle in (-1, 0, 1):
        for steer in (-1, 0, 1):
            for boost in (0, 1) if throttle == 1 else (0,):
                for handbrake in (0, 1):
                    yield throttle, steer, 0, steer, 0, 0, boost, handbrake


def _in_the_air() -> Iterator[tuple[float, ...]]:
    for pitch in (-1, 0, 1):
        for yaw in (-1, 0, 1):
            for roll in (-1, 0, 1):
                for jump in (0, 1):
                    if (jump and yaw) or not (pitch or roll or jump):
                        continue  # side flips need roll; without pitch, roll and jump, it is a ground action
                    for boost in (0, 1):
                        is_dodge = jump and (pitch or yaw or roll)
                        yield boost, yaw, pitch, yaw, roll, jump, boost, 1 if is_dodge else 0


ACTIONS: Final[dict[str, Callable[..., Actions]]] = {
    "continuous": ContinuousActions,
    "lookup": LookupActions,
    "table": TableActions,
}
