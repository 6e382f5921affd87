"""Every field of the packet, tested by driving a car."""

import math
import timeit
from random import Random

import pytest
import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.game.accolade_tracker import AccoladeTracker
from runtime.arena.game.car_input import CarInput
from runtime.arena.game.game import Game
from runtime.arena.game.packets import Nameplate, PacketBuilder
from runtime.arena.game.rules import MatchRules, Rules
from runtime.arena.game.touches import Contact
from runtime.arena.modes import MODES
from runtime.arena.physics.engine import Physics
from runtime.arena.physics.hitboxes import CarBuild, Hitbox
from runtime.arena.physics.world import World
from runtime.arena.stadium.containment import SoccarConfines
from runtime.arena.stadium.field import SOCCAR_FIELD
from runtime.documents.model import Car, CarKind, Match, Mutators
from runtime.model.states import Phase
from runtime.protocol import HEADER_SIZE, pack_core, unpack_core
from tests.runtime.arena.game.trial import drive, place

pytestmark = pytest.mark.usefixtures("walls")
AIR = flat.AirState


class Stage:
    """A world and its packets, without a game."""

    def __init__(self, cars=2, physics=None):
        builds = [CarBuild(index % 2, Hitbox.OCTANE) for index in range(cars)]
        self.world = World(builds, seed=1, walls=SoccarConfines(), physics=physics or Physics())
        self.rules = Rules(MatchRules())
        accolades = AccoladeTracker([build.team for build in builds], SOCCAR_FIELD.goals)
        self.scoring, self.touches = accolades.scoring, accolades.touches
        nameplates = [Nameplate(f"Car {index}", index % 2, -7 - index, index == 0) for index in range(cars)]
        self.builder = PacketBuilder(nameplates, self.world, self.touches)
        self.inputs = [CarInput() for _ in range(cars)]

    def packet(self):
        return unpack_core(self.payload())

    def payload(self):
        return bytes(self.builder.build(self.rules, self.scoring, self.inputs, 1.0)[HEADER_SIZE:])

    def player(self, frames=0, **controls):
        self.world.set_controls(0, RocketSim.CarControls(**controls))
        for _ in range(frames):
            self.world.step()
        return self.packet().players[0]

    def put(self, x=2500.0, y=-3000.0, z=17.03, yaw=math.pi / 2, pitch=0.0, roll=0.0, velocity=(0.0, 0.0, 0.0)):
        state = RocketSim.CarState()
        state.pos = RocketSim.Vec(x, y, z)
        state.rot_mat = RocketSim.Angle(yaw, pitch, roll).as_rot_mat()
        state.vel = RocketSim.Vec(*velocity)
        self.world.set_car(0, state)


@pytest.fixture
def stage():
    return Stage()


def flags(player):
    return player.has_jumped, player.has_double_jumped, player.has_dodged


def test_packet_survives_the_wire_with_every_part(stage):
    packet = stage.packet()
    assert unpack_core(pack_core(packet)).match_info.frame_num == 0
    assert (len(packet.players), len(packet.boost_pads), len(packet.balls), len(packet.teams)) == (2, 34, 1, 2)
    assert packet.tiles == []
    assert [team.team_index for team in packet.teams] == [0, 1]
    ball = packet.balls[0]
    assert (ball.shape.diameter, ball.charge_level, ball.target_speed) == (182.5, -1, 0.0)
    info = packet.match_info
    assert (info.match_phase, info.last_spectated, info.world_gravity_z, info.game_speed) == (
        flat.MatchPhase.Paused,
        0,
        -650.0,
        1.0,
    )
    assert (info.is_overtime, info.is_unlimited_time, info.game_time_remaining, info.frame_num) == (
        False,
        False,
        300.0,
        0,
    )


def test_values_that_no_frame_changes(stage):
    one, two = stage.packet().players
    assert (one.name, one.team, one.player_id, one.is_bot) == ("Car 0", 0, -7, True)
    assert (two.name, two.team, two.player_id, two.is_bot) == ("Car 1", 1, -8, False)
    size = (one.hitbox.length, one.hitbox.width, one.hitbox.height)
    assert size == pytest.approx((118.01, 84.20, 36.16), abs=0.01)
    offset = (one.hitbox_offset.x, one.hitbox_offset.y, one.hitbox_offset.z)
    assert offset == pytest.approx((13.88, 0.0, 20.75), abs=0.01)
    assert (one.rumble_item, one.time_until_next_item, one.max_time_until_next_item) == (None, 0.0, 0.0)
    assert (one.latest_touch, one.accolades, one.demolished_timeout) == (None, [], -1.0)


