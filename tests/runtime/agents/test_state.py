"""The transition table of an agent: allowed transitions, and late events that change nothing."""

import pytest

from runtime.agents.state import PRESENT, TRANSITIONS, AgentEvent
from runtime.model.states import AgentState

FROM_OUTSIDE = (AgentEvent.CONNECTED, AgentEvent.READY, AgentEvent.PLAYS, AgentEvent.LOST)


@pytest.mark.parametrize("event", AgentEvent)
def test_every_event_can_happen(event):
    assert any(TRANSITIONS.get(state, event) for state in AgentState)


@pytest.mark.parametrize(
    "state", [AgentState.STOPPING, AgentState.STOPPED, AgentState.RESTARTING, AgentState.EXITED, AgentState.CRASHED]
)
def test_the_servers_late_reports_do_not_bring_an_agent_back(state):
    assert [TRANSITIONS.get(state, event) for event in FROM_OUTSIDE] == [None] * len(FROM_OUTSIDE)


@pytest.mark.parametrize("state", PRESENT)
def test_an_agent_in_the_match_can_be_lost_hang_end_or_be_stopped(state):
    assert TRANSITIONS.get(state, AgentEvent.LOST) is AgentState.FAILED
    assert TRANSITIONS.get(state, AgentEvent.HUNG) is AgentState.HUNG
    assert TRANSITIONS.get(state, AgentEvent.CRASHED) is AgentState.CRASHED
    assert TRANSITIONS.get(state, AgentEvent.STOPPING) is AgentState.STOPPING


@pytest.mark.parametrize("state", [state for state in AgentState if state.is_fault])
def test_every_fault_can_be_followed_by_a_restart_and_none_ends_as_stopped(state):
    assert TRANSITIONS.get(state, AgentEvent.RESTARTING) is AgentState.RESTARTING
    assert TRANSITIONS.get(state, AgentEvent.LAUNCHED) is AgentState.STARTING
    assert TRANSITIONS.get(state, AgentEvent.STOPPED) is TRANSITIONS.get(state, AgentEvent.MATCH_ENDED) is None


@pytest.mark.parametrize("state", AgentState)
def test_at_the_end_of_the_match_no_agent_is_left_on_the_way(state):
    with_process = AgentEvent.STOPPING, AgentEvent.STOPPED
    without_process = (AgentEvent.MATCH_ENDED,)
    for events in (with_process,) if state is AgentState.STOPPING else (with_process, without_process):
        left = state
        for event in events:
            left = TRANSITIONS.get(left, event) or left
        assert left is AgentState.IDLE or left is AgentState.MANUAL or left.is_over


def test_an_agent_that_is_being_stopped_can_be_restarted():
    assert TRANSITIONS.get(AgentState.STOPPING, AgentEvent.RECALLED) is AgentState.RESTARTING
    assert TRANSITIONS.get(AgentState.STOPPING, AgentEvent.LAUNCHED) is AgentState.STARTING
