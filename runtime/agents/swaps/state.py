"""The states of a swap as a table of transitions."""

from enum import Enum
from typing import Final

from runtime.model.states import SwapState
from runtime.transitions import Transitions

STARTED: Final = (SwapState.STARTING, SwapState.TRIAL)
"""The states in which the new version's process runs."""


class SwapEvent(Enum):
    """The events of a swap."""

    NOTICED = "its files changed, and the user is asked"
    DECLINED = "the user does not want the new version"
    BEGUN = "the new version is checked"
    APPLIED = "the change needs no new process"
    CLEARED = "the old version has to go first"
    STARTED = "the new version is being started"
    TRIED = "the new version answers packets on trial"
    TAKEN_OVER = "the new version has the cars"
    REFUSED = "the new version does not come to play"
    RETURNED = "the version that played before has the cars again"
    CANCELLED = "the agent or the match is stopped"


_BUSY: Final = [state for state in SwapState if state.is_busy]
TRANSITIONS: Final = Transitions(
    "a swap",
    (SwapEvent.NOTICED, [SwapState.IDLE, SwapState.CHANGED, SwapState.REFUSED], SwapState.CHANGED),
    (SwapEvent.DECLINED, [SwapState.CHANGED], SwapState.IDLE),
    (SwapEvent.BEGUN, [SwapState.IDLE, SwapState.CHANGED, SwapState.REFUSED], SwapState.CHECKING),
    (SwapEvent.APPLIED, [SwapState.CHECKING], SwapState.IDLE),
    (SwapEvent.CLEARED, [SwapState.CHECKING], SwapState.CLEARING),
    (SwapEvent.STARTED, [SwapState.CHECKING, SwapState.CLEARING], SwapState.STARTING),
    (SwapEvent.TRIED, [SwapState.STARTING], SwapState.TRIAL),
    (SwapEvent.TAKEN_OVER, [SwapState.STARTING, SwapState.TRIAL], SwapState.IDLE),
    (SwapEvent.REFUSED, _BUSY, SwapState.REFUSED),
    (SwapEvent.RETURNED, [SwapState.IDLE, SwapState.REFUSED], SwapState.REFUSED),
    (SwapEvent.CANCELLED, [SwapState.CHANGED, *_BUSY, SwapState.REFUSED], SwapState.IDLE),
)
