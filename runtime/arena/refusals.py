"""Reports which options of a match document the arena refuses or ignores, and why.

The module loads neither the physics nor numpy, so that a front end can ask before a match is started.
"""

from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Final, TypeAlias

from runtime.arena.physics import mutator_numbers as numbers
from runtime.arena.stadium.field import MAX_CARS_PER_TEAM
from runtime.documents.choices import ARENA_MODES, RANDOM_MAP, Mutators, default_map
from runtime.documents.maps import is_map_file, map_name, maps_of
from runtime.documents.model import Match
from runtime.model.messages import Message, message

Refusal: TypeAlias = tuple[str, Message]
"""Dotted key of an option in the document, and why the arena cannot play its value."""
MUTATORS: Final[dict[str, frozenset[str] | None]] = {
    **dict.fromkeys(
        (
            *("match_length", "max_score", "overtime", "max_time", "series_length", "game_speed", "ball_size"),
            *("ball_bounciness", "audio", "ball_gravity", "stale_ball", "jump", "dodge_timer", "possession_score"),
            *("demolish_score", "normal_goal_score", "aerial_goal_score", "assist_goal_score", "input_restriction"),
            *("scoring_rule", "locked_damage_phase", "boost_restriction", "match_admin"),
        )
    ),
    "ball_max_speed": frozenset(numbers.BALL_MAX_SPEED),
    "ball_type": frozenset(numbers.BALL_RADIUS_UU),
    "ball_weight": frozenset(numbers.BALL_WEIGHT),
    "boost_amount": frozenset(numbers.BOOST_AMOUNTS),
    "boost_strength": frozenset(numbers.BOOST_STRENGTH),
    "gravity": frozenset(numbers.GRAVITIES_Z),
    "demolish": frozenset(numbers.DEMOLISH),
    "respawn_time": frozenset(numbers.RESPAWN_TIMES_S),
}
"""The mutators that may differ from their default, with the values that are played; None stands for every value.

`audio` and `match_admin` have no visible effect on a match; `locked_damage_phase` affects only the floor of Dropshot.
"""

_UNKNOWN: Final = ("territory", "tri_tip_mode", "keep_up_rules", "spawn_demoball")
"""Mutators whose effect is not published."""

MODES: Final = ARENA_MODES

_STANDARD_MAP: Final = "stadium_p"
"""The map that RLBot fills in for a match without a map, in every mode."""
_HOOPS_MAPS: Final = "hoops"
"""Prefix of the maps that have rings for goals."""
_OTHER_SHAPES: Final = (
    *("labs_", "throwback", "shattershot", "arc_p", "wasteland_p", "wasteland_night_p", "neotokyo_p"),
    *("outlaw_oasis_tutorial", "tutorial", "ko_", "park_bman_labs"),
)
"""Prefixes of the maps that have neither the standard shape nor the shape of Hoops.

Of the Neo Tokyo maps, only the first one (`NeoTokyo_P`, now Tokyo Underpass) has raised sides. `NeoTokyo_Arcade_P` is
among the standard maps of python-ballchasing (`ballchasing/constants.py`), and leagues of the usual mode play on it.
"""


_ALWAYS_IGNORED: Final = {
    "rlbot.launcher": message("no-launcher", "Kickabout starts the arena itself; no store is involved."),
    "rlbot.launcher_arg": message(
        "no-launcher-argument", "Kickabout starts the arena itself; no launcher is involved."
    ),
    "rlbot.performance_monitor": message(
        "no-performance-monitor", "The arena shows none; the cards of the bots say how they keep up."
    ),
    "match.auto_save_replays": message("no-replays", "The arena writes no replay files."),
    "match.existing_match_behavior": message(
        "no-existing-match", "Each match gets its own arena, so none is ever running."
    ),
    "mutators.audio": message("no-sound", "The arena has no sound."),
    "mutators.match_admin": message("no-match-admin", "The arena has no match admin."),
    "mutators.locked_damage_phase": message(
        "dropshot-only", "It is about the floor of Dropshot, which the arena does not play."
    ),
}
_IGNORED_IN_FREEPLAY: Final = (
    *("match.start_without_countdown", "match.skip_replays", "mutators.match_length", "mutators.max_score"),
    *("mutators.overtime", "mutators.max_time", "mutators.normal_goal_score", "mutators.aerial_goal_score"),
    *("mutators.assist_goal_score", "mutators.demolish_score", "mutators.possession_score"),
)


def mode_of(match: Match) -> str:
    """Returns the mode in which the arena plays a match: a Soccar match with a puck is Snowday."""
    is_snowday = match.game_mode == "Soccar" and match.mutators.ball_type == "Puck"
    return "Snowday" if is_snowday else match.game_mode


def refused_options(match: Match) -> Iterator[Refusal]:
    """Yields everything that the arena cannot play.

    The mode comes first; map and ball are not judged if the mode is refused.
    """
    if mode := _mode(match):
        yield mode
    else:
        yield from filter(None, (_map(match), _ball(match)))
    yield from _mutators(match.mutators)
    yield from _cars(match)


def refusal(match: Match) -> Message | None:
    """Returns the first reason why the arena cannot play a match, and what can play it; None if the arena can."""
    return next((reason for _, reason in refused_options(match)), None)


