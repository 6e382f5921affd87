"""The answer rate of agents uses the server's clock, whenever its reports are read."""

import pytest

from runtime.agents.roster import roster
from runtime.agents.table import AgentTable


@pytest.fixture
def table(bot, match_of):
    return AgentTable(roster(match_of(bot("Ada"), bot("Bob", team=1))))


@pytest.fixture
def ada(table):
    table["blue-1"].started(42)
    table.kickoff()
    return lambda: table.statuses[0].answers_per_s


@pytest.mark.parametrize("read_late_s", [0.0, 0.9, 30.0])
def test_answers_per_second_are_by_the_servers_clock_whenever_its_reports_are_read(
    bot, match_of, row, report, clock, read_late_s
):
    table = AgentTable(roster(match_of(bot("Ada"))), clock=clock)
    table["blue-1"].started(42)
    table.kickoff()
    for second in range(4):
        clock.now += 1.0 + (read_late_s if second == 2 else 0.0)
        table.reported(report(row(0, packets=120 * second, answers=60 * second), frame=120 * second))
    assert table.statuses[0].answers_per_s == pytest.approx(60.0)


def test_answers_per_second_follow_the_pace(table, ada, row, report):
    table.reported(report(row(0, packets=1), frame=0, speed=20.0))
    table.reported(report(row(0, packets=2400, answers=2400), frame=2400, speed=20.0))
    assert ada() == pytest.approx(2400.0)


def test_an_agent_that_no_longer_plays_has_no_answer_rate(table, ada, row, report):
    for frame in (0, 120):
        table.reported(report(row(0, packets=frame, answers=frame), frame=frame))
    assert ada() == pytest.approx(120.0)
    table.reported(report(row(0, connected=False, packets=130, answers=130), frame=240))
    assert ada() is None


def test_answers_per_second_alone_are_no_change(table, ada, row, report):
    for frame in (0, 120):
        table.reported(report(row(0, packets=frame, answers=frame), frame=frame))
    table.changes()
    table.reported(report(row(0, packets=240, answers=150), frame=240))
    assert table.changes() == ()
    assert [status.answers_per_s for status in table.figures() if status.key == "blue-1"] == [pytest.approx(30.0)]
