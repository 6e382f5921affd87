"""Hangs behind a server without reports: an agent without any sign of activity for long has hung."""

import pytest

from runtime.agents.agent_entry import UNREPORTED_HANG_FACTOR
from runtime.agents.roster import roster
from runtime.agents.table import AgentTable
from runtime.model.states import AgentState
from runtime.processes import ChildUsage

FRAMES = 600
PATIENCE = FRAMES * UNREPORTED_HANG_FACTOR
PATIENCE_S = PATIENCE / 120


def usage(cpu_share=0.0):
    return ChildUsage(
        key="blue-1",
        cpu_share=cpu_share,
        mean_cpu_share=0.1,
        rss_bytes=1,
        peak_rss_bytes=1,
        threads=1,
        handles=1,
        processes=1,
    )


@pytest.fixture
def table(bot, match_of, clock):
    """A match behind such a server; only the resource use of Ada's process is known."""
    table = AgentTable(roster(match_of(bot("Ada"), bot("Bob", team=1))), clock=clock)
    for key in ("blue-1", "orange-1"):
        table[key].started(42)
    table.seen(100, ())
    table.kickoff_for_all()
    table["blue-1"].used(usage())
    return table


@pytest.mark.parametrize(
    ("frames", "seconds", "is_hung"),
    [
        (PATIENCE - 1, PATIENCE_S, False),
        (PATIENCE, PATIENCE_S, True),
        (PATIENCE + 1, PATIENCE_S, True),
        (PATIENCE, PATIENCE_S - 0.01, False),
        (PATIENCE, PATIENCE_S + 0.01, True),
    ],
)
def test_an_agent_idle_for_three_times_as_long_has_hung(table, clock, frames, seconds, is_hung):
    clock.now += seconds
    table.seen(100 + frames, ())
    assert table.silent(FRAMES) == (("blue-1",) if is_hung else ())


@pytest.mark.parametrize(
    "stir",
    [
        lambda table: table["blue-1"].used(usage(0.001)),
        lambda table: table["blue-1"].printed(["thinking"]),
        lambda table: table.seen(2000, {0}),
    ],
)
def test_processor_time_output_and_a_new_input_are_signs_of_life(table, clock, stir):
    clock.now += PATIENCE_S
    table.seen(2000, {1})
    stir(table)
    clock.now += PATIENCE_S - 0.01
    table.seen(2000 + PATIENCE, {1})
    assert table.silent(FRAMES) == ()
    clock.now += 0.01
    assert table.silent(FRAMES) == ("blue-1",)


def test_agents_without_usage_figures_are_not_judged(table, clock):
    clock.now += 10 * PATIENCE_S
    table.seen(100_000, ())
    assert "orange-1" not in table.silent(FRAMES)
    table["blue-1"].started(43)
    clock.now += 10 * PATIENCE_S
    table.seen(200_000, ())
    assert table.silent(FRAMES) == ()


def test_with_reports_only_answers_count(table, clock, row, report):
    table.reported(report(row(0, packets=200, answers=5), row(1, team=1, packets=200, answers=5), frame=200))
    clock.now += FRAMES / 120
    table["blue-1"].used(usage(0.5))
    table["blue-1"].printed(["busy"])
    packets = 200 + FRAMES
    blue, orange = row(0, packets=packets, answers=5), row(1, team=1, packets=packets, answers=9)
    table.reported(report(blue, orange, frame=packets))
    assert table.silent(FRAMES) == ("blue-1",)


def test_the_reason_says_what_was_looked_at(table):
    table["blue-1"].printed(["loading"])
    table["blue-1"].hung(FRAMES)
    status = table["blue-1"].status
    assert (status.state, str(status.reason or "")) == (
        AgentState.HUNG,
        "Used no CPU time, printed nothing and changed no input for 1,800 frames, so it was killed. "
        "Last output: loading.",
    )