def ignored_options(match: Match) -> dict[str, Message]:
    """Returns the options that have no effect in the arena, by their dotted keys, each with the reason."""
    ignored = dict(_ALWAYS_IGNORED)
    if match.freeplay:
        reason = message("freeplay-has-no-score", "Freeplay has no clock, countdown or score.")
        ignored |= dict.fromkeys(_IGNORED_IN_FREEPLAY, reason)
    if match.mutators.match_length == "Unlimited":
        ignored["mutators.overtime"] = message("no-clock-no-overtime", "Without a clock there is no overtime.")
    if match.map_choice == RANDOM_MAP:
        ignored["match.game_map_upk"] = message(
            "random-maps-look-the-same",
            "Each start picks a random map and reports it to the bots. All arena maps look the same: "
            "the match is played on a field of that shape.",
        )
    elif match.game_map_upk.lower() not in ("", _STANDARD_MAP, default_map(match.game_mode).lower()):
        ignored["match.game_map_upk"] = message(
            "maps-look-the-same", "All arena maps look the same: the match is played on a field of that shape."
        )
    return ignored


def maps_played(game_mode: str) -> tuple[str, ...]:
    """Returns the maps of Rocket League that suit a mode and have the shape of one of the arena's fields."""
    matches = (Match(game_mode=game_mode, game_map_upk=name) for name in maps_of(game_mode))
    return tuple(match.game_map_upk for match in matches if _map(match) is None)


def missing_walls(match: Match, folders: Collection[str]) -> Message | None:
    """Returns a sentence if the user's own meshes lack the walls of a match's mode.

    `folders` are the sub-folders that have meshes.
    """
    mode, needed = match.game_mode, walls_of(match.game_mode)
    if needed in folders:
        return None
    return message(
        "no-walls",
        "The folder of --walls has no .cmf file in its sub-folder {folder}, which {mode} is played in.",
        folder=needed,
        mode=mode,
    )


def unloaded_walls(match: Match, only: str | None) -> Message | None:
    """Returns a sentence if the arena has loaded only the walls `only`, and the match's mode needs others."""
    mode = match.game_mode
    if only in (None, walls_of(mode)):
        return None
    return message(
        "walls-not-loaded",
        "The arena has loaded the walls of {only} alone; {mode} needs an arena of its own.",
        only=only or "",
        mode=mode,
    )


def walls_of(mode: str) -> str:
    """Returns the sub-folder of the meshes in which a mode is played."""
    return "hoops" if mode == "Hoops" else "soccar"


def _mode(match: Match) -> Refusal | None:
    if match.game_mode in MODES:
        return None
    reason = message(
        "mode-not-played",
        "The arena plays {modes}; {mode} needs Rocket League.",
        modes=MODES,
        mode=match.game_mode,
    )
    return ("match.game_mode", reason)


def _map(match: Match) -> Refusal | None:
    name, mode = match.game_map_upk, match.game_mode
    lowered = name.lower()
    if lowered in ("", _STANDARD_MAP) or match.map_choice == RANDOM_MAP:
        return None
    is_hoops_map, is_hoops = lowered.startswith(_HOOPS_MAPS), mode == "Hoops"
    if is_map_file(name) or not lowered.endswith("_p"):
        reason = message(
            "custom-map", "The arena has its own fields only; the map {map} needs Rocket League.", map=map_name(name)
        )
    elif lowered.startswith(_OTHER_SHAPES):
        reason = message(
            "map-of-other-shape",
            "The arena has no field of the shape of the map {map}; it needs Rocket League.",
            map=name,
        )
    elif is_hoops_map and not is_hoops:
        reason = message(
            "mode-on-hoops-map",
            "The arena plays {mode} on the standard field; {mode} on the map {map} needs Rocket League.",
            mode=mode,
            map=name,
        )
    elif is_hoops and not is_hoops_map:
        reason = message(
            "hoops-on-other-map",
            "The arena plays Hoops on the field of hoops; Hoops on the map {map} needs Rocket League.",
            map=name,
        )
    else:
        return None
    return ("match.game_map_upk", reason)


def _ball(match: Match) -> Refusal | None:
    mutators, mode = match.mutators, mode_of(match)
    is_puck, is_snowday = mutators.ball_type == "Puck", mode == "Snowday"
    if (is_puck and not is_snowday) or (is_snowday and mutators.ball_type not in ("Default", "Puck")):
        reason = message(
            "ball-type-in-mode",
            "The arena does not play {mode} with ball_type = {value}; it needs Rocket League.",
            mode=mode,
            value=mutators.ball_type,
        )
        return ("mutators.ball_type", reason)
    if is_snowday and mutators.ball_size != "Default":
        reason = message(
            "puck-size",
            "The arena's puck has one size; {mode} with ball_size = {value} needs Rocket League.",
            mode=match.game_mode,
            value=mutators.ball_size,
        )
        return ("mutators.ball_size", reason)
    return None


def _mutators(mutators: Mutators) -> Iterator[Refusal]:
    defaults = Mutators()
    for field in fields(Mutators):
        name, value = field.name, getattr(mutators, field.name)
        if value == getattr(defaults, name):
            continue
        if name in _UNKNOWN:
            reason = message(
                "mutator-not-documented",
                "What the mutator {name} does is not documented, so only Rocket League can play it.",
                name=name,
            )
        elif name not in MUTATORS:
            reason = message(
                "mutator-not-played",
                "The arena does not play the mutator {name} = {value}; it needs Rocket League.",
                name=name,
                value=value,
            )
        elif (played := MUTATORS[name]) is not None and value not in played:
            reason = message(
                "mutator-value-not-played",
                "The arena does not play {name} = {value}; it needs Rocket League.",
                name=name,
                value=value,
            )
        else:
            continue
        yield (f"mutators.{name}", reason)


def _cars(match: Match) -> Iterator[Refusal]:
    for team, name in enumerate((message("team-blue", "Blue"), message("team-orange", "Orange"))):
        count = sum(car.team == team for car in match.cars)
        if count > MAX_CARS_PER_TEAM:
            reason = message(
                "too-many-cars",
                "{team} has {count} cars; the arena has room for {limit} in a team.",
                team=name,
                count=count,
                limit=MAX_CARS_PER_TEAM,
            )
            yield ("cars", reason)
