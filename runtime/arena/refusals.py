"""What the arena does not play: it says so before a match instead of playing something else.

Needs neither the physics nor numpy, so that it can be asked before a match is started.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from typing import Final

from runtime.arena.physics import mutator_numbers as numbers
from runtime.arena.stadium.field import MAX_CARS_PER_TEAM
from runtime.documents.map_lot import RANDOM
from runtime.documents.maps import maps_of
from runtime.documents.model import CarKind, Match, Mutators
from runtime.documents.validation import NAMELESS_DOCUMENT
from runtime.model.problems import Problem, Severity

MUTATORS: Final[dict[str, frozenset[str] | None]] = {
    "match_length": None,
    "max_score": None,
    "overtime": None,
    "max_time": None,
    "series_length": None,
    "game_speed": None,
    "ball_max_speed": frozenset(numbers.BALL_MAX_SPEED),
    "ball_type": frozenset(numbers.BALL_RADIUS_UU),
    "ball_weight": frozenset(numbers.BALL_WEIGHT),
    "ball_size": None,
    "ball_bounciness": None,
    "boost_amount": frozenset(numbers.BOOST_AMOUNTS),
    "boost_strength": frozenset(numbers.BOOST_STRENGTH),
    "gravity": frozenset(numbers.GRAVITY_Z),
    "demolish": frozenset(numbers.DEMOLISH),
    "respawn_time": frozenset(numbers.RESPAWN_S),
    "audio": None,
    "ball_gravity": None,
    "stale_ball": None,
    "jump": None,
    "dodge_timer": None,
    "possession_score": None,
    "demolish_score": None,
    "normal_goal_score": None,
    "aerial_goal_score": None,
    "assist_goal_score": None,
    "input_restriction": None,
    "scoring_rule": None,
    "locked_damage_phase": None,
    "boost_restriction": None,
    "match_admin": None,
}
"""The mutators that may differ from their default, with the values that are played; None is every value.

`audio` and `match_admin` change nothing that a match shows, `locked_damage_phase` only the floor of Dropshot.
"""

_UNKNOWN: Final = ("territory", "tri_tip_mode", "keep_up_rules", "spawn_demoball")
"""Mutators of which nothing but the name is published."""

MODES: Final = ("Soccar", "Hoops", "Heatseeker", "Snowday")

_STANDARD_MAP: Final = "stadium_p"
"""What RLBot fills in where a match names no map, whatever its mode."""
_HOOPS_MAPS: Final = "hoops"
"""How the names of maps begin that have rings for goals."""
_OTHER_SHAPES: Final = (
    *("labs_", "throwback", "shattershot", "arc_p", "wasteland_p", "wasteland_night_p", "neotokyo_p"),
    *("outlaw_oasis_tutorial", "tutorial", "ko_", "park_bman_labs"),
)
"""How the names of maps begin whose shape is neither the standard field's nor that of hoops.

Of the Neo Tokyo maps, only the first one (`NeoTokyo_P`, now Tokyo Underpass) has raised sides. `NeoTokyo_Arcade_P` is
among the standard maps of python-ballchasing (`ballchasing/constants.py`), and leagues of the usual mode play on it.
"""


def mode_of(match: Match) -> str:
    """The mode that the arena plays a match in: a Soccar match with a puck is Snowday."""
    is_snowday = match.game_mode == "Soccar" and match.mutators.ball_type == "Puck"
    return "Snowday" if is_snowday else match.game_mode


def refusal(match: Match) -> str | None:
    """One sentence on what the arena cannot play of a match, and what would; None when it plays the match."""
    first = next(_refusals(match), None)
    return None if first is None else first.text


def refusal_problems(match: Match, severity: Severity) -> tuple[Problem, ...]:
    """Everything that the arena cannot play, as findings about the match's document."""
    path = match.path or NAMELESS_DOCUMENT
    return tuple(
        Problem(severity=severity, path=path, line=match.lines.get(one.key), key=one.key, message=one.text)
        for one in _refusals(match)
    )


def maps_played(game_mode: str) -> tuple[str, ...]:
    """The maps of Rocket League that suit a mode and whose shape the arena has: it plays them on its own field."""
    matches = (Match(game_mode=game_mode, game_map_upk=name) for name in maps_of(game_mode))
    return tuple(match.game_map_upk for match in matches if _map(match) is None)


def missing_walls(match: Match, folders: Collection[str]) -> str | None:
    """One sentence where meshes of the user's own lack the walls of a match's mode; None when they have them.

    `folders` are the sub-folders that have meshes.
    """
    mode = match.game_mode
    needed = walls_of(mode)
    if needed in folders:
        return None
    return f"The folder of --walls has no .cmf file in its sub-folder {needed}, which {mode} is played in."


