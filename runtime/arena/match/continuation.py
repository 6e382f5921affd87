"""Continuation of a running match when another one is requested: the three forms of `existing_match_behavior`.

`Restart` never continues. `RestartIfDifferent` continues if nothing essential differs. The cars (kind, team, skill and
agent id), mode, map, `instant_start`, `freeplay` and fifteen mutators are essential; rendering, state setting, names,
loadouts and the other mutators are not. `ContinueAndSpawn` always continues: it compares the cars by their position in
the match, exchanges those with another driver, and adds missing ones.
"""

from dataclasses import replace
from typing import Final

from runtime.documents.model import Car, Match

MUTATORS: Final = (
    "match_length",
    "max_score",
    "multi_ball",
    "overtime",
    "series_length",
    "ball_max_speed",
    "ball_type",
    "ball_weight",
    "ball_size",
    "ball_bounciness",
    "boost_amount",
    "rumble",
    "boost_strength",
    "demolish",
    "respawn_time",
)
"""The mutators that are essential to a match."""


def has_same_cars(running: Match, requested: Match) -> bool:
    """Returns whether both matches have the same drivers, agents and teams in the same order."""
    return [_driver(car) for car in running.cars] == [_driver(car) for car in requested.cars]


def kept_cars(running: Match, requested: Match) -> dict[int, int]:
    """Returns the old index of each car that stays when others are exchanged, by its new index."""
    pairs = zip(running.cars, requested.cars, strict=False)
    return {index: index for index, (old, new) in enumerate(pairs) if _driver(old) == _driver(new)}


def continues(running: Match, requested: Match) -> bool:
    """Returns whether the running match continues."""
    match requested.existing_match_behavior:
        case "ContinueAndSpawn":
            return True
        case "RestartIfDifferent":
            return has_same_cars(running, requested) and _essentials(running) == _essentials(requested)
    return False


def continued(running: Match, requested: Match) -> Match:
    """Returns the requested match with mode, map and mutators of the running one, and the looks of kept cars."""
    places = kept_cars(running, requested)
    cars = tuple(
        replace(car, loadout=running.cars[places[index]].loadout) if index in places else car
        for index, car in enumerate(requested.cars)
    )
    if has_same_cars(running, requested):
        cars = tuple(map(_with_identity, running.cars, requested.cars))
    return replace(
        requested,
        cars=cars,
        game_mode=running.game_mode,
        game_map_upk=running.game_map_upk,
        mutators=running.mutators,
        freeplay=running.freeplay,
        skip_replays=running.skip_replays,
        instant_start=running.instant_start,
    )


def _with_identity(old: Car, new: Car) -> Car:
    """Returns the new car with the identity that clients know from the old one."""
    return replace(new, name=old.name, given_name=old.given_name, player_id=old.player_id, loadout=old.loadout)


def _driver(car: Car) -> tuple[object, ...]:
    return car.kind, car.team, car.skill, car.agent_id


def _essentials(match: Match) -> tuple[object, ...]:
    mutators = tuple(getattr(match.mutators, name) for name in MUTATORS)
    return match.game_mode, match.game_map_upk.lower(), match.instant_start, match.freeplay, mutators
