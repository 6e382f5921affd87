"""The run-up to a ball that has to fly: where it begins, when the car accelerates, and how fast it gets."""

import math

import pytest
import RocketSim

from runtime.arena.bots.ball_path import MARGIN_X_UU, MARGIN_Y_UU
from runtime.arena.bots.run_up import (
    LINED_UP,
    MIN_ROOM_UU,
    MIN_RUN_UP_UU,
    RUN_UP_UU,
    Approach,
    RunUp,
    onto_the_floor,
    speed_into_the_ring,
)
from runtime.arena.stadium.field import HOOPS_FIELD

AHEAD = (0.0, 1.0)


def car_at(x, y, *, speed=0.0):
    car = RocketSim.CarState()
    car.pos, car.vel = RocketSim.Vec(x, y, 17.0), RocketSim.Vec(0.0, speed, 0.0)
    car.rot_mat = RocketSim.Angle(math.pi / 2, 0.0, 0.0).as_rot_mat()
    return car


def off_line_by(cosine, *, distance=1400.0):
    """A car that drives along y to a ball at the origin; `cosine` belongs to the angle between its way and the ball."""
    return car_at(distance * math.sqrt(1.0 - cosine**2), -distance * cosine)


@pytest.mark.parametrize("place", [(0.0, 0.0), (-2700.0, 2700.0), (2000.0, -3400.0)])
def test_a_place_on_the_floor_stays(place):
    assert onto_the_floor(HOOPS_FIELD, *place) == place


def test_a_place_beyond_walls_or_in_a_corner_comes_to_the_floor():
    most_x, most_y = HOOPS_FIELD.wall_x - MARGIN_X_UU, HOOPS_FIELD.wall_y - MARGIN_Y_UU
    assert onto_the_floor(HOOPS_FIELD, 5000.0, 100.0) == (most_x, 100.0)
    assert onto_the_floor(HOOPS_FIELD, 100.0, -5000.0) == (100.0, -most_y)
    for side in (-1.0, 1.0):
        x, y = onto_the_floor(HOOPS_FIELD, side * 5000.0, -5000.0)
        assert math.copysign(1.0, x) == side
        assert y < 0.0
        assert (HOOPS_FIELD.corner_sum - abs(x) - abs(y)) / math.sqrt(2.0) == pytest.approx(MARGIN_X_UU, abs=1.0)


def test_it_begins_behind_the_ball_as_seen_from_the_ring():
    run_up = RunUp(HOOPS_FIELD)
    assert run_up.start(car_at(0.0, 800.0), (100.0, 200.0), AHEAD) == (100.0, 200.0 - RUN_UP_UU)
    assert run_up.approach is Approach.RUN_UP


@pytest.mark.parametrize(
    ("cosine", "approach"), [(LINED_UP - 0.01, Approach.RUN_UP), (LINED_UP + 0.01, Approach.CHARGE)]
)
def test_a_driver_that_is_lined_up_charges(cosine, approach):
    run_up = RunUp(HOOPS_FIELD)
    run_up.start(off_line_by(cosine), (0.0, 0.0), AHEAD)
    assert run_up.approach is approach


@pytest.mark.parametrize(("cosine", "approach"), [(0.79, Approach.RUN_UP), (0.81, Approach.CHARGE)])
def test_a_charge_continues_when_the_ball_rolls_aside(cosine, approach):
    run_up = RunUp(HOOPS_FIELD)
    run_up.start(off_line_by(1.0), (0.0, 0.0), AHEAD)
    run_up.start(off_line_by(cosine), (0.0, 0.0), AHEAD)
    assert run_up.approach is approach


@pytest.mark.parametrize(
    ("short_uu", "speed", "approach"),
    [(1.0, 0.0, Approach.RUN_UP), (-1.0, 0.0, Approach.CHARGE), (590.0, 1000.0, Approach.CHARGE)],
)
def test_a_short_way_is_run_up_enough_for_who_is_fast(short_uu, speed, approach):
    run_up = RunUp(HOOPS_FIELD)
    run_up.start(car_at(0.0, short_uu - MIN_RUN_UP_UU, speed=speed), (0.0, 0.0), AHEAD)
    assert run_up.approach is approach


@pytest.mark.parametrize(("more_uu", "approach"), [(1.0, Approach.RUN_UP), (-1.0, Approach.ROLL)])
def test_a_ball_without_room_behind_it_is_rolled(more_uu, approach):
    run_up = RunUp(HOOPS_FIELD)
    y = MARGIN_Y_UU - HOOPS_FIELD.wall_y + MIN_ROOM_UU + more_uu
    run_up.start(car_at(0.0, y + 500.0), (0.0, y), AHEAD)
    assert run_up.approach is approach


def test_a_driver_that_rolled_the_ball_charges_once_there_is_room():
    run_up = RunUp(HOOPS_FIELD)
    run_up.start(car_at(0.0, -3400.0), (0.0, -3000.0), AHEAD)
    assert run_up.approach is Approach.ROLL
    run_up.start(car_at(0.0, -2400.0), (0.0, -2000.0), AHEAD)
    assert run_up.approach is Approach.CHARGE


def test_a_farther_ring_asks_for_more_speed():
    assert speed_into_the_ring(1000.0) == speed_into_the_ring(2700.0) == 1600.0
    assert speed_into_the_ring(5000.0) == pytest.approx(1900.0, abs=1.0)
