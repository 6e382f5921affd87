"""A whole match in lockstep, frame by frame: flow, clock, goals, the end, and repetition with the same seed."""

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.rules import COUNTDOWN_FRAMES, GOAL_FRAMES, REPLAY_FRAMES
from runtime.documents.choices import Mutators
from runtime.documents.model import Car, CarKind
from runtime.model.states import Phase
from tests.runtime.arena.game.bare_game import V, advance, bots, game_of, playing, score, set_state

pytestmark = pytest.mark.usefixtures("walls")
ROOT = Path(__file__).parents[4]
TRIAL = Path(__file__).parents[1] / "match_trial.py"


def test_cars_stand_on_the_ground_from_the_first_packet_of_a_kickoff_on():
    game = playing()
    assert {str(player.air_state) for player in game.packet().players} == {"AirState.OnGround"}
    score(game)
    while game.phase is Phase.GOAL_SCORED:
        game.advance()
    assert game.phase is Phase.COUNTDOWN
    assert {str(player.air_state) for player in game.packet().players} == {"AirState.OnGround"}


def test_nothing_moves_before_the_start():
    game = game_of()
    before = game.state_hash()
    advance(game, 50)
    packet = game.packet()
    assert (game.phase, game.frame_num, game.seconds_elapsed, game.is_over) == (Phase.PAUSED, 0, 0.0, False)
    assert packet.match_info.match_phase == flat.MatchPhase.Paused
    assert packet.match_info.game_time_remaining == 300.0
    assert game.state_hash() == before


def test_cars_are_held_in_the_countdown_and_free_in_the_kickoff():
    game = game_of()
    game.start()
    game.set_controls(0, flat.ControllerState(throttle=1.0, boost=True, jump=True))
    start = game.packet().players[0].physics.location
    advance(game, COUNTDOWN_FRAMES)
    player = game.packet().players[0]
    assert game.phase is Phase.KICKOFF
    assert (
        math.dist(
            (start.x, start.y, start.z),
            (player.physics.location.x, player.physics.location.y, player.physics.location.z),
        )
        < 1
    )
    assert player.boost == pytest.approx(33.333, abs=0.01)
    assert (player.last_input.throttle, player.last_input.boost) == (1.0, True)
    advance(game)
    assert game.packet().players[0].has_jumped


def test_clock_waits_for_the_first_touch():
    game = playing()
    advance(game, 100)
    assert game.packet().match_info.game_time_remaining == 300.0
    set_state(
        game,
        ball={"location": V(0.0, 0.0, 93.0)},
        cars=[
            {
                "location": V(0.0, -300.0, 17.0),
                "velocity": V(0.0, 1500.0, 0.0),
                "rotation": flat.RotatorPartial(yaw=math.pi / 2),
            }
        ],
    )
    while game.phase is Phase.KICKOFF:
        advance(game)
    assert game.frame_num < 130
    player = game.packet().players[0]
    assert player.accolades == ["FirstTouch", "BallHit"]
    touch = player.latest_touch
    assert touch.game_seconds == pytest.approx(game.seconds_elapsed)
    assert (touch.normal.y, touch.ball_index) == (pytest.approx(0.9, abs=0.15), 0)
    assert math.hypot(touch.location.x, touch.location.y, touch.location.z - 93.15) == pytest.approx(91.25, abs=3)
    advance(game)
    assert game.packet().match_info.game_time_remaining == pytest.approx(300 - 1 / 120, abs=1e-4)
    assert game.packet().players[1].latest_touch is None


def test_goal_scores_and_leads_to_the_next_kickoff():
    game = game_of(instant_start=True)
    game.start()
    score(game)
    packet = game.packet()
    assert game.score == (1, 0)
    assert [team.score for team in packet.teams] == [1, 0]
    assert packet.balls == []
    assert game.prediction_payload() is None
    advance(game, GOAL_FRAMES)
    assert game.phase is Phase.REPLAY
    frozen = game.packet().players[0].physics.location
    advance(game, REPLAY_FRAMES - 1)
    moved = game.packet()
    assert (moved.players[0].physics.location.y, moved.balls) == (frozen.y, [])
    assert moved.match_info.frame_num == game.frame_num
    advance(game)
    packet = game.packet()
    assert game.phase is Phase.COUNTDOWN
    assert (packet.balls[0].physics.location.x, packet.balls[0].physics.location.y) == (0.0, 0.0)
    assert game.prediction_payload() is not None
    assert game.score == (1, 0)


def test_cars_drive_on_after_a_goal():
    game = playing()
    game.set_controls(1, flat.ControllerState(throttle=1.0))
    score(game)
    before = game.packet().players[1].physics.location.y
    advance(game, 60)
    assert abs(game.packet().players[1].physics.location.y - before) > 20


