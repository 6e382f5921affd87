"""Changes of a game by sessions: controls, state setting, loadouts."""

import math
from random import Random

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.rules import COUNTDOWN_FRAMES
from runtime.arena.modes import MODES
from runtime.arena.physics.prediction import BallPrediction
from runtime.documents.model import Car, Loadout
from runtime.model.states import Phase
from runtime.protocol import pack_core, unpack_core
from tests.runtime.arena.game.bare_game import V, advance, game_of, playing, set_state

pytestmark = pytest.mark.usefixtures("walls")


@pytest.mark.parametrize(
    ("value", "result"),
    [
        (-1.01, -1),
        (-1, -1),
        (-0.99, -0.99),
        (0.99, 0.99),
        (1, 1),
        (1.01, 1),
        (math.nan, 0),
        (math.inf, 1),
        (-math.inf, -1),
    ],
)
def test_controls_are_clamped_and_no_number_is_zero(value, result):
    game = playing()
    game.set_controls(0, flat.ControllerState(value, value, value, value, value, use_item=True))
    found = game.packet().players[0].last_input
    axes = (found.throttle, found.steer, found.pitch, found.yaw, found.roll)
    assert axes == (pytest.approx(result),) * 5
    assert not found.use_item
    advance(game, 10)
    assert math.isfinite(game.packet().players[0].physics.location.x)


@pytest.mark.parametrize("button", ["jump", "boost", "handbrake"])
def test_each_button_does_what_it_says(button):
    game = playing()
    game.set_controls(0, flat.ControllerState(**{button: True}))
    advance(game, 3)
    player = game.packet().players[0]
    assert getattr(player.last_input, button)
    assert sum((player.last_input.jump, player.last_input.boost, player.last_input.handbrake)) == 1
    assert player.has_jumped == (button == "jump")
    assert (player.boost < 33) == (button == "boost")


@pytest.mark.parametrize("index", [-1, 2, 4_000_000_000])
def test_controls_of_no_car_are_ignored(index):
    game = playing()
    before = game.state_hash()
    game.set_controls(index, flat.ControllerState(throttle=1.0))
    game.set_loadout(index, flat.PlayerLoadout(car_id=403))
    assert game.state_hash() == before


def test_partial_states_change_only_what_they_name():
    game = playing()
    advance(game, 5)
    before = game.packet()
    set_state(
        game,
        ball={"location": V(z=800.0)},
        cars=[None, {"velocity": V(x=300.0), "rotation": flat.RotatorPartial(yaw=1.0)}],
    )
    after = game.packet()
    ball, was = after.balls[0].physics, before.balls[0].physics
    assert (ball.location.x, ball.location.y, ball.location.z) == (
        was.location.x,
        was.location.y,
        pytest.approx(800, abs=0.01),
    )
    assert after.players[0].physics.location.y == before.players[0].physics.location.y
    car, was = after.players[1].physics, before.players[1].physics
    assert (car.velocity.x, car.velocity.y) == (pytest.approx(300), pytest.approx(was.velocity.y))
    assert car.rotation.yaw == pytest.approx(1.0)
    assert car.rotation.pitch == pytest.approx(was.rotation.pitch, abs=1e-5)
    assert car.location.x == was.location.x
    advance(game, 30)
    assert game.packet().balls[0].physics.location.z < 790


@pytest.mark.parametrize(("boost", "result"), [(-5, 0), (0, 0), (45.9, 45), (100, 100), (101, 100), (math.nan, 33.333)])
def test_boost_is_cut(boost, result):
    game = playing()
    game.set_state(flat.DesiredGameState([], [flat.DesiredCarState(None, boost)], None))
    assert game.packet().players[0].boost == pytest.approx(result, abs=0.01)


def test_gravity_and_speed():
    game = playing()
    set_state(game, info=flat.DesiredMatchInfo(-100.0, 0.5))
    info = game.packet().match_info
    assert (info.world_gravity_z, info.game_speed, game.game_speed) == (-100.0, 0.5, 0.5)
    set_state(game, info=flat.DesiredMatchInfo(0.0, -1.0))
    assert (game.packet().match_info.world_gravity_z, game.game_speed) == (-650.0, 0.5)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 3e38, -3e38])
def test_no_number_breaks_the_physics(number):
    game = playing()
    wild = {name: V(number, number, number) for name in ("location", "velocity", "angular_velocity")}
    wild["rotation"] = flat.RotatorPartial(number, number, number)
    for _ in range(3):
        set_state(game, ball=wild, cars=[wild, wild, wild], info=flat.DesiredMatchInfo(number, number))
        advance(game, 20)
    packet = unpack_core(pack_core(game.packet()))
    for thing in (*packet.players, *packet.balls):
        place = thing.physics.location
        assert all(math.isfinite(value) and abs(value) < 6200 for value in (place.x, place.y, place.z))


def test_loadout_gives_the_hitbox():
    cars = (Car(team=0, loadout=Loadout(car_id=403)), Car(team=1, loadout=Loadout(car_id=23)))
    game = game_of(cars=cars)
    lengths = [player.hitbox.length for player in game.packet().players]
    assert lengths == [pytest.approx(127.93, abs=0.01), pytest.approx(118.01, abs=0.01)]
    game.set_loadout(1, flat.PlayerLoadout(car_id=30))
    assert game.packet().players[1].hitbox.height == pytest.approx(41.66, abs=0.01)
    game.start()
    advance(game, 10)


