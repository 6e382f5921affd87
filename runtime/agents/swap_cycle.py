"""The way of a new version into the match as a table of arrows between `SwapState`s; the only door between them."""

from enum import Enum
from typing import Final

from runtime.model.states import SwapState


class SwapEvent(Enum):
    """What can happen on the way."""

    NOTICED = "its files changed, and the user is asked"
    DECLINED = "the user does not want the new version"
    BEGUN = "the new version is checked"
    APPLIED = "the change needs no new process"
    CLEARED = "the old version has to go first"
    STARTED = "the new version is being started"
    TAKEN_OVER = "the new version has the cars"
    REFUSED = "the new version does not come to play"
    BROKEN_OFF = "the agent or the match is stopped"


class IllegalSwapError(ValueError):
    """An event came in a state in which it cannot happen: a fault of the caller."""


_ARROWS: Final = {
    (SwapState.IDLE, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.CHANGED, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.REFUSED, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.CHANGED, SwapEvent.DECLINED): SwapState.IDLE,
    (SwapState.IDLE, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.CHANGED, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.REFUSED, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.CHECKING, SwapEvent.APPLIED): SwapState.IDLE,
    (SwapState.CHECKING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.CHECKING, SwapEvent.CLEARED): SwapState.CLEARING,
    (SwapState.CHECKING, SwapEvent.STARTED): SwapState.STARTING,
    (SwapState.CLEARING, SwapEvent.STARTED): SwapState.STARTING,
    (SwapState.CLEARING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.STARTING, SwapEvent.TAKEN_OVER): SwapState.IDLE,
    (SwapState.STARTING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.CHANGED, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.CHECKING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.CLEARING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.STARTING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.REFUSED, SwapEvent.BROKEN_OFF): SwapState.IDLE,
}


def advance(state: SwapState, event: SwapEvent) -> SwapState:
    """The state after `event`.

    Raises:
        IllegalSwapError: `event` cannot happen in `state`.
    """
    try:
        return _ARROWS[state, event]
    except KeyError:
        raise IllegalSwapError(f"{event.name} cannot happen to a swap that is {state.name}.") from None
