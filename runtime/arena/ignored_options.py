"""What the arena takes no account of: options that change nothing there, although it plays the match."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from runtime.documents.choices import default_map
from runtime.documents.map_lot import RANDOM
from runtime.documents.model import Match

_ALWAYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rlbot.launcher": "Kickabout starts the arena itself; no store is involved.",
        "rlbot.launcher_arg": "Kickabout starts the arena itself; no launcher is involved.",
        "rlbot.performance_monitor": "The arena shows none; the cards of the bots say how they keep up.",
        "match.auto_save_replays": "The arena writes no replay files.",
        "match.existing_match_behavior": "Each match gets its own arena, so none is ever running.",
        "mutators.audio": "The arena has no sound.",
        "mutators.match_admin": "The arena has no match admin.",
        "mutators.locked_damage_phase": "It is about the floor of Dropshot, which the arena does not play.",
    }
)
_IN_FREEPLAY: Final = (
    *("match.start_without_countdown", "match.skip_replays", "mutators.match_length", "mutators.max_score"),
    *("mutators.overtime", "mutators.max_time", "mutators.normal_goal_score", "mutators.aerial_goal_score"),
    *("mutators.assist_goal_score", "mutators.demolish_score", "mutators.possession_score"),
)
_STANDARD_MAP: Final = default_map("Soccar").lower()


def idle_options(match: Match) -> dict[str, str]:
    """The options that change nothing in the arena, by their dotted keys, each with the reason in a sentence."""
    idle = dict(_ALWAYS)
    if match.freeplay:
        idle |= dict.fromkeys(_IN_FREEPLAY, "Freeplay has no clock, countdown or score.")
    if match.mutators.match_length == "Unlimited":
        idle["mutators.overtime"] = "Without a clock there is no overtime."
    usual = default_map(match.game_mode).lower()
    if match.map_choice == RANDOM:
        idle["match.game_map_upk"] = (
            "Each start picks a random map and reports it to the bots. All arena maps look the same: "
            "the match is played on a field of that shape."
        )
    elif match.game_map_upk.lower() not in ("", _STANDARD_MAP, usual):
        idle["match.game_map_upk"] = "All arena maps look the same: the match is played on a field of that shape."
    return idle
