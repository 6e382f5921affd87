"""What the options are called, what they do, and under which headings they stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Options that stand together."""

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
            *("rlbot.wait_for_agents", "rlbot.auto_start_agents", "match.enable_rendering"),
            "match.enable_state_setting",
        ),
    ),
    Section(
        key="restarts",
        options=tuple(
            f"kickabout.restarts.{key}"
            for key in (
                *("limit", "limit_in_window", "window_s", "backoff_s", "longest_backoff_s", "when_spent"),
                "hang_frames",
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
        "course": QT_TRANSLATE_NOOP("Options", "Course of the match"),
        "agents": QT_TRANSLATE_NOOP("Options", "Bots and scripts"),
        "restarts": QT_TRANSLATE_NOOP("Options", "When a bot or script ends by itself"),
        "rocket_league": QT_TRANSLATE_NOOP("Options", "Rocket League"),
    }
)

_LABELS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "match.game_mode": QT_TRANSLATE_NOOP("Options", "Mode"),
        "match.game_map_upk": QT_TRANSLATE_NOOP("Options", "Map"),
        "mutators.match_length": QT_TRANSLATE_NOOP("Options", "Match length"),
        "mutators.max_score": QT_TRANSLATE_NOOP("Options", "Goals to win"),
        "mutators.overtime": QT_TRANSLATE_NOOP("Options", "Overtime"),
        "mutators.max_time": QT_TRANSLATE_NOOP("Options", "Time limit"),
        "mutators.series_length": QT_TRANSLATE_NOOP("Options", "Series"),
        "mutators.scoring_rule": QT_TRANSLATE_NOOP("Options", "Goals count"),
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
        "mutators.boost_restriction": QT_TRANSLATE_NOOP("Options", "Boost works"),
        "mutators.jump": QT_TRANSLATE_NOOP("Options", "Jumps"),
        "mutators.dodge_timer": QT_TRANSLATE_NOOP("Options", "Time for a dodge"),
        "mutators.demolish": QT_TRANSLATE_NOOP("Options", "Demolitions"),
        "mutators.respawn_time": QT_TRANSLATE_NOOP("Options", "Back after a demolition"),
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
        "kickabout.restarts.limit": QT_TRANSLATE_NOOP("Options", "Restarts in a match"),
        "kickabout.restarts.limit_in_window": QT_TRANSLATE_NOOP("Options", "Restarts in short time"),
        "kickabout.restarts.window_s": QT_TRANSLATE_NOOP("Options", "Short time means"),
        "kickabout.restarts.backoff_s": QT_TRANSLATE_NOOP("Options", "Wait before a restart"),
        "kickabout.restarts.longest_backoff_s": QT_TRANSLATE_NOOP("Options", "Longest wait"),
        "kickabout.restarts.when_spent": QT_TRANSLATE_NOOP("Options", "When none is left"),
        "kickabout.restarts.hang_frames": QT_TRANSLATE_NOOP("Options", "Counts as hung after"),
        "rlbot.launcher": QT_TRANSLATE_NOOP("Options", "Start the game with"),
        "rlbot.launcher_arg": QT_TRANSLATE_NOOP("Options", "Other launcher"),
        "rlbot.performance_monitor": QT_TRANSLATE_NOOP("Options", "Performance display"),
    }
)

