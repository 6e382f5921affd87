"""Every supported mutator of the physics has its effect in a match."""

import itertools
import math

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game
from runtime.arena.game.rules import COUNTDOWN_FRAMES, GOAL_FRAMES
from runtime.arena.modes import MODES
from runtime.documents.choices import Mutators
from runtime.documents.model import Car, Match
from runtime.model.states import Phase
from tests.runtime.arena.game.trial import advance, ball_of, drive, place, player_of, playing, score

pytestmark = pytest.mark.usefixtures("walls")


@pytest.mark.parametrize(
    ("value", "gravity"), [("Default", -650.0), ("Low", -325.0), ("High", -1137.5), ("SuperHigh", -3250.0)]
)
def test_ball_gravity_is_the_balls_alone(value, gravity):
    game = playing(mutators={"ball_gravity": value})
    place(game, ball=((0.0, 0.0, 1900.0), (100.0, 0.0, 0.0)))
    place(game, car=0, at=(0.0, 2000.0, 1500.0))
    advance(game, 60)
    assert ball_of(game).physics.velocity.z == pytest.approx(gravity / 2, rel=0.02)
    assert player_of(game).physics.velocity.z == pytest.approx(-325.0, rel=0.02)
    assert game.packet().match_info.world_gravity_z == -650.0


def test_a_ball_with_its_own_gravity_lies_still():
    game = playing(mutators={"ball_gravity": "SuperHigh"})
    advance(game, 120)
    ball = ball_of(game).physics
    assert (ball.velocity.z, ball.location.z) == (0.0, pytest.approx(93.15, abs=0.1))


@pytest.mark.parametrize(
    "mutators",
    [
        {"ball_gravity": "Low"},
        {"ball_size": "Large"},
        {"ball_bounciness": "SuperHigh"},
        {"ball_type": "Basketball", "gravity": "Low"},
    ],
)
def test_prediction_knows_the_mutators(mutators):
    game = playing(mutators=mutators)
    place(game, ball=((0.0, 0.0, 700.0), (900.0, 1300.0, 400.0)))
    advance(game)
    data = game.prediction_payload()
    predicted = flat.CorePacket.unpack(data).message.slices
    for index in range(600):
        game.advance()
        if not index % 50:
            real, foretold = ball_of(game).physics.location, predicted[index].physics.location
            assert math.dist((real.x, real.y, real.z), (foretold.x, foretold.y, foretold.z)) < 1.0


@pytest.mark.parametrize(
    ("mutators", "radius"),
    [
        ({}, 91.25),
        ({"ball_size": "Small"}, 68.4375),
        ({"ball_size": "Gigantic"}, 182.5),
        ({"ball_type": "Basketball"}, 96.38),
        ({"ball_type": "Dropshot", "ball_size": "Medium"}, 125.325),
    ],
)
def test_ball_size(mutators, radius):
    game = playing(mutators=mutators, is_free=False)
    ball = ball_of(game)
    assert ball.shape.diameter == pytest.approx(2 * radius, abs=0.01)
    assert ball.physics.location.z == pytest.approx(radius + 1.9, abs=0.1)
    score(game)
    assert game.score == (1, 0)
    advance(game, GOAL_FRAMES)
    assert ball_of(game).physics.location.z == pytest.approx(radius + 1.9, abs=0.1)


def test_gravity_set_later_leaves_the_ball_as_large_as_it_is():
    game = playing(mutators={"ball_size": "Large"})
    place(game, ball=((500.0, 0.0, 600.0), (0.0, 0.0, 0.0)))
    game.set_state(flat.DesiredGameState([], [], flat.DesiredMatchInfo(world_gravity_z=-300.0)))
    advance(game)
    assert ball_of(game).physics.location.x == pytest.approx(500.0, abs=0.01)
    assert ball_of(game).shape.diameter == pytest.approx(273.75, abs=0.01)


def test_gravity_set_while_the_ball_lies_still_holds_where_a_car_touches_it():
    games = [playing(1, mutators={"gravity": "Low"}), playing(1)]
    advance(games[1], 60)
    games[1].set_state(flat.DesiredGameState([], [], flat.DesiredMatchInfo(world_gravity_z=-325.0)))
    for game in games:
        advance(game)
        place(game, car=0, at=(3000.0, 0.0, 17.03))
        place(game, ball=((3000.0, 0.0, 300.0), (0.0, 0.0, 0.0)))
        advance(game, 200)
        assert player_of(game).latest_touch is not None
    falls, falls_too = (ball_of(game).physics for game in games)
    assert falls.velocity.z == pytest.approx(falls_too.velocity.z, abs=0.1)


