"""Transition tables: the state that follows a state on each trigger."""

from collections.abc import Iterable
from enum import Enum
from typing import Generic, TypeVar

StateT = TypeVar("StateT", bound=Enum)
TriggerT = TypeVar("TriggerT", bound=Enum)


class IllegalTransitionError(ValueError):
    """A trigger cannot happen in the present state; a bug of the caller."""


class Transitions(Generic[StateT, TriggerT]):
    """The transitions of a kind of thing.

    Args:
        thing: what has the states, in the texts of errors, such as `a run`.
        rows: triggers, each with states in which it can happen and the state that follows. A later row for the same
            trigger and state replaces an earlier one.
    """

    def __init__(self, thing: str, *rows: tuple[TriggerT, Iterable[StateT], StateT]) -> None:
        self._thing = thing
        self._table = {(state, trigger): following for trigger, states, following in rows for state in states}

    def get(self, state: StateT, trigger: TriggerT) -> StateT | None:
        """Returns the state after `trigger`; None if it cannot happen in `state`."""
        return self._table.get((state, trigger))

    def after(self, state: StateT, trigger: TriggerT) -> StateT:
        """Returns the state after `trigger`.

        Raises:
            IllegalTransitionError: it cannot happen in `state`.
        """
        following = self.get(state, trigger)
        if following is None:
            raise IllegalTransitionError(f"{trigger.name} cannot happen to {self._thing} that is {state.name}.")
        return following