def test_seconds_limit_ends_the_match():
    game = game_of(seconds_limit=4.0)
    game.start()
    advance(game, 479)
    assert not game.is_over
    advance(game)
    assert (game.is_over, game.phase, game.seconds_elapsed) == (True, Phase.ENDED, 4.0)
    final = game.state_hash()
    advance(game, 100)
    assert (game.frame_num, game.state_hash()) == (480, final)


def test_winner_and_loser_are_told_once():
    game = playing(seconds_limit=None, mutators=Mutators(max_score="OneGoal"))
    score(game)
    advance(game, GOAL_FRAMES)
    assert (game.is_over, game.winner) == (True, 0)
    assert [player.accolades for player in game.packet().players] == [
        ["Win", "MVP", "TimePlayed"],
        ["Loss", "TimePlayed"],
    ]
    assert game.packet().balls == []
    assert game.prediction_payload() is None


def test_goal_in_the_last_frame_of_the_limit_is_credited():
    game = playing(seconds_limit=0.5)
    touch = {"location": V(0.0, 4900.0, 93.0)}
    set_state(game, ball=touch, cars=[{"location": V(0.0, 4790.0, 17.0), "rotation": flat.RotatorPartial(yaw=1.5708)}])
    advance(game, 30)
    assert game.packet().players[0].latest_touch is not None
    while game.frame_num < 59:
        set_state(
            game, ball={"location": V(0.0, 5000.0, 300.0), "velocity": V(0.0, 0.0, 0.0)}, cars=[{"location": V(0, 0)}]
        )
        advance(game)
    set_state(game, ball={"location": V(0.0, 5214.0, 300.0), "velocity": V(0.0, 3000.0, 0.0)})
    advance(game)
    packet = game.packet()
    assert (game.phase, game.frame_num, game.score, game.winner) == (Phase.ENDED, 60, (1, 0), 0)
    assert packet.players[0].score_info.goals == 1
    assert packet.players[0].accolades[0] == "Goal"
    assert {"Win", "MVP", "FastestGoal"} <= set(packet.players[0].accolades)
    assert packet.balls == []


def test_touch_in_the_countdown_is_not_the_first_of_the_kickoff():
    game = game_of()
    game.start()
    place = {"location": V(0.0, -170.0, 17.0), "velocity": V(0.0, 500.0, 0.0)}
    set_state(game, cars=[place | {"rotation": flat.RotatorPartial(yaw=1.5708)}])
    while game.packet().players[0].latest_touch is None:
        advance(game)
    assert game.phase is Phase.COUNTDOWN
    assert game.packet().players[0].accolades == []


def test_match_without_cars():
    game = playing(0)
    advance(game, 300)
    assert game.phase is Phase.ACTIVE
    assert game.packet().players == []


def test_five_minutes_of_stand_ins():
    skills = ("AllStar", "Pro", "AllStar", "Rookie")
    cars = [Car(kind=CarKind.PSYONIX, team=index % 2, name=skill, skill=skill) for index, skill in enumerate(skills)]
    game = game_of(cars=tuple(cars), skip_replays=True, seed=3)
    game.start()
    phases = set()
    while not game.is_over and game.frame_num < 200_000:
        game.advance()
        phases.add(game.phase)
        if game.frame_num % 500 == 0:
            packet = game.packet()
            assert not any(player.is_bot for player in packet.players)
            assert all(0.0 <= player.boost <= 100.0 for player in packet.players)
    assert game.is_over
    assert game.frame_num >= 36_000
    assert game.escapes == 0
    assert phases == {Phase.COUNTDOWN, Phase.KICKOFF, Phase.ACTIVE, Phase.GOAL_SCORED, Phase.ENDED}
    players = game.packet().players
    assert sum(game.score) > 0
    for team in (0, 1):
        own = sum(player.score_info.goals for player in players if player.team == team)
        given = sum(player.score_info.own_goals for player in players if player.team != team)
        assert own + given == game.score[team]
    assert all(player.latest_touch is not None for player in players)
    assert game.winner == int(game.score[1] > game.score[0])


@pytest.mark.parametrize(("cars", "seed", "frames"), [(6, 9, 700), (8, 9, 400)])
def test_same_seed_gives_the_same_match_wherever_memory_puts_it(cars, seed, frames):
    skill = {"kind": CarKind.PSYONIX, "skill": "AllStar"}
    games = [game_of(cars=bots(cars, **skill), seed=seed) for _ in range(8)]
    for game in games:
        game.start()
        advance(game, frames)
    assert len({game.state_hash() for game in games}) == 1


def test_same_seed_gives_the_same_match_in_any_process(mesh_cache):
    argv = [sys.executable, str(TRIAL), str(mesh_cache), "6"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    runs = []
    for seed in ("5", "5", "6"):
        runs.append(subprocess.Popen([*argv, seed], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True))
    first, second, other = (run.communicate(timeout=110)[0].split() for run in runs)
    assert first == second
    assert len(first) == 4
    assert first != other
