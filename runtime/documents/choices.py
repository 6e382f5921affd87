"""The names that keys with a fixed set of values accept; position in a tuple is the number on the wire."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LAUNCHERS: Final = ("Steam", "Epic", "Custom", "NoLaunch")
GAME_MODES: Final = ("Soccar", "Hoops", "Dropshot", "Snowday", "Rumble", "Heatseeker", "Gridiron", "Knockout")
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
"""Keys of `[mutators]` in wire order, each with its names."""


def default_map(game_mode: str) -> str:
    """The map of a match that names none."""
    return "HoopsStadium_P" if game_mode == "Hoops" else "Stadium_P"
