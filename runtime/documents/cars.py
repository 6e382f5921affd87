"""Edits of a match document's cars and scripts: text in, edited text out.

Positions are places in the document's list. Links are given the way the document writes them.

Raises (all of them):
    EditError: there is no such car, or the text is not written in a way that this edit could follow.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from runtime.documents.outline import KeyPath
from runtime.documents.surgery import EditError, Value, parsed, reorder_tables, set_values, unset_values

TEAMS: Final = ("blue", "orange")
_OF_ITS_DRIVER: Final = ("config_file", "type", "skill", "name", "loadout_file", "auto_start")
"""Keys of a car that say something about who drives it, and go when somebody else does."""


def set_teams(text: str, teams: Mapping[int, int]) -> str:
    """Gives cars their teams, 0 or 1, in the document's own way of writing them: as number or as word."""
    values: dict[KeyPath, Value] = {}
    cars = _cars(text)
    for position, team in teams.items():
        if team not in range(len(TEAMS)):
            raise EditError(f"Team {team} does not exist.")
        written = _car(cars, position).get("team")
        if _team(cars[position]) != team:
            values["cars", position, "team"] = TEAMS[team] if isinstance(written, str) else team
    return set_values(text, values)


def swap_sides(text: str) -> str:
    """Blue's cars play for orange, and orange's for blue."""
    return set_teams(text, {position: 1 - _team(car) for position, car in enumerate(_cars(text))})


def shuffle(text: str, seed: int) -> str:
    """Deals the cars out anew: as many to each team as it has now, in an order that depends on the seed alone."""
    teams = [_team(car) for car in _cars(text)]
    dealt = list(range(len(teams)))
    random = Random(seed)
    random.shuffle(dealt)
    shuffled = reorder_tables(text, "cars", dealt)
    return set_teams(shuffled, dict(enumerate(teams)))


def move_car(text: str, position: int, team: int, place: int) -> str:
    """Puts a car at a place of a team: 0 is the top, and a place beyond the end is the end.

    The cars of the other team stay in the order they are in.
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
    """Gives a car's place and team to another driver; what was set for the one before goes."""
    car = _car(_cars(text), position)
    gone = [("cars", position, key) for key in _OF_ITS_DRIVER if key in car and key not in values]
    text = unset_values(text, gone)
    return set_values(text, {("cars", position, key): value for key, value in values.items()})


def set_key(text: str, array: str, position: int, key: str, value: Value | None) -> str:
    """Sets one key of a car or script; None removes it, so that its default holds."""
    _listed(parsed(text).data, array, position)
    if value is None:
        return unset_values(text, [(array, position, key)])
    return set_values(text, {(array, position, key): value})


def _cars(text: str) -> Sequence[Any]:
    cars = parsed(text).data.get("cars", [])
    return cars if isinstance(cars, list) else []


def _car(cars: Sequence[Any], position: int) -> dict[str, Any]:
    if not 0 <= position < len(cars) or not isinstance(cars[position], dict):
        raise EditError(f"There is no cars[{position}].")
    return dict(cars[position])


def _listed(data: dict[str, Any], array: str, position: int) -> None:
    tables = data.get(array, [])
    if not isinstance(tables, list) or not 0 <= position < len(tables):
        raise EditError(f"There is no {array}[{position}].")


def _team(car: Any) -> int:
    """The team of a car; one that is written wrong is blue, as is one that is not written."""
    written = car.get("team", 0) if isinstance(car, dict) else 0
    if isinstance(written, str):
        return int(written.lower() == TEAMS[1])
    return int(written == 1 and not isinstance(written, bool))
