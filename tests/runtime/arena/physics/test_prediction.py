"""The ball prediction: its message, its sliding window, and its accuracy."""

import math
from random import Random

import numpy as np
import pytest
import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.game.game import Game
from runtime.arena.modes import MODES
from runtime.arena.physics.engine import Physics, steady
from runtime.arena.physics.prediction import SLICES, BallPrediction
from runtime.arena.physics.world import World
from runtime.arena.stadium.containment import SoccarConfines
from runtime.documents.choices import Mutators
from runtime.documents.model import Car, CarKind, Match
from runtime.protocol import unpack_core
from tests.runtime.arena.game.trial import advance, ball_of, place, playing

pytestmark = pytest.mark.usefixtures("walls")


def world_with_ball(place, velocity, physics=None, cars=()):
    world = World(cars, seed=1, walls=SoccarConfines(), physics=physics)
    state = RocketSim.BallState()
    state.pos = RocketSim.Vec(*place)
    state.vel = RocketSim.Vec(*velocity)
    world.set_ball(state)
    return world


def row_of(world):
    ball = world.ball
    return np.array([*ball.pos, *ball.vel, *ball.ang_vel], dtype=np.float32)


def window_of(prediction):
    return np.frombuffer(prediction.rows(), dtype="<f4").reshape(SLICES, -1)


def numbers(window):
    return window[:, [1, 2, 3, 7, 8, 9, 10, 11, 12]]


def test_message_unpacks_to_what_the_window_holds():
    world = world_with_ball((100.0, 200.0, 500.0), (700.0, -300.0, 100.0))
    prediction = BallPrediction(world.physics)
    slices = unpack_core(prediction.payload(world.ball, 1200)).slices
    assert len(slices) == SLICES
    for index in (0, 1, 360, 719):
        row, one = window_of(prediction)[index], slices[index]
        place, turn, speed, spin = (getattr(one.physics, name) for name in one.physics.__match_args__)
        assert one.game_seconds == pytest.approx(10.0 + (index + 1) / 120, abs=1e-6)
        assert (turn.pitch, turn.yaw, turn.roll) == (0.0, 0.0, 0.0)
        found = [
            one.game_seconds,
            place.x,
            place.y,
            place.z,
            0,
            0,
            0,
            speed.x,
            speed.y,
            speed.z,
            spin.x,
            spin.y,
            spin.z,
        ]
        assert found == row.tolist()


def test_first_slice_is_one_frame_ahead():
    world = world_with_ball((0.0, 0.0, 1000.0), (600.0, 0.0, 0.0))
    prediction = BallPrediction(world.physics)
    prediction.update(world.ball, 0)
    world.step()
    assert np.array_equal(numbers(window_of(prediction))[0], row_of(world))


def somewhere(random, reach):
    return [random.uniform(-reach, reach) for _ in range(3)]


@pytest.mark.parametrize("seed", range(6))
def test_prediction_comes_true_to_the_last_bit(seed):
    random = Random(seed)
    x, y, z = somewhere(random, 1.0)
    world = world_with_ball((3000 * x, 4000 * y, 850 + 650 * z), somewhere(random, 2000))
    prediction = BallPrediction(world.physics)
    prediction.update(world.ball, 0)
    path = numbers(window_of(prediction)).copy()
    for frame in range(SLICES):
        world.step()
        assert path[frame].tobytes() == row_of(world).tobytes()


def bytes_of_a_fresh_one(world, frame):
    return BallPrediction(world.physics).payload(world.ball, frame)


@pytest.mark.parametrize(
    ("mode", "mutators"),
    [
        *((mode, Mutators()) for mode in MODES),
        ("Soccar", Mutators(gravity="Low", ball_bounciness="High", ball_size="Large")),
        ("Soccar", Mutators(ball_gravity="High", ball_max_speed="SuperFast")),
    ],
)
def test_window_that_slides_is_bit_for_bit_a_fresh_one(mode, mutators):
    kind, random = MODES[mode], Random(mode)
    physics = Physics.of(mutators, kind.physics)
    world = World((), seed=1, walls=kind.walls(), physics=physics, mode=kind)
    state = RocketSim.BallState()
    state.pos = RocketSim.Vec(-1500.0, 1000.0, 700.0)
    state.vel, state.ang_vel = RocketSim.Vec(*somewhere(random, 2000)), RocketSim.Vec(*somewhere(random, 4))
    if mode == "Heatseeker":
        state.heatseeker_target_dir, state.heatseeker_target_speed = 1, 2900
    world.set_ball(state)
    prediction = BallPrediction(physics)
    assert prediction.update(world.ball, 0)
    for frame in range(1, 900):
        world.step()
        assert not prediction.update(world.ball, frame)
        if frame % 60 == 0:
            assert prediction.payload(world.ball, frame) == bytes_of_a_fresh_one(world, frame)


