"""Hoops, heatseeker and snowday: kickoffs, goals, pads, predictions, packets; nothing escapes, and seeds repeat."""

import math
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.game.game import Game
from runtime.arena.modes import MODES
from runtime.arena.modes.heatseeker import scorer_in_heatseeker
from runtime.arena.physics.mutator_numbers import BALL_SIZE
from runtime.arena.physics.world import World
from runtime.arena.stadium.field import HEATSEEKER_FIELD, HOOPS_FIELD, MAX_CARS_PER_TEAM, SOCCAR_FIELD
from runtime.documents.model import Car, CarKind, Match, Mutators
from runtime.model.game_facts import GRAVITY_Z
from runtime.model.states import Phase
from runtime.protocol import unpack_core

pytestmark = pytest.mark.usefixtures("walls")

NEW_MODES = ("Hoops", "Heatseeker", "Snowday")
COUNTDOWN = 360
CONST = RocketSim.RLConst


def game_of(mode, *, cars=2, seed=1, kind=CarKind.BOT, **changes):
    drivers = tuple(Car(kind=kind, team=index % 2, name=str(index)) for index in range(cars))
    game = Game(Match(game_mode=mode, cars=drivers, **changes), seed=seed)
    game.start()
    return game


def play(game, frames):
    for _ in range(frames):
        game.advance()
    return game.packet()


def put_ball(game, place, velocity=(0.0, 0.0, -1.0)):
    x, y, z = place
    vx, vy, vz = velocity
    physics = flat.DesiredPhysics(
        location=flat.Vector3Partial(x, y, z),
        velocity=flat.Vector3Partial(vx, vy, vz),
        angular_velocity=flat.Vector3Partial(0, 0, 0),
    )
    game.set_state(flat.DesiredGameState(ball_states=[flat.DesiredBallState(physics)]))


def put_cars_aside(game, cars=2):
    state = [
        flat.DesiredCarState(flat.DesiredPhysics(location=flat.Vector3Partial(2200.0, 600.0 * index, 17.0)))
        for index in range(cars)
    ]
    game.set_state(flat.DesiredGameState(car_states=state))


def place_of(physics):
    return physics.location.x, physics.location.y, physics.location.z


@pytest.mark.parametrize(
    ("field", "spots", "respawns"),
    [
        (HOOPS_FIELD, CONST.CAR_SPAWN_LOCATIONS_HOOPS, CONST.CAR_RESPAWN_LOCATIONS_HOOPS),
        (HEATSEEKER_FIELD, CONST.CAR_SPAWN_LOCATIONS_HEATSEEKER, CONST.CAR_RESPAWN_LOCATIONS_SOCCAR),
    ],
)
def test_spots_are_those_of_rocketsim(field, spots, respawns):
    ours = {(spot.x, spot.y, round(spot.yaw, 4)) for spot in field.kickoff_spots}
    assert ours == {(x, y, round(yaw, 4)) for x, y, yaw in spots}
    assert {(spot.x, spot.y) for spot in field.respawn_spots} == {(x, y) for x, y, _ in respawns}


@pytest.mark.parametrize("field", [HOOPS_FIELD, HEATSEEKER_FIELD])
def test_a_full_team_stands_in_nobody_and_on_no_pad(field):
    spots = field.kickoff([index % 2 for index in range(2 * MAX_CARS_PER_TEAM)], Random(1))
    places = [(spot.x, spot.y) for spot in spots]
    assert min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i]) > 400
    assert all(abs(x) < field.wall_x - 300 and abs(y) < field.wall_y - 300 for x, y in places)
    for spot in field.overflow_spots:
        assert all(math.dist((spot.x, spot.y), (pad.x, pad.y)) > (208 if pad.is_big else 144) for pad in field.pads)


