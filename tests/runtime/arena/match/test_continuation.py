"""Which running matches continue when another match is requested, and the effect on the server."""

import math
from dataclasses import fields, replace

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game
from runtime.arena.match.continuation import continued, continues, has_same_cars, kept_cars
from runtime.documents import Car, CarKind, Match
from runtime.documents.choices import Mutators
from runtime.documents.model import Loadout
from runtime.model.states import Phase

MATCH = Match(cars=(Car(kind=CarKind.BOT, agent_id="a", name="A", player_id=4), Car(kind=CarKind.PSYONIX, team=1)))
IF_DIFFERENT = replace(MATCH, existing_match_behavior="RestartIfDifferent")
CONTINUE = replace(MATCH, existing_match_behavior="ContinueAndSpawn")
BEHAVIOR = flat.ExistingMatchBehavior


def test_restart_never_continues():
    assert not continues(MATCH, replace(MATCH, existing_match_behavior="Restart"))


@pytest.mark.parametrize(
    "change",
    [
        {"enable_rendering": "OnByDefault"},
        {"enable_state_setting": True},
        {"performance_monitor": "AlwaysShow"},
        {"game_map_upk": MATCH.game_map_upk.upper()},
        {"cars": (replace(MATCH.cars[0], name="B", player_id=9), MATCH.cars[1])},
    ],
)
def test_changes_that_do_not_count(change):
    assert continues(MATCH, replace(IF_DIFFERENT, **change))


@pytest.mark.parametrize(
    "change",
    [
        {"game_mode": "Hoops"},
        {"game_map_upk": "UtopiaStadium_P"},
        {"instant_start": not MATCH.instant_start},
        {"freeplay": True},
    ],
)
def test_differences_that_restart_if_different_compares(change):
    assert not continues(MATCH, replace(IF_DIFFERENT, **change))
    assert continues(MATCH, replace(CONTINUE, **change))


@pytest.mark.parametrize("change", [{"team": 1}, {"agent_id": "b"}, {"kind": CarKind.HUMAN}, {"skill": "Rookie"}])
def test_other_cars_are_exchanged_or_make_another_match(change):
    cars = (replace(MATCH.cars[0], **change), MATCH.cars[1])
    requested = replace(CONTINUE, cars=cars)
    assert not continues(MATCH, replace(IF_DIFFERENT, cars=cars))
    assert continues(MATCH, requested)
    assert not has_same_cars(MATCH, requested)
    assert kept_cars(MATCH, requested) == {1: 1}


@pytest.mark.parametrize(
    ("cars", "kept"), [((), {}), (MATCH.cars[:1], {0: 0}), ((*MATCH.cars, MATCH.cars[0]), {0: 0, 1: 1})]
)
def test_cars_are_kept_by_their_places(cars, kept):
    assert kept_cars(MATCH, replace(CONTINUE, cars=cars)) == kept


def test_kept_cars_wear_on_what_they_wear():
    old = replace(MATCH, cars=(replace(MATCH.cars[0], loadout=Loadout(car_id=403)), MATCH.cars[1]))
    requested = replace(
        CONTINUE, cars=(replace(MATCH.cars[0], loadout=Loadout(car_id=23)), replace(MATCH.cars[1], team=0))
    )
    cars = continued(old, requested).cars
    assert cars[0].loadout.car_id == 403
    assert cars[1].team == 0


def test_fifteen_mutators_count():
    values = [replace(MATCH.mutators, **{field.name: "Other"}) for field in fields(Mutators)]
    assert sum(not continues(MATCH, replace(IF_DIFFERENT, mutators=mutators)) for mutators in values) == 15


@pytest.mark.parametrize(("name", "counts"), [("rumble", True), ("respawn_time", True), ("gravity", False)])
def test_mutators_that_restart_if_different_compares(name, counts):
    mutators = replace(MATCH.mutators, **{name: "Other"})
    assert continues(MATCH, replace(IF_DIFFERENT, mutators=mutators)) is not counts


def test_continued_match_keeps_what_the_packets_say():
    cars = (replace(MATCH.cars[0], name="B", player_id=9), MATCH.cars[1])
    requested = replace(CONTINUE, cars=cars, mutators=replace(MATCH.mutators, gravity="Low"), enable_state_setting=True)
    match = continued(MATCH, requested)
    assert match.cars == MATCH.cars
    assert match.mutators == MATCH.mutators
    assert match.enable_state_setting


