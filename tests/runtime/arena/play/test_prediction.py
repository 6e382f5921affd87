"""The ball's future: the message, the sliding window, and that it comes true."""

import math
from random import Random

import numpy as np
import pytest
import RocketSim

from runtime.arena.play.bodies import Hitbox
from runtime.arena.play.exact import exact
from runtime.arena.play.physics import Physics
from runtime.arena.play.prediction import SLICES, Prediction
from runtime.arena.play.world import CarBuild, World
from runtime.arena.walls.clearance import Clearance
from runtime.protocol import unpack_core

pytestmark = pytest.mark.usefixtures("walls")


def world_with_ball(place, velocity, physics=None, cars=()):
    world = World(cars, seed=1, clearance=Clearance(), physics=physics)
    state = RocketSim.BallState()
    state.pos = RocketSim.Vec(*place)
    state.vel = RocketSim.Vec(*velocity)
    world.set_ball(state)
    return world


def row_of(world):
    ball = world.ball
    return np.array([*ball.pos, *ball.vel, *ball.ang_vel], dtype=np.float32)


def numbers(window):
    return window[:, [1, 2, 3, 7, 8, 9, 10, 11, 12]]


def test_message_unpacks_to_what_the_window_holds():
    world = world_with_ball((100.0, 200.0, 500.0), (700.0, -300.0, 100.0))
    prediction = Prediction(world.physics)
    slices = unpack_core(prediction.payload(world.ball, 1200)).slices
    assert len(slices) == SLICES
    for index in (0, 1, 360, 719):
        row, one = prediction.window()[index], slices[index]
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
    prediction = Prediction(world.physics)
    prediction.update(world.ball, 0)
    world.step()
    assert np.array_equal(numbers(prediction.window())[0], row_of(world))


@pytest.mark.parametrize("seed", range(6))
def test_prediction_comes_true(seed):
    random = Random(seed)
    place = (random.uniform(-3000, 3000), random.uniform(-4000, 4000), random.uniform(200, 1500))
    world = world_with_ball(place, [random.uniform(-2000, 2000) for _ in range(3)])
    prediction = Prediction(world.physics)
    prediction.update(world.ball, 0)
    path = numbers(prediction.window()).copy()
    for frame in range(SLICES):
        world.step()
        assert path[frame, :6] == pytest.approx(row_of(world)[:6], abs=1e-3)


def test_undisturbed_window_slides_and_stays_as_good_as_a_fresh_one():
    world = world_with_ball((-2000.0, 1000.0, 700.0), (900.0, 1500.0, 400.0))
    prediction = Prediction(world.physics)
    assert prediction.update(world.ball, 0)
    for frame in range(1, 200):
        world.step()
        assert not prediction.update(world.ball, frame)
    fresh = Prediction(world.physics)
    fresh.update(world.ball, 199)
    assert np.array_equal(prediction.window()[:, 0], fresh.window()[:, 0])
    assert np.abs(numbers(prediction.window()) - numbers(fresh.window()))[:, :3].max() < 0.1


def test_window_runs_longer_than_its_buffer():
    world = world_with_ball((0.0, 0.0, 93.15), (0.0, 0.0, 0.0))
    prediction = Prediction(world.physics)
    for frame in range(6000):
        prediction.update(world.ball, frame)
    assert prediction.window()[:, 0] == pytest.approx(np.arange(6000, 6000 + SLICES) / 120)
    assert prediction.window()[:, 3] == pytest.approx(93.15, abs=0.1)


def test_same_frame_twice_gives_the_same_bytes():
    world = world_with_ball((0.0, 0.0, 500.0), (500.0, 0.0, 0.0))
    prediction = Prediction(world.physics)
    assert prediction.payload(world.ball, 7) == prediction.payload(world.ball, 7)


@pytest.mark.parametrize("delta", [0.019, 0.021])
def test_ball_that_was_moved_is_predicted_anew(delta):
    world = world_with_ball((0.0, 0.0, 1000.0), (500.0, 0.0, 0.0))
    prediction = Prediction(world.physics)
    prediction.update(world.ball, 0)
    world.step()
    state = world.ball
    state.vel = RocketSim.Vec(state.vel.x + delta, state.vel.y, state.vel.z)
    assert prediction.update(state, 1) == (delta > 0.02)


def test_touch_and_skipped_frames_are_predicted_anew():
    world = world_with_ball((0.0, 0.0, 1000.0), (500.0, 0.0, 0.0))
    prediction = Prediction(world.physics)
    prediction.update(world.ball, 0)
    world.step()
    assert prediction.update(world.ball, 1, is_touched=True)
    world.step()
    world.step()
    assert prediction.update(world.ball, 3)


def test_other_gravity_is_predicted():
    world = world_with_ball((0.0, 0.0, 1000.0), (0.0, 0.0, 0.0), Physics(gravity_z=-325.0))
    prediction = Prediction(world.physics)
    prediction.update(world.ball, 0)
    assert prediction.window()[119, 9] == pytest.approx(-325, rel=0.03)
    world.set_gravity(-650.0)
    prediction.set_physics(world.physics)
    prediction.update(world.ball, 0)
    assert prediction.window()[119, 9] == pytest.approx(-640, rel=0.01)


def test_ball_is_exact_after_a_touch():
    world = world_with_ball((0.0, 0.0, 93.15), (0.0, 0.0, 0.0), cars=(CarBuild(0, Hitbox.OCTANE),))
    car = RocketSim.CarState()
    car.pos = RocketSim.Vec(10.0, -400.0, 17.0)
    car.rot_mat = RocketSim.Angle(math.pi / 2, 0.0, 0.0).as_rot_mat()
    car.vel = RocketSim.Vec(0.0, 1500.0, 0.0)
    world.set_car(0, car)
    while not world.contacts.touches:
        world.step()
    assert [exact(number) for number in (*world.ball.pos, *world.ball.vel)] == [*world.ball.pos, *world.ball.vel]


@pytest.mark.parametrize("value", [0.0, 93.15, -5120.123, 5999.9, 1e-9])
def test_exact_numbers_survive_single_precision_both_ways(value):
    number = exact(value)
    assert number == pytest.approx(value, rel=2e-6, abs=1e-9)
    assert float(np.float32(number)) == number
    assert float(np.float32(np.float32(number) * np.float32(0.02)) * np.float32(50.0)) == number
