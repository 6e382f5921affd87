import pytest

from runtime.agents.swap import IllegalSwapError, SwapEvent, advance
from runtime.model.states import SwapState

ARROWS = {
    (SwapState.IDLE, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.IDLE, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.CHANGED, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.CHANGED, SwapEvent.DECLINED): SwapState.IDLE,
    (SwapState.CHANGED, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.CHANGED, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.CHECKING, SwapEvent.APPLIED): SwapState.IDLE,
    (SwapState.CHECKING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.CHECKING, SwapEvent.CLEARED): SwapState.CLEARING,
    (SwapState.CHECKING, SwapEvent.STARTED): SwapState.STARTING,
    (SwapState.CHECKING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.CLEARING, SwapEvent.STARTED): SwapState.STARTING,
    (SwapState.CLEARING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.CLEARING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.STARTING, SwapEvent.TAKEN_OVER): SwapState.IDLE,
    (SwapState.STARTING, SwapEvent.REFUSED): SwapState.REFUSED,
    (SwapState.STARTING, SwapEvent.BROKEN_OFF): SwapState.IDLE,
    (SwapState.REFUSED, SwapEvent.NOTICED): SwapState.CHANGED,
    (SwapState.REFUSED, SwapEvent.BEGUN): SwapState.CHECKING,
    (SwapState.REFUSED, SwapEvent.BROKEN_OFF): SwapState.IDLE,
}


@pytest.mark.parametrize("event", SwapEvent)
@pytest.mark.parametrize("state", SwapState)
def test_every_event_leads_where_the_table_says_or_is_refused(state, event):
    if (state, event) in ARROWS:
        assert advance(state, event) is ARROWS[state, event]
    else:
        with pytest.raises(IllegalSwapError, match=rf"{event.name} cannot happen to a swap that is {state.name}\."):
            advance(state, event)


def test_every_way_under_way_has_an_end():
    ends = (SwapEvent.REFUSED, SwapEvent.BROKEN_OFF)
    for state in SwapState:
        assert state.is_busy == all((state, event) in ARROWS for event in ends)
