"""Checks the results of users' components, so errors name the component instead of the code that used its result.

Kickabout's own components are not checked.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.model.messages import message
from runtime.training.environment.actions import CONTROLS
from runtime.training.environment.starts import BodyStart, StartContext, StartState
from runtime.training.environment.state import ArenaState, Floats
from runtime.training.specification import SpecificationError


class Checked:
    """A component whose results are checked; other attributes are those of the component.

    Args:
        made: the component.
        name: `package.module:Class`.
        key: its place in the specification.
    """

    def __init__(self, made: Any, name: str, key: str) -> None:
        self._made = made
        self._name = name
        self._key = key

    def __getattr__(self, name: str) -> Any:
        """Returns an attribute of the component."""
        return getattr(self._made, name)

    def _array(self, result: object, shape: tuple[int, ...]) -> NDArray[Any]:
        """Returns a result as an array of finite numbers.

        Raises:
            SpecificationError: the shape is wrong, or a value is not a finite number.
        """
        array = np.asarray(result)
        if array.shape != shape:
            reason = message(
                "result-shape",
                "'{name}' returned an array of shape {shape}; {expected} is expected.",
                name=self._name,
                shape=str(array.shape),
                expected=str(shape),
            )
            raise SpecificationError(self._key, reason)
        self._check_finite(array)
        return array

    def _check_finite(self, array: NDArray[Any]) -> None:
        if array.dtype.kind not in "fiub" or not np.isfinite(array).all():
            reason = message(
                "result-not-finite",
                "'{name}' gave NaN, infinity or nothing where a number is expected.",
                name=self._name,
            )
            raise SpecificationError(self._key, reason)


class CheckedReward(Checked):
    """A reward; see `rewards.Reward`."""

    def __call__(self, state: ArenaState) -> NDArray[Any] | None:
        """Returns the rewards of all cars."""
        values = self._made(state)
        return None if values is None else self._array(values, (len(state), state.layout.cars))


class CheckedEnding(Checked):
    """A termination or truncation; see `endings.Ending`."""

    def __call__(self, state: ArenaState) -> NDArray[np.bool_] | None:
        """Returns the arenas whose episode ends; numbers other than 0 count as true."""
        ends = self._made(state)
        return None if ends is None else self._array(ends, (len(state),)).astype(np.bool_)


class CheckedObservation(Checked):
    """An observation; see `observations.Observation`."""

    def observe(self, state: ArenaState, out: Floats) -> None:
        """Writes what the agents observe; values that are not written count as errors."""
        out.fill(np.nan)
        self._made.observe(state, out)
        self._check_finite(out)


class CheckedActions(Checked):
    """A space of actions; see `actions.Actions`."""

    def __init__(self, made: Any, name: str, key: str) -> None:
        super().__init__(made, name, key)
        for attribute in ("count", "size", "table"):
            if not hasattr(made, attribute):
                reason = message(
                    "component-attribute-missing",
                    "'{name}' has no attribute '{attribute}'.",
                    name=name,
                    attribute=attribute,
                )
                raise SpecificationError(key, reason)
        if (made.count is None) != (made.table is None):
            reason = message(
                "actions-without-table",
                "'{name}' needs both count and table for discrete actions, and None for both otherwise.",
                name=name,
            )
            raise SpecificationError(key, reason)

    def controls(self, actions: NDArray[Any]) -> Floats:
        """Returns the controls of actions."""
        array = np.asarray(actions)
        shape = array.shape[:-1] if self._made.table is None else array.shape
        controls: Floats = self._array(self._made.controls(actions), (*shape, len(CONTROLS)))
        return controls


class CheckedStart(Checked):
    """A start; see `starts.Start`."""

    def draw(self, context: StartContext) -> StartState:
        """Returns a start state."""
        drawn = self._made.draw(context)
        if not isinstance(drawn, StartState) or len(drawn.cars) != len(context.teams):
            reason = message(
                "start-state-expected",
                "'{name}' must return a StartState with the cars of the arena ({count}).",
                name=self._name,
                count=str(len(context.teams)),
            )
            raise SpecificationError(self._key, reason)
        self._check_finite(np.array([_numbers(body) for body in (drawn.ball, *drawn.cars)], np.float64))
        return drawn


class CheckedOpponents(Checked):
    """Opponents; see `opponents.Policy`."""

    def act(self, observations: Floats) -> NDArray[Any]:
        """Returns their actions."""
        actions = np.asarray(self._made.act(observations))
        return self._array(actions, (len(observations), *actions.shape[1:]))


def _numbers(body: BodyStart) -> list[float]:
    return [*body.position, *body.rotation, *body.velocity, *body.angular_velocity]


CHECKED: Final[Mapping[str, Callable[[Any, str, str], Any]]] = {
    "observation": CheckedObservation,
    "actions": CheckedActions,
    "rewards": CheckedReward,
    "terminations": CheckedEnding,
    "truncations": CheckedEnding,
    "start": CheckedStart,
    "opponents": CheckedOpponents,
}
"""The class that checks each kind of component."""