def test_field_info_of_hoops():
    info = game_of("Hoops").field_info()
    places = [(pad.location.y, pad.location.x) for pad in info.boost_pads]
    assert places == sorted(places)
    assert len(places) == 20
    assert [index for index, pad in enumerate(info.boost_pads) if pad.is_full_boost] == [0, 1, 9, 10, 18, 19]
    assert [(goal.team_num, place_of(goal)[1], goal.direction.z) for goal in info.goals] == [
        (0, pytest.approx(-2968.95), 1.0),
        (1, pytest.approx(2968.95), 1.0),
    ]


@pytest.mark.parametrize("mode", ["Heatseeker", "Snowday"])
def test_the_others_are_played_on_the_soccar_field(mode):
    assert len(game_of(mode).field_info().boost_pads) == 34
    assert MODES[mode].field.pads == SOCCAR_FIELD.pads


def test_every_pad_of_hoops_is_one_of_the_physics():
    arena = RocketSim.Arena(RocketSim.GameMode.HOOPS, config=RocketSim.ArenaConfig(use_custom_broadphase=False))
    known = {(round(pad.get_pos().x), round(pad.get_pos().y), pad.is_big) for pad in arena.get_boost_pads()}
    assert known == {(pad.x, pad.y, pad.is_big) for pad in HOOPS_FIELD.pads}


@pytest.mark.parametrize("pad", [0, 2, 19])
def test_pads_of_hoops_are_taken_and_come_back(pad):
    game = game_of("Hoops")
    play(game, COUNTDOWN)
    known = HOOPS_FIELD.pads[pad]
    place = flat.DesiredPhysics(location=flat.Vector3Partial(known.x, known.y, 17.0))
    game.set_state(flat.DesiredGameState(car_states=[flat.DesiredCarState(place, boost_amount=0.0)]))
    packet = play(game, 3)
    away = [index for index, state in enumerate(packet.boost_pads) if not state.is_active]
    assert away == [pad]
    assert packet.players[0].boost == (100.0 if known.is_big else 12.0)
    game.set_state(
        flat.DesiredGameState(car_states=[flat.DesiredCarState(flat.DesiredPhysics(flat.Vector3Partial(300, 1500)))])
    )
    assert not play(game, 440 if not known.is_big else 1170).boost_pads[pad].is_active
    assert play(game, 60).boost_pads[pad].is_active


@pytest.mark.parametrize("mode", NEW_MODES)
def test_cars_begin_on_the_spots_of_the_mode(mode):
    game = game_of(mode, cars=6)
    packet = play(game, 10)
    spots = {(spot.x, spot.y) for spot in MODES[mode].field.kickoff_spots}
    for player in packet.players:
        side = 1.0 if player.team == 0 else -1.0
        place = (side * player.physics.location.x, side * player.physics.location.y)
        assert min(math.dist(place, spot) for spot in spots) < 0.2
        assert player.boost == pytest.approx(100.0 if mode == "Heatseeker" else 100 / 3)


def test_hoops_launches_its_ball_after_the_countdown():
    game = game_of("Hoops")
    packet = play(game, COUNTDOWN)
    assert packet.match_info.match_phase == flat.MatchPhase.Kickoff
    assert place_of(packet.balls[0].physics) == pytest.approx((0.0, 0.0, 93.15), abs=0.06)
    assert play(game, 32).balls[0].physics.velocity.z == 0.0
    packet = play(game, 1)
    assert packet.balls[0].physics.velocity.z == pytest.approx(994.3, abs=0.1)
    heights = [play(game, 1).balls[0].physics.location.z for _ in range(220)]
    assert max(heights) == pytest.approx(837, abs=2)


@pytest.mark.parametrize(
    ("at", "scored"),
    [((618.0, 3465.0), 1), ((660.0, 3465.0), 0), ((-1100.0, 3300.0), 0), ((0.0, 1950.0), 0), ((300.0, 3300.0), 1)],
)
def test_a_ball_under_the_ring_of_hoops_scores_inside_the_oval(at, scored):
    game = game_of("Hoops")
    play(game, COUNTDOWN + 40)
    place = flat.DesiredPhysics(flat.Vector3Partial(*at, 150.0), velocity=flat.Vector3Partial(0.0, 0.0, 0.0))
    game.set_state(flat.DesiredGameState(ball_states=[flat.DesiredBallState(place)]))
    play(game, 60)
    assert game.score == (scored, 0)


