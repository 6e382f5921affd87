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

_LABELS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "match.game_mode": QT_TRANSLATE_NOOP("Options", "Mode"),
        "match.game_map_upk": QT_TRANSLATE_NOOP("Options", "Map"),
        "mutators.match_length": QT_TRANSLATE_NOOP("Options", "Clock length"),
        "mutators.max_score": QT_TRANSLATE_NOOP("Options", "Goals to win"),
        "mutators.overtime": QT_TRANSLATE_NOOP("Options", "Overtime"),
        "mutators.max_time": QT_TRANSLATE_NOOP("Options", "Time limit (real time)"),
        "mutators.series_length": QT_TRANSLATE_NOOP("Options", "Series"),
        "mutators.scoring_rule": QT_TRANSLATE_NOOP("Options", "Goals score"),
        "mutators.normal_goal_score": QT_TRANSLATE_NOOP("Options", "Points for a goal"),
        "mutators.aerial_goal_score": QT_TRANSLATE_NOOP("Options", "Points for an aerial goal"),
        "mutators.assist_goal_score": QT_TRANSLATE_NOOP("Options", "Extra points for an assist"),
        "mutators.demolish_score": QT_TRANSLATE_NOOP("Options", "Points for a demolition"),
        "mutators.possession_score": QT_TRANSLATE_NOOP("Options", "Points for possession"),
        "mutators.stale_ball": QT_TRANSLATE_NOOP("Options", "Stale ball"),
        "mutators.territory": QT_TRANSLATE_NOOP("Options", "Territory"),
        "mutators.ball_type": QT_TRANSLATE_NOOP("Options", "Ball type"),
        "mutators.ball_size": QT_TRANSLATE_NOOP("Options", "Ball size"),
        "mutators.ball_weight": QT_TRANSLATE_NOOP("Options", "Ball weight"),
        "mutators.ball_bounciness": QT_TRANSLATE_NOOP("Options", "Ball bounciness"),
        "mutators.ball_max_speed": QT_TRANSLATE_NOOP("Options", "Ball top speed"),
        "mutators.ball_gravity": QT_TRANSLATE_NOOP("Options", "Ball gravity"),
        "mutators.multi_ball": QT_TRANSLATE_NOOP("Options", "Number of balls"),
        "mutators.keep_up_rules": QT_TRANSLATE_NOOP("Options", "Keep it up"),
        "mutators.spawn_demoball": QT_TRANSLATE_NOOP("Options", "Demolition ball"),
        "mutators.locked_damage_phase": QT_TRANSLATE_NOOP("Options", "Floor damage"),
        "mutators.boost_amount": QT_TRANSLATE_NOOP("Options", "Boost amount"),
        "mutators.boost_strength": QT_TRANSLATE_NOOP("Options", "Boost strength"),
        "mutators.boost_restriction": QT_TRANSLATE_NOOP("Options", "Boost available"),
        "mutators.jump": QT_TRANSLATE_NOOP("Options", "Jumps"),
        "mutators.dodge_timer": QT_TRANSLATE_NOOP("Options", "Dodge timer"),
        "mutators.demolish": QT_TRANSLATE_NOOP("Options", "Demolitions"),
        "mutators.respawn_time": QT_TRANSLATE_NOOP("Options", "Respawn time"),
        "mutators.rumble": QT_TRANSLATE_NOOP("Options", "Power-ups"),
        "mutators.input_restriction": QT_TRANSLATE_NOOP("Options", "Driving"),
        "mutators.tri_tip_mode": QT_TRANSLATE_NOOP("Options", "Tritip"),
        "mutators.gravity": QT_TRANSLATE_NOOP("Options", "Gravity"),
        "mutators.game_speed": QT_TRANSLATE_NOOP("Options", "Game speed"),
        "mutators.game_event": QT_TRANSLATE_NOOP("Options", "Event"),
        "mutators.audio": QT_TRANSLATE_NOOP("Options", "Sound"),
        "mutators.match_admin": QT_TRANSLATE_NOOP("Options", "Match admin"),
        "match.start_without_countdown": QT_TRANSLATE_NOOP("Options", "Start without countdown"),
        "match.skip_replays": QT_TRANSLATE_NOOP("Options", "Skip goal replays"),
        "match.freeplay": QT_TRANSLATE_NOOP("Options", "Freeplay"),
        "match.auto_save_replays": QT_TRANSLATE_NOOP("Options", "Save a replay"),
        "match.existing_match_behavior": QT_TRANSLATE_NOOP("Options", "If a match is running"),
        "rlbot.wait_for_agents": QT_TRANSLATE_NOOP("Options", "Wait until all are ready"),
        "rlbot.auto_start_agents": QT_TRANSLATE_NOOP("Options", "Start bots and scripts"),
        "match.enable_rendering": QT_TRANSLATE_NOOP("Options", "Drawing by bots"),
        "match.enable_state_setting": QT_TRANSLATE_NOOP("Options", "Bots may move things"),
        "kickabout.restarts.limit": QT_TRANSLATE_NOOP("Options", "Restarts per match"),
        "kickabout.restarts.limit_in_window": QT_TRANSLATE_NOOP("Options", "Restarts per window"),
        "kickabout.restarts.window_s": QT_TRANSLATE_NOOP("Options", "Window length"),
        "kickabout.restarts.backoff_s": QT_TRANSLATE_NOOP("Options", "Delay before a restart"),
        "kickabout.restarts.longest_backoff_s": QT_TRANSLATE_NOOP("Options", "Longest delay"),
        "kickabout.restarts.when_spent": QT_TRANSLATE_NOOP("Options", "When restarts run out"),
        "kickabout.restarts.hang_frames": QT_TRANSLATE_NOOP("Options", "Treat as hung after"),
        "kickabout.restarts.answer_budget_s": QT_TRANSLATE_NOOP("Options", "Time for answers in lockstep"),
        "kickabout.restarts.ready_s": QT_TRANSLATE_NOOP("Options", "Time to get ready"),
        "rlbot.launcher": QT_TRANSLATE_NOOP("Options", "Start Rocket League with"),
        "rlbot.launcher_arg": QT_TRANSLATE_NOOP("Options", "Custom launcher"),
        "rlbot.performance_monitor": QT_TRANSLATE_NOOP("Options", "Show bot performance"),
    }
)