@pytest.mark.parametrize("mode", MODES)
def test_predictions_of_a_match_are_rebuilt_at_touches_only_and_bit_for_bit_fresh_ones(mode):
    cars = tuple(Car(kind=CarKind.PSYONIX, team=index % 2, skill="AllStar", name=str(index)) for index in range(4))
    game = Game(Match(game_mode=mode, cars=cars, skip_replays=True, instant_start=True), seed=3)
    game.start()
    touches = placed = rebuilt = compared = 0
    kept = BallPrediction(Physics.of(Mutators(), MODES[mode].physics))
    for frame in range(1800):
        before = game._world.ball
        game.advance()
        ball = game._world.ball
        is_waiting_for_its_launch = not (ball.pos.x or ball.pos.y or ball.vel.z)
        touches += bool(game._world.contacts.touches)
        placed += math.dist(ball.pos, before.pos) > 60.0
        rebuilt += kept.update(ball, frame)
        if frame % 40 == 0 and not is_waiting_for_its_launch:
            compared += 1
            assert kept.payload(ball, frame) == bytes_of_a_fresh_one(game._world, frame)
    assert compared > 25
    assert 0 < rebuilt <= touches + placed + 2, "at the beginning and at the launch, too"


def test_launch_of_hoops_is_foreseen_to_the_frame_and_the_bit():
    game = Game(Match(cars=(Car(),), game_mode="Hoops", instant_start=True), seed=1)
    game.start()
    game.advance()
    windows = []
    for _ in range(60):
        game.prediction_payload()
        windows.append(window_of(game._prediction)[:, 1:].copy())
        fresh = BallPrediction(game._world.physics)
        assert fresh.payload(game._world.ball, game.frame_num) == game.prediction_payload()
        game.advance()
    heights = [window[0, 2] for window in windows]
    assert heights[0] == heights[20] < heights[-1]
    for frame, window in enumerate(windows):
        for later in range(frame, len(windows)):
            assert (window[later - frame] == windows[later][0]).all()


@pytest.mark.parametrize("is_asked_in_the_pause", [True, False])
@pytest.mark.parametrize("frames", [1, 12])
def test_launch_of_hoops_is_put_off_by_a_pause(frames, is_asked_in_the_pause):
    game = playing(1, game_mode="Hoops", is_free=False)
    advance(game, 5)
    launched = heights(game).index(max(heights(game)[:40]))
    game.toggle_pause()
    for _ in range(frames):
        advance(game)
        if is_asked_in_the_pause:
            assert heights(game).index(max(heights(game)[:40])) == launched
    game.toggle_pause()
    foretold = heights(game)
    for height in foretold[:40]:
        advance(game)
        assert ball_of(game).physics.location.z == height


def heights(game):
    return [slice_.physics.location.z for slice_ in unpack_core(game.prediction_payload()).slices]


def test_window_runs_longer_than_its_buffer():
    world = world_with_ball((0.0, 0.0, 93.15), (0.0, 0.0, 0.0))
    prediction = BallPrediction(world.physics)
    assert sum(prediction.update(world.ball, frame) for frame in range(6000) if world.step() is None) == 1
    assert window_of(prediction)[:, 0] == pytest.approx(np.arange(6000, 6000 + SLICES) / 120)
    assert window_of(prediction)[:, 3] == pytest.approx(93.15, abs=0.1)


def test_ball_that_stands_still_in_a_pause_keeps_its_path_at_later_times():
    world = world_with_ball((0.0, 0.0, 1000.0), (600.0, 0.0, 0.0))
    prediction = BallPrediction(world.physics)
    assert [prediction.update(world.ball, frame) for frame in (0, 1, 2, 700)] == [True, False, False, False]
    assert prediction.payload(world.ball, 700) == bytes_of_a_fresh_one(world, 700)
    world.step()
    assert not prediction.update(world.ball, 701)
    assert prediction.payload(world.ball, 701) == bytes_of_a_fresh_one(world, 701)


def test_same_frame_twice_gives_the_same_bytes():
    world = world_with_ball((0.0, 0.0, 500.0), (500.0, 0.0, 0.0))
    prediction = BallPrediction(world.physics)
    assert prediction.payload(world.ball, 7) == prediction.payload(world.ball, 7)


def test_ball_that_was_moved_by_the_least_bit_is_predicted_anew():
    world = world_with_ball((0.0, 0.0, 1000.0), (500.0, 0.0, 0.0))
    prediction = BallPrediction(world.physics)
    prediction.update(world.ball, 0)
    world.step()
    state = world.ball
    speed = state.vel.x
    assert not prediction.update(state, 1)
    world.step()
    state = world.ball
    state.vel = RocketSim.Vec(float(np.nextafter(np.float32(speed), np.float32(1e9))), state.vel.y, state.vel.z)
    assert prediction.update(state, 2)


def test_ball_that_is_moved_again_in_the_same_frame_is_predicted_anew():
    world = world_with_ball((0.0, 0.0, 1000.0), (500.0, 0.0, 0.0))
    prediction = BallPrediction(world.physics)
    for frame in range(5):
        prediction.update(world.ball, frame)
        world.step()
    prediction.update(world.ball, 5)
    state = world.ball
    state.pos = RocketSim.Vec(0.0, 0.0, 500.0)
    world.set_ball(state)
    assert prediction.update(world.ball, 5)
    assert prediction.payload(world.ball, 5) == bytes_of_a_fresh_one(world, 5)