def test_heatseeker_begins_on_either_side():
    sides = set()
    for seed in range(8):
        game = game_of("Heatseeker", seed=seed)
        before = play(game, COUNTDOWN).balls[0]
        x, y, z = place_of(before.physics)
        side = math.copysign(1.0, y)
        sides.add(side)
        assert (x, abs(y)) == (-1000.0, 2220.0)
        assert z == pytest.approx(92.75, abs=0.01)
        assert before.target_speed == 0.0
        speed = play(game, 1).balls[0].physics.velocity
        assert (speed.x, speed.y) == (0.0, pytest.approx(-65 * -side, abs=0.1))
        assert speed.z == pytest.approx(644.4, abs=0.1)
    assert sides == {-1.0, 1.0}


@pytest.mark.parametrize("mode", NEW_MODES)
def test_instant_start_needs_no_countdown(mode):
    game = game_of(mode, instant_start=True)
    packet = play(game, 40)
    assert packet.match_info.match_phase == flat.MatchPhase.Kickoff
    assert (packet.balls[0].physics.velocity.z != 0.0) is (mode != "Snowday")


def test_a_ball_that_was_moved_during_the_countdown_stays_where_it_was_put():
    game = game_of("Heatseeker")
    play(game, 100)
    put_ball(game, (500.0, 0.0, 93.15), (0.0, 0.0, 0.0))
    packet = play(game, 400)
    assert packet.balls[0].physics.location.x == pytest.approx(500.0, abs=1.0)


GOALS = {
    "Hoops": ((0.0, 2969.0, 700.0), (0.0, 0.0, -300.0)),
    "Heatseeker": ((0.0, 4700.0, 300.0), (0.0, 2500.0, 0.0)),
    "Snowday": ((0.0, 4700.0, 36.41), (0.0, 2500.0, 0.0)),
}


@pytest.mark.parametrize("team", [0, 1])
@pytest.mark.parametrize("mode", NEW_MODES)
def test_goals_count_once_and_kickoff_follows(mode, team):
    game = game_of(mode, skip_replays=True)
    play(game, COUNTDOWN + 40)
    (x, y, z), (vx, vy, vz) = GOALS[mode]
    side = 1.0 if team == 0 else -1.0
    put_ball(game, (x, side * y, z), (vx, side * vy, vz))
    packet = play(game, 240)
    assert [score.score for score in packet.teams] == ([1, 0] if team == 0 else [0, 1])
    assert packet.match_info.match_phase == flat.MatchPhase.GoalScored
    assert len(packet.balls) == 0
    packet = play(game, 360)
    assert packet.match_info.match_phase in (flat.MatchPhase.Countdown, flat.MatchPhase.Kickoff)
    assert len(packet.balls) == 1
    assert sum(game.score) == 1


@pytest.mark.parametrize(
    ("place", "velocity"),
    [
        ((0.0, 1200.0, 97.0), (0.0, 6000.0, 0.0)),
        ((0.0, 2969.0, 330.0), (0.0, 0.0, 2000.0)),
        ((1500.0, 2969.0, 200.0), (-6000.0, 0.0, 0.0)),
    ],
)
def test_a_ball_from_outside_of_the_net_is_no_goal(place, velocity):
    game = game_of("Hoops")
    play(game, COUNTDOWN + 40)
    put_cars_aside(game)
    if place[2] == 330.0:
        place = (0.0, 2100.0, 150.0)
    put_ball(game, place, velocity)
    play(game, 60)
    assert game.score == (0, 0)


