from dataclasses import replace

import pytest

from runtime.match.ending import finished, forfeited, with_survivors
from runtime.model.messages import literal
from runtime.model.series import Series
from runtime.model.states import AgentState, Blame, Outcome
from runtime.model.values import AgentStatus
from tests.values import an_empty_view

VIEW = an_empty_view(score=(2, 1))
ADA = AgentStatus(
    key="blue-1",
    name="Ada",
    agent_id="a",
    team=0,
    cars=(0,),
    state=AgentState.CRASHED,
    reason=literal("Ended while playing."),
)


@pytest.mark.parametrize(
    ("score", "verdict"), [((2, 1), "Blue won 2:1."), ((1, 2), "Orange won 2:1."), ((1, 1), "A draw, 1:1.")]
)
def test_a_match_that_was_played(score, verdict):
    ending = finished(
        replace(VIEW, score=score), (ADA,), (replace(ADA, key="blue-2", reason=literal("Never answered.")),)
    )
    reason = f"{verdict} Ada (blue-1) crashed: Ended while playing. Ada (blue-2): Never answered."
    assert (ending.outcome, ending.blame, str(ending.reason)) == (Outcome.FINISHED, Blame.NOBODY, reason)


@pytest.mark.parametrize(
    ("score", "named", "winner", "verdict"),
    [
        ((2, 1), None, 0, "Blue won 2:1."),
        ((1, 2), 1, 1, "Orange won 2:1."),
        ((0, 0), None, None, "A draw, 0:0."),
        ((0, 0), 0, 0, "Blue won the tiebreak at 0:0."),
        ((1, 1), 1, 1, "Orange won the tiebreak at 1:1."),
    ],
)
def test_the_server_names_the_winner_of_a_level_score(score, named, winner, verdict):
    ending = finished(replace(VIEW, score=score), (), winner=named)
    assert (ending.winner, str(ending.reason)) == (winner, verdict)


def test_the_winner_of_a_series_and_of_a_forfeit():
    series = Series(length=3).after((0, 1), 1).after((2, 0), 0).after((0, 1), 1)
    assert finished(replace(VIEW, score=(9, 0), series=series), ()).winner == 1
    assert finished(replace(VIEW, series=Series(length=3)), (), winner=1).winner == 1
    assert forfeited(VIEW, ADA).winner == 1


@pytest.mark.parametrize(
    ("winners", "verdict"),
    [
        ([0, 1, 0], "Blue won the series 2:1."),
        ([1, 1], "Orange won the series 2:0."),
        ([0, None, 1], "The series is drawn, 1:1 games."),
        ([0], "The series was cancelled at 1:0 games and a score of 2:1."),
    ],
)
def test_a_series_goes_to_who_won_most_games(winners, verdict):
    series = Series(length=3)
    for winner in winners:
        series = series.after((3, 2), winner)
    assert str(finished(replace(VIEW, series=series), ()).reason) == verdict


def test_a_match_of_which_nothing_was_seen():
    assert str(finished(None, ()).reason) == "A draw, 0:0."


@pytest.mark.parametrize(("team", "winner"), [(0, "Orange"), (1, "Blue")])
def test_a_forfeit_is_lost_whatever_the_score(team, winner):
    ending = forfeited(VIEW, replace(ADA, team=team))
    assert (ending.outcome, ending.blame, ending.forfeited_by) == (Outcome.FINISHED, Blame.NOBODY, team)
    assert str(ending.reason or "") == (
        f"{winner} won by forfeit; the score was 2:1. Ada (blue-1) crashed: Ended while playing."
    )


def test_survivors_make_a_forfeit_a_failure_that_still_says_who_gave_up():
    ending = with_survivors(forfeited(VIEW, ADA), ("python (7)",))
    assert (ending.outcome, ending.blame, ending.forfeited_by) == (Outcome.FAILED, Blame.INFRASTRUCTURE, 0)
    assert "python (7)" in str(ending.reason or "")