def test_skipped_frames_are_predicted_anew():
    world = world_with_ball((0.0, 0.0, 1000.0), (500.0, 0.0, 0.0))
    prediction = BallPrediction(world.physics)
    prediction.update(world.ball, 0)
    world.step()
    world.step()
    assert prediction.update(world.ball, 2)


def test_other_gravity_is_predicted():
    world = world_with_ball((0.0, 0.0, 1000.0), (0.0, 0.0, 0.0), Physics(gravity_z=-325.0))
    prediction = BallPrediction(world.physics)
    prediction.update(world.ball, 0)
    assert window_of(prediction)[119, 9] == pytest.approx(-325, rel=0.03)
    world.set_gravity(-650.0)
    prediction.set_physics(world.physics)
    prediction.update(world.ball, 0)
    assert window_of(prediction)[119, 9] == pytest.approx(-640, rel=0.01)


@pytest.mark.parametrize("is_asked_before", [True, False])
def test_a_puck_that_is_only_turned_is_predicted_anew(is_asked_before):
    game = playing(1, game_mode="Snowday")
    place(game, ball=((500.0, 0.0, 900.0), (900.0, 300.0, 0.0)))
    assert game.prediction_payload() is not None
    turned = flat.DesiredPhysics(rotation=flat.RotatorPartial(pitch=1.2))
    game.set_state(flat.DesiredGameState([flat.DesiredBallState(turned)], []))
    if not is_asked_before:
        advance(game)
    slices = unpack_core(game.prediction_payload()).slices
    for slice_ in slices[:240]:
        advance(game)
        assert ball_of(game).physics.location.z == slice_.physics.location.z


@pytest.mark.parametrize("mode", MODES)
def test_gravity_set_while_the_ball_lies_still_is_predicted_to_the_last_bit(mode):
    game = playing(1, game_mode=mode)
    advance(game, 60)
    assert game.prediction_payload() is not None
    game.set_state(flat.DesiredGameState([], [], flat.DesiredMatchInfo(world_gravity_z=-200.0)))
    advance(game)
    place(game, ball=((500.0, 0.0, 900.0), (100.0, 0.0, 0.0)))
    slices = unpack_core(game.prediction_payload()).slices
    advance(game, 60)
    foretold, ball = slices[59].physics, ball_of(game).physics
    assert foretold.velocity.z == ball.velocity.z == pytest.approx(-100.0, rel=0.02)
    assert foretold.location.z == ball.location.z


def test_a_state_that_is_only_read_loses_bits():
    world = world_with_ball((0.0, 0.0, 1500.0), (700.0, 300.0, 500.0))
    free, copy = world.physics.new_arena(), world.physics.new_arena()
    free.ball.set_state(world.ball)
    free.step(20)
    copy.ball.set_state(free.ball.get_state())
    paths = []
    for arena in (free, copy):
        path = []
        for _ in range(60):
            arena.step(1)
            path.append((*arena.ball.get_state().pos, *arena.ball.get_state().vel))
        paths.append(path)
    assert paths[0] != paths[1]
    assert np.abs(np.array(paths[0]) - np.array(paths[1])).max() < 0.01


def test_settled_balls_fall_as_unsettled_ones():
    world = world_with_ball((-2000.0, 1000.0, 1700.0), (900.0, 1500.0, 400.0))
    free = world.physics.new_arena()
    free.ball.set_state(world.ball)
    for _ in range(360):
        free.step(1)
        world.step()
        assert math.dist(free.ball.get_state().pos, world.ball.pos) < 0.05


def steps_with_other_bits(mode, make):
    """Counts the steps, out of 40 of a slow ball in a corner, that differ in a new arena."""
    physics = Physics.of(Mutators(), MODES[mode].physics)
    arena, state = make(physics), RocketSim.BallState()
    wall_x, wall_y = (2850.0, 3300.0) if mode == "Hoops" else (3500.0, 4600.0)
    state.pos, state.vel = RocketSim.Vec(wall_x, wall_y, physics.ball_rest_z + 5.0), RocketSim.Vec(150.0, 200.0, -20.0)
    arena.ball.set_state(state)
    after = steady(arena.ball)
    step, found = physics.stepper(arena), 0
    for frame in range(240):
        before, after = after, step()
        if frame % 6 == 0:
            fresh = make(physics)
            fresh.ball.set_state(before)
            again = physics.stepper(fresh)()
            found += (*after.pos, *after.vel, *after.ang_vel) != (*again.pos, *again.vel, *again.ang_vel)
    return found


@pytest.mark.parametrize("mode", MODES)
def test_a_step_of_the_ball_depends_on_nothing_but_its_state(mode):
    assert steps_with_other_bits(mode, Physics.new_arena) == 0


def test_where_cars_drive_contacts_are_remembered():
    assert steps_with_other_bits("Snowday", Physics.new_arena_for_cars) > 0
