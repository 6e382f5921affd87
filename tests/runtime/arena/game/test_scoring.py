"""Points, goals, assists and saves on the scoreboard."""

import pytest

from runtime.arena.game.accolades import DEFLECTION_FRAMES, PASS_FRAMES
from runtime.arena.game.scoring import Stats
from tests.runtime.arena.game.scoreboard import Scoreboard

TEAMS = (0, 0, 1, 1)


@pytest.fixture
def board():
    return Scoreboard(TEAMS)


def test_goal_of_the_last_attacker(board):
    board.touched(2, 10)
    board.touched(0, 20)
    assert board.goal(0, 100, is_overtime=False) == 0
    assert board.stats[0] == Stats(score=100, goals=1)
    assert board.accolades == {2: ["FirstTouch"], 0: ["Goal"]}
    board.begin_frame()
    assert board.accolades == {}


@pytest.mark.parametrize(("frames", "assists"), [(PASS_FRAMES - 1, 1), (PASS_FRAMES, 1), (PASS_FRAMES + 1, 0)])
def test_pass_counts_for_three_seconds(board, frames, assists):
    board.touched(1, 10)
    board.touched(0, 10 + frames)
    board.touched(0, 10 + frames + 1000)
    board.goal(0, 5000, is_overtime=False)
    assert board.stats[1] == Stats(score=10 + 50 * assists, assists=assists)


def test_touch_of_an_opponent_is_no_pass(board):
    board.touched(1, 10)
    board.touched(2, 20)
    board.touched(0, 30)
    board.goal(0, 40, is_overtime=False)
    assert board.stats[1].assists == 0


@pytest.mark.parametrize(
    ("frames", "is_own"), [(DEFLECTION_FRAMES - 1, False), (DEFLECTION_FRAMES, False), (DEFLECTION_FRAMES + 1, True)]
)
def test_deflected_goal_or_own_goal(board, frames, is_own):
    board.touched(0, 100)
    board.touched(2, 120)
    assert board.goal(0, 100 + frames, is_overtime=False) == (2 if is_own else 0)
    assert (board.stats[0].goals, board.stats[2].own_goals) == (not is_own, is_own)


def test_own_goal_without_any_attacker(board):
    board.touched(2, 10)
    board.goal(0, 20, is_overtime=False)
    assert board.stats[2] == Stats(score=10, own_goals=1)
    assert board.accolades[2] == ["FirstTouch", "OwnGoal"]


def test_touches_before_a_kickoff_do_not_count(board):
    board.touched(0, 10)
    board.log.kickoff()
    assert board.goal(0, 20, is_overtime=False) is None
    board.touched(1, 30)
    assert board.accolades[1] == ["FirstTouch"]


@pytest.mark.parametrize(("times", "awards"), [(2, 0), (3, 1), (4, 1)])
def test_third_of_everything(board, times, awards):
    for _ in range(times):
        board.touched(1, 1)
        board.touched(0, 2)
        board.goal(0, 3, is_overtime=False)
        board.save(2, is_epic=False)
    assert board.stats[0] == Stats(score=times * 100 + 25 * awards, goals=times)
    assert board.stats[1] == Stats(score=10 + times * 50 + 25 * awards, assists=times)
    assert board.stats[2] == Stats(score=times * 50 + 25 * awards, saves=times)
    assert [board.accolades[car].count(name) for car, name in enumerate(("HatTrick", "Playmaker", "Savior"))] == [
        awards
    ] * 3


def test_points(board):
    board.shot(0)
    board.save(1, is_epic=True)
    board.demolition(2)
    board.touched(3, 1)
    board.goal(1, 2, is_overtime=True)
    assert [stats.score for stats in board.stats] == [10, 75, 25, 10 + 125]
    assert board.accolades[3][1:] == ["Goal", "OvertimeGoal"]
    assert (board.shots_of(0), board.shots_of(1)) == (1, 0)


def test_end(board):
    board.shot(1)
    board.begin_frame()
    board.end(0)
    assert board.accolades == {0: ["Win"], 1: ["Win", "MVP"], 2: ["Loss"], 3: ["Loss"]}
    board.begin_frame()
    board.end(None)
    assert board.accolades == {}
