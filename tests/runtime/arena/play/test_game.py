"""A whole match in lockstep, frame by frame: flow, controls, state setting, packets, and the same seed twice."""

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.play.game import Game
from runtime.arena.play.rules import COUNTDOWN_FRAMES, GOAL_FRAMES, REPLAY_FRAMES
from runtime.config.model import Car, CarKind, Loadout, Match, Mutators
from runtime.protocol import pack_core, unpack_core
from runtime.states import Phase

pytestmark = pytest.mark.usefixtures("walls")
ROOT = Path(__file__).parents[4]
TRIAL = Path(__file__).with_name("match_trial.py")
V = flat.Vector3Partial


def bots(count, **changes):
    return tuple(Car(team=index % 2, name=f"Bot {index}", player_id=100 + index, **changes) for index in range(count))


def game_of(count=2, *, seed=1, seconds_limit=None, cars=None, **match):
    return Game(Match(cars=bots(count) if cars is None else cars, **match), seed=seed, seconds_limit=seconds_limit)


def playing(count=2, *, seconds_limit=None, **match):
    """A game in its first Kickoff frame."""
    game = game_of(count, seconds_limit=seconds_limit, instant_start=True, skip_replays=True, **match)
    game.start()
    assert game.phase is Phase.KICKOFF
    return game


def advance(game, frames=1):
    for _ in range(frames):
        game.advance()


def desire(game, *, ball=None, cars=(), info=None):
    balls = [] if ball is None else [flat.DesiredBallState(flat.DesiredPhysics(**ball))]
    states = [flat.DesiredCarState(None if car is None else flat.DesiredPhysics(**car)) for car in cars]
    game.desire(flat.DesiredGameState(balls, states, info))


def score(game):
    desire(game, ball={"location": V(0.0, 5000.0, 200.0), "velocity": V(0.0, 3000.0, 0.0)})
    for _ in range(60):
        game.advance()
        if game.phase is Phase.GOAL_SCORED:
            return
    pytest.fail("the ball did not go in")


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
    desire(
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


@pytest.mark.parametrize(
    ("value", "result"),
    [
        (-1.01, -1),
        (-1, -1),
        (-0.99, -0.99),
        (0.99, 0.99),
        (1, 1),
        (1.01, 1),
        (math.nan, 0),
        (math.inf, 1),
        (-math.inf, -1),
    ],
)
def test_controls_are_clamped_and_no_number_is_zero(value, result):
    game = playing()
    game.set_controls(0, flat.ControllerState(value, value, value, value, value, use_item=True))
    found = game.packet().players[0].last_input
    axes = (found.throttle, found.steer, found.pitch, found.yaw, found.roll)
    assert axes == (pytest.approx(result),) * 5
    assert not found.use_item
    advance(game, 10)
    assert math.isfinite(game.packet().players[0].physics.location.x)


@pytest.mark.parametrize("button", ["jump", "boost", "handbrake"])
def test_each_button_does_what_it_says(button):
    game = playing()
    game.set_controls(0, flat.ControllerState(**{button: True}))
    advance(game, 3)
    player = game.packet().players[0]
    assert getattr(player.last_input, button)
    assert sum((player.last_input.jump, player.last_input.boost, player.last_input.handbrake)) == 1
    assert player.has_jumped == (button == "jump")
    assert (player.boost < 33) == (button == "boost")


@pytest.mark.parametrize("index", [-1, 2, 4_000_000_000])
def test_controls_of_no_car_are_ignored(index):
    game = playing()
    before = game.state_hash()
    game.set_controls(index, flat.ControllerState(throttle=1.0))
    game.set_loadout(index, flat.PlayerLoadout(car_id=403))
    assert game.state_hash() == before


def test_partial_states_change_only_what_they_name():
    game = playing()
    advance(game, 5)
    before = game.packet()
    desire(
        game,
        ball={"location": V(z=800.0)},
        cars=[None, {"velocity": V(x=300.0), "rotation": flat.RotatorPartial(yaw=1.0)}],
    )
    after = game.packet()
    ball, was = after.balls[0].physics, before.balls[0].physics
    assert (ball.location.x, ball.location.y, ball.location.z) == (
        was.location.x,
        was.location.y,
        pytest.approx(800, abs=0.01),
    )
    assert after.players[0].physics.location.y == before.players[0].physics.location.y
    car, was = after.players[1].physics, before.players[1].physics
    assert (car.velocity.x, car.velocity.y) == (pytest.approx(300), pytest.approx(was.velocity.y))
    assert car.rotation.yaw == pytest.approx(1.0)
    assert car.rotation.pitch == pytest.approx(was.rotation.pitch, abs=1e-5)
    assert car.location.x == was.location.x
    advance(game, 30)
    assert game.packet().balls[0].physics.location.z < 790


@pytest.mark.parametrize(("boost", "result"), [(-5, 0), (0, 0), (45.9, 45), (100, 100), (101, 100), (math.nan, 33.333)])
def test_boost_is_cut(boost, result):
    game = playing()
    game.desire(flat.DesiredGameState([], [flat.DesiredCarState(None, boost)], None))
    assert game.packet().players[0].boost == pytest.approx(result, abs=0.01)


def test_gravity_and_speed():
    game = playing()
    desire(game, info=flat.DesiredMatchInfo(-100.0, 0.5))
    info = game.packet().match_info
    assert (info.world_gravity_z, info.game_speed, game.game_speed) == (-100.0, 0.5, 0.5)
    desire(game, info=flat.DesiredMatchInfo(0.0, -1.0))
    assert (game.packet().match_info.world_gravity_z, game.game_speed) == (-650.0, 0.5)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 3e38, -3e38])
