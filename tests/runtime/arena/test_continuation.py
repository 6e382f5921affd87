"""Which matches go on when another is asked for, and what becomes of them on a server."""

from dataclasses import fields, replace

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.continuation import MUTATORS, continued, goes_on
from runtime.config import Car, CarKind, Match
from runtime.config.model import Mutators

MATCH = Match(cars=(Car(kind=CarKind.BOT, agent_id="a", name="A", player_id=4), Car(kind=CarKind.PSYONIX, team=1)))
IF_DIFFERENT = replace(MATCH, existing_match_behavior="RestartIfDifferent")
CONTINUE = replace(MATCH, existing_match_behavior="ContinueAndSpawn")
BEHAVIOR = flat.ExistingMatchBehavior


def test_restart_never_goes_on():
    assert not goes_on(MATCH, replace(MATCH, existing_match_behavior="Restart"))


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
def test_what_does_not_count(change):
    assert goes_on(MATCH, replace(IF_DIFFERENT, **change))


@pytest.mark.parametrize(
    "change",
    [
        {"game_mode": "Hoops"},
        {"game_map_upk": "UtopiaStadium_P"},
        {"instant_start": not MATCH.instant_start},
        {"freeplay": True},
    ],
)
def test_what_counts_for_restart_if_different_only(change):
    assert not goes_on(MATCH, replace(IF_DIFFERENT, **change))
    assert goes_on(MATCH, replace(CONTINUE, **change))


@pytest.mark.parametrize("change", [{"team": 1}, {"agent_id": "b"}, {"kind": CarKind.HUMAN}, {"skill": "Rookie"}])
def test_other_cars_count_always(change):
    cars = (replace(MATCH.cars[0], **change), MATCH.cars[1])
    assert not goes_on(MATCH, replace(IF_DIFFERENT, cars=cars))
    assert not goes_on(MATCH, replace(CONTINUE, cars=cars))
    assert not goes_on(MATCH, replace(CONTINUE, cars=MATCH.cars[:1]))


@pytest.mark.parametrize("name", [field.name for field in fields(Mutators)])
def test_fifteen_mutators_count(name):
    assert len(MUTATORS) == 15
    wish = replace(IF_DIFFERENT, mutators=replace(MATCH.mutators, **{name: "Other"}))
    assert goes_on(MATCH, wish) == (name not in MUTATORS)


def test_continued_match_keeps_what_the_packets_say():
    cars = (replace(MATCH.cars[0], name="B", player_id=9), MATCH.cars[1])
    wish = replace(CONTINUE, cars=cars, mutators=replace(MATCH.mutators, gravity="Low"), enable_state_setting=True)
    match = continued(MATCH, wish)
    assert match.cars == MATCH.cars
    assert match.mutators == MATCH.mutators
    assert match.enable_state_setting


@pytest.mark.parametrize("behavior", [BEHAVIOR.RestartIfDifferent, BEHAVIOR.ContinueAndSpawn])
def test_match_goes_on_with_new_sessions(arena, make, behavior):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    first = server.agent("a")
    for number in range(1, 4):
        first.wait_for_kind(flat.GamePacket, number)
        first.answer(0)
    wish = make.match(make.bot("A", "a"), existing_match_behavior=behavior)
    manager.send(wish)
    first.wait_until_closed()
    manager.settle()
    assert len(server.games) == 1
    at = server.game.frame_num
    second = server.agent("a")
    assert second.wait_for_kind(flat.GamePacket).match_info.frame_num == at + 1
    assert not any(report["final"] for report in manager.reports())


@pytest.mark.parametrize("behavior", [BEHAVIOR.Restart, BEHAVIOR.RestartIfDifferent, BEHAVIOR.ContinueAndSpawn])
def test_match_with_other_cars_is_started_anew(arena, make, behavior):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    server.agent("a").wait_for_kind(flat.GamePacket)
    manager.send(make.match(make.bot("B", "b"), existing_match_behavior=behavior))
    assert server.agent("b").wait_for_kind(flat.GamePacket).match_info.frame_num == 1
    assert len(server.games) == 2
    manager.wait_for_report(lambda report: bool(report["notes"]) == (behavior == BEHAVIOR.ContinueAndSpawn))


def test_ended_match_does_not_go_on(arena, make):
    server = arena(make_game=lambda match: make.game(match, frames=1))
    manager = server.launch(make.match(make.bot("A", "a")))
    server.agent("a").wait_for_kind(flat.GamePacket)
    manager.wait_for_report(lambda report: report["final"])
    manager.send(make.match(make.bot("A", "a"), existing_match_behavior=BEHAVIOR.RestartIfDifferent))
    server.agent("a").wait_for_kind(flat.GamePacket)
    assert len(server.games) == 2
