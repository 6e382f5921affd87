"""A table of transitions names the state that follows, and every other trigger is an error."""

from enum import Enum

import pytest

from runtime.transitions import IllegalTransitionError, Transitions


class Door(Enum):
    OPEN = "open"
    SHUT = "shut"
    LOCKED = "locked"


class Push(Enum):
    CLOSE = "close"
    LOCK = "lock"


TRANSITIONS = Transitions(
    "a door",
    (Push.CLOSE, [Door.OPEN, Door.SHUT], Door.SHUT),
    (Push.LOCK, [Door.SHUT, Door.LOCKED], Door.LOCKED),
    (Push.LOCK, [Door.LOCKED], Door.SHUT),
)


@pytest.mark.parametrize(
    ("state", "trigger", "following"),
    [
        (Door.OPEN, Push.CLOSE, Door.SHUT),
        (Door.SHUT, Push.CLOSE, Door.SHUT),
        (Door.SHUT, Push.LOCK, Door.LOCKED),
        (Door.LOCKED, Push.LOCK, Door.SHUT),
    ],
)
def test_a_trigger_leads_to_the_state_of_its_last_row(state, trigger, following):
    assert TRANSITIONS.get(state, trigger) is TRANSITIONS.after(state, trigger) is following


def test_a_trigger_without_a_row_is_an_error():
    assert TRANSITIONS.get(Door.OPEN, Push.LOCK) is None
    with pytest.raises(IllegalTransitionError, match=r"^LOCK cannot happen to a door that is OPEN\.$"):
        TRANSITIONS.after(Door.OPEN, Push.LOCK)
