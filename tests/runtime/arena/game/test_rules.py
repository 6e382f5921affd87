"""Every limit of the rules in frames: below, at and above."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.game.rules import (
    COUNTDOWN_FRAMES,
    GOAL_FRAMES,
    KICKOFF_FRAMES,
    REPLAY_FRAMES,
    Change,
    MatchRules,
    Rules,
    Tiebreak,
)
from runtime.documents.choices import Mutators
from runtime.documents.model import Match
from runtime.model.states import Phase
from tests.runtime.arena.game.rule_steps import advance, playing, skip_to_play


def test_nothing_happens_before_the_start():
    rules = Rules(MatchRules())
    assert advance(rules, 1000, scored_by=0, is_touched=True, is_on_floor=True) is Change.NOTHING
    assert (rules.phase, rules.frames, rules.score) == (Phase.PAUSED, 0, [0, 0])


def test_start_asks_for_a_kickoff_once():
    rules = Rules(MatchRules())
    assert rules.start() is Change.KICKOFF
    assert rules.phase is Phase.COUNTDOWN
    assert rules.start() is Change.NOTHING


def test_countdown_lasts_three_seconds():
    rules = Rules(MatchRules())
    rules.start()
    advance(rules, COUNTDOWN_FRAMES - 1, is_touched=True, scored_by=1)
    assert rules.phase is Phase.COUNTDOWN
    advance(rules)
    assert rules.phase is Phase.KICKOFF
    assert rules.score == [0, 0]


def test_touch_in_the_last_frame_of_the_countdown_does_not_end_the_kickoff():
    rules = Rules(MatchRules())
    rules.start()
    advance(rules, COUNTDOWN_FRAMES, is_touched=True)
    assert rules.phase is Phase.KICKOFF
    advance(rules, is_touched=True)
    assert rules.phase is Phase.ACTIVE


def test_instant_start_leaves_out_the_first_countdown_only():
    rules = Rules(MatchRules.of(Match(instant_start=True, skip_replays=True)))
    rules.start()
    assert rules.phase is Phase.KICKOFF
    advance(rules, is_touched=True)
    advance(rules, scored_by=0)
    advance(rules, GOAL_FRAMES)
    assert rules.phase is Phase.COUNTDOWN


def test_play_begins_at_the_touch_or_after_two_seconds():
    rules = Rules(MatchRules(has_countdown_at_start=False))
    rules.start()
    advance(rules, KICKOFF_FRAMES - 1)
    assert rules.phase is Phase.KICKOFF
    assert rules.clock_frames == 36_000
    advance(rules)
    assert rules.phase is Phase.ACTIVE
    assert rules.clock_frames == 36_000
    advance(rules)
    assert rules.clock_frames == 35_999
    assert playing().clock_frames == 36_000


def test_goal_then_replay_then_countdown():
    rules = playing()
    assert advance(rules, scored_by=1) is Change.GOAL
    assert (rules.phase, rules.score, rules.first_scorer) == (Phase.GOAL_SCORED, [0, 1], 1)
    clock = rules.clock_frames
    assert advance(rules, GOAL_FRAMES - 1, scored_by=1) is Change.NOTHING
    assert rules.phase is Phase.GOAL_SCORED
    assert advance(rules) is Change.NOTHING
    assert rules.phase is Phase.REPLAY
    assert advance(rules, REPLAY_FRAMES - 1, scored_by=1) is Change.NOTHING
    assert rules.phase is Phase.REPLAY
    assert advance(rules) is Change.KICKOFF
    assert (rules.phase, rules.score, rules.clock_frames) == (Phase.COUNTDOWN, [0, 1], clock)


def test_skipped_replays():
    rules = playing(has_replays=False)
    advance(rules, scored_by=0)
    assert advance(rules, GOAL_FRAMES) is Change.KICKOFF
    assert rules.phase is Phase.COUNTDOWN


def test_at_zero_play_goes_on_until_the_ball_is_on_the_floor():
    rules = playing(length_frames=10)
    rules.score = [1, 0]
    assert advance(rules, 9, is_on_floor=True) is Change.NOTHING
    assert rules.clock_frames == 1
    assert advance(rules) is Change.NOTHING
    assert rules.clock_frames == 0
    assert advance(rules, 500) is Change.NOTHING
    assert (rules.phase, rules.clock_frames) == (Phase.ACTIVE, 0)
    assert advance(rules, is_on_floor=True) is Change.END
    assert rules.winner((0, 9), 1) == 0


def test_the_last_frame_of_the_clock_ends_the_match_when_the_ball_is_on_the_floor():
    rules = playing(length_frames=10)
    rules.score = [0, 2]
    assert advance(rules, 10, is_on_floor=True) is Change.END
    assert rules.winner((0, 0), 0) == 1


def test_level_at_zero_goes_to_overtime_with_a_countdown_and_a_clock_that_counts_up():
    rules = playing(length_frames=10)
    assert advance(rules, 10, is_on_floor=True) is Change.KICKOFF
    assert (rules.phase, rules.is_overtime, rules.clock_frames) == (Phase.COUNTDOWN, True, 0)
    skip_to_play(rules)
    assert advance(rules, 40_000, is_on_floor=True) is Change.NOTHING
    assert (rules.phase, rules.clock_frames) == (Phase.ACTIVE, 40_000)


def test_first_goal_of_overtime_ends_the_match_without_a_replay():
    rules = playing(length_frames=10)
    advance(rules, 10, is_on_floor=True)
    skip_to_play(rules)
    assert advance(rules, scored_by=1) is Change.GOAL
    assert advance(rules, GOAL_FRAMES - 1) is Change.NOTHING
    assert advance(rules) is Change.END
    assert rules.winner((5, 0), 0) == 1


def test_goal_at_zero_decides_or_levels():
    rules = playing(length_frames=10)
    advance(rules, 10)
    assert advance(rules, scored_by=0, is_on_floor=True) is Change.GOAL
    assert advance(rules, GOAL_FRAMES) is Change.END

    rules = playing(length_frames=10)
    rules.score = [1, 0]
    advance(rules, 10)
    advance(rules, scored_by=1)
    advance(rules, GOAL_FRAMES)
    assert rules.phase is Phase.REPLAY
    assert not rules.is_overtime
    advance(rules, REPLAY_FRAMES)
    assert (rules.phase, rules.is_overtime) == (Phase.COUNTDOWN, True)


def test_max_score():
    rules = playing(max_score=3, has_replays=False)
    for goals in (1, 2):
        advance(rules, scored_by=0)
        advance(rules, GOAL_FRAMES)
        assert (rules.is_over, rules.score) == (False, [goals, 0])
        skip_to_play(rules)
    advance(rules, scored_by=0)
    assert advance(rules, GOAL_FRAMES) is Change.END


def test_unlimited_time_counts_up_and_never_ends():
    rules = playing(length_frames=None)
    assert advance(rules, 100_000, is_on_floor=True) is Change.NOTHING
    assert (rules.is_unlimited, rules.clock_frames) == (True, 100_000)


@pytest.mark.parametrize("goals", [[0, 0], [3, 1]])
def test_limit_ends_whatever_the_phase_and_score(goals):
    rules = Rules(MatchRules(limit_frames=COUNTDOWN_FRAMES + 5))
    rules.score = goals
    rules.start()
    assert advance(rules, COUNTDOWN_FRAMES + 4) is Change.NOTHING
    assert not rules.is_over
    assert advance(rules) is Change.END
    assert rules.frames == COUNTDOWN_FRAMES + 5
    assert advance(rules, 10) is Change.NOTHING
    assert rules.frames == COUNTDOWN_FRAMES + 5


def test_goal_in_the_last_frame_of_the_limit_counts():
    rules = playing(limit_frames=10)
    assert advance(rules, 8) is Change.NOTHING
    assert advance(rules, scored_by=1) is Change.LAST_GOAL
    assert (rules.phase, rules.score, rules.frames) == (Phase.ENDED, [0, 1], 10)
    assert rules.winner((0, 0), 0) == 1


def test_limit_of_nothing_ends_at_the_start():
    rules = Rules(MatchRules.of(Match(), seconds_limit=0.0))
    assert rules.start() is Change.END


def test_max_time_is_decided_by_shots():
    rules = playing(max_frames=100)
    assert advance(rules, 98) is Change.NOTHING
    assert advance(rules) is Change.END
    assert rules.winner((3, 2), 1) == 0
    assert rules.winner((2, 3), 0) == 1
    assert rules.winner((2, 2), 0) is None


@pytest.mark.parametrize(
    ("tiebreak", "first", "lot", "winner"),
    [
        (Tiebreak.FIRST_SCORE, 0, 1, 0),
        (Tiebreak.FIRST_SCORE, 1, 0, 1),
        (Tiebreak.FIRST_SCORE, None, 1, 1),
        (Tiebreak.RANDOM_TEAM, 0, 1, 1),
    ],
)
def test_limited_overtime(tiebreak, first, lot, winner):
    rules = playing(length_frames=10, overtime_frames=50, tiebreak=tiebreak)
    rules.first_scorer = first
    advance(rules, 10, is_on_floor=True)
    skip_to_play(rules)
    assert advance(rules, 49, is_on_floor=True) is Change.NOTHING
    assert advance(rules) is Change.END
    assert rules.winner((0, 0), lot) == winner


def test_terms_of_a_match():
    mutators = Mutators(
        match_length="TwentyMinutes",
        max_score="OneHundredFiftyOneGoals",
        max_time="OneMinute",
        overtime="FiveMaxFirstScore",
    )
    terms = MatchRules.of(Match(mutators=mutators, skip_replays=True), seconds_limit=60.0)
    assert terms == MatchRules(
        length_frames=144_000,
        max_score=151,
        max_frames=7200,
        overtime_frames=36_000,
        tiebreak=Tiebreak.FIRST_SCORE,
        limit_frames=7200,
        has_replays=False,
    )
    assert MatchRules.of(Match()) == MatchRules()
    assert MatchRules.of(Match(mutators=Mutators(match_length="Unlimited"))).length_frames is None


@given(
    st.lists(
        st.tuples(st.sampled_from([None, None, None, 0, 1]), st.booleans(), st.booleans(), st.integers(1, 400)),
        max_size=60,
    ),
    st.integers(1, 500),
    st.sampled_from([None, 1, 3]),
)
def test_whatever_happens_the_rules_hold(course, length, max_score):
    rules = Rules(MatchRules(length_frames=length, max_score=max_score))
    rules.start()
    for scored_by, is_touched, is_on_floor, frames in course:
        for _ in range(frames):
            before = (rules.phase, sum(rules.score), rules.clock_frames, rules.frames)
            change = rules.advance(scored_by=scored_by, is_touched=is_touched, is_on_floor=is_on_floor)
            gained = sum(rules.score) - before[1]
            assert gained == (change is Change.GOAL)
            assert not gained or (before[0] in (Phase.ACTIVE, Phase.KICKOFF) and rules.phase is Phase.GOAL_SCORED)
            assert (change is Change.KICKOFF) == (rules.phase is Phase.COUNTDOWN and before[0] is not Phase.COUNTDOWN)
            assert rules.clock_frames == before[2] or before[0] is Phase.ACTIVE
            assert rules.clock_frames >= 0
            assert rules.frames == before[3] + (before[0] is not Phase.ENDED)
            assert before[0] is not Phase.ENDED or rules.phase is Phase.ENDED