def test_cars_pass_the_net_and_balls_do_not():
    game = game_of("Hoops")
    play(game, COUNTDOWN)
    state = flat.DesiredPhysics(
        flat.Vector3Partial(0.0, 1800.0, 17.0),
        flat.RotatorPartial(0.0, math.pi / 2, 0.0),
        flat.Vector3Partial(0.0, 1400.0, 0.0),
    )
    game.set_state(flat.DesiredGameState(car_states=[flat.DesiredCarState(state)]))
    game.set_controls(0, flat.ControllerState(throttle=1.0))
    assert play(game, 120).players[0].physics.location.y > 2900
    put_cars_aside(game)
    put_ball(game, (0.0, 1800.0, 97.0), (0.0, 1400.0, 0.0))
    places = [play(game, 2).balls[0].physics.location for _ in range(60)]
    assert max(place.y for place in places) < 2968.95 - 704.7 - 43.2 - 80.0
    assert max(place.z for place in places) > 250.0, "the bell leads the ball up"


@pytest.mark.parametrize("mode", NEW_MODES)
def test_packets_tell_the_shape_of_the_ball(mode):
    ball = play(game_of(mode), 5).balls[0]
    if mode == "Snowday":
        assert isinstance(ball.shape, flat.CylinderShape)
        assert (ball.shape.diameter, ball.shape.height) == (228.5, 62.5)
    else:
        assert isinstance(ball.shape, flat.SphereShape)
        assert ball.shape.diameter == pytest.approx(192.766 if mode == "Hoops" else 182.5, abs=0.001)
    assert ball.target_speed == 0.0
    assert ball.charge_level == -1


@pytest.mark.parametrize("size", ["Small", "Large"])
def test_size_of_the_ball_is_relative_to_that_of_hoops(size):
    ball = play(game_of("Hoops", mutators=Mutators(ball_size=size)), 5).balls[0]
    assert ball.shape.diameter == pytest.approx(192.766 * BALL_SIZE[size], abs=0.01)


def hit(game):
    """Drives blue's car into the ball in the middle, towards orange."""
    state = flat.DesiredPhysics(
        flat.Vector3Partial(0.0, -500.0, 17.0),
        flat.RotatorPartial(0.0, math.pi / 2, 0.0),
        flat.Vector3Partial(0.0, 1400.0, 0.0),
    )
    put_ball(game, (0.0, 0.0, 93.15), (0.0, 0.0, 0.0))
    game.set_state(flat.DesiredGameState(car_states=[flat.DesiredCarState(state)]))
    game.set_controls(0, flat.ControllerState(throttle=1.0))


def test_heatseeker_strives_and_every_touch_is_a_shot():
    game = game_of("Heatseeker")
    play(game, COUNTDOWN + 1)
    hit(game)
    packet = play(game, 60)
    ball = packet.balls[0]
    assert ball.target_speed == pytest.approx(2985.0, abs=1.0)
    assert ball.physics.velocity.y > 2000
    packet = play(game, 60)
    assert packet.players[0].score_info.shots == 1
    packet = play(game, 240)
    assert game.score == (1, 0)
    packet = play(game, 1250)
    assert packet.balls[0].target_speed == 0.0


@pytest.mark.parametrize(
    ("place", "velocity", "direction", "scorer"),
    [
        ((0, 3000, 300), (0, 2900, 0), 1.0, 0),
        ((0, -3000, 300), (0, -2900, 0), -1.0, 1),
        ((0, 3000, 300), (0, 2900, 0), 0.0, None),
        ((0, 3000, 300), (0, -2900, 0), 1.0, None),
        ((0, -2000, 300), (0, 2900, 0), 1.0, None),
        ((3500, 4000, 300), (0, 2900, 0), 1.0, None),
        ((0, 4900, 1800), (0, 2900, 0), 1.0, None),
    ],
)
def test_the_team_about_to_score_in_heatseeker(place, velocity, direction, scorer):
    state = RocketSim.BallState(pos=RocketSim.Vec(*place), vel=RocketSim.Vec(*velocity))
    state.heatseeker_target_dir = direction
    assert scorer_in_heatseeker(None, state, GRAVITY_Z) == scorer


