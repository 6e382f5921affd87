"""Every limit of the rules of a series in frames: below, at and above."""

import pytest

from runtime.arena.game.rules import (
    BREAK_FRAMES,
    GOAL_FRAMES,
    Change,
    MatchRules,
    Rules,
)
from runtime.model.series import Series
from runtime.model.states import Phase
from tests.runtime.arena.game.rule_steps import advance, playing, skip_to_play


def series(length=3, **terms):
    """Rules of a series in the first frame of Active."""
    return playing(series=Series(length=length), **terms)


def win(rules, team):
    """A goal decides the game, and the game is closed."""
    assert advance(rules, scored_by=team) is Change.GOAL
    assert advance(rules, GOAL_FRAMES) is Change.END
    rules.close_game(rules.winner((0, 0), 0))


def test_a_series_goes_on_after_a_break_with_score_and_clock_anew():
    rules = series(max_score=1, length_frames=500)
    advance(rules, 100)
    win(rules, 1)
    assert (rules.phase, rules.is_over, rules.series.won, rules.score) == (Phase.ENDED, False, (0, 1), [0, 1])
    frames = rules.frames
    assert advance(rules, BREAK_FRAMES - 1, scored_by=0, is_touched=True, is_on_floor=True) is Change.NOTHING
    assert (rules.phase, rules.score) == (Phase.ENDED, [0, 1])
    assert advance(rules) is Change.NEXT_GAME
    assert (rules.phase, rules.score, rules.clock_frames) == (Phase.KICKOFF, [0, 0], 500)
    assert (rules.first_scorer, rules.frames) == (None, frames + BREAK_FRAMES)
    skip_to_play(rules)
    win(rules, 1)
    assert (rules.phase, rules.is_over, rules.series.won) == (Phase.ENDED, True, (0, 2))
    assert rules.match_winner(0) == 1
    assert advance(rules, 2 * BREAK_FRAMES) is Change.NOTHING
    assert rules.phase is Phase.ENDED


def test_each_game_of_a_series_begins_like_the_first():
    rules = Rules(MatchRules(series=Series(length=3), max_score=1))
    rules.start()
    skip_to_play(rules)
    win(rules, 0)
    assert advance(rules, BREAK_FRAMES) is Change.NEXT_GAME
    assert rules.phase is Phase.COUNTDOWN


def test_overtime_of_a_game_does_not_outlast_it():
    rules = series(length_frames=10)
    advance(rules, 10, is_on_floor=True)
    assert rules.is_overtime
    skip_to_play(rules)
    win(rules, 0)
    advance(rules, BREAK_FRAMES)
    assert (rules.is_overtime, rules.clock_frames) == (False, 10)
    skip_to_play(rules)
    assert advance(rules, scored_by=1) is Change.GOAL
    assert advance(rules, GOAL_FRAMES) is Change.NOTHING
    assert rules.phase is Phase.REPLAY


def test_max_time_counts_anew_in_each_game_and_its_draws_are_games_too():
    rules = series(max_frames=100)
    assert advance(rules, 99) is Change.END
    assert rules.winner((1, 1), 0) is None
    rules.close_game(None)
    for _ in range(2):
        assert not rules.is_over
        assert advance(rules, BREAK_FRAMES) is Change.NEXT_GAME
        assert advance(rules, 99, is_touched=True) is Change.NOTHING
        assert not rules.is_over
        assert advance(rules) is Change.END
        rules.close_game(rules.winner((2, 1), 1))
    assert (rules.is_over, rules.series.won, rules.match_winner(1)) == (True, (2, 0), 0)


@pytest.mark.parametrize(("score", "winner"), [([0, 0], None), ([0, 4], 1)])
def test_a_limit_breaks_off_a_game_that_counts_only_where_the_games_are_level(score, winner):
    rules = series(limit_frames=50)
    rules.score = score
    assert advance(rules, 49) is Change.END
    rules.close_game(winner)
    assert (rules.is_over, rules.series.games, rules.match_winner(winner)) == (True, (), winner)


def test_a_limit_breaks_off_the_second_game_and_leaves_the_first():
    rules = series(max_score=1, limit_frames=2000)
    win(rules, 0)
    advance(rules, BREAK_FRAMES)
    skip_to_play(rules)
    assert advance(rules, 2000 - rules.frames - 2) is Change.NOTHING
    assert advance(rules, scored_by=1) is Change.GOAL
    assert not rules.is_over
    assert advance(rules) is Change.END
    rules.close_game(rules.winner((0, 0), 0))
    assert (rules.is_over, rules.series.won, rules.match_winner(1)) == (True, (1, 0), 0)


@pytest.mark.parametrize("offset", [-1, 0, 1])
def test_a_limit_at_the_end_of_a_game_or_of_the_break_after_it(offset):
    for end in (1 + 1 + GOAL_FRAMES, 1 + 1 + GOAL_FRAMES + BREAK_FRAMES):
        rules = series(max_score=1, limit_frames=end + offset)
        seen = [rules.advance(scored_by=1, is_touched=False, is_on_floor=False) for _ in range(GOAL_FRAMES + 1)]
        if Change.END in seen:
            rules.close_game(1)
        is_counted = end > GOAL_FRAMES + 2 or offset >= 0
        assert rules.series.won == (0, int(is_counted))
        more = [rules.advance(scored_by=None, is_touched=False, is_on_floor=False) for _ in range(BREAK_FRAMES + 5)]
        assert (rules.is_over, rules.frames) == (True, end + offset)
        assert (Change.NEXT_GAME in more) == (offset == 1 and end > BREAK_FRAMES)
        assert rules.match_winner(0) == (1 if is_counted else 0)


def test_a_break_can_be_paused():
    rules = series(max_score=1)
    win(rules, 0)
    advance(rules, 10)
    rules.toggle_pause()
    assert rules.phase is Phase.PAUSED
    assert advance(rules, 2 * BREAK_FRAMES) is Change.NOTHING
    rules.toggle_pause()
    assert (rules.phase, rules.is_over) == (Phase.ENDED, False)
    assert advance(rules, BREAK_FRAMES - 11) is Change.NOTHING
    assert advance(rules) is Change.NEXT_GAME


def test_a_limit_in_a_paused_break_ends_the_match_once():
    rules = series(max_score=1, limit_frames=1000)
    win(rules, 0)
    rules.toggle_pause()
    assert advance(rules, 1000) is Change.NOTHING
    assert (rules.is_over, rules.phase, rules.frames, rules.series.won) == (True, Phase.ENDED, 1000, (1, 0))


def test_a_single_game_is_no_series():
    rules = playing(max_score=1)
    win(rules, 0)
    assert (rules.is_over, rules.series, rules.match_winner(0), rules.match_winner(None)) == (True, None, 0, None)
