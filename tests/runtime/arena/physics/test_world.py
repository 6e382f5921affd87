"""The physics as the arena steps it: driving, boost, pads, demolitions, goals, and objects that leave the walls."""

import math

import pytest
import RocketSim

from runtime.arena.physics.engine import Physics
from runtime.arena.physics.hitboxes import REST_Z, CarBuild, Hitbox
from runtime.arena.physics.world import LOOK_FRAMES, World
from runtime.arena.stadium.containment import SURFACE_LOOKS, SoccarConfines
from runtime.arena.stadium.field import SOCCAR_FIELD
from runtime.documents.model import Mutators

pytestmark = pytest.mark.usefixtures("walls")
DUEL = (CarBuild(0, Hitbox.OCTANE), CarBuild(1, Hitbox.OCTANE))


def world_of(*builds, seed=1, **physics):
    return World(builds or DUEL, seed=seed, walls=SoccarConfines(), physics=Physics(**physics))


def put_car(world, index, x, y, *, z=17.0, yaw=math.pi / 2, speed=0.0, boost=33.0):
    state = RocketSim.CarState()
    state.pos = RocketSim.Vec(x, y, z)
    state.rot_mat = RocketSim.Angle(yaw, 0.0, 0.0).as_rot_mat()
    state.vel = RocketSim.Vec(speed * math.cos(yaw), speed * math.sin(yaw), 0.0)
    state.boost = boost
    world.set_car(index, state)


def put_ball(world, place, velocity=(0.0, 0.0, 0.0)):
    state = RocketSim.BallState()
    state.pos = RocketSim.Vec(*place)
    state.vel = RocketSim.Vec(*velocity)
    world.set_ball(state)


def steps(world, frames, index=None, **controls):
    if index is not None:
        world.set_controls(index, RocketSim.CarControls(**controls))
    for _ in range(frames):
        world.step()


def speed_of(state):
    return math.hypot(*state.vel.as_tuple())


def test_cars_stand_still_at_a_kickoff():
    world = world_of(*(CarBuild(index % 2, hitbox) for index, hitbox in enumerate(Hitbox)))
    places = [car.pos.as_tuple() for car in world.cars]
    assert [round(place[2], 2) for place in places] == [REST_Z[build.hitbox] for build in world.builds]
    steps(world, 360)
    for before, car in zip(places, world.cars, strict=True):
        assert math.dist(before, car.pos.as_tuple()) < 0.5
        assert speed_of(car) < 1.0
        assert car.boost == pytest.approx(33.333, abs=0.01)
    assert world.ball.pos.as_tuple() == pytest.approx((0.0, 0.0, 93.15), abs=0.01)
    assert not world.contacts.touches


def test_car_that_was_on_a_ramp_stands_at_the_kickoff_as_any():
    world = world_of()
    steps(world, 60)
    heights = [car.pos.z for car in world.cars]
    put_car(world, 0, 3000.0, 0.0, yaw=0.0, speed=1300.0)
    steps(world, 340)
    world.remove_ball()
    assert world.cars[0].pos.z > 100.0
    score = world.frame, world.contacts.scored_by
    world.kickoff()
    assert (world.frame, world.contacts.scored_by) == score
    assert not world.contacts.has_any
    steps(world, 60)
    assert [car.pos.z for car in world.cars] == pytest.approx(heights, abs=0.01)


def test_throttle_and_boost_reach_the_published_speeds():
    world = world_of()
    put_car(world, 0, 3000.0, -4500.0)
    steps(world, 480, 0, throttle=1.0)
    assert speed_of(world.cars[0]) == pytest.approx(1410, abs=5)
    put_car(world, 0, 3000.0, -4500.0, boost=100.0)
    steps(world, 240, 0, throttle=1.0, boost=True)
    assert speed_of(world.cars[0]) == pytest.approx(2300, abs=2)
    assert world.cars[0].is_supersonic


def test_jump_apex():
    world = world_of()
    put_car(world, 0, 3000.0, -3000.0, z=17.03)
    world.set_controls(0, RocketSim.CarControls(jump=True))
    heights = []
    for _ in range(120):
        world.step()
        heights.append(world.cars[0].pos.z)
    assert max(heights) == pytest.approx(232, rel=0.02)


def test_boost_lasts_three_seconds():
    world = world_of()
    put_car(world, 0, 2500.0, -4500.0, boost=100.0)
    world.set_controls(0, RocketSim.CarControls(boost=True))
    steps(world, 60)
    assert world.cars[0].boost == pytest.approx(100 - 33.33 / 2, abs=0.5)


