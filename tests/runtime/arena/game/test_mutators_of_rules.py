"""Every supported mutator of the rules has its effect in a match; the others change nothing."""

import math

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.rules import GOAL_FRAMES
from runtime.model.states import Phase
from tests.runtime.arena.game.trial import advance, drive, place, player_of, playing, score

pytestmark = pytest.mark.usefixtures("walls")


@pytest.mark.parametrize(
    ("value", "points"), [("One", 1), ("Zero", 0), ("Two", 2), ("Three", 3), ("Five", 5), ("Ten", 10)]
)
def test_goal_scores(value, points):
    game = playing(mutators={"normal_goal_score": value, "aerial_goal_score": "Ten", "assist_goal_score": "Three"})
    score(game)
    assert game.score == (points, 0)
    assert game.phase is Phase.GOAL_SCORED


def test_aerial_goal():
    game = playing(mutators={"aerial_goal_score": "Five"})
    place(game, ball=((0.0, 4400.0, 400.0), (0.0, 0.0, 100.0)))
    place(game, car=0, at=(0.0, 4150.0, 400.0), speed=(0.0, 2000.0, 150.0), yaw=math.pi / 2)
    while game.phase is not Phase.GOAL_SCORED:
        advance(game)
        assert game.frame_num < 300
    assert game.score == (5, 0)
    assert player_of(game).accolades[:2] == ["Goal", "AerialGoal"]


def test_assisted_goal():
    game = playing(4, mutators={"assist_goal_score": "Two"})
    place(game, ball=((0.0, 3000.0, 93.15), (0.0, 0.0, 0.0)))
    place(game, car=2, at=(0.0, 2800.0, 17.03), speed=(0.0, 600.0, 0.0), yaw=math.pi / 2)
    advance(game, 60)
    place(game, car=2, at=(-2000.0, -2000.0, 17.03))
    place(game, ball=((0.0, 4500.0, 93.15), (0.0, 0.0, 0.0)))
    place(game, car=0, at=(0.0, 4250.0, 17.03), speed=(0.0, 1800.0, 0.0), yaw=math.pi / 2)
    while game.phase is not Phase.GOAL_SCORED:
        advance(game)
        assert game.frame_num < 300
    assert game.score == (3, 0)
    assert game.packet().players[2].score_info.assists == 1


def test_goals_do_not_count_when_scoring_is_disabled():
    game = playing(mutators={"scoring_rule": "Disabled"})
    place(game, ball=((0.0, 5000.0, 200.0), (0.0, 3000.0, 0.0)))
    advance(game, 60)
    assert game.score == (0, 0)
    assert game.phase is Phase.ACTIVE or game.phase is Phase.KICKOFF
    assert game.packet().balls


def demolish(game):
    place(game, car=1, at=(3000.0, 1500.0, 17.03))
    place(game, car=0, at=(3000.0, 1000.0, 17.03), speed=(0.0, 2300.0, 0.0), yaw=math.pi / 2, boost=50.0)
    drive(game, throttle=1.0, boost=True)
    for _ in range(60):
        advance(game)
        if player_of(game, 1).demolished_timeout > 0.0:
            return
    pytest.fail("no demolition")


@pytest.mark.parametrize(("value", "points"), [("Zero", 0), ("One", 1), ("Two", 2), ("Three", 3)])
def test_demolish_score(value, points):
    game = playing(mutators={"demolish_score": value})
    demolish(game)
    assert game.score == (points, 0)


def test_a_demolition_can_decide_the_match():
    game = playing(mutators={"demolish_score": "Three", "max_score": "ThreeGoals"})
    demolish(game)
    assert (game.is_over, game.winner) == (True, 0)


@pytest.mark.parametrize(("value", "frames"), [("OneSecond", 120), ("TwoSeconds", 240), ("ThreeSeconds", 360)])
def test_possession_score(value, frames):
    game = playing(mutators={"possession_score": value})
    place(game, ball=((0.0, 0.0, 93.15), (0.0, 0.0, 0.0)))
    place(game, car=0, at=(0.0, -210.0, 17.03), speed=(0.0, 300.0, 0.0), yaw=math.pi / 2)
    while player_of(game).latest_touch is None:
        advance(game)
    place(game, car=0, at=(3000.0, 0.0, 17.03))
    touched = player_of(game).latest_touch.game_seconds
    began = round(touched * 120)
    while game.frame_num < began + frames - 1:
        advance(game)
    assert game.score == (0, 0)
    advance(game)
    assert game.score == (1, 0)
    advance(game, frames)
    assert game.score == (2, 0)


@pytest.mark.parametrize("value", ["Unlimited", "ThirtySeconds"])
def test_stale_ball(value):
    game = playing(mutators={"stale_ball": value})
    advance(game, 3598)
    assert game.phase is Phase.ACTIVE
    advance(game, 2)
    assert game.phase is (Phase.COUNTDOWN if value == "ThirtySeconds" else Phase.ACTIVE)


