import pytest

from runtime.agents.roster import roster
from runtime.agents.table import LOST, AgentTable
from runtime.model.states import AgentState


def states(lineup):
    return [status.state for status in lineup.statuses]


@pytest.fixture
def restarted(bot, match_of, row, report):
    """A lineup in which Ada played by session 5, and was restarted on request; the start of her process is not told."""
    lineup = AgentTable(roster(match_of(bot("Ada"))))
    lineup.started("blue-1", 42)
    lineup.reported(report(row(0, session=5)))
    lineup.match_runs()
    lineup.returning("blue-1")
    lineup.launched(lineup.agents[0])
    return lineup


def test_the_end_of_the_former_session_is_not_blamed_on_the_new_process(restarted, row, report):
    restarted.started("blue-1", 43)
    for _ in range(3):
        restarted.reported(report(row(0, session=5)))
        assert states(restarted) == [AgentState.STARTING]
    restarted.reported(report(row(0, connected=False, ready=False)))
    assert states(restarted) == [AgentState.STARTING]
    restarted.reported(report(row(0, session=6)))
    assert states(restarted) == [AgentState.PLAYING]
    restarted.reported(report(row(0, connected=False, ready=False)))
    assert [str(fault.reason or "") for fault in restarted.faults] == [LOST]


def test_a_session_may_follow_the_former_one_between_two_reports(restarted, row, report):
    restarted.started("blue-1", 43)
    restarted.reported(report(row(0, session=5)))
    restarted.reported(report(row(0, session=6, ready=False)))
    assert states(restarted) == [AgentState.CONNECTED]


def test_a_session_that_is_told_before_the_start_of_its_process_is_the_new_one(restarted, row, report):
    restarted.reported(report(row(0, session=6)))
    restarted.started("blue-1", 43)
    restarted.reported(report(row(0, session=6)))
    assert states(restarted) == [AgentState.PLAYING]


def test_after_another_restart_the_session_between_is_a_former_one_too(restarted, row, report):
    restarted.started("blue-1", 43)
    restarted.reported(report(row(0, session=6)))
    restarted.returning("blue-1")
    restarted.launched(restarted.agents[0])
    restarted.started("blue-1", 44)
    restarted.reported(report(row(0, session=6)))
    assert states(restarted) == [AgentState.STARTING]
    restarted.reported(report(row(0, session=7)))
    assert states(restarted) == [AgentState.PLAYING]


def test_an_arena_that_numbers_no_sessions_is_taken_at_its_word(restarted, row, report):
    restarted.started("blue-1", 43)
    restarted.reported(report(row(0)))
    assert states(restarted) == [AgentState.PLAYING]