def test_no_number_breaks_the_physics(number):
    game = playing()
    wild = {name: V(number, number, number) for name in ("location", "velocity", "angular_velocity")}
    wild["rotation"] = flat.RotatorPartial(number, number, number)
    for _ in range(3):
        desire(game, ball=wild, cars=[wild, wild, wild], info=flat.DesiredMatchInfo(number, number))
        advance(game, 20)
    packet = unpack_core(pack_core(game.packet()))
    for thing in (*packet.players, *packet.balls):
        place = thing.physics.location
        assert all(math.isfinite(value) and abs(value) < 6200 for value in (place.x, place.y, place.z))


def test_loadout_gives_the_hitbox():
    cars = (Car(team=0, loadout=Loadout(car_id=403)), Car(team=1, loadout=Loadout(car_id=23)))
    game = game_of(cars=cars)
    lengths = [player.hitbox.length for player in game.packet().players]
    assert lengths == [pytest.approx(127.93, abs=0.01), pytest.approx(118.01, abs=0.01)]
    game.set_loadout(1, flat.PlayerLoadout(car_id=30))
    assert game.packet().players[1].hitbox.height == pytest.approx(41.66, abs=0.01)
    game.start()
    advance(game, 10)


def test_many_loadouts_in_a_frame_are_one_change():
    """To change a body takes milliseconds."""
    game = playing(4)
    changes = []
    rebuild = game._world.rebuild_cars
    game._world.rebuild_cars = lambda bodies: (changes.append(bodies), rebuild(bodies))
    for number in range(100):
        for index in range(3):
            game.set_loadout(index, flat.PlayerLoadout(car_id=(403, 30)[number % 2]))
    game.set_loadout(2, flat.PlayerLoadout(car_id=23))
    advance(game, 3)
    assert [set(bodies) for bodies in changes] == [{0, 1}]
    heights = [player.hitbox.height for player in game.packet().players]
    assert heights == pytest.approx([41.66, 41.66, 36.16, 36.16], abs=0.01)


def test_many_gravities_in_a_frame_are_one_change():
    game = playing()
    changes = []
    change = game._world.set_gravity
    game._world.set_gravity = lambda gravity_z: (changes.append(gravity_z), change(gravity_z))
    for number in range(100):
        desire(game, info=flat.DesiredMatchInfo(world_gravity_z=-100.0 - number))
    assert game.packet().match_info.world_gravity_z == -199.0
    advance(game)
    assert changes == [-199.0]


@pytest.mark.parametrize("frames", [COUNTDOWN_FRAMES - 1, COUNTDOWN_FRAMES, COUNTDOWN_FRAMES + 1])
def test_a_loadout_as_the_countdown_ends_does_not_hold_the_ball(frames):
    game = game_of(game_mode="Heatseeker")
    game.start()
    advance(game, frames)
    game.set_loadout(0, flat.PlayerLoadout(car_id=403))
    game.packet()
    advance(game, 20)
    assert game.packet().balls[0].physics.location.z > 100.0


@pytest.mark.parametrize(
    "nothing",
    [
        flat.DesiredGameState([flat.DesiredBallState()], [flat.DesiredCarState()] * 2),
        flat.DesiredGameState(
            [], [flat.DesiredCarState(flat.DesiredPhysics(V(), flat.RotatorPartial(), V(), V()))] * 2
        ),
        flat.DesiredGameState(
            [flat.DesiredBallState(flat.DesiredPhysics(V(math.nan), flat.RotatorPartial(math.inf)))],
            [flat.DesiredCarState(flat.DesiredPhysics(velocity=V(None, math.nan, -math.inf)), math.nan)] * 2,
            flat.DesiredMatchInfo(math.nan, math.inf),
        ),
    ],
)
def test_what_names_nothing_changes_nothing_to_the_last_bit(nothing):
    games = [playing(), playing()]
    for game in games:
        for frame in range(120):
            game.set_controls(0, flat.ControllerState(throttle=1.0, steer=0.5, boost=True, jump=frame % 40 < 8))
            if game is games[0]:
                game.desire(nothing)
            game.advance()
    assert games[0].state_hash() == games[1].state_hash()


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
    desire(game, ball=touch, cars=[{"location": V(0.0, 4790.0, 17.0), "rotation": flat.RotatorPartial(yaw=1.5708)}])
    advance(game, 30)
    assert game.packet().players[0].latest_touch is not None
    while game.frame_num < 59:
        desire(
            game, ball={"location": V(0.0, 5000.0, 300.0), "velocity": V(0.0, 0.0, 0.0)}, cars=[{"location": V(0, 0)}]
        )
        advance(game)
    desire(game, ball={"location": V(0.0, 5214.0, 300.0), "velocity": V(0.0, 3000.0, 0.0)})
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
    desire(game, cars=[place | {"rotation": flat.RotatorPartial(yaw=1.5708)}])
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


@pytest.mark.parametrize("cars", [2, 6])
def test_same_seed_gives_the_same_match_in_any_process(mesh_cache, cars):
    argv = [sys.executable, str(TRIAL), str(mesh_cache), str(cars)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    runs = []
    for seed in ("5", "5", "6"):
        runs.append(subprocess.Popen([*argv, seed], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True))
    first, second, other = (run.communicate(timeout=60)[0].split() for run in runs)
    assert first == second
    assert len(first) == 4
    assert first != other
