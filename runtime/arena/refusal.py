"""What the arena does not play: it says so before a match instead of playing something else."""

from dataclasses import fields
from typing import Final

from runtime.arena import physics
from runtime.arena.field import MAX_CARS_PER_TEAM
from runtime.config.model import Match, Mutators

MUTATORS: Final[dict[str, frozenset[str] | None]] = {
    "match_length": None,
    "max_score": None,
    "overtime": None,
    "max_time": None,
    "game_speed": None,
    "ball_max_speed": frozenset(physics.BALL_MAX_SPEED),
    "ball_type": frozenset(physics.BALL_RADIUS_UU),
    "ball_weight": frozenset(physics.BALL_WEIGHT),
    "ball_size": None,
    "ball_bounciness": None,
    "boost_amount": frozenset(physics.BOOST_AMOUNTS),
    "boost_strength": frozenset(physics.BOOST_STRENGTH),
    "gravity": frozenset(physics.GRAVITY_Z),
    "demolish": frozenset(physics.DEMOLISH),
    "respawn_time": frozenset(physics.RESPAWN_S),
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

`audio` and `match_admin` change nothing that a match shows, `locked_damage_phase` only the floor of Dropshot. What
`territory`, `tri_tip_mode`, `keep_up_rules` and `spawn_demoball` do is not published, and a series is several matches.
"""

_OTHER_SHAPES: Final = (
    *("labs_", "throwback", "hoops", "shattershot", "arc_", "wasteland_p", "wasteland_night_p", "neotokyo_p"),
    *("neotokyo_arcade", "outlaw_oasis_tutorial", "tutorial", "ko_", "park_bman_labs"),
)
"""How the names of maps begin whose shape is not the standard field's."""


def refusal(match: Match) -> str | None:
    """One sentence on what the arena cannot play of a match, and what would; None when it plays the match."""
    return _mode(match) or _map(match.game_map_upk) or _mutators(match.mutators) or _cars(match)


def _mode(match: Match) -> str | None:
    if match.game_mode != "Soccar":
        return f"The arena plays Soccar only; {match.game_mode} needs Rocket League."
    return None


def _map(name: str) -> str | None:
    lowered = name.lower()
    if lowered and not lowered.endswith("_p"):
        return f"The arena has the standard field only; the map {name} needs Rocket League."
    if lowered.startswith(_OTHER_SHAPES):
        return f"The arena has the standard field only; the map {name} has another shape and needs Rocket League."
    return None


def _mutators(mutators: Mutators) -> str | None:
    defaults = Mutators()
    for field in fields(Mutators):
        value = getattr(mutators, field.name)
        if value == getattr(defaults, field.name):
            continue
        if field.name not in MUTATORS:
            return f"The arena does not play the mutator {field.name} = {value}; it needs Rocket League."
        played = MUTATORS[field.name]
        if played is not None and value not in played:
            return f"The arena does not play {field.name} = {value}; it needs Rocket League."
    return None


def _cars(match: Match) -> str | None:
    for team, name in enumerate(("Blue", "Orange")):
        count = sum(car.team == team for car in match.cars)
        if count > MAX_CARS_PER_TEAM:
            return f"{name} has {count} cars; the arena has room for {MAX_CARS_PER_TEAM} in a team."
    return None