@pytest.mark.parametrize(("yaw", "pitch", "roll"), [(0.7, 0.4, -1.2), (-2.5, -1.0, 2.8), (3.0, 0.0, 0.0)])
def test_rotation(stage, yaw, pitch, roll):
    stage.put(z=500.0, yaw=yaw, pitch=pitch, roll=roll)
    player = stage.player()
    rotation, forward = player.physics.rotation, stage.world.cars[0].rot_mat.forward
    assert (rotation.yaw, rotation.pitch, rotation.roll) == pytest.approx((yaw, pitch, roll), abs=1e-5)
    nose = (math.cos(pitch) * math.cos(yaw), math.cos(pitch) * math.sin(yaw), math.sin(pitch))
    assert forward.as_tuple() == pytest.approx(nose, abs=1e-5)


def test_steering_right_increases_the_yaw(stage):
    stage.put()
    assert stage.player(60, throttle=1.0, steer=1.0).physics.rotation.yaw > math.pi / 2


def test_on_ground(stage):
    stage.put()
    player = stage.player(30)
    assert (player.air_state, player.dodge_timeout, player.dodge_elapsed) == (AIR.OnGround, -1.0, 0.0)
    assert flags(player) == (False, False, False)
    assert (player.dodge_dir.x, player.dodge_dir.y) == (0.0, 0.0)


@pytest.mark.parametrize(("held", "jumping", "standing"), [(1, 3, 2), (3, 3, 2), (4, 4, 1), (5, 5, 0), (6, 6, 0)])
def test_short_jump_from_rest_is_reported_on_the_ground_before_the_wheels_leave_it(stage, held, jumping, standing):
    """Differs from the game: docs/conformance.md names it."""
    stage.player(120)
    reported = [stage.player(1, jump=frame < held) for frame in range(jumping + standing + 1)]
    assert [player.air_state for player in reported] == [AIR.Jumping] * jumping + [AIR.OnGround] * standing + [
        AIR.InAir
    ]
    assert [player.has_jumped for player in reported] == [True] * jumping + [False] * standing + [True]


def test_held_jump_then_air_then_time_out(stage):
    stage.put()
    stage.player(10)
    player = stage.player(1, jump=True)
    assert player.air_state == AIR.Jumping
    assert player.dodge_timeout == pytest.approx(1.45, abs=0.01)
    assert flags(player) == (True, False, False)
    assert stage.player(22, jump=True).air_state == AIR.Jumping
    player = stage.player(3, jump=True)
    assert player.air_state == AIR.InAir
    assert player.dodge_timeout == pytest.approx(1.25, abs=0.03)
    stage.put(z=900.0, velocity=(0.0, 0.0, 500.0))
    state = stage.world.cars[0]
    state.has_jumped = True
    stage.world.set_car(0, state)
    assert stage.player(148).dodge_timeout == pytest.approx(1.25 - 148 / 120, abs=0.02)
    player = stage.player(4)
    assert (player.air_state, player.dodge_timeout, player.has_jumped) == (AIR.InAir, -1.0, True)


def test_falling_off_keeps_the_dodge_for_ever(stage):
    stage.put(z=900.0, velocity=(0.0, 0.0, 500.0))
    player = stage.player(200)
    assert (player.air_state, player.dodge_timeout) == (AIR.InAir, -1.0)
    assert flags(player) == (False, False, False)


def second_jump(stage, **controls):
    stage.put()
    stage.player(10)
    stage.player(12, jump=True)
    stage.player(3)
    return stage.player(1, jump=True, **controls)


def test_double_jump(stage):
    player = second_jump(stage)
    assert (player.air_state, player.dodge_timeout) == (AIR.DoubleJumping, -1.0)
    assert flags(player) == (True, True, False)
    assert [stage.player(1).air_state for _ in range(13)] == [AIR.DoubleJumping] * 12 + [AIR.InAir]
    player = stage.player(300)
    assert (player.air_state, flags(player)) == (AIR.OnGround, (False, False, False))