_NAME_ONLY: Final = QT_TRANSLATE_NOOP("Options", "A rule of Rocket League of which only the name is published.")
_ABOUTS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "match.game_mode": QT_TRANSLATE_NOOP("Options", "The rules of the match."),
        "match.game_map_upk": QT_TRANSLATE_NOOP(
            "Options",
            "The map. Random picks a map at each start and plays every map once before it repeats one. You "
            "can also enter a map's file name.",
        ),
        "mutators.match_length": QT_TRANSLATE_NOOP("Options", "The time on the clock at the first kickoff."),
        "mutators.max_score": QT_TRANSLATE_NOOP("Options", "The match ends as soon as a team has this many goals."),
        "mutators.overtime": QT_TRANSLATE_NOOP("Options", "How a draw is decided."),
        "mutators.max_time": QT_TRANSLATE_NOOP("Options", "The match ends after this time, whatever the clock shows."),
        "mutators.series_length": QT_TRANSLATE_NOOP(
            "Options", "The team that wins most of this many games wins the match."
        ),
        "mutators.scoring_rule": QT_TRANSLATE_NOOP("Options", "Whether a goal changes the score."),
        "mutators.stale_ball": QT_TRANSLATE_NOOP("Options", "The ball is reset when nobody touches it for this long."),
        "mutators.possession_score": QT_TRANSLATE_NOOP(
            "Options", "A team scores a point after possessing the ball this long."
        ),
        "mutators.territory": _NAME_ONLY,
        "mutators.tri_tip_mode": _NAME_ONLY,
        "mutators.keep_up_rules": _NAME_ONLY,
        "mutators.match_admin": _NAME_ONLY,
        "mutators.jump": QT_TRANSLATE_NOOP("Options", "How often a car can jump before it lands."),
        "mutators.dodge_timer": QT_TRANSLATE_NOOP("Options", "How long after a jump a car can jump again or dodge."),
        "mutators.demolish": QT_TRANSLATE_NOOP("Options", "What demolishes a car."),
        "mutators.input_restriction": QT_TRANSLATE_NOOP("Options", "The directions in which cars can drive."),
        "match.start_without_countdown": QT_TRANSLATE_NOOP("Options", "The first kickoff starts at once."),
        "match.skip_replays": QT_TRANSLATE_NOOP("Options", "After a goal, the next kickoff starts at once."),
        "match.freeplay": QT_TRANSLATE_NOOP("Options", "Play without a clock, a score or an end."),
        "match.auto_save_replays": QT_TRANSLATE_NOOP("Options", "Save a replay file of every match."),
        "match.existing_match_behavior": QT_TRANSLATE_NOOP(
            "Options", "What happens to a match that is already running."
        ),
        "rlbot.wait_for_agents": QT_TRANSLATE_NOOP("Options", "The match starts when every bot and script is ready."),
        "rlbot.auto_start_agents": QT_TRANSLATE_NOOP("Options", "If off, you start every bot and script by hand."),
        "match.enable_rendering": QT_TRANSLATE_NOOP("Options", "Whether bots may draw lines and text in the game."),
        "match.enable_state_setting": QT_TRANSLATE_NOOP(
            "Options", "Whether bots may move cars and the ball. Useful for training, unfair in a match."
        ),
        "kickabout.restarts.limit": QT_TRANSLATE_NOOP(
            "Options",
            "How often a bot or script that crashed, exited or hung is restarted in one match. Choose or "
            "enter a number.",
        ),
        "kickabout.restarts.limit_in_window": QT_TRANSLATE_NOOP(
            "Options", "How many restarts are allowed within the window below."
        ),
        "kickabout.restarts.window_s": QT_TRANSLATE_NOOP(
            "Options", "The length of the window in which restarts are counted."
        ),
        "kickabout.restarts.backoff_s": QT_TRANSLATE_NOOP(
            "Options", "The delay before the first restart; it doubles with each further restart in the window."
        ),
        "kickabout.restarts.longest_backoff_s": QT_TRANSLATE_NOOP("Options", "The delay never grows beyond this."),
        "kickabout.restarts.when_spent": QT_TRANSLATE_NOOP("Options", "What happens when a bot has no restarts left."),
        "kickabout.restarts.hang_frames": QT_TRANSLATE_NOOP(
            "Options",
            "A bot that answers no packet for this many ticks is restarted. Needs a game that reports answers.",
        ),
        "kickabout.restarts.answer_budget_s": QT_TRANSLATE_NOOP(
            "Options",
            "A bot has this time for its answers in lockstep, and as much again for every ten seconds of the game. A "
            "bot that has used it up is out, as if it had no restarts left.",
        ),
        "kickabout.restarts.ready_s": QT_TRANSLATE_NOOP(
            "Options",
            "How long a bot or script may take to connect, and then to be ready. Bots that load big models need more.",
        ),
        "rlbot.launcher": QT_TRANSLATE_NOOP("Options", "The store or launcher that starts Rocket League."),
        "rlbot.launcher_arg": QT_TRANSLATE_NOOP("Options", "The program to use as the custom launcher."),
        "rlbot.performance_monitor": QT_TRANSLATE_NOOP("Options", "When Rocket League shows the bots' performance."),
    }
)


def section_title(key: str) -> str:
    """Returns the heading of a section in the user's language."""
    return QCoreApplication.translate("Options", str(_SECTION_WORDS[key]))


def option_label(key: str) -> str:
    """Returns the name of an option in the user's language; by default the last part of its key."""
    words = _LABELS.get(key)
    return (
        key.rpartition(".")[2].replace("_", " ") if words is None else QCoreApplication.translate("Options", str(words))
    )


def option_about(key: str) -> str:
    """Returns one sentence about an option; empty if its name says it all."""
    words = _ABOUTS.get(key)
    return "" if words is None else QCoreApplication.translate("Options", str(words))


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