@pytest.mark.parametrize(
    ("value", "share"), [("Default", 0.6), ("Low", 0.3), ("Lowish", 0.45), ("High", 0.8), ("SuperHigh", 0.95)]
)
def test_ball_bounciness(value, share):
    game = playing(mutators={"ball_bounciness": value})
    place(game, ball=((0.0, 0.0, 200.0), (0.0, 0.0, -1000.0)))
    speeds = []
    for _ in range(30):
        advance(game)
        speeds.append(ball_of(game).physics.velocity.z)
    assert max(speeds) / -min(speeds) == pytest.approx(share, abs=0.02)


def hit(mutators):
    game = playing(mutators=mutators)
    place(game, car=0, at=(0.0, -300.0, 17.03), speed=(0.0, 1400.0, 0.0), yaw=math.pi / 2)
    advance(game, 30)
    return ball_of(game).physics.velocity.y


def test_ball_weight():
    speeds = [hit({"ball_weight": value}) for value in ("Heavy", "Default", "Light", "SuperLight")]
    assert speeds == sorted(speeds)
    assert all(later > 1.1 * earlier for earlier, later in itertools.pairwise(speeds))


@pytest.mark.parametrize(("value", "per_s"), [("NormalBoost", 0.0), ("SlowRecharge", 10.0), ("RapidRecharge", 100 / 3)])
def test_boost_recharge(value, per_s):
    game = playing(mutators={"boost_amount": value})
    place(game, car=0, at=(3000.0, 1000.0, 17.03), boost=20.0)
    advance(game, 120)
    assert player_of(game).boost == pytest.approx(20.0 + per_s, abs=0.1)
    place(game, car=0, at=(3000.0, 500.0, 17.03), boost=99.0)
    advance(game, 120)
    assert player_of(game).boost == pytest.approx(100.0 if per_s else 99.0, abs=0.01)


def test_boost_does_not_recharge_while_it_is_used():
    game = playing(mutators={"boost_amount": "RapidRecharge"})
    place(game, car=0, at=(-2500.0, 600.0, 17.03), boost=90.0)
    drive(game, boost=True)
    advance(game, 60)
    assert player_of(game).boost == pytest.approx(90.0 - 100 / 6, abs=0.6)


def test_boost_does_not_recharge_in_the_countdown():
    cars = (Car(team=0, name="a"), Car(team=1, name="b"))
    game = Game(Match(cars=cars, mutators=Mutators(boost_amount="RapidRecharge")), seed=1)
    game.start()
    advance(game, COUNTDOWN_FRAMES)
    assert player_of(game).boost == pytest.approx(33.333, abs=0.01)


def air_jumps(game, presses, *, gap=12, dodge=False):
    """Counts the presses of jump in the air that lift or turn the car."""
    place(game, car=0, at=(3000.0, 0.0, 17.03))
    drive(game, jump=True)
    advance(game, 20)
    took = 0
    for _ in range(presses):
        drive(game)
        advance(game, gap)
        before = player_of(game).physics.velocity
        drive(game, jump=True, pitch=-1.0 if dodge else 0.0)
        advance(game, 2)
        after = player_of(game).physics.velocity
        took += math.dist((before.x, before.y, before.z), (after.x, after.y, after.z)) > 200.0
        drive(game)
        advance(game, 1)
    return took


@pytest.mark.parametrize(
    ("value", "most"), [("Default", 1), ("Grounded", 0), ("Two", 2), ("Three", 3), ("Four", 4), ("Unlimited", 6)]
)
def test_jumps_in_the_air(value, most):
    game = playing(mutators={"jump": value})
    assert air_jumps(game, 6) == most
    place(game, car=0, at=(3000.0, 0.0, 17.03))
    advance(game, 30)
    assert air_jumps(game, 1) == min(most, 1), "back on the ground all is anew"


@pytest.mark.parametrize("pitch", [0.0, -1.0])
@pytest.mark.parametrize("held", range(1, 7))
def test_quick_taps_do_not_get_round_jumps_from_the_ground_only(held, pitch):
    for released in range(1, 8):
        game = playing(mutators={"jump": "Grounded"})
        told = set()
        for jump, frames in ((True, held), (False, released), (True, 20)):
            drive(game, jump=jump, pitch=pitch)
            for _ in range(frames):
                advance(game)
                told.add(str(player_of(game).air_state).rpartition(".")[2])
        assert told <= {"OnGround", "Jumping", "InAir"}, f"released for {released} frames"
        drive(game)
        advance(game, 300)
        drive(game, jump=True)
        advance(game, 5)
        assert told_of_jumps(player_of(game))[0] == "Jumping", "back on the ground it jumps again"


@pytest.mark.parametrize(("value", "most"), [("Default", 1), ("Grounded", 0), ("Two", 2)])
def test_dodges_in_the_air(value, most):
    game = playing(mutators={"jump": value, "gravity": "Low"})
    assert air_jumps(game, 3, gap=85, dodge=True) == most


def told_of_jumps(player):
    return str(player.air_state).rpartition(".")[2], player.has_jumped, player.has_double_jumped, player.has_dodged