@pytest.mark.parametrize("exchanged", [False, True])
def test_continued_match_keeps_its_course(exchanged):
    cars = (MATCH.cars[0], replace(MATCH.cars[1], team=1 - MATCH.cars[1].team)) if exchanged else MATCH.cars
    requested = replace(CONTINUE, cars=cars, skip_replays=not MATCH.skip_replays, instant_start=not MATCH.instant_start)
    match = continued(MATCH, requested)
    assert (match.skip_replays, match.instant_start) == (MATCH.skip_replays, MATCH.instant_start)


def test_agents_of_the_new_match_are_started_and_get_slots():
    cars = tuple(replace(car, hivemind=True, run_command="new", root_dir="there") for car in MATCH.cars)
    assert continued(MATCH, replace(CONTINUE, cars=cars)).cars == cars


@pytest.mark.parametrize("behavior", [BEHAVIOR.RestartIfDifferent, BEHAVIOR.ContinueAndSpawn])
def test_match_continues_with_new_sessions(arena, make, behavior):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    first = server.agent("a")
    for number in range(1, 4):
        first.wait_for_kind(flat.GamePacket, number)
        first.answer(0)
    requested = make.match(make.bot("A", "a"), existing_match_behavior=behavior)
    manager.send(requested)
    first.wait_until_closed()
    manager.settle()
    assert len(server.games) == 1
    at = server.game.frame_num
    second = server.agent("a")
    assert second.wait_for_kind(flat.GamePacket).match_info.frame_num == at + 1
    assert not any(report["final"] for report in manager.reports())


@pytest.mark.parametrize("behavior", [BEHAVIOR.Restart, BEHAVIOR.RestartIfDifferent])
def test_match_with_other_cars_is_started_anew(arena, make, behavior):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    server.agent("a").wait_for_kind(flat.GamePacket)
    manager.send(make.match(make.bot("B", "b"), existing_match_behavior=behavior))
    assert server.agent("b").wait_for_kind(flat.GamePacket).match_info.frame_num == 1
    assert len(server.games) == 2


def test_ended_match_does_not_go_on(arena, make):
    server = arena(make_game=lambda match: make.game(match, frames=1))
    manager = server.launch(make.match(make.bot("A", "a")))
    server.agent("a").wait_for_kind(flat.GamePacket)
    manager.wait_for_report(lambda report: report["final"])
    manager.send(make.match(make.bot("A", "a"), existing_match_behavior=BEHAVIOR.RestartIfDifferent))
    server.agent("a").wait_for_kind(flat.GamePacket)
    assert len(server.games) == 2


