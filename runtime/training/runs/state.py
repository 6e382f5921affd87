"""The states of a run and of its phases."""

from enum import Enum
from typing import Final

from runtime.model.training import RunState
from runtime.transitions import Transitions


class RunTrigger(Enum):
    """The events of a run or phase."""

    START = "it starts"
    PAUSE = "the user pauses it"
    CONTINUE = "the user continues it"
    END = "it is over"
    FAIL = "it cannot go on"


_UNFINISHED: Final = (RunState.SCHEDULED, RunState.RUNNING, RunState.PAUSED)
TRANSITIONS: Final = Transitions(
    "a run",
    (RunTrigger.START, [RunState.SCHEDULED], RunState.RUNNING),
    (RunTrigger.PAUSE, [RunState.RUNNING], RunState.PAUSED),
    (RunTrigger.CONTINUE, [RunState.PAUSED], RunState.RUNNING),
    (RunTrigger.END, _UNFINISHED, RunState.FINISHED),
    (RunTrigger.FAIL, _UNFINISHED, RunState.ERROR),
)