@pytest.mark.parametrize(("pad", "gain", "frames"), [(3, 100.0, 1200), (9, 45.0, 480)])
def test_pad_gives_boost_and_comes_back(pad, gain, frames):
    world = world_of()
    put_car(world, 0, SOCCAR_FIELD.pads[pad].x, SOCCAR_FIELD.pads[pad].y, boost=33.0)
    world.step()
    assert world.contacts.pickups == [(0, pad)]
    assert world.cars[0].boost == pytest.approx(gain)
    put_car(world, 0, 0.0, -3500.0)
    assert [index for index, _ in world.taken_pads()] == [pad]
    steps(world, frames - 20)
    ((index, since_s),) = world.taken_pads()
    assert (index, since_s) == (pad, pytest.approx((frames - 20) / 120, abs=0.02))
    steps(world, 21)
    assert world.taken_pads() == []


@pytest.mark.parametrize("pad", [3, 9])
def test_the_time_of_a_pad_is_that_of_the_physics(pad):
    world = world_of()
    place = SOCCAR_FIELD.pads[pad]
    put_car(world, 0, place.x, place.y, boost=33.0)
    world.step()
    put_car(world, 0, 0.0, -3500.0)
    for _ in range(round(place.cooldown_s * 120) + 2):
        state = world._pads[pad].get_state()
        expected = [] if state.is_active else [(pad, pytest.approx(place.cooldown_s - state.cooldown, abs=1e-3))]
        assert world.taken_pads() == expected
        world.step()
    assert world.taken_pads() == []


def demolish(world):
    put_car(world, 0, 1000.0, -2000.0, speed=2290.0, boost=100.0)
    put_car(world, 1, 1000.0, -1500.0)
    world.set_controls(0, RocketSim.CarControls(throttle=1.0, boost=True))
    for _ in range(60):
        world.step()
        if world.contacts.demolitions:
            return
    pytest.fail("nobody was demolished")


def test_demolished_car_is_back_after_three_seconds_at_a_published_spot():
    world = world_of()
    demolish(world)
    assert world.contacts.demolitions == [(0, 1)]
    assert world.contacts.bumps == [(0, 1)]
    assert world.wrecks == {1: world.frame + 360}
    steps(world, 359)
    assert world.cars[1].is_demoed
    assert world.wrecks == {1: world.frame + 1}
    world.step()
    assert not world.cars[1].is_demoed
    assert not world.wrecks
    place = world.cars[1].pos
    assert (abs(place.x), place.y) in [(2304.0, 4608.0), (2688.0, 4608.0)]
    steps(world, 100, 1, throttle=1.0)
    assert speed_of(world.cars[1]) > 500


@pytest.mark.parametrize("seed", range(12))
def test_cars_that_come_back_in_the_same_frame_get_spots_of_their_own(seed):
    world = world_of(*(CarBuild(0, Hitbox.OCTANE) for _ in range(4)), seed=seed, respawn_frames=1)
    for victim in range(4):
        world.demolish(victim)
    world.step()
    places = {(car.pos.x, car.pos.y) for car in world.cars}
    assert {y for _, y in places} == {-4608.0}
    assert len(places) == 4


def test_kickoff_ends_a_demolition():
    world = world_of()
    demolish(world)
    world.kickoff()
    assert not world.wrecks
    assert not world.cars[1].is_demoed
    steps(world, 400)
    assert abs(world.cars[1].pos.y) < 4700


def test_demolitions_can_be_switched_off_and_shortened():
    mutators = Mutators(demolish="Disabled", respawn_time="OneSecond")
    world = World(DUEL, seed=1, walls=SoccarConfines(), physics=Physics.of(mutators))
    put_car(world, 0, 1000.0, -2000.0, speed=2290.0)
    put_car(world, 1, 1000.0, -1500.0)
    steps(world, 60, 0, throttle=1.0)
    assert not world.cars[1].is_demoed
    world = world_of(respawn_frames=120)
    demolish(world)
    steps(world, 119)
    assert world.cars[1].is_demoed
    world.step()
    assert not world.cars[1].is_demoed


def test_goal_is_told_while_the_ball_is_in_and_the_ball_can_be_removed():
    world = world_of()
    put_ball(world, (0.0, 4900.0, 200.0), (0.0, 2000.0, 0.0))
    seen = []
    for _ in range(60):
        world.step()
        seen.append(world.contacts.scored_by)
    assert seen[0] is None
    assert 0 in seen
    assert 1 not in seen
    world.remove_ball()
    put_car(world, 0, 0.0, 0.0)
    world.kickoff()
    assert world.has_ball
    assert world.ball.pos.as_tuple() == pytest.approx((0.0, 0.0, 93.15), abs=0.01)


