"""The geometry of touches, below, at and above every limit, and their log."""

import math

import pytest
import RocketSim

from runtime.arena.game import touches as geometry
from runtime.arena.game.accolades import (
    AERIAL_UU,
    AHEAD_S,
    BACKFLIP_SHARE,
    JUGGLE_FLOOR_UU,
    JUGGLE_UU,
    LONG_SHARE,
    REAR_SHARE,
    ROOF_SHARE,
    TURTLE_SHARE,
    TURTLE_UU,
)
from runtime.arena.game.touches import Contact, TouchLog
from runtime.arena.stadium.field import GOAL_AREA_X, GOAL_AREA_Y, HOOPS_FIELD, SOCCAR_FIELD

BLUE, ORANGE = SOCCAR_FIELD.goals
Vec = RocketSim.Vec


def ball_of(place=(0.0, 0.0, 93.0), speed=(0.0, 0.0, 0.0)):
    ball = RocketSim.BallState()
    ball.pos, ball.vel = Vec(*place), Vec(*speed)
    return ball


def contact(
    way=(1.0, 0.0, 0.0), *, at=(0.0, 0.0, 300.0), wheels=(False,) * 4, roll=0.0, flip=None, frame=0, speed=None
):
    """A car that looks along x and touches a ball 100 uu away from it."""
    car = RocketSim.CarState()
    car.pos = Vec(*at)
    car.rot_mat = RocketSim.Angle(0.0, 0.0, roll).as_rot_mat()
    car.wheels_with_contact = wheels
    if flip is not None:
        car.is_flipping, car.flip_rel_torque = True, Vec(*flip)
    length = math.hypot(*way)
    ball = ball_of([here + 100.0 * part / length for here, part in zip(at, way, strict=True)], speed or (0.0, 0.0, 0.0))
    return Contact.of(frame, car, ball)


def angled(share):
    """A direction in the car's symmetry plane whose x component is `share`."""
    return share, 0.0, math.sqrt(1.0 - share * share)


@pytest.mark.parametrize(("offset", "is_aerial"), [(-0.5, False), (0.5, True)])
def test_an_aerial_hit_is_as_high_as_the_crossbar(offset, is_aerial):
    at = (0.0, 0.0, AERIAL_UU + offset)
    assert contact(at=at).is_aerial == is_aerial
    assert not contact(at=at, wheels=(False, True, False, False)).is_aerial


@pytest.mark.parametrize(("share", "is_backwards"), [(-0.01, False), (0.01, True)])
def test_a_backwards_hit_is_behind_the_car(share, is_backwards):
    assert contact(angled(-REAR_SHARE - share)).is_backwards == is_backwards
    assert not contact(angled(REAR_SHARE)).is_backwards


@pytest.mark.parametrize(
    ("backwards", "up", "is_bicycle"),
    [
        (BACKFLIP_SHARE, ROOF_SHARE + 0.01, True),
        (BACKFLIP_SHARE - 0.01, ROOF_SHARE + 0.01, False),
        (-BACKFLIP_SHARE, ROOF_SHARE + 0.01, False),
        (1.0, ROOF_SHARE - 0.01, False),
        (1.0, -ROOF_SHARE, False),
        (1.0, 1.0, True),
    ],
)
def test_a_bicycle_hit_is_on_the_roof_in_a_backflip(backwards, up, is_bicycle):
    way = (math.sqrt(1.0 - up * up), 0.0, up)
    assert contact(way, flip=(0.0, -backwards, 0.0)).is_bicycle == is_bicycle
    assert not contact(way).is_bicycle


@pytest.mark.parametrize(("up", "z", "is_turtle"), [(0.01, 0.0, False), (-0.01, 0.0, True), (-0.01, 0.1, False)])
def test_a_turtle_lies_on_its_roof(up, z, is_turtle):
    found = contact(at=(0.0, 0.0, TURTLE_UU + z), roll=math.acos(TURTLE_SHARE + up))
    assert (found.is_turtle, found.is_off_ground) == (is_turtle, not is_turtle)


@pytest.mark.parametrize("goal", [BLUE, ORANGE, *HOOPS_FIELD.goals])
@pytest.mark.parametrize(("beyond", "is_long"), [(-0.01, False), (0.01, True), (500.0, True)])
def test_a_long_goal_is_hit_from_the_far_third(goal, beyond, is_long):
    y = goal.place[1] - math.copysign(LONG_SHARE * 2.0 * abs(goal.place[1]) + beyond, goal.place[1])
    found = Contact.of(0, RocketSim.CarState(), ball_of((0.0, y, 93.0)))
    assert found.is_long(goal) == is_long


