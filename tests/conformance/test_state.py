"""Contract 2: state that is set."""

import math

import pytest
import rlbot_flatbuffers as flat

from tests.conformance.states import GROUND_Z, me, physics, place, still


def test_packet_shows_the_state_that_was_set(bot):
    bot.set_state(flat.DesiredCarState(still(500, -700, 600, yaw=1.0), 33.9), still(-1000, 200, 700))
    packet = bot.drive(me(lambda car: car.physics.location.x == pytest.approx(500, abs=30)))
    car, ball = packet.players[0], packet.balls[0].physics.location
    assert car.physics.rotation.yaw == pytest.approx(1.0, abs=0.05)
    assert car.boost == 33
    assert (ball.x, ball.y) == pytest.approx((-1000, 200), abs=30)


def test_omitted_state_stays_unchanged(bot):
    bot.set_state(flat.DesiredCarState(physics(place(y=1234))))
    car = bot.drive(me(lambda car: car.physics.location.y == pytest.approx(1234, abs=5))).players[0]
    assert car.physics.location.x == pytest.approx(0, abs=10)
    assert car.boost == pytest.approx(50, abs=1)


def test_state_of_a_car_is_set_by_its_index(lab):
    _, a, _ = lab.duel()
    a.set_state(flat.DesiredCarState(still(1000, 1000, GROUND_Z)), index=1)
    packet = a.drive(lambda packet: abs(packet.players[1].physics.location.x - 1000) < 50)
    assert abs(packet.players[0].physics.location.x) <= 2060


def test_gravity_can_be_set_and_reset(bot):
    bot.set_state(world_gravity_z=-100.0)
    bot.drive(lambda packet: packet.match_info.world_gravity_z == pytest.approx(-100))
    bot.set_state(world_gravity_z=0.0)
    bot.drive(lambda packet: packet.match_info.world_gravity_z == pytest.approx(-650))


def test_state_is_not_set_without_permission(lab):
    _, a, _ = lab.duel(enable_state_setting=False)
    a.set_state(flat.DesiredCarState(still(1000, 1000, 500)))
    a.settle()
    a.next(flat.GamePacket)
    assert a.next(flat.GamePacket).players[0].physics.location.y < -2000


def test_state_can_be_set_without_an_introduction(lab):
    _, a, _ = lab.duel()
    raw = lab.peer()
    raw.set_state(flat.DesiredCarState(still(1000, 1000, GROUND_Z)))
    raw.settle()
    a.drive(lambda packet: abs(packet.players[0].physics.location.y - 1000) < 50)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e30])
def test_nan_and_infinity_in_a_state_are_ignored(bot, bad):
    where = place(bad, bad, bad)
    state = physics(where, where, flat.RotatorPartial(bad, bad, bad), where)
    bot.set_state(flat.DesiredCarState(state, bad), state, world_gravity_z=bad, game_speed=bad)
    bot.settle()
    bot.next(flat.GamePacket)
    car = bot.next(flat.GamePacket).players[0].physics
    assert all(map(math.isfinite, (car.location.x, car.velocity.y, car.rotation.yaw, car.angular_velocity.z)))
