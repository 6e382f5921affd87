"""Awards besides plain goals, below, at and above every limit, and their effect on the rules."""

import pytest

from runtime.arena.game.mutators import Awards, Possession, StaleWatch
from runtime.arena.game.rules import COUNTDOWN_FRAMES, GOAL_FRAMES, Change, MatchRules, Rules, Tiebreak
from runtime.documents.choices import Mutators
from runtime.documents.model import Match
from runtime.model.states import Phase
from tests.runtime.arena.game.scoreboard import Scoreboard


def advance(rules, frames=1, **events):
    change = Change.NOTHING
    for _ in range(frames):
        change = rules.advance(**{"scored_by": None, "is_touched": False, "is_on_floor": False, **events})
    return change


def playing(**terms):
    rules = Rules(MatchRules(has_countdown_at_start=False, **terms))
    rules.start()
    advance(rules, is_touched=True)
    assert rules.phase is Phase.ACTIVE
    return rules


def in_overtime(**terms):
    rules = playing(length_frames=1, **terms)
    advance(rules, is_on_floor=True)
    advance(rules, COUNTDOWN_FRAMES)
    advance(rules, is_touched=True)
    assert (rules.phase, rules.is_overtime) == (Phase.ACTIVE, True)
    return rules


def test_awards_of_a_match():
    mutators = Mutators(
        normal_goal_score="Two", aerial_goal_score="Ten", assist_goal_score="Three", demolish_score="One"
    )
    awards = Awards.of(Match(mutators=mutators))
    assert awards.demolition == 1
    assert awards.of_goal(is_aerial=False, is_assisted=False) == 2
    assert awards.of_goal(is_aerial=True, is_assisted=False) == 10
    assert awards.of_goal(is_aerial=False, is_assisted=True) == 5
    assert awards.of_goal(is_aerial=True, is_assisted=True) == 13
    assert Awards.of(Match()) == Awards()
    assert Awards.of(Match(freeplay=True)).of_goal(is_aerial=True, is_assisted=True) == 0


def test_possession_pays_each_time_it_has_lasted():
    possession = Possession((0, 1), 5)
    assert [possession.observe([]) for _ in range(20)] == [None] * 20
    assert possession.observe([0]) is None
    assert [possession.observe([]) for _ in range(10)] == [None, None, None, None, 0] * 2
    assert [possession.observe([]) for _ in range(4)] == [None] * 4
    assert possession.observe([1]) is None
    assert [possession.observe([1]) for _ in range(5)] == [None] * 4 + [1]
    possession.kickoff()
    assert [possession.observe([]) for _ in range(20)] == [None] * 20


def test_stale_at_its_bound():
    stale = StaleWatch(5)
    assert [stale.observe([]) for _ in range(4)] == [False] * 4
    assert not stale.observe([0])
    assert [stale.observe([]) for _ in range(5)] == [False] * 4 + [True]
    stale.kickoff()
    assert [stale.observe([]) for _ in range(5)] == [False] * 4 + [True]


@pytest.mark.parametrize(("points", "is_over"), [(2, False), (3, True), (5, True)])
def test_goals_of_many_points_reach_the_most(points, is_over):
    rules = playing(max_score=3)
    assert advance(rules, scored_by=0, points=points) is Change.GOAL
    advance(rules, GOAL_FRAMES)
    assert (rules.score, rules.is_over) == ([points, 0], is_over)


def test_a_goal_of_no_points_decides_no_overtime():
    rules = in_overtime()
    assert advance(rules, scored_by=0, points=0) is Change.GOAL
    advance(rules, GOAL_FRAMES)
    assert (rules.is_over, rules.first_scorer) == (False, None)


@pytest.mark.parametrize(("points", "is_over"), [(1, False), (2, False), (3, True)])
def test_awards_reach_the_most(points, is_over):
    rules = playing(max_score=3)
    assert rules.award(1, points) is (Change.END if is_over else Change.NOTHING)
    assert (rules.score, rules.first_scorer, rules.is_over) == ([0, points], 1, is_over)


def test_an_award_decides_overtime():
    rules = in_overtime()
    assert rules.award(0, 1) is Change.END
    assert rules.winner((0, 0), 1) == 0


def test_awards_out_of_play_are_ignored():
    rules = Rules(MatchRules())
    assert rules.award(0, 1) is Change.NOTHING
    rules.start()
    assert rules.award(0, 1) is Change.NOTHING
    assert rules.score == [0, 0]


def test_a_stale_ball_calls_play_off():
    rules = playing()
    assert rules.call_off() is Change.KICKOFF
    assert rules.phase is Phase.COUNTDOWN
    assert rules.call_off() is Change.NOTHING


@pytest.mark.parametrize(("score", "change"), [([0, 0], Change.KICKOFF), ([1, 0], Change.END)])
def test_a_stale_ball_after_the_time_settles_the_match(score, change):
    rules = playing(length_frames=1)
    rules.score = score
    advance(rules)
    assert rules.call_off() is change
    assert rules.is_overtime == (change is Change.KICKOFF)


def test_cars_that_stay_have_neither_replay_nor_countdown_but_before_overtime():
    rules = playing(cars_stay=True, length_frames=3)
    advance(rules, scored_by=0)
    assert advance(rules, GOAL_FRAMES) is Change.BALL
    assert rules.phase is Phase.KICKOFF
    advance(rules, is_touched=True)
    advance(rules, scored_by=1)
    advance(rules, GOAL_FRAMES)
    advance(rules, is_touched=True)
    advance(rules, 2, is_on_floor=True)
    assert (rules.phase, rules.is_overtime) == (Phase.COUNTDOWN, True)


@pytest.mark.parametrize(("tiebreak", "winner"), [(Tiebreak.FIRST_SCORE, 0), (Tiebreak.RANDOM_TEAM, 1)])
def test_overtime_that_runs_out(tiebreak, winner):
    rules = in_overtime(overtime_frames=10, tiebreak=tiebreak)
    rules.first_scorer = 0
    advance(rules, 9 - rules.clock_frames)
    assert not rules.is_over
    assert advance(rules) is Change.END
    assert rules.winner((5, 0), 1) == winner


@pytest.mark.parametrize(("shots", "winner"), [((3, 2), 0), ((2, 2), None), ((1, 2), 1)])
def test_shots_decide_a_level_match_at_its_most_time(shots, winner):
    rules = playing(max_frames=20)
    advance(rules, 18)
    assert not rules.is_over
    assert advance(rules) is Change.END
    assert rules.winner(shots, 0) == winner


def test_kinds_of_goals():
    scoring = Scoreboard([0, 1, 0])
    assert scoring.kind_of_goal(0, 10) == (False, False)
    scoring.touched(2, 10)
    scoring.touched(0, 20, is_aerial=True)
    assert scoring.kind_of_goal(0, 30) == (True, True)
    assert scoring.kind_of_goal(1, 30) == (False, False), "an own goal is neither"
    scoring.touched(0, 31)
    assert scoring.kind_of_goal(0, 40) == (False, True)
    scoring.log.kickoff()
    assert scoring.kind_of_goal(0, 50) == (False, False)
