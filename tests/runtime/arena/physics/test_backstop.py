"""A puck that is pushed through a wall bounces back, also in predictions."""

import math
from dataclasses import replace

import pytest
import RocketSim

from runtime.arena.modes import MODES
from runtime.arena.physics.backstop import ROOM_UU, Backstop
from runtime.arena.physics.engine import Physics
from runtime.arena.physics.prediction import BallPrediction
from runtime.arena.physics.world import World
from runtime.arena.stadium.clearance import Clearance
from runtime.arena.stadium.containment import ESCAPED_UU
from runtime.documents.choices import Mutators

SNOWDAY = MODES["Snowday"]
NEAR_THE_CEILING = ((3508.4, 2608.4, 1622.8), (983.1, -2111.7, 5529.4), (1.05, 2.01, -3.01))
INTO_A_RAMP = ((-1313.2, -4758.3, 478.5), (117.8, -1830.4, -5712.8), (-1.43, 0.77, 3.32))
OVER_A_CORNER = ((-3413.2, 3611.5, 1575.6), (-1955.2, 227.9, 5667.9), (-0.35, -0.45, 0.45))
SHOTS = (NEAR_THE_CEILING, INTO_A_RAMP, OVER_A_CORNER)
"""Place, velocity and spin of pucks that would leave the field."""


@pytest.fixture(scope="module")
def clearance():
    return Clearance()


def puck(place, velocity=(0.0, 0.0, 0.0), spin=(0.0, 0.0, 0.0)):
    state = RocketSim.BallState()
    state.pos, state.vel, state.ang_vel = (RocketSim.Vec(*vector) for vector in (place, velocity, spin))
    return state


def least_room(clearance, physics, shot):
    arena = physics.new_arena()
    step = physics.stepper(arena)
    arena.ball.set_state(puck(*shot))
    return min(clearance.inside(step().pos.as_tuple()) for _ in range(90))


@pytest.mark.parametrize("shot", SHOTS)
def test_pucks_that_left_the_field_stay_there(walls, clearance, shot):
    physics = Physics.of(Mutators(), SNOWDAY.physics)
    assert least_room(clearance, physics, shot) > 0.0
    assert least_room(clearance, replace(physics, mode=replace(physics.mode, is_puck=False)), shot) < ESCAPED_UU


@pytest.mark.parametrize("mutators", [Mutators(), Mutators(ball_gravity="Low")])
@pytest.mark.parametrize("shot", SHOTS)
def test_predictions_of_such_pucks_come_true_to_the_last_bit(walls, shot, mutators):
    physics = Physics.of(mutators, SNOWDAY.physics)
    world = World((), seed=1, walls=SNOWDAY.walls(), physics=physics, mode=SNOWDAY)
    world.set_ball(puck(*shot))
    prediction = BallPrediction(physics)
    prediction.update(world.ball, 0)
    for frame in range(1, 120):
        world.step()
        assert not prediction.update(world.ball, frame)
    assert prediction.payload(world.ball, 119) == BallPrediction(physics).payload(world.ball, 119)
    assert world.escapes == 0


IN_FRONT = (2000.0, 5119.0, 1000.0)


@pytest.mark.parametrize(
    ("behind_uu", "was_on_the_field", "is_returned"),
    [
        *((-0.5, was, False) for was in (True, False)),
        *((behind, was, True) for behind in (0.5, 59.0) for was in (True, False)),
        *((61.0, True, True), (61.0, False, False), (200.0, True, True), (200.0, False, False)),
        (math.inf, True, False),
    ],
)
def test_only_a_puck_that_lies_just_behind_a_wall_or_was_thrown_there_is_returned(
    clearance, behind_uu, was_on_the_field, is_returned
):
    place = (2000.0, 5120.0 + behind_uu, 1000.0)
    returned = Backstop(0.4).returned(puck(place, (300.0, 1000.0, 50.0)), IN_FRONT if was_on_the_field else place)
    if not is_returned:
        assert returned is None
        return
    assert clearance.inside(returned.pos.as_tuple()) == pytest.approx(ROOM_UU, abs=0.01)
    assert returned.vel.as_tuple() == pytest.approx((300.0, -400.0, 50.0), abs=1.0)


def test_a_puck_that_flies_inwards_already_keeps_its_speed():
    returned = Backstop(0.4).returned(puck((2000.0, 5130.0, 1000.0), (300.0, -1000.0, 50.0)), IN_FRONT)
    assert returned.vel.as_tuple() == (300.0, -1000.0, 50.0)


def test_earlier_inspections_change_nothing():
    """A puck with room around it is not checked again until it can have used up the room."""
    looked = Backstop(0.4)
    for y in (0.0, 2000.0, 4000.0, 5000.0, 5119.0):
        assert looked.returned(puck((2000.0, y, 1000.0)), IN_FRONT) is None
    for y in (5120.5, 5170.0):
        again, first = (stop.returned(puck((2000.0, y, 1000.0)), IN_FRONT) for stop in (looked, Backstop(0.4)))
        assert again.pos.as_tuple() == first.pos.as_tuple()
