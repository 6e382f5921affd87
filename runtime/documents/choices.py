"""The values allowed for the keys of a match document."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from runtime.model.game_facts import TICKS_PER_S
from runtime.model.messages import Message, message
from runtime.texts import quoted

LAUNCHERS: Final = ("Steam", "Epic", "Custom", "NoLaunch")
GAME_MODES: Final = ("Soccar", "Hoops", "Dropshot", "Snowday", "Rumble", "Heatseeker", "Gridiron", "Knockout")
ARENA_MODES: Final = ("Soccar", "Hoops", "Heatseeker", "Snowday")
"""The modes that the arena plays."""
EXISTING_MATCH_BEHAVIORS: Final = ("Restart", "ContinueAndSpawn", "RestartIfDifferent")
RENDERINGS: Final = ("OffByDefault", "OnByDefault", "AlwaysOff")
PERFORMANCE_MONITORS: Final = ("ShowWhenSuboptimal", "AlwaysShow", "NeverShow")
SKILLS: Final = ("Beginner", "Rookie", "Pro", "AllStar")
CAR_TYPES: Final = ("RLBot", "Psyonix", "Human")
CUSTOM_LAUNCHERS: Final = ("legendary", "heroic")
TAGS: Final = (
    *("1v1", "teamplay", "goalie", "hoops", "dropshot"),
    *("snow-day", "rumble", "spike-rush", "heatseeker", "memebot"),
)

_GOAL_VALUES: Final = ("One", "Zero", "Two", "Three", "Five", "Ten")
_SMALL_COUNTS: Final = ("Zero", "One", "Two", "Three")
_GRAVITIES: Final = ("Default", "Low", "High", "SuperHigh")
_TENS: Final = ("Ten", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety", "Hundred")
_MINUTES: Final = (
    *("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"),
    *("Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen"),
)

MUTATORS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "match_length": ("FiveMinutes", "TenMinutes", "TwentyMinutes", "Unlimited"),
        "max_score": (
            *("Unlimited", "OneGoal", "ThreeGoals", "FiveGoals", "SevenGoals"),
            *(f"{ten}Goals" for ten in _TENS),
            "OneHundredFiftyOneGoals",
        ),
        "multi_ball": ("One", "Two", "Four", "Six"),
        "overtime": ("Unlimited", "FiveMaxFirstScore", "FiveMaxRandomTeam"),
        "series_length": ("Unlimited", "ThreeGames", "FiveGames", "SevenGames"),
        "game_speed": ("Default", "SloMo", "TimeWarp"),
        "ball_max_speed": ("Default", "Slow", "Fast", "SuperFast"),
        "ball_type": (
            *("Default", "Cube", "Puck", "Basketball", "Beachball", "Anniversary", "Haunted", "Ekin", "SpookyCube"),
            *("Egg", "PlayerSeeking", "Dropshot", "ScoreAbsorb", "Shoe", "PizzaPuck", "Strike", "SpookyBalloon"),
        ),
        "ball_weight": (
            *("Default", "Light", "Heavy", "SuperLight", "CurveBall", "BeachBallCurve"),
            *("MagnusFutBall", "MagnusFutballLess", "Balloon"),
        ),
        "ball_size": ("Default", "Small", "Medium", "Large", "Gigantic"),
        "ball_bounciness": ("Default", "Low", "High", "SuperHigh", "Lowish"),
        "boost_amount": ("NormalBoost", "UnlimitedBoost", "SlowRecharge", "RapidRecharge", "NoBoost"),
        "rumble": (
            *("Off", "DefaultRumble", "Slow", "Civilized", "DestructionDerby", "SpringLoaded", "SpikesOnly"),
            *("SpikeRush", "HauntedBallBeam", "Tactical", "BatmanRumble", "GrapplingOnly", "HaymakerOnly"),
            *("SpikeRushForce", "RPS"),
        ),
        "boost_strength": ("One", "OneAndAHalf", "Two", "Five", "Ten"),
        "gravity": (*_GRAVITIES, "Reverse"),
        "demolish": (
            *("Default", "Disabled", "FriendlyFire", "OnContact", "OnContactFF"),
            *("OnBallContact", "OnBallContactFF", "OnBallContactSilent", "OnBallContactFFSilent"),
        ),
        "respawn_time": ("ThreeSeconds", "TwoSeconds", "OneSecond", "DisableGoalReset"),
        "max_time": ("Unlimited", "OneMinute", *(f"{count}Minutes" for count in _MINUTES[1:])),
        "game_event": ("Default", "Haunted", "Rugby"),
        "audio": ("Default", "Haunted"),
        "ball_gravity": _GRAVITIES,
        "territory": ("Off", "Territory"),
        "stale_ball": ("Unlimited", "ThirtySeconds"),
        "jump": ("Default", "Grounded", "Two", "Three", "Four", "Unlimited", "NoJumps"),
        "dodge_timer": ("OnePointTwentyFiveSeconds", "TwoSeconds", "ThreeSeconds", "Unlimited"),
        "possession_score": ("Off", "OneSecond", "TwoSeconds", "ThreeSeconds"),
        "demolish_score": _SMALL_COUNTS,
        "normal_goal_score": _GOAL_VALUES,
        "aerial_goal_score": _GOAL_VALUES,
        "assist_goal_score": _SMALL_COUNTS,
        "input_restriction": ("Default", "Backwards"),
        "scoring_rule": ("Default", "Disabled"),
        "tri_tip_mode": ("Off", "Tritip"),
        "locked_damage_phase": ("Default", "High"),
        "spawn_demoball": ("Off", "On"),
        "boost_restriction": ("Default", "AerialOnly"),
        "keep_up_rules": ("Off", "EnabledIncrement", "Enabled"),
        "match_admin": ("Off", "On"),
    }
)
"""Names of mutators by key, in wire order; the first is the default."""


def default_map(game_mode: str) -> str:
    """Returns the map of a match without a named map."""
    return "HoopsStadium_P" if game_mode == "Hoops" else "Stadium_P"


def use_one_of(names: Collection[str]) -> Message:
    """Returns the fix for a value that is not one of `names`."""
    return message("use-one-of", "Use one of: {choices}.", choices=quoted(names))


UNLIMITED: Final = "unlimited"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRange:
    """The numbers from `least` to `most`."""

    least: float
    most: float
    is_whole: bool
    """True if only whole numbers are accepted; other ranges are seconds."""
    may_be_unlimited: bool

    @property
    def description(self) -> Message:
        """The accepted values as part of a sentence: `a whole number from 1 to 9 or "unlimited"`."""
        least, most = _written(self.least), _written(self.most)
        if self.is_whole and self.may_be_unlimited:
            return message(
                "whole-range-or-unlimited",
                'a whole number from {least} to {most} or "unlimited"',
                least=least,
                most=most,
            )
        if self.is_whole:
            return message("whole-range", "a whole number from {least} to {most}", least=least, most=most)
        if self.may_be_unlimited:
            return message(
                "seconds-range-or-unlimited",
                'a number of seconds from {least} to {most} or "unlimited"',
                least=least,
                most=most,
            )
        return message("seconds-range", "a number of seconds from {least} to {most}", least=least, most=most)

    def accepts(self, value: object) -> bool:
        """Returns whether a document may have this value."""
        if self.may_be_unlimited and isinstance(value, str):
            return value.lower() == UNLIMITED
        is_number = type(value) is int or (type(value) is float and not self.is_whole)
        return is_number and self.least <= value <= self.most  # type: ignore[operator]

    def name_of(self, value: object) -> str | None:
        """Returns a value, or None for no limit, as `60`, `0.5` or `unlimited`; None if it is not accepted."""
        if value is None or (self.accepts(value) and isinstance(value, str)):
            return UNLIMITED if self.may_be_unlimited else None
        return _written(value) if self.accepts(value) and isinstance(value, int | float) else None

    def value_of(self, name: str) -> int | float | str | None:
        """Returns the value that a document contains for a text; None if it is not accepted."""
        if self.may_be_unlimited and name.strip().lower() == UNLIMITED:
            return UNLIMITED
        try:
            number = float(name)
        except ValueError:
            return None
        value = int(number) if math.isfinite(number) and number.is_integer() else number
        return value if self.accepts(value) else None


def _written(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else repr(float(number))


RESTART_KEYS: Final = (
    *("limit", "limit_in_window", "window_s", "backoff_s", "longest_backoff_s", "hang_frames", "ready_s"),
    *("answer_budget_s", "when_spent"),
)
MAX_RESTARTS: Final = 100_000
MIN_WINDOW_S: Final = 1.0
MAX_S: Final = 86_400.0
MIN_READY_S: Final = 1.0
MIN_HANG_FRAMES: Final = TICKS_PER_S
"""The server reports answers once a second, so a smaller number could not be detected."""
MAX_HANG_FRAMES: Final = 1_000_000
UNLIMITED_WORDS: Final = (0, -1, "0", "-1", "none", "off", "never", "infinite", "inf", "no limit")
"""Values of other programs that mean unlimited."""
_COUNT: Final = NumberRange(least=0, most=MAX_RESTARTS, is_whole=True, may_be_unlimited=True)
RESTART_NUMBERS: Final[Mapping[str, NumberRange]] = MappingProxyType(
    {
        "limit": _COUNT,
        "limit_in_window": _COUNT,
        "window_s": NumberRange(least=MIN_WINDOW_S, most=MAX_S, is_whole=False, may_be_unlimited=False),
        "backoff_s": NumberRange(least=0, most=MAX_S, is_whole=False, may_be_unlimited=False),
        "longest_backoff_s": NumberRange(least=0, most=MAX_S, is_whole=False, may_be_unlimited=True),
        "hang_frames": NumberRange(least=MIN_HANG_FRAMES, most=MAX_HANG_FRAMES, is_whole=True, may_be_unlimited=True),
        "answer_budget_s": NumberRange(least=1, most=MAX_S, is_whole=False, may_be_unlimited=True),
        "ready_s": NumberRange(least=MIN_READY_S, most=MAX_S, is_whole=False, may_be_unlimited=False),
    }
)
"""The ranges of the keys with numbers."""

STEP_PORTS: Final = NumberRange(least=0, most=0xFFFF, is_whole=True, may_be_unlimited=False)
"""Ports of step mode; 0 is a free one."""

NAMED_MAP: Final = "named"
"""The map is named in `[match]`."""
RANDOM_MAP: Final = "random"
"""The map is chosen at random at each start."""
DRAWN_MAP: Final = "drawn"
"""The map has been chosen; not a value of documents."""
MAP_CHOICES: Final = (NAMED_MAP, RANDOM_MAP)
