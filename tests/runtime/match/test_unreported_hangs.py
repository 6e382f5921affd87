"""Hangs behind a server that sends no reports: who shows no sign of life from outside for long has hung."""

import pytest

from runtime.agents.roster import roster
from runtime.agents.table import UNREPORTED_PATIENCE, AgentTable
from runtime.model.states import AgentState
from runtime.processes import ChildUsage

FRAMES = 600
PATIENCE = FRAMES * UNREPORTED_PATIENCE
STAND_IN_S = PATIENCE / 120


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
def lineup(bot, match_of, clock):
    """A match that runs behind such a server; of Ada's process it was told what it uses."""
    lineup = AgentTable(roster(match_of(bot("Ada"), bot("Bob", team=1))), clock=clock)
    for key in ("blue-1", "orange-1"):
        lineup.started(key, 42)
    lineup.seen(100, ())
    lineup.everybody_plays()
    lineup.used("blue-1", usage())
    return lineup


@pytest.mark.parametrize(
    ("frames", "seconds", "is_hung"),
    [
        (PATIENCE - 1, STAND_IN_S, False),
        (PATIENCE, STAND_IN_S, True),
        (PATIENCE + 1, STAND_IN_S, True),
        (PATIENCE, STAND_IN_S - 0.01, False),
        (PATIENCE, STAND_IN_S + 0.01, True),
    ],
)
def test_who_does_nothing_for_three_times_as_long_has_hung(lineup, clock, frames, seconds, is_hung):
    clock.now += seconds
    lineup.seen(100 + frames, ())
    assert lineup.silent(FRAMES) == (("blue-1",) if is_hung else ())


@pytest.mark.parametrize(
    "stir",
    [
        lambda lineup: lineup.used("blue-1", usage(0.001)),
        lambda lineup: lineup.said("blue-1", ["thinking"]),
        lambda lineup: lineup.seen(2000, {0}),
    ],
)
def test_processor_time_output_and_a_new_input_are_signs_of_life(lineup, clock, stir):
    clock.now += STAND_IN_S
    lineup.seen(2000, {1})
    stir(lineup)
    clock.now += STAND_IN_S - 0.01
    lineup.seen(2000 + PATIENCE, {1})
    assert lineup.silent(FRAMES) == ()
    clock.now += 0.01
    assert lineup.silent(FRAMES) == ("blue-1",)


def test_nobody_is_judged_of_whom_it_is_not_known_what_it_uses(lineup, clock):
    clock.now += 10 * STAND_IN_S
    lineup.seen(100_000, ())
    assert "orange-1" not in lineup.silent(FRAMES)
    lineup.started("blue-1", 43)
    clock.now += 10 * STAND_IN_S
    lineup.seen(200_000, ())
    assert lineup.silent(FRAMES) == ()


def test_with_reports_only_answers_count(lineup, clock, row, report):
    lineup.reported(report(row(0, answers=5), row(1, team=1, answers=5), frame=200))
    clock.now += FRAMES / 120
    lineup.used("blue-1", usage(0.5))
    lineup.said("blue-1", ["busy"])
    lineup.reported(report(row(0, answers=5), row(1, team=1, answers=9), frame=200 + FRAMES))
    assert lineup.silent(FRAMES) == ("blue-1",)


def test_the_reason_says_what_was_looked_at(lineup):
    lineup.said("blue-1", ["loading"])
    lineup.hung("blue-1", FRAMES)
    status = lineup.status("blue-1")
    assert (status.state, str(status.reason or "")) == (
        AgentState.HUNG,
        "Used no processor time, printed nothing and changed no input for 1,800 frames, so it was killed. "
        "Last output: loading.",
    )