@pytest.mark.parametrize(
    ("controls", "direction"),
    [
        ({"pitch": -1.0}, (1.0, 0.0)),
        ({"pitch": 1.0}, (-1.0, 0.0)),
        ({"yaw": 1.0}, (0.0, 1.0)),
        ({"yaw": -1.0}, (0.0, -1.0)),
        ({"pitch": -1.0, "yaw": 1.0}, (0.7071, 0.7071)),
    ],
)
def test_dodge(stage, controls, direction):
    player = second_jump(stage, **controls)
    assert (player.air_state, player.dodge_timeout) == (AIR.Dodging, -1.0)
    assert flags(player) == (True, False, True)
    assert (player.dodge_dir.x, player.dodge_dir.y) == pytest.approx(direction, abs=1e-3)
    assert player.dodge_elapsed == pytest.approx(1 / 120, abs=1e-4)
    assert direction[1] == 0.0 or player.physics.velocity.x * direction[1] < -100.0
    assert stage.player(78).air_state == AIR.Dodging
    player = stage.player(1)
    assert (player.air_state, player.dodge_elapsed) == (AIR.InAir, pytest.approx(80 / 120, abs=1e-3))
    player = stage.player(300)
    assert (player.dodge_elapsed, flags(player)) == (0.0, (False, False, False))


def test_boost_is_not_rounded(stage):
    stage.put()
    assert stage.player(7, boost=True).boost == pytest.approx(33.333 - 7 * 33.333 / 120, abs=0.3)
    assert stage.packet().players[0].boost % 1 != 0


def test_supersonic(stage):
    stage.put(velocity=(0.0, 2199.0, 0.0))
    assert not stage.player(1, throttle=1.0).is_supersonic
    stage.put(velocity=(0.0, 2250.0, 0.0))
    assert stage.player(1, throttle=1.0).is_supersonic


def test_demolished_timeout_counts_down(stage):
    stage.put(velocity=(0.0, 2290.0, 0.0))
    victim = RocketSim.CarState()
    victim.pos = RocketSim.Vec(2500.0, -2600.0, 17.0)
    stage.world.set_car(1, victim)
    stage.world.set_controls(0, RocketSim.CarControls(throttle=1.0))
    while not stage.world.contacts.demolitions:
        stage.world.step()
    assert stage.packet().players[1].demolished_timeout == 3.0
    stage.player(180)
    assert stage.packet().players[1].demolished_timeout == pytest.approx(1.5)
    stage.player(180)
    assert stage.packet().players[1].demolished_timeout == -1.0


def test_pads_in_order_with_their_time(stage):
    index = next(index for index, pad in enumerate(SOCCAR_FIELD.pads) if (pad.x, pad.y) == (2048.0, -1036.0))
    assert all(pad.is_active and pad.timer == 0.0 for pad in stage.packet().boost_pads)
    stage.put(x=2048.0, y=-1036.0)
    stage.player(1)
    before = stage.packet()
    stage.put()
    stage.player(120)
    pads = stage.packet().boost_pads
    assert [place for place, pad in enumerate(pads) if not pad.is_active] == [index]
    assert pads[index].timer == pytest.approx(1.0, abs=0.02)
    assert before.boost_pads[index].timer < 0.02
    dry = Stage(physics=Physics(has_pads=False))
    assert not any(pad.is_active for pad in dry.packet().boost_pads)


@pytest.mark.parametrize("phase", list(Phase))
def test_phase(stage, phase):
    stage.rules.phase = phase
    assert stage.packet().match_info.match_phase == getattr(flat.MatchPhase, phase.value)


def test_ball_is_away_until_the_next_kickoff(stage):
    stage.world.remove_ball()
    assert stage.packet().balls == []
    stage.world.kickoff()
    assert len(stage.packet().balls) == 1


