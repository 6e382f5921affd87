"""Points, touches, saves and the explosion of a goal, as the scoreboard and the cars show them."""

import math

import pytest
import rlbot_flatbuffers as flat

from tests.conformance.states import GROUND_Z, PHASE, physics, place, score, still

pytestmark = pytest.mark.gameplay

NORTH, SOUTH = math.pi / 2, -math.pi / 2
FAR = still(3000, 0, GROUND_Z)


def run_at(y, speed, yaw, x=0):
    return flat.DesiredCarState(physics(place(x, y, GROUND_Z), place(0, speed, 0), flat.RotatorPartial(0, yaw, 0)))


def accolades_since(bot, mark, car=0):
    return [name for packet in bot.of(flat.GamePacket)[mark:] for name in packet.players[car].accolades]


def test_kickoff_clears_the_latest_touches(bot):
    assert score(bot).players[0].latest_touch is not None
    packet = bot.drive(lambda packet: packet.match_info.match_phase in (PHASE.Countdown, PHASE.Kickoff))
    assert packet.players[0].latest_touch is None


def test_first_touch_gives_ten_points(bot):
    bot.set_state(run_at(-1000, 1400, NORTH), still(0, -600, 93))
    packet = bot.drive(lambda packet: packet.players[0].score_info.score > 0, throttle=1.0)
    earned = accolades_since(bot, 0)
    assert earned.count("FirstTouch") == earned.count("BallHit") == 1
    assert packet.players[0].score_info.score == 10 + 2


def hit_again(bot, car, ball, **controls):
    """Touches the ball on the floor, then as told; returns accolades and points of the second hit."""
    bot.set_state(run_at(0, 300, NORTH), still(0, 250, 93))
    first = bot.drive(lambda packet: packet.players[0].score_info.score > 0, throttle=0.1)
    since = first.match_info.seconds_elapsed
    bot.set_state(flat.DesiredCarState(FAR), still(-2500, 0, 93))
    apart = bot.drive(lambda packet: packet.match_info.seconds_elapsed > since + 0.7)
    before, mark = apart.players[0].score_info.score, len(bot.of(flat.GamePacket))
    bot.set_state(car, ball)
    packet = bot.drive(lambda packet: packet.players[0].score_info.score > before, **controls)
    return accolades_since(bot, mark), packet.players[0].score_info.score - before


def test_aerial_hit_gives_ten_points(bot):
    car = physics(place(0, 0, 900), place(0, 700, 150), flat.RotatorPartial(0, NORTH, 0), place(0, 0, 0))
    earned, points = hit_again(bot, flat.DesiredCarState(car), still(0, 170, 930))
    assert set(earned) >= {"BallHit", "AerialHit"}
    assert points == 2 + 10


@pytest.mark.parametrize(("y", "is_pushed"), [(3500, True), (-3000, False)], ids=["near", "far"])
def test_goal_pushes_cars_away(lab, y, is_pushed):
    _, bot, other = lab.duel()
    bot.drive(lambda packet: packet.match_info.match_phase in (PHASE.Kickoff, PHASE.Active))
    bot.set_state(flat.DesiredCarState(still(0, y, GROUND_Z, SOUTH)), index=1)
    packet = score(bot)
    velocity = packet.players[1].physics.velocity
    away = packet.players[1].physics.location.y < 5120 and -velocity.y
    assert (away > 300) is is_pushed
    assert other.of(flat.GamePacket)