def unloaded_walls(match: Match, only: str | None) -> str | None:
    """One sentence where the walls of a match's mode were not loaded; None where they were, or all were."""
    mode = match.game_mode
    if only in (None, walls_of(mode)):
        return None
    return f"The arena has loaded the walls of {only} alone; {mode} needs an arena of its own."


def walls_of(mode: str) -> str:
    """The sub-folder with the walls that a mode is played in."""
    return "hoops" if mode == "Hoops" else "soccar"


def undriven_problems(match: Match) -> tuple[Problem, ...]:
    """A warning for each car of a person, whom the arena gives no means to drive it."""
    home = match.path or NAMELESS_DOCUMENT
    return tuple(
        Problem(
            severity=Severity.WARNING,
            path=car.place.path if car.place is not None else home,
            line=car.place.line if car.place is not None else None,
            key=car.place.key if car.place is not None else f"cars[{position}]",
            message="Humans cannot play in the arena yet: it takes no keyboard or gamepad input.",
        )
        for position, car in enumerate(match.cars)
        if car.kind is CarKind.HUMAN
    )


@dataclass(frozen=True, slots=True)
class _Refused:
    key: str
    """What is refused, as the dotted key of the document."""
    text: str


def _refusals(match: Match) -> Iterator[_Refused]:
    """The mode's first: of one that is not played, map and ball are not judged."""
    if mode := _mode(match):
        yield mode
    else:
        yield from filter(None, (_map(match), _ball(match)))
    yield from _mutators(match.mutators)
    yield from _cars(match)


def _mode(match: Match) -> _Refused | None:
    if match.game_mode not in MODES:
        modes = f"{', '.join(MODES[:-1])} and {MODES[-1]}"
        return _Refused("match.game_mode", f"The arena plays {modes}; {match.game_mode} needs Rocket League.")
    return None


def _map(match: Match) -> _Refused | None:
    name, mode = match.game_map_upk, match.game_mode
    lowered = name.lower()
    if lowered in ("", _STANDARD_MAP) or match.map_choice == RANDOM:
        return None
    if not lowered.endswith("_p"):
        return _Refused("match.game_map_upk", f"The arena has its own fields only; the map {name} needs Rocket League.")
    if lowered.startswith(_OTHER_SHAPES):
        return _Refused(
            "match.game_map_upk", f"The arena has no field of the shape of the map {name}; it needs Rocket League."
        )
    if lowered.startswith(_HOOPS_MAPS) and mode != "Hoops":
        return _Refused(
            "match.game_map_upk",
            f"The arena plays {mode} on the standard field; {mode} on the map {name} needs Rocket League.",
        )
    if mode == "Hoops" and not lowered.startswith(_HOOPS_MAPS):
        return _Refused(
            "match.game_map_upk",
            f"The arena plays Hoops on the field of hoops; Hoops on the map {name} needs Rocket League.",
        )
    return None


def _ball(match: Match) -> _Refused | None:
    mutators, mode = match.mutators, mode_of(match)
    if (mutators.ball_type == "Puck" and mode != "Snowday") or (
        mode == "Snowday" and mutators.ball_type not in ("Default", "Puck")
    ):
        return _Refused(
            "mutators.ball_type",
            f"The arena does not play {mode} with ball_type = {mutators.ball_type}; it needs Rocket League.",
        )
    if mode == "Snowday" and mutators.ball_size != "Default":
        return _Refused(
            "mutators.ball_size",
            f"The arena's puck has one size; {match.game_mode} with ball_size = {mutators.ball_size} "
            "needs Rocket League.",
        )
    return None


def _mutators(mutators: Mutators) -> Iterator[_Refused]:
    defaults = Mutators()
    for field in fields(Mutators):
        value = getattr(mutators, field.name)
        if value == getattr(defaults, field.name):
            continue
        if field.name in _UNKNOWN:
            yield _Refused(
                f"mutators.{field.name}",
                f"What the mutator {field.name} does is not documented, so only Rocket League can play it.",
            )
        elif field.name not in MUTATORS:
            yield _Refused(
                f"mutators.{field.name}",
                f"The arena does not play the mutator {field.name} = {value}; it needs Rocket League.",
            )
        elif (played := MUTATORS[field.name]) is not None and value not in played:
            yield _Refused(
                f"mutators.{field.name}", f"The arena does not play {field.name} = {value}; it needs Rocket League."
            )


def _cars(match: Match) -> Iterator[_Refused]:
    for team, name in enumerate(("Blue", "Orange")):
        count = sum(car.team == team for car in match.cars)
        if count > MAX_CARS_PER_TEAM:
            yield _Refused("cars", f"{name} has {count} cars; the arena has room for {MAX_CARS_PER_TEAM} in a team.")