_ABOUTS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "match.game_mode": QT_TRANSLATE_NOOP("Options", "The rules that are played."),
        "match.game_map_upk": QT_TRANSLATE_NOOP(
            "Options",
            "Where the match is played. With Random, each start draws a map that has had no turn. "
            "Type the file name of a map that is not listed.",
        ),
        "mutators.match_length": QT_TRANSLATE_NOOP("Options", "What the clock shows at the first kickoff."),
        "mutators.max_score": QT_TRANSLATE_NOOP("Options", "The match ends early for who has scored so often."),
        "mutators.overtime": QT_TRANSLATE_NOOP("Options", "How a draw is decided."),
        "mutators.max_time": QT_TRANSLATE_NOOP("Options", "The match ends after so long, whatever the clock shows."),
        "mutators.series_length": QT_TRANSLATE_NOOP("Options", "The match goes to who wins most of so many games."),
        "mutators.scoring_rule": QT_TRANSLATE_NOOP("Options", "Whether a goal changes the score."),
        "mutators.stale_ball": QT_TRANSLATE_NOOP("Options", "A ball that nobody touches for so long is put back."),
        "mutators.possession_score": QT_TRANSLATE_NOOP("Options", "A point for having the ball so long."),
        "mutators.jump": QT_TRANSLATE_NOOP("Options", "How often a car can jump before it lands."),
        "mutators.dodge_timer": QT_TRANSLATE_NOOP("Options", "How long after a jump a car can jump again or dodge."),
        "mutators.demolish": QT_TRANSLATE_NOOP("Options", "What blows a car up."),
        "mutators.input_restriction": QT_TRANSLATE_NOOP("Options", "Which way cars may drive."),
        "match.start_without_countdown": QT_TRANSLATE_NOOP("Options", "The first kickoff comes at once."),
        "match.skip_replays": QT_TRANSLATE_NOOP("Options", "After a goal the next kickoff comes at once."),
        "match.freeplay": QT_TRANSLATE_NOOP("Options", "Play without clock, score and end."),
        "match.auto_save_replays": QT_TRANSLATE_NOOP("Options", "Keep a replay file of every match."),
        "match.existing_match_behavior": QT_TRANSLATE_NOOP("Options", "What a start does to a match that still runs."),
        "rlbot.wait_for_agents": QT_TRANSLATE_NOOP("Options", "The match begins when every bot and script is ready."),
        "rlbot.auto_start_agents": QT_TRANSLATE_NOOP("Options", "Off: you start every bot and script by hand."),
        "match.enable_rendering": QT_TRANSLATE_NOOP("Options", "Whether bots may draw lines and texts into the game."),
        "match.enable_state_setting": QT_TRANSLATE_NOOP(
            "Options", "Whether bots may move cars and ball about: of use for training, unfair in a match."
        ),
        "kickabout.restarts.limit": QT_TRANSLATE_NOOP(
            "Options", "How often one that crashed, left or hung is started again in a match. Choose or type a number."
        ),
        "kickabout.restarts.limit_in_window": QT_TRANSLATE_NOOP(
            "Options", "How often it is started again in short time, which the next setting measures."
        ),
        "kickabout.restarts.window_s": QT_TRANSLATE_NOOP("Options", "The time in which so few restarts are allowed."),
        "kickabout.restarts.backoff_s": QT_TRANSLATE_NOOP(
            "Options", "The wait before the first restart; each further one in short time waits twice as long."
        ),
        "kickabout.restarts.longest_backoff_s": QT_TRANSLATE_NOOP("Options", "No restart waits longer than this."),
        "kickabout.restarts.when_spent": QT_TRANSLATE_NOOP(
            "Options", "What becomes of the match when it may not be started again."
        ),
        "kickabout.restarts.hang_frames": QT_TRANSLATE_NOOP(
            "Options",
            "A bot that answers nothing for so many frames is started again; only a game that reports it can tell.",
        ),
        "rlbot.launcher": QT_TRANSLATE_NOOP("Options", "The shop that Rocket League was bought in."),
        "rlbot.launcher_arg": QT_TRANSLATE_NOOP("Options", "The program that is meant by another launcher."),
        "rlbot.performance_monitor": QT_TRANSLATE_NOOP("Options", "When Rocket League shows how well bots keep up."),
    }
)


def section_title(key: str) -> str:
    """The heading of a section, in the user's language."""
    return QCoreApplication.translate("Options", str(_SECTION_WORDS[key]))


def option_label(key: str) -> str:
    """What an option is called, in the user's language; the last part of the key where nobody named it."""
    words = _LABELS.get(key)
    return (
        key.rpartition(".")[2].replace("_", " ") if words is None else QCoreApplication.translate("Options", str(words))
    )


def option_about(key: str) -> str:
    """One sentence on what an option does; empty where the label says it all."""
    words = _ABOUTS.get(key)
    return "" if words is None else QCoreApplication.translate("Options", str(words))