def test_demolished_car_neither_moves_nor_jumps(stage):
    stage.put(velocity=(0.0, 2290.0, 0.0))
    victim = RocketSim.CarState()
    victim.pos = RocketSim.Vec(2500.0, -2600.0, 17.0)
    stage.world.set_car(1, victim)
    stage.world.set_controls(0, RocketSim.CarControls(throttle=1.0))
    while not stage.world.contacts.demolitions:
        if stage.world.cars[0].pos.y > -2750.0:
            stage.world.set_controls(1, RocketSim.CarControls(jump=True))
        stage.world.step()
    player = stage.packet().players[1]
    place = player.physics.location
    assert player.air_state == AIR.InAir
    assert (player.is_supersonic, player.dodge_timeout, flags(player)) == (False, -1.0, (False, False, False))
    velocity, spin = player.physics.velocity, player.physics.angular_velocity
    assert (velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z) == (0.0,) * 6
    stage.player(100)
    later = stage.packet().players[1]
    assert (later.physics.location.z, later.air_state) == (place.z, AIR.InAir)


def test_scores_and_accolades(stage):
    first = stage.packet()
    stage.scoring.touch(0, Contact.of(1, stage.world.cars[0], stage.world.ball))
    stage.scoring.goal(0, 2, is_overtime=False)
    player = stage.packet().players[0]
    assert (player.score_info.score, player.score_info.goals) == (110, 1)
    assert player.accolades == ["FirstTouch", "Goal"]
    assert first.players[0].score_info.goals == 0
    stage.scoring.begin_frame()
    assert stage.packet().players[0].accolades == []


def test_what_was_earned_in_a_frame_that_nobody_was_told_of_is_told_later(stage):
    stage.packet()
    stage.scoring.demolition(0)
    stage.scoring.begin_frame()
    player = stage.packet().players[0]
    assert (player.score_info.score, player.score_info.demolitions, player.accolades) == (25, 1, [])


def packed_anew(game, match):
    """Returns the game's packet, built by a new builder."""
    kept = game._packets
    nameplates = [Nameplate(car.name, car.team, car.player_id, car.kind is CarKind.BOT) for car in match.cars]
    touches = game._accolades.touches
    builder = PacketBuilder(nameplates, game._world, touches, dodge_grace_s=game._mutators.dodge_grace_s)
    builder._jumps._double_jumps = dict(kept._jumps._double_jumps)
    return bytes(builder.build(game._rules, game._scoring, game._inputs, game.game_speed))


def put_a_charge(game, random, cars):
    """One car charges at another car or at the ball, somewhere on the floor or in the air."""
    x, y, z = random.uniform(-2500, 2500), random.uniform(-3000, 3000), random.choice((17.0, 600.0))
    for index, ahead, speed in zip(random.sample(range(cars), 2), (0.0, 260.0), (2290.0, 0.0), strict=True):
        place(game, car=index, at=(x + ahead, y, z), speed=(speed, 0.0, 0.0), boost=100)
    if random.random() < 0.6:
        place(game, ball=((x + 200.0, y, z + 80.0), (0.0, 0.0, 0.0)))


@pytest.mark.parametrize("mode", MODES)
def test_packets_are_the_same_however_often_they_were_packed_before(mode):
    random, count = Random(mode), 4
    cars = tuple(Car(team=index % 2, name=str(index), player_id=index) for index in range(count))
    mutators = Mutators(dodge_timer="TwoSeconds", respawn_time="OneSecond")
    match = Match(cars=cars, game_mode=mode, instant_start=True, skip_replays=True, mutators=mutators)
    game = Game(match, seed=2)
    game.start()
    told = 0
    for _ in range(1200):
        if random.random() < 0.05:
            put_a_charge(game, random, count)
        if random.random() < 0.005:
            place(game, ball=((0.0, 4900.0, 200.0), (0.0, 3000.0, 0.0)))
        if random.random() < 0.01:
            game.set_loadout(random.randrange(count), flat.PlayerLoadout(car_id=random.choice((23, 403, 24))))
        index = random.randrange(count)
        drive(game, index, throttle=1.0, boost=True, jump=random.random() < 0.5, pitch=random.choice((-1.0, 0.0)))
        game.advance()
        if random.random() < 0.8:
            packet = bytes(game.packet_frame())
            assert packet == packed_anew(game, match)
            told += bool(game._scoring.accolades)
    assert told > 10


def test_packet_of_eight_cars_is_cheap():
    stage = Stage(8)
    stage.world.step()
    reference = min(timeit.repeat(lambda: [float(number) for number in range(1000)], number=20, repeat=5)) / 20
    spent = min(timeit.repeat(stage.payload, number=50, repeat=5)) / 50
    assert spent < 3.0 * reference
