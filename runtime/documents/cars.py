"""Edits of the cars and scripts of a match document, as functions from text to text.

Positions count the entries of the document's list from 0. Links are written as in the document.

All functions raise:
    EditError: There is no such car, or the text is in a form that this edit does not support.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from runtime.documents.outline import KeyPath
from runtime.documents.surgery import EditError, Value, no_entry, parsed, reorder_tables, set_values, unset_values
from runtime.model.messages import message

TEAMS: Final = ("blue", "orange")
_OF_ITS_DRIVER: Final = ("config_file", "type", "skill", "name", "loadout_file", "auto_start")
"""Keys of a car that depend on its driver, and are removed when the driver is replaced."""


def set_teams(text: str, teams: Mapping[int, int]) -> str:
    """Sets the teams of cars, 0 or 1, by position; a team written as a word stays a word."""
    values: dict[KeyPath, Value] = {}
    cars = _cars(text)
    for position, team in teams.items():
        if team not in range(len(TEAMS)):
            raise EditError(message("no-such-team", "Team {value} does not exist.", value=str(team)))
        written = _car(cars, position).get("team")
        if _team(cars[position]) != team:
            is_word = isinstance(team_value(text, team) if written is None else written, str)
            values["cars", position, "team"] = TEAMS[team] if is_word else team
    return set_values(text, values)


def team_value(text: str, team: int) -> Value:
    """Returns a team for a new car, as a word or number like that of the last car."""
    written = [car["team"] for car in _cars(text) if isinstance(car, dict) and "team" in car]
    return TEAMS[team] if written and isinstance(written[-1], str) else team


def swap_sides(text: str) -> str:
    """Swaps the teams of all cars."""
    return set_teams(text, {position: 1 - _team(car) for position, car in enumerate(_cars(text))})


def shuffle(text: str, seed: int) -> str:
    """Shuffles the cars between the teams, whose sizes stay the same; the order depends on the seed alone."""
    teams = [_team(car) for car in _cars(text)]
    dealt = list(range(len(teams)))
    random = Random(seed)
    random.shuffle(dealt)
    shuffled = reorder_tables(text, "cars", dealt)
    return set_teams(shuffled, dict(enumerate(teams)))


def move_car(text: str, position: int, team: int, place: int) -> str:
    """Moves a car to a place in a team; 0 is the first, and larger numbers than places mean the last.

    The order of the other team does not change.
    """
    cars = _cars(text)
    _car(cars, position)
    others = [other for other in range(len(cars)) if other != position]
    mates = [other for other in others if _team(cars[other]) == team]
    is_there = _team(cars[position]) == team and sum(mate < position for mate in mates) == min(place, len(mates))
    if is_there:
        return text
    if 0 <= place < len(mates):
        at = others.index(mates[place])
    elif mates:
        at = others.index(mates[-1]) + 1
    else:
        at = position
    order = [*others[:at], position, *others[at:]]
    moved = reorder_tables(text, "cars", order)
    return set_teams(moved, {at: team})


def replace_car(text: str, position: int, values: Mapping[str, Value]) -> str:
    """Replaces the driver of a car, which keeps its team; other keys of the previous driver are removed."""
    car = _car(_cars(text), position)
    gone = [("cars", position, key) for key in _OF_ITS_DRIVER if key in car and key not in values]
    text = unset_values(text, gone)
    return set_values(text, {("cars", position, key): value for key, value in values.items()})


def set_key(text: str, array: str, position: int, key: str, value: Value | None) -> str:
    """Sets one key of a car or script; None removes it, which restores the default."""
    _listed(parsed(text).data, array, position)
    if value is None:
        return unset_values(text, [(array, position, key)])
    return set_values(text, {(array, position, key): value})


def _cars(text: str) -> Sequence[Any]:
    cars = parsed(text).data.get("cars", [])
    return cars if isinstance(cars, list) else []


def _car(cars: Sequence[Any], position: int) -> dict[str, Any]:
    if not 0 <= position < len(cars) or not isinstance(cars[position], dict):
        raise EditError(no_entry("cars", position))
    return dict(cars[position])


def _listed(data: dict[str, Any], array: str, position: int) -> None:
    tables = data.get(array, [])
    if not isinstance(tables, list) or not 0 <= position < len(tables):
        raise EditError(no_entry(array, position))


def _team(car: Any) -> int:
    """Returns the team of a car; an invalid or missing one is blue."""
    written = car.get("team", 0) if isinstance(car, dict) else 0
    if isinstance(written, str):
        return int(written.lower() == TEAMS[1])
    return int(written == 1 and not isinstance(written, bool))