def test_many_loadouts_in_a_frame_are_one_change():
    """A change of the body takes milliseconds."""
    game = playing(4)
    changes = []
    rebuild = game._world.rebuild_cars
    game._world.rebuild_cars = lambda bodies: (changes.append(bodies), rebuild(bodies))
    for number in range(100):
        for index in range(3):
            game.set_loadout(index, flat.PlayerLoadout(car_id=(403, 30)[number % 2]))
    game.set_loadout(2, flat.PlayerLoadout(car_id=23))
    advance(game, 3)
    assert [set(bodies) for bodies in changes] == [{0, 1}]
    heights = [player.hitbox.height for player in game.packet().players]
    assert heights == pytest.approx([41.66, 41.66, 36.16, 36.16], abs=0.01)


def test_many_gravities_in_a_frame_are_one_change():
    game = playing()
    changes = []
    change = game._world.set_gravity
    game._world.set_gravity = lambda gravity_z: (changes.append(gravity_z), change(gravity_z))
    for number in range(100):
        set_state(game, info=flat.DesiredMatchInfo(world_gravity_z=-100.0 - number))
    assert game.packet().match_info.world_gravity_z == -199.0
    advance(game)
    assert changes == [-199.0]


@pytest.mark.parametrize("frames", [COUNTDOWN_FRAMES - 1, COUNTDOWN_FRAMES, COUNTDOWN_FRAMES + 1])
def test_a_loadout_as_the_countdown_ends_does_not_hold_the_ball(frames):
    game = game_of(game_mode="Heatseeker")
    game.start()
    advance(game, frames)
    game.set_loadout(0, flat.PlayerLoadout(car_id=403))
    game.packet()
    advance(game, 20)
    assert game.packet().balls[0].physics.location.z > 100.0


@pytest.mark.parametrize(
    "nothing",
    [
        flat.DesiredGameState([flat.DesiredBallState()], [flat.DesiredCarState()] * 2),
        flat.DesiredGameState(
            [], [flat.DesiredCarState(flat.DesiredPhysics(V(), flat.RotatorPartial(), V(), V()))] * 2
        ),
        flat.DesiredGameState(
            [flat.DesiredBallState(flat.DesiredPhysics(V(math.nan), flat.RotatorPartial(math.inf)))],
            [flat.DesiredCarState(flat.DesiredPhysics(velocity=V(None, math.nan, -math.inf)), math.nan)] * 2,
            flat.DesiredMatchInfo(math.nan, math.inf),
        ),
    ],
)
def test_an_empty_state_changes_not_a_bit(nothing):
    games = [playing(), playing()]
    for game in games:
        for frame in range(120):
            game.set_controls(0, flat.ControllerState(throttle=1.0, steer=0.5, boost=True, jump=frame % 40 < 8))
            if game is games[0]:
                game.set_state(nothing)
            game.advance()
    assert games[0].state_hash() == games[1].state_hash()


def put_something(game, random):
    """Puts ball and one of two cars at random places with random motion, and leaves some numbers out."""

    def some(*reaches):
        return (random.uniform(-reach, reach) if random.random() < 0.8 else None for reach in reaches)

    def state():
        states = {
            "location": V(*some(2400.0, 2900.0), random.uniform(17.0, 1500.0)),
            "rotation": flat.RotatorPartial(*some(1.5, 3.0, 3.0)),
            "velocity": V(*some(2000.0, 2000.0, 800.0)),
            "angular_velocity": V(*some(5.0, 5.0, 5.0)),
        }
        return {name: states[name] for name in states if random.random() < 0.5}

    set_state(
        game, ball=state() if random.random() < 0.7 else None, cars=random.choice(([], [state()], [None, state()]))
    )


def interfered(mode, frames, asked=None):
    """Returns the state hashes of a game that sessions change in every way, the same in each call.

    `asked` is called after every frame with the game and the ball of the frame before.
    """
    random, hashes = Random(mode), []
    game = playing(2, game_mode=mode)
    for _ in range(frames):
        if random.random() < 0.04:
            put_something(game, random)
        if random.random() < 0.01:
            set_state(game, info=flat.DesiredMatchInfo(world_gravity_z=random.choice((-650.0, -200.0, -1200.0, 300.0))))
        if random.random() < 0.01:
            game.set_loadout(random.randrange(2), flat.PlayerLoadout(car_id=random.choice((23, 24, 403))))
        if random.random() < 0.02 or game.phase is Phase.PAUSED:
            game.toggle_pause()
        game.set_controls(random.randrange(2), flat.ControllerState(random.choice((-1.0, 1.0)), random.uniform(-1, 1)))
        before = game._world.ball
        game.advance()
        if asked is not None:
            asked(game, before)
        hashes.append(game.state_hash())
    return hashes


def one_frame_on(physics, ball):
    """Returns an untouched ball one frame later, computed by a new arena."""
    arena = physics.new_arena()
    arena.ball.set_state(ball)
    return physics.stepper(arena)().pos.as_tuple()


@pytest.mark.parametrize("mode", MODES)
def test_whatever_is_changed_ball_and_predictions_are_as_new_and_asking_changes_nothing(mode):
    random, compared = Random(1), 0

    def ask(game, before):
        nonlocal compared
        world = game._world
        if random.random() < 0.3:
            game.packet_frame()
            told = game.prediction_payload()
            if told is not None and random.random() < 0.25:
                assert told == BallPrediction(world.physics).payload(world.ball, game.frame_num)
        is_free = before.vel.z and not world.contacts.touches and game.phase in (Phase.KICKOFF, Phase.ACTIVE)
        if is_free and random.random() < 0.3:
            compared += 1
            assert one_frame_on(world.physics, before) == world.ball.pos.as_tuple()

    assert interfered(mode, 240, ask) == interfered(mode, 240)
    assert compared > 20
