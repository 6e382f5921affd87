"""The flight of an untouched ball does not depend on how far ahead it is computed."""

from dataclasses import replace

import pytest
import RocketSim

from runtime.arena.modes import MODES
from runtime.arena.physics.engine import Physics
from runtime.arena.physics.prediction import MAX_AHEAD, BallFlight
from runtime.documents.choices import Mutators

pytestmark = pytest.mark.usefixtures("walls")


def ball_at(place, velocity):
    state = RocketSim.BallState()
    state.pos, state.vel = RocketSim.Vec(*place), RocketSim.Vec(*velocity)
    return state


def numbers(state):
    return (*state.pos.as_tuple(), *state.vel.as_tuple(), *state.ang_vel.as_tuple(), *state.rot_mat.as_tuple())


def alone(physics, ball):
    """Returns the ball one frame later, computed by a new flight."""
    return BallFlight(physics).after(ball)


@pytest.mark.parametrize("mode", MODES)
def test_every_frame_is_where_it_would_be_if_it_were_asked_for_alone(mode):
    physics = Physics.of(Mutators(), MODES[mode].physics)
    flight = BallFlight(physics)
    ball = ball_at((900.0, -2500.0, 700.0), (1300.0, -1900.0, 420.0))
    for _ in range(6 * MAX_AHEAD):
        expected = alone(physics, ball)
        ball = flight.after(ball)
        assert numbers(ball) == numbers(expected)


@pytest.mark.parametrize("frames", [0, 1, 2, 3, MAX_AHEAD, 2 * MAX_AHEAD + 1])
def test_a_ball_that_was_touched_leaves_what_was_foreseen(frames):
    physics = Physics.of(Mutators(), MODES["Soccar"].physics)
    flight = BallFlight(physics)
    ball = ball_at((0.0, 0.0, 800.0), (500.0, 0.0, 0.0))
    for _ in range(frames):
        ball = flight.after(ball)
    touched = ball_at((0.0, 0.0, 500.0), (0.0, 2000.0, 100.0))
    assert numbers(flight.after(touched)) == numbers(alone(physics, touched))


def test_the_same_numbers_in_another_state_are_enough_of_a_touch():
    physics = replace(Physics.of(Mutators(), MODES["Soccar"].physics), ball_gravity_z=-200.0)
    flight = BallFlight(physics)
    ball = ball_at((300.0, 0.0, 900.0), (0.0, 700.0, 0.0))
    for _ in range(MAX_AHEAD):
        expected = numbers(alone(physics, ball))
        moved = ball_at((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        moved.pos, moved.vel, moved.ang_vel, moved.rot_mat = ball.pos, ball.vel, ball.ang_vel, ball.rot_mat
        ball = flight.after(moved)
        assert numbers(ball) == expected