def test_match_continues_with_other_cars_where_it_shall(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    a, b = server.agent("a"), server.agent("b")
    for number in range(1, 4):
        for index, peer in enumerate((a, b)):
            peer.wait_for_kind(flat.GamePacket, number)
            peer.answer(index)
    cars = (make.bot("A", "a"), make.bot("C", "c", 1), make.bot("D", "d"))
    manager.send(make.match(*cars, existing_match_behavior=BEHAVIOR.ContinueAndSpawn))
    b.wait_until_closed()
    at = max(packet.match_info.frame_num for packet in b.of(flat.GamePacket))
    peers = [server.agent(agent_id) for agent_id in "acd"]
    packet = peers[2].wait_for_kind(flat.GamePacket)
    assert packet.match_info.frame_num > at
    assert [player.name for player in packet.players] == ["A", "C", "D"]


BOT = Car(kind=CarKind.BOT, agent_id="a", name="A")


def match_of(*cars):
    return Match(cars=cars, instant_start=True, game_map_upk="Stadium_P")


def speed_of(player):
    velocity = player.physics.velocity
    return math.hypot(velocity.x, velocity.y, velocity.z)


def played(match, seconds=2.0):
    game = Game(match, seed=3)
    game.start()
    game.set_controls(0, flat.ControllerState(throttle=1.0, boost=True))
    while game.seconds_elapsed < seconds:
        game.advance()
    return game


@pytest.mark.parametrize("others", [(), (replace(BOT, team=1, name="C"),), tuple(replace(BOT, name=n) for n in "CDE")])
def test_game_continues_from_where_it_stands(walls, others):
    game = played(match_of(BOT, replace(BOT, team=1, name="B")), seconds=0.5)
    before, score, frames = game.packet(), game.score, game.frame_num
    after = game.recast(match_of(BOT, *others), {0: 0})
    packet = after.packet()
    assert (after.score, after.frame_num, after.phase) == (score, frames, game.phase)
    assert packet.match_info.game_time_remaining == before.match_info.game_time_remaining
    assert [player.name for player in packet.players] == ["A", *(other.name for other in others)]
    old, new = before.players[0], packet.players[0]
    assert new.physics.location.x == pytest.approx(old.physics.location.x, abs=1e-3)
    assert new.physics.velocity.y == pytest.approx(old.physics.velocity.y, abs=1e-3)
    assert new.boost == pytest.approx(old.boost)
    assert new.last_input.throttle == old.last_input.throttle == 1.0
    assert packet.balls[0].physics.location.y == pytest.approx(before.balls[0].physics.location.y, abs=1e-3)
    after.start()
    for _ in range(10):
        after.advance()
    assert speed_of(after.packet().players[0]) > speed_of(new) + 100.0
    for _ in range(230):
        after.advance()
    assert after.frame_num == frames + 240


def test_game_continues_with_what_was_set_worn_and_touched(walls):
    game = played(match_of(BOT, replace(BOT, team=1, name="B")), seconds=0.1)
    game.set_loadout(0, flat.PlayerLoadout(car_id=403))
    at_the_ball = flat.DesiredCarState(flat.DesiredPhysics(flat.Vector3Partial(0.0, -160.0, 17.0)))
    info = flat.DesiredMatchInfo(world_gravity_z=-500.0, game_speed=0.5)
    game.set_state(flat.DesiredGameState([], [at_the_ball], info))
    for _ in range(30):
        game.advance()
    before = game.packet()
    assert before.players[0].latest_touch is not None
    after = game.recast(match_of(replace(BOT, team=1, name="C"), BOT), {1: 0})
    packet = after.packet()
    assert (packet.match_info.world_gravity_z, packet.match_info.game_speed) == (-500.0, 0.5)
    assert packet.players[1].hitbox.height == before.players[0].hitbox.height != packet.players[0].hitbox.height
    assert packet.players[1].latest_touch.game_seconds == before.players[0].latest_touch.game_seconds
    assert packet.players[0].latest_touch is None
    after.set_state(flat.DesiredGameState([], [], flat.DesiredMatchInfo(world_gravity_z=0.0)))
    assert after.packet().match_info.world_gravity_z == -650.0


def test_game_continues_without_a_ball_after_a_goal(walls):
    game = played(match_of(BOT))
    game.set_state(flat.DesiredGameState([flat.DesiredBallState(physics_of(0, 5300, 200))], [], None))
    while game.score == (0, 0):
        game.advance()
    after = game.recast(match_of(BOT, replace(BOT, name="B", team=1)), {0: 0})
    assert after.packet().balls == game.packet().balls == []
    while after.phase is not Phase.KICKOFF and after.phase is not Phase.COUNTDOWN:
        after.advance()
    assert len(after.packet().balls) == 1
    assert after.score == (1, 0)


@pytest.mark.parametrize("seed", range(4))
def test_heatseekers_ball_flies_off_where_cars_were_exchanged_in_the_countdown(walls, seed):
    match = Match(cars=(BOT, replace(BOT, team=1, name="B")), game_mode="Heatseeker")
    game = Game(match, seed=seed)
    game.start()
    for _ in range(10):
        game.advance()
    after = game.recast(replace(match, cars=(BOT, replace(BOT, team=1, name="C"))), {0: 0})
    while after.phase is not Phase.KICKOFF:
        after.advance()
    for _ in range(60):
        after.advance()
    assert after.packet().balls[0].physics.location.z > 250.0


def physics_of(x, y, z):
    return flat.DesiredPhysics(flat.Vector3Partial(x, y, z), None, flat.Vector3Partial(0, 1000, 0), None)


def test_paused_game_stays_paused(walls):
    game = played(match_of(BOT))
    game.toggle_pause()
    game.start()
    assert game.phase is Phase.PAUSED
    game.toggle_pause()
    assert game.phase is not Phase.COUNTDOWN
