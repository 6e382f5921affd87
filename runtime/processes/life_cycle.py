"""The life of one child as a table of arrows between `ChildState`s; the only door from one state to the next."""

from enum import Enum
from typing import Final

from runtime.model.states import ChildState


class LifeEvent(Enum):
    """What can happen to a child, as far as its state is concerned."""

    SPAWNED = "the system started it"
    REFUSED = "the system could not start it"
    STOP_ASKED = "somebody wants it to stop"
    GRACE_OVER = "it did not leave by itself in time"
    PATIENCE_OVER = "it did not end on a termination signal in time"
    EMPTIED = "no process of it is left"


class IllegalArrowError(ValueError):
    """An event came in a state in which it cannot happen: a fault of the caller."""


_ARROWS: Final = {
    (ChildState.STARTING, LifeEvent.SPAWNED): ChildState.RUNNING,
    (ChildState.STARTING, LifeEvent.REFUSED): ChildState.FAILED,
    (ChildState.RUNNING, LifeEvent.STOP_ASKED): ChildState.ASKED,
    (ChildState.RUNNING, LifeEvent.EMPTIED): ChildState.EXITED,
    (ChildState.ASKED, LifeEvent.GRACE_OVER): ChildState.TERMINATING,
    (ChildState.ASKED, LifeEvent.EMPTIED): ChildState.STOPPED,
    (ChildState.TERMINATING, LifeEvent.PATIENCE_OVER): ChildState.KILLING,
    (ChildState.TERMINATING, LifeEvent.EMPTIED): ChildState.STOPPED,
    (ChildState.KILLING, LifeEvent.EMPTIED): ChildState.STOPPED,
}


def advance(state: ChildState, event: LifeEvent) -> ChildState:
    """The state after `event`.

    Raises:
        IllegalArrowError: `event` cannot happen in `state`.
    """
    try:
        return _ARROWS[state, event]
    except KeyError:
        raise IllegalArrowError(f"{event.name} cannot happen to a child that is {state.name}.") from None
