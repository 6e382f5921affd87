"""Whether a running match goes on when another is asked for: `existing_match_behavior` in its three forms.

`Restart` never lets it go on. `RestartIfDifferent` does where nothing differs that counts: the cars with kind, team,
skill and agent id, mode, map, `instant_start`, `freeplay`, and fifteen mutators; so rendering, state setting, names,
loadouts and the other mutators do not count. `ContinueAndSpawn` always does: cars whose driver changes are exchanged,
by their places in the match, and missing ones are added.
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
"""The mutators that make another match."""


def has_same_cars(running: Match, wish: Match) -> bool:
    """Whether the same kinds of drivers with the same agents drive for the same teams, in the same order."""
    return [_driver(car) for car in running.cars] == [_driver(car) for car in wish.cars]


def kept_cars(running: Match, wish: Match) -> dict[int, int]:
    """The cars that stay where others are exchanged, new index to old."""
    pairs = zip(running.cars, wish.cars, strict=False)
    return {index: index for index, (old, new) in enumerate(pairs) if _driver(old) == _driver(new)}


def goes_on(running: Match, wish: Match) -> bool:
    """Whether the running match is not to be restarted."""
    match wish.existing_match_behavior:
        case "ContinueAndSpawn":
            return True
        case "RestartIfDifferent":
            return has_same_cars(running, wish) and _terms(running) == _terms(wish)
    return False


def continued(running: Match, wish: Match) -> Match:
    """The wish with what stays: mode, map, mutators, course, what kept cars wear, and names where all are kept."""
    kept = kept_cars(running, wish)
    cars = tuple(
        replace(car, loadout=running.cars[kept[index]].loadout) if index in kept else car
        for index, car in enumerate(wish.cars)
    )
    if has_same_cars(running, wish):
        cars = tuple(map(_as_told, running.cars, wish.cars))
    return replace(
        wish,
        cars=cars,
        game_mode=running.game_mode,
        game_map_upk=running.game_map_upk,
        mutators=running.mutators,
        freeplay=running.freeplay,
        skip_replays=running.skip_replays,
        instant_start=running.instant_start,
    )


def _as_told(old: Car, new: Car) -> Car:
    """The new car with what the running match has told of the old one."""
    return replace(new, name=old.name, given_name=old.given_name, player_id=old.player_id, loadout=old.loadout)


def _driver(car: Car) -> tuple[object, ...]:
    return car.kind, car.team, car.skill, car.agent_id


def _terms(match: Match) -> tuple[object, ...]:
    mutators = tuple(getattr(match.mutators, name) for name in MUTATORS)
    return match.game_mode, match.game_map_upk.lower(), match.instant_start, match.freeplay, mutators