def test_backwards():
    game = playing(mutators={"input_restriction": "Backwards"})
    drive(game, throttle=1.0, boost=True)
    advance(game, 60)
    player = player_of(game)
    assert math.hypot(player.physics.velocity.x, player.physics.velocity.y) < 5.0
    assert player.boost == pytest.approx(33.333, abs=0.01)
    drive(game, throttle=-1.0)
    advance(game, 60)
    assert player_of(game).physics.velocity.x < -300.0


def test_boost_in_the_air_only():
    game = playing(mutators={"boost_restriction": "AerialOnly"})
    drive(game, boost=True)
    advance(game, 30)
    assert player_of(game).boost == pytest.approx(33.333, abs=0.01)
    place(game, car=0, at=(3000.0, 0.0, 800.0))
    advance(game, 32)
    assert player_of(game).boost < 27.0


def test_cars_drive_on_after_a_goal_where_goals_reset_nothing():
    game = playing(mutators={"respawn_time": "DisableGoalReset"})
    place(game, car=0, at=(2000.0, -3000.0, 17.03))
    score(game)
    advance(game, GOAL_FRAMES - 1)
    assert not game.packet().balls
    advance(game)
    packet = game.packet()
    assert game.phase is Phase.KICKOFF
    assert packet.balls[0].physics.location.y == 0.0
    assert packet.players[0].physics.location.x == pytest.approx(2000.0, abs=5.0)
    assert game.score == (1, 0)


def test_freeplay_has_no_clock_no_score_and_no_end():
    game = playing(freeplay=True, mutators={"max_score": "OneGoal", "match_length": "FiveMinutes"})
    place(game, car=0, at=(2000.0, -3000.0, 17.03))
    score(game)
    assert game.score == (0, 0)
    advance(game, GOAL_FRAMES)
    info = game.packet().match_info
    assert game.phase is Phase.KICKOFF
    assert info.is_unlimited_time
    assert game.packet().players[0].physics.location.x == pytest.approx(2000.0, abs=5.0)


@pytest.mark.parametrize(("value", "speed"), [("Default", 1.0), ("SloMo", 0.5), ("TimeWarp", 1.5)])
def test_game_speed(value, speed):
    game = playing(mutators={"game_speed": value})
    assert (game.game_speed, game.packet().match_info.game_speed) == (speed, speed)


def test_the_accolades_of_the_end_are_told_once():
    game = playing(mutators={"max_score": "OneGoal"})
    score(game)
    advance(game, GOAL_FRAMES)
    assert game.is_over
    assert [player.accolades[0] for player in game.packet().players] == ["Win", "Loss"]
    assert [player.accolades for player in game.packet().players] == [[], []]


def test_a_demolished_car_stays_so_through_a_goal_that_resets_nothing():
    game = playing(mutators={"respawn_time": "DisableGoalReset", "demolish": "FriendlyFire"})
    demolish(game)
    before = player_of(game, 1).demolished_timeout
    assert before == pytest.approx(3.0, abs=0.02)
    score(game)
    assert 0.0 < player_of(game, 1).demolished_timeout < before
    advance(game, GOAL_FRAMES)
    assert player_of(game, 1).demolished_timeout == -1.0


def test_boost_that_is_set_stays_within_its_bounds():
    game = playing()
    for state, boost in ((-1.0, 0), (0.0, 0), (0.9, 0), (50.7, 50), (100.0, 100), (100.5, 100), (1e9, 100)):
        game.set_state(flat.DesiredGameState([], [flat.DesiredCarState(None, state)]))
        assert player_of(game).boost == boost


@pytest.mark.parametrize(
    ("mode", "ball_gravity"), [("Soccar", "Default"), ("Soccar", "Low"), ("Hoops", "Default"), ("Snowday", "Default")]
)
def test_where_gravity_is_reversed_play_ends_when_the_ball_is_where_it_falls_to(mode, ball_gravity):
    game = playing(game_mode=mode, is_free=False, mutators={"gravity": "Reverse", "ball_gravity": ball_gravity})
    place(game, ball=((0.0, 0.0, 900.0), (0.0, 0.0, 0.0)))
    advance(game, 36_000)
    while game.packet().match_info.game_time_remaining > 0.1:
        advance(game)
        assert game.frame_num < 40_000
    place(game, ball=((0.0, 0.0, 900.0), (0.0, 0.0, 0.0)))
    advance(game, 30)
    assert game.packet().match_info.game_time_remaining == 0.0
    assert not game.packet().match_info.is_overtime, "the ball is in the air"
    advance(game, 400)
    assert game.packet().match_info.is_overtime


def test_freeplay_knows_no_stale_ball():
    game = playing(mutators={"stale_ball": "ThirtySeconds"}, freeplay=True)
    for _ in range(40 * 120):
        game.advance()
        assert game.phase in (Phase.KICKOFF, Phase.ACTIVE)