@pytest.mark.parametrize("falls", [False, True])
def test_packets_of_cars_that_jump_from_the_ground_only(falls):
    """Packets announce no dodge and show no double jump."""
    game = playing(mutators={"jump": "Grounded"})
    place(game, car=0, at=(3000.0, 0.0, 400.0 if falls else 17.03))
    for pressed, frames in ((not falls, 8), (False, 20), (True, 10), (False, 10)):
        drive(game, jump=pressed)
        for _ in range(frames):
            advance(game)
            player = player_of(game)
            assert told_of_jumps(player) in (("Jumping", True, False, False), ("InAir", True, False, False))
            assert player.dodge_timeout == -1.0
    advance(game, 240)
    assert told_of_jumps(player_of(game)) == ("OnGround", False, False, False)
    drive(game, jump=True)
    advance(game, 5)
    assert told_of_jumps(player_of(game)) == ("Jumping", True, False, False)


@pytest.mark.parametrize("value", ["Default", "Two", "Unlimited"])
def test_packets_of_cars_with_several_jumps_in_the_air_tell_of_each(value):
    game = playing(mutators={"jump": value})
    place(game, car=0, at=(3000.0, 0.0, 17.03))
    told = []
    for pressed, frames in ((True, 5), (False, 5), (True, 5), (False, 9)):
        drive(game, jump=pressed)
        for _ in range(frames):
            advance(game)
            told.append(told_of_jumps(player_of(game)))
    assert told[10:23] == [("DoubleJumping", True, True, False)] * 13
    assert told[23] == ("InAir", True, value == "Default", False)


def test_no_jumps_at_all():
    game = playing(mutators={"jump": "NoJumps"})
    drive(game, jump=True)
    advance(game, 10)
    player = player_of(game)
    assert not player.has_jumped
    assert player.physics.location.z < 20.0
    assert player.last_input.jump, "what the bot asked for is still told"


@pytest.mark.parametrize(
    ("value", "limit_s"),
    [("OnePointTwentyFiveSeconds", 1.25), ("TwoSeconds", 2.0), ("ThreeSeconds", 3.0), ("Unlimited", math.inf)],
)
@pytest.mark.parametrize("beside_frames", [-6, 6])
def test_dodge_timer(value, limit_s, beside_frames):
    game = playing(mutators={"dodge_timer": value, "gravity": "Low"})
    drive(game, jump=True)
    advance(game, 10)
    drive(game)
    while player_of(game).air_state == flat.AirState.Jumping:
        advance(game)
    place(game, car=0, at=(3000.0, 0.0, 900.0), speed=(0.0, 0.0, 300.0))
    told_s = 1.25 if limit_s == math.inf else limit_s
    assert player_of(game).dodge_timeout == pytest.approx(told_s, abs=0.03)
    frames = 400 if limit_s == math.inf else round(limit_s * 120) + beside_frames
    advance(game, frames)
    before = player_of(game).physics.velocity.z
    drive(game, jump=True)
    advance(game, 2)
    can_jump = beside_frames < 0 or limit_s == math.inf
    assert (player_of(game).physics.velocity.z - before > 200.0) == can_jump


@pytest.mark.parametrize("value", ["OnBallContact", "OnBallContactFF", "OnBallContactSilent", "OnBallContactFFSilent"])
def test_the_ball_demolishes_who_touches_it(value):
    game = playing(mutators={"demolish": value, "respawn_time": "TwoSeconds"})
    place(game, car=0, at=(0.0, -300.0, 17.03), speed=(0.0, 1400.0, 0.0), yaw=math.pi / 2)
    for _ in range(30):
        advance(game)
        if player_of(game).demolished_timeout > 0.0:
            break
    player = player_of(game)
    assert player.demolished_timeout == pytest.approx(2.0, abs=0.02)
    assert player.latest_touch is not None
    assert player_of(game, 1).demolished_timeout == -1.0
    assert [other.score_info.demolitions for other in game.packet().players] == [0, 0]
    advance(game, 239)
    assert player_of(game).demolished_timeout > 0.0
    advance(game)
    assert player_of(game).demolished_timeout == -1.0


@pytest.mark.parametrize("mode", MODES)
def test_cars_stand_still_in_the_countdown_where_gravity_pulls_them_up(mode):
    cars = tuple(Car(team=index % 2) for index in range(4))
    game = Game(Match(game_mode=mode, cars=cars, mutators=Mutators(gravity="Reverse")), seed=1)
    game.start()
    spots = [player.physics for player in game.packet().players]
    for _ in range(COUNTDOWN_FRAMES - 1):
        advance(game)
        assert game.phase is Phase.COUNTDOWN
        for player, spot in zip(game.packet().players, spots, strict=True):
            assert repr((player.physics.location, player.physics.rotation)) == repr((spot.location, spot.rotation))
    advance(game, 240)
    assert all(player.physics.location.z > 1000.0 for player in game.packet().players), "then they fall up"