def test_removed_ball_cannot_be_touched():
    world = world_of()
    world.remove_ball()
    put_car(world, 0, 0.0, -400.0, speed=1000.0)
    steps(world, 60, 0, throttle=1.0)
    assert world.cars[0].pos.y > 0
    world.kickoff()
    put_car(world, 0, 0.0, -400.0, speed=1000.0)
    touches = 0
    for _ in range(60):
        world.step()
        touches += len(world.contacts.touches)
    assert touches >= 1


@pytest.mark.parametrize(
    ("velocity", "scorer"), [((0.0, 3000.0, 0.0), 0), ((0.0, -3000.0, 0.0), None), ((3000.0, 3000.0, 0.0), None)]
)
def test_next_scorer(velocity, scorer):
    world = world_of()
    put_ball(world, (0.0, 3000.0, 300.0), velocity)
    assert world.next_scorer() == scorer


def test_bodies_that_escape_are_put_back_and_counted():
    world = world_of()
    put_ball(world, (1000.0, 1000.0, 500.0))
    steps(world, LOOK_FRAMES * SURFACE_LOOKS)
    put_ball(world, (0.0, 5600.0, 1500.0), (100.0, 3000.0, 0.0))
    steps(world, LOOK_FRAMES - 1)
    assert world.escapes == 0
    world.step()
    assert world.escapes == 1
    assert math.dist(world.ball.pos.as_tuple()[:2], (1000.0, 1000.0)) < 10.0
    assert world.ball.vel.y < 0
    put_car(world, 1, 0.0, 0.0, z=2500.0)
    steps(world, LOOK_FRAMES)
    assert world.escapes == 2
    assert abs(world.cars[1].pos.z) < 100


def test_mutators_reach_the_physics():
    world = world_of(gravity_z=-325.0, boost_is_unlimited=True)
    put_ball(world, (1000.0, 1000.0, 1000.0))
    steps(world, 60)
    assert world.ball.vel.z == pytest.approx(-325 / 2, rel=0.02)
    assert world.cars[0].boost == 100.0
    steps(world, 60, 0, boost=True)
    assert world.cars[0].boost == 100.0
    world.set_gravity(650.0)
    steps(world, 120)
    assert world.ball.vel.z > 0

    dry = world_of(has_pads=False)
    assert dry.cars[0].boost == 0.0
    put_car(dry, 0, SOCCAR_FIELD.pads[3].x, SOCCAR_FIELD.pads[3].y, boost=0.0)
    steps(dry, 1300)
    assert dry.cars[0].boost == 0.0
    assert dry.taken_pads() == []


def test_car_keeps_its_place_when_it_gets_another_body():
    world = world_of()
    place = world.cars[0].pos.as_tuple()
    world.rebuild_cars({0: Hitbox.DOMINUS})
    assert world.cars[0].pos.as_tuple() == pytest.approx(place, abs=0.01)
    assert world.config_of(0).hitbox_size.x == pytest.approx(130.43, abs=0.01)
    put_car(world, 0, 0.0, -300.0, speed=1000.0)
    touches = []
    for _ in range(60):
        world.step()
        touches += world.contacts.touches
    assert set(touches) == {0}


def test_another_body_leaves_ball_and_pads_as_they_are():
    world = world_of()
    put_ball(world, (1000.0, 1000.0, 1000.0), (300.0, 0.0, 0.0))
    put_car(world, 1, SOCCAR_FIELD.pads[3].x, SOCCAR_FIELD.pads[3].y)
    steps(world, 30)
    ball, pads = world.ball.pos.as_tuple(), world.taken_pads()
    world.rebuild_cars({0: Hitbox.DOMINUS})
    assert world.ball.pos.as_tuple() == pytest.approx(ball, abs=0.01)
    assert world.taken_pads() == pads
    assert pads
    world.remove_ball()
    world.rebuild_cars({0: Hitbox.PLANK})
    put_car(world, 0, ball[0], ball[1], z=ball[2])
    steps(world, 1)
    assert not world.contacts.touches


def test_text_in_a_number_field_is_put_back():
    world = world_of()
    car, ball = world.cars[0], world.ball
    car.pos = car.vel = ball.pos = RocketSim.Vec(math.nan, 0.0, 0.0)
    world._cars[0].set_state(car)
    world._arena.ball.set_state(ball)
    world.step()
    steps(world, 10)
    assert world.escapes == 2
    for state in (world.ball, *world.cars):
        assert all(math.isfinite(number) for number in (*state.pos, *state.vel, *state.ang_vel))