def test_boost_never_ends_in_heatseeker_unless_the_match_says_so():
    for amount, left in (("NormalBoost", 100.0), ("NoBoost", 0.0)):
        game = game_of("Heatseeker", mutators=Mutators(boost_amount=amount))
        play(game, COUNTDOWN)
        game.set_controls(0, flat.ControllerState(throttle=1.0, boost=True))
        assert play(game, 120).players[0].boost == left


@pytest.mark.parametrize(
    ("mode", "place", "velocity", "frames"),
    [
        ("Hoops", (200.0, 300.0, 800.0), (900.0, 1400.0, 300.0), 600),
        ("Hoops", (0.0, 1000.0, 800.0), (20.0, 1500.0, 300.0), 600),
        ("Heatseeker", (1500.0, -1000.0, 300.0), (700.0, -1900.0, 500.0), 600),
        ("Snowday", (200.0, 300.0, 800.0), (1500.0, -1400.0, 300.0), 240),
    ],
)
def test_prediction_comes_true(mode, place, velocity, frames):
    game = game_of(mode)
    play(game, COUNTDOWN + 1)
    put_cars_aside(game)
    if mode == "Heatseeker":
        hit(game)
        play(game, 60)
        put_cars_aside(game)
    put_ball(game, place, velocity)
    play(game, 1)
    predicted = unpack_core(game.prediction_payload()).slices
    worst = 0.0
    for number in range(frames):
        packet = play(game, 1)
        if not packet.balls:
            break
        worst = max(worst, math.dist(place_of(packet.balls[0].physics), place_of(predicted[number].physics)))
    assert number > 100
    assert worst < 0.5


def test_prediction_of_the_hoops_kickoff_has_the_launch():
    game = game_of("Hoops")
    play(game, COUNTDOWN + 1)
    slices = unpack_core(game.prediction_payload()).slices
    assert max(row.physics.location.z for row in slices) == pytest.approx(837, abs=2)


@pytest.mark.parametrize("mode", NEW_MODES)
def test_two_minutes_of_wild_driving_stay_inside(mode):
    game = game_of(mode, cars=4)
    random = Random(mode)
    for frame in range(2 * 60 * 120):
        if not frame % 12:
            axes = [random.uniform(-1, 1) for _ in range(4)]
            buttons = [random.random() < chance for chance in (0.15, 0.8, 0.1)]
            game.set_controls(frame // 12 % 4, flat.ControllerState(1.0, *axes, *buttons))
        game.advance()
    assert game.escapes == 0
    assert game.phase is not Phase.ENDED
    for player in game.packet().players:
        assert all(math.isfinite(number) for number in place_of(player.physics))


@pytest.mark.parametrize("mode", NEW_MODES)
def test_a_seed_gives_the_same_match_in_another_process(mode, mesh_cache):
    program = Path(__file__).parents[1] / "match_trial.py"
    command = [sys.executable, str(program), str(mesh_cache), "2", "5", mode]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as other:
        game = game_of(mode, seed=5, kind=CarKind.PSYONIX)
        ours = []
        for _ in range(4):
            for _ in range(1800):
                game.advance()
            ours.append(game.state_hash())
        theirs = other.communicate(timeout=60)[0].split()
    assert theirs == ours
    assert len(set(ours)) == 4


@pytest.mark.parametrize(
    ("gravity_z", "is_threat"), [(-3250.0, True), (GRAVITY_Z, True), (-1.0, True), (0.0, False), (650.0, False)]
)
def test_a_ball_above_a_ring_threatens_it_where_gravity_pulls_it_down(walls, gravity_z, is_threat):
    mode = MODES["Hoops"]
    world = World([], seed=1, walls=mode.walls(), mode=mode)
    world.set_gravity(gravity_z)
    state = RocketSim.BallState()
    for side, team in ((1.0, 0), (-1.0, 1)):
        state.pos, state.vel = RocketSim.Vec(0.0, side * 2969.0, 700.0), RocketSim.Vec(0.0, 0.0, -1200.0)
        world.set_ball(state)
        assert world.next_scorer() == (team if is_threat else None)