@pytest.mark.parametrize(("beside", "is_juggled"), [(0.0, True), (JUGGLE_UU - 1.0, True), (JUGGLE_UU + 1.0, False)])
def test_a_juggled_ball_is_where_it_was_sent(beside, is_juggled):
    sent = contact((0.0, 0.0, 1.0), at=(0.0, 0.0, 400.0), speed=(200.0, 0.0, 700.0))
    half = 120
    fallen = ball_of((200.0 * (1.0 - 0.015) + beside, 0.0, 500.0 + 700.0 * (1.0 - 0.015) - 325.0))
    assert sent.is_juggled(fallen, half, -650.0) == is_juggled


@pytest.mark.parametrize(("z", "is_juggled"), [(JUGGLE_FLOOR_UU - 1.0, False), (JUGGLE_FLOOR_UU + 1.0, True)])
def test_a_juggled_ball_is_in_the_air(z, is_juggled):
    sent = contact((0.0, 0.0, 1.0), at=(0.0, 0.0, z - 100.0), speed=(0.0, 0.0, 325.0))
    assert sent.is_juggled(ball_of((0.0, 0.0, JUGGLE_FLOOR_UU + 5.0)), 120, -650.0) == is_juggled
    assert sent.is_juggled(ball_of((0.0, 0.0, JUGGLE_FLOOR_UU - 5.0)), 120, -650.0) is False


FAR = 5120.0 - GOAL_AREA_Y
"""Distance of the goal area from the middle."""
SOON = 1000.0 * AHEAD_S


@pytest.mark.parametrize("goal", [BLUE, ORANGE])
@pytest.mark.parametrize(
    ("place", "speed", "comes_in"),
    [
        ((0.0, FAR - SOON), (0.0, 1000.0), True),
        ((0.0, FAR - SOON - 5.0), (0.0, 1000.0), False),
        ((0.0, FAR - 100.0), (0.0, -1000.0), False),
        ((0.0, FAR - 100.0), (0.0, 0.0), False),
        ((GOAL_AREA_X + SOON, FAR + 500.0), (-1000.0, 0.0), True),
        ((GOAL_AREA_X + SOON + 5.0, FAR + 500.0), (-1000.0, 0.0), False),
        ((GOAL_AREA_X + 100.0, FAR - 500.0), (-1000.0, 0.0), False),
        ((GOAL_AREA_X + 500.0, FAR - 500.0), (-1000.0, 900.0), True),
        ((GOAL_AREA_X - 100.0, FAR - 1000.0), (1000.0, 1000.0), False),
        ((0.0, FAR + 10.0), (0.0, 100.0), False),
    ],
)
def test_a_centred_ball_comes_into_the_area(goal, place, speed, comes_in):
    side = goal.place[1] / 5120.0
    ball = ball_of((place[0], place[1] * side, 500.0), (speed[0], speed[1] * side, 100.0))
    assert geometry.comes_in(ball, goal) == comes_in


@pytest.mark.parametrize("goal", [BLUE, ORANGE])
@pytest.mark.parametrize(
    ("place", "speed", "goes_out"),
    [
        ((0.0, FAR + SOON), (0.0, -1000.0), True),
        ((0.0, FAR + SOON - 5.0), (0.0, -1000.0), True),
        ((0.0, FAR + GOAL_AREA_Y), (0.0, -990.0), False),
        ((0.0, FAR - 5.0), (0.0, -1000.0), False),
        ((0.0, FAR + 100.0), (0.0, 1000.0), False),
        ((GOAL_AREA_X - 100.0, FAR + 700.0), (1000.0, -10.0), True),
        ((GOAL_AREA_X - 100.0, FAR + 700.0), (1000.0, 10.0), False),
        ((0.0, FAR + 700.0), (0.0, 0.0), False),
    ],
)
def test_a_cleared_ball_goes_out_of_the_area(goal, place, speed, goes_out):
    side = goal.place[1] / 5120.0
    ball = ball_of((place[0], place[1] * side, 93.0), (speed[0], speed[1] * side, 0.0))
    assert geometry.goes_out(ball, goal) == goes_out


def test_log_of_exchanged_cars_keeps_the_touches_of_those_that_stay():
    log = TouchLog((0, 1, 0))
    for frame, car in enumerate((2, 0, 1)):
        touch = contact(frame=frame)
        log.add(car, Contact.of(frame, touch.car, touch.ball, shoved_by=1, passer=log.passer(car, frame)))
    assert (log.last, log.in_play[0].passer) == (1, 2)
    after = log.exchanged((1, 0, 0), {0: 2, 2: 1})
    assert list(after.in_play) == [1, 2], "oldest first"
    assert (after.in_play[2].passer, after.in_play[2].shoved_by) == (1, None)
    assert after.last is None, "the last car has left"
    assert after.passer(1, 3) == 2
