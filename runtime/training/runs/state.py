"""The states of a run and of its phases."""

from enum import Enum
from typing import Final

from runtime.model.training import RunState


class RunTrigger(Enum):
    """The events of a run or phase."""

    START = "it starts"
    PAUSE = "the user pauses it"
    CONTINUE = "the user continues it"
    END = "it is over"
    FAIL = "it cannot go on"


class IllegalTransitionError(ValueError):
    """A trigger is impossible in the current state; the caller is wrong."""


TRANSITIONS: Final = {
    (RunState.SCHEDULED, RunTrigger.START): RunState.RUNNING,
    (RunState.SCHEDULED, RunTrigger.END): RunState.FINISHED,
    (RunState.SCHEDULED, RunTrigger.FAIL): RunState.ERROR,
    (RunState.RUNNING, RunTrigger.PAUSE): RunState.PAUSED,
    (RunState.RUNNING, RunTrigger.END): RunState.FINISHED,
    (RunState.RUNNING, RunTrigger.FAIL): RunState.ERROR,
    (RunState.PAUSED, RunTrigger.CONTINUE): RunState.RUNNING,
    (RunState.PAUSED, RunTrigger.END): RunState.FINISHED,
    (RunState.PAUSED, RunTrigger.FAIL): RunState.ERROR,
}


def after(state: RunState, trigger: RunTrigger) -> RunState:
    """Returns the next state.

    Raises:
        IllegalTransitionError: the trigger cannot happen in this state.
    """
    try:
        return TRANSITIONS[state, trigger]
    except KeyError:
        raise IllegalTransitionError(f"{trigger.name} cannot happen to a run that is {state.name}.") from None
