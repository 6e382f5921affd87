"""Names of match settings, of their sections and of the built-in presets."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A group of options."""

    key: str
    options: tuple[str, ...]


def _mutators(*names: str) -> tuple[str, ...]:
    return tuple(f"mutators.{name}" for name in names)


SECTIONS: Final = (
    Section(key="field", options=("match.game_mode", "match.game_map_upk")),
    Section(
        key="score",
        options=_mutators(
            *("match_length", "max_score", "overtime", "max_time", "series_length", "scoring_rule"),
            *("normal_goal_score", "aerial_goal_score", "assist_goal_score", "demolish_score", "possession_score"),
            *("stale_ball", "territory"),
        ),
    ),
    Section(
        key="ball",
        options=_mutators(
            *("ball_type", "ball_size", "ball_weight", "ball_bounciness", "ball_max_speed", "ball_gravity"),
            *("multi_ball", "keep_up_rules", "spawn_demoball", "locked_damage_phase"),
        ),
    ),
    Section(
        key="cars",
        options=_mutators(
            *("boost_amount", "boost_strength", "boost_restriction", "jump", "dodge_timer", "demolish"),
            *("respawn_time", "rumble", "input_restriction", "tri_tip_mode"),
        ),
    ),
    Section(key="world", options=_mutators("gravity", "game_speed", "game_event", "audio", "match_admin")),
    Section(
        key="course",
        options=(
            *("match.start_without_countdown", "match.skip_replays", "match.freeplay"),
            *("match.auto_save_replays", "match.existing_match_behavior"),
        ),
    ),
    Section(
        key="agents",
        options=(
            *("rlbot.wait_for_agents", "kickabout.restarts.ready_s", "rlbot.auto_start_agents"),
            *("match.enable_rendering", "match.enable_state_setting"),
        ),
    ),
    Section(
        key="restarts",
        options=tuple(
            f"kickabout.restarts.{key}"
            for key in (
                *("limit", "limit_in_window", "window_s", "backoff_s", "longest_backoff_s", "when_spent"),
                *("hang_frames", "answer_budget_s"),
            )
        ),
    ),
    Section(key="rocket_league", options=("rlbot.launcher", "rlbot.launcher_arg", "rlbot.performance_monitor")),
)

_SECTION_WORDS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "field": QT_TRANSLATE_NOOP("Options", "Mode and map"),
        "score": QT_TRANSLATE_NOOP("Options", "Clock and score"),
        "ball": QT_TRANSLATE_NOOP("Options", "Ball"),
        "cars": QT_TRANSLATE_NOOP("Options", "Cars"),
        "world": QT_TRANSLATE_NOOP("Options", "World"),
        "course": QT_TRANSLATE_NOOP("Options", "Match flow"),
        "agents": QT_TRANSLATE_NOOP("Options", "Bots and scripts"),
        "restarts": QT_TRANSLATE_NOOP("Options", "Crashes and restarts"),
        "rocket_league": QT_TRANSLATE_NOOP("Options", "Rocket League"),
    }
)


def section_title(key: str) -> str:
    """Returns the heading of a section in the user's language."""
    return QCoreApplication.translate("Options", str(_SECTION_WORDS[key]))


_NAMES: Final[Mapping[str, object]] = MappingProxyType(
    {
        "soccar": QT_TRANSLATE_NOOP("Options", "Default soccar"),
        "hoops": QT_TRANSLATE_NOOP("Options", "Hoops"),
        "snow_day": QT_TRANSLATE_NOOP("Options", "Snow Day"),
        "heatseeker": QT_TRANSLATE_NOOP("Options", "Heatseeker"),
        "dropshot": QT_TRANSLATE_NOOP("Options", "Dropshot"),
        "rumble": QT_TRANSLATE_NOOP("Options", "Rumble"),
        "unlimited_boost": QT_TRANSLATE_NOOP("Options", "Unlimited boost"),
        "no_boost": QT_TRANSLATE_NOOP("Options", "No boost"),
        "low_gravity": QT_TRANSLATE_NOOP("Options", "Low gravity"),
        "beach_ball": QT_TRANSLATE_NOOP("Options", "Beach ball"),
        "boomer": QT_TRANSLATE_NOOP("Options", "Boomer"),
        "speed_demon": QT_TRANSLATE_NOOP("Options", "Speed demon"),
        "g_force": QT_TRANSLATE_NOOP("Options", "G-force frenzy"),
        "super_cube": QT_TRANSLATE_NOOP("Options", "Super cube"),
        "spike_rush": QT_TRANSLATE_NOOP("Options", "Spike rush"),
        "ghost_hunt": QT_TRANSLATE_NOOP("Options", "Ghost hunt"),
        "backwards": QT_TRANSLATE_NOOP("Options", "Backwards"),
        "first_goal_wins": QT_TRANSLATE_NOOP("Options", "First goal wins"),
    }
)


def preset_name(preset_id: str) -> str:
    """Returns the name of a built-in preset in the user's language; by default its id."""
    words = _NAMES.get(preset_id)
    return preset_id if words is None else QCoreApplication.translate("Options", str(words))
