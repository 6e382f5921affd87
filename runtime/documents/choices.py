"""The values allowed for the keys of a match document, and the mutators with theirs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Final

from runtime.model.keys import Key, keys_of
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
NAMED_MAP: Final = "named"
"""The map is named in `[match]`."""
RANDOM_MAP: Final = "random"
"""The map is chosen at random at each start."""
DRAWN_MAP: Final = "drawn"
"""The map has been chosen; not a value of documents."""
MAP_CHOICES: Final = (NAMED_MAP, RANDOM_MAP)
_GOAL_VALUES: Final = ("One", "Zero", "Two", "Three", "Five", "Ten")
_SMALL_COUNTS: Final = ("Zero", "One", "Two", "Three")
_GRAVITIES: Final = ("Default", "Low", "High", "SuperHigh")
_TENS: Final = ("Ten", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety", "Hundred")
_MINUTES: Final = (
    *("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"),
    *("Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutators:
    """Changes to the rules of a match; fields and values are in wire order."""

    match_length: Annotated[
        str,
        Key(
            "Clock length",
            "The time on the clock at the first kickoff.",
            names=("FiveMinutes", "TenMinutes", "TwentyMinutes", "Unlimited"),
        ),
    ] = "FiveMinutes"
    max_score: Annotated[
        str,
        Key(
            "Goals to win",
            "The match ends as soon as a team has this many goals.",
            names=(
                *("Unlimited", "OneGoal", "ThreeGoals", "FiveGoals", "SevenGoals"),
                *(f"{ten}Goals" for ten in _TENS),
                "OneHundredFiftyOneGoals",
            ),
        ),
    ] = "Unlimited"
    multi_ball: Annotated[str, Key("Number of balls", names=("One", "Two", "Four", "Six"))] = "One"
    overtime: Annotated[
        str, Key("Overtime", "How a draw is decided.", names=("Unlimited", "FiveMaxFirstScore", "FiveMaxRandomTeam"))
    ] = "Unlimited"
    series_length: Annotated[
        str,
        Key(
            "Series",
            "The team that wins most of this many games wins the match.",
            names=("Unlimited", "ThreeGames", "FiveGames", "SevenGames"),
        ),
    ] = "Unlimited"
    game_speed: Annotated[str, Key("Game speed", names=("Default", "SloMo", "TimeWarp"))] = "Default"
    ball_max_speed: Annotated[str, Key("Ball top speed", names=("Default", "Slow", "Fast", "SuperFast"))] = "Default"
    ball_type: Annotated[
        str,
        Key(
            "Ball type",
            names=(
                *("Default", "Cube", "Puck", "Basketball", "Beachball", "Anniversary", "Haunted", "Ekin", "SpookyCube"),
                *("Egg", "PlayerSeeking", "Dropshot", "ScoreAbsorb", "Shoe", "PizzaPuck", "Strike", "SpookyBalloon"),
            ),
        ),
    ] = "Default"
    ball_weight: Annotated[
        str,
        Key(
            "Ball weight",
            names=(
                *("Default", "Light", "Heavy", "SuperLight", "CurveBall", "BeachBallCurve"),
                *("MagnusFutBall", "MagnusFutballLess", "Balloon"),
            ),
        ),
    ] = "Default"
    ball_size: Annotated[str, Key("Ball size", names=("Default", "Small", "Medium", "Large", "Gigantic"))] = "Default"
    ball_bounciness: Annotated[str, Key("Ball bounciness", names=("Default", "Low", "High", "SuperHigh", "Lowish"))] = (
        "Default"
    )
    boost_amount: Annotated[
        str, Key("Boost amount", names=("NormalBoost", "UnlimitedBoost", "SlowRecharge", "RapidRecharge", "NoBoost"))
    ] = "NormalBoost"
    rumble: Annotated[
        str,
        Key(
            "Power-ups",
            names=(
                *("Off", "DefaultRumble", "Slow", "Civilized", "DestructionDerby", "SpringLoaded", "SpikesOnly"),
                *("SpikeRush", "HauntedBallBeam", "Tactical", "BatmanRumble", "GrapplingOnly", "HaymakerOnly"),
                *("SpikeRushForce", "RPS"),
            ),
        ),
    ] = "Off"
    boost_strength: Annotated[str, Key("Boost strength", names=("One", "OneAndAHalf", "Two", "Five", "Ten"))] = "One"
    gravity: Annotated[str, Key("Gravity", names=(*_GRAVITIES, "Reverse"))] = "Default"
    demolish: Annotated[
        str,
        Key(
            "Demolitions",
            "What demolishes a car.",
            names=(
                *("Default", "Disabled", "FriendlyFire", "OnContact", "OnContactFF"),
                *("OnBallContact", "OnBallContactFF", "OnBallContactSilent", "OnBallContactFFSilent"),
            ),
        ),
    ] = "Default"
    respawn_time: Annotated[
        str, Key("Respawn time", names=("ThreeSeconds", "TwoSeconds", "OneSecond", "DisableGoalReset"))
    ] = "ThreeSeconds"
    max_time: Annotated[
        str,
        Key(
            "Time limit (real time)",
            "The match ends after this time, whatever the clock shows.",
            names=("Unlimited", "OneMinute", *(f"{count}Minutes" for count in _MINUTES[1:])),
        ),
    ] = "Unlimited"
    game_event: Annotated[str, Key("Event", names=("Default", "Haunted", "Rugby"))] = "Default"
    audio: Annotated[str, Key("Sound", names=("Default", "Haunted"))] = "Default"
    ball_gravity: Annotated[str, Key("Ball gravity", names=_GRAVITIES)] = "Default"
    territory: Annotated[
        str,
        Key("Territory", "A rule of Rocket League of which only the name is published.", names=("Off", "Territory")),
    ] = "Off"
    stale_ball: Annotated[
        str,
        Key(
            "Stale ball",
            "The ball is reset when nobody touches it for this long.",
            names=("Unlimited", "ThirtySeconds"),
        ),
    ] = "Unlimited"
    jump: Annotated[
        str,
        Key(
            "Jumps",
            "How often a car can jump before it lands.",
            names=("Default", "Grounded", "Two", "Three", "Four", "Unlimited", "NoJumps"),
        ),
    ] = "Default"
    dodge_timer: Annotated[
        str,
        Key(
            "Dodge timer",
            "How long after a jump a car can jump again or dodge.",
            names=("OnePointTwentyFiveSeconds", "TwoSeconds", "ThreeSeconds", "Unlimited"),
        ),
    ] = "OnePointTwentyFiveSeconds"
    possession_score: Annotated[
        str,
        Key(
            "Points for possession",
            "A team scores a point after possessing the ball this long.",
            names=("Off", "OneSecond", "TwoSeconds", "ThreeSeconds"),
        ),
    ] = "Off"
    demolish_score: Annotated[str, Key("Points for a demolition", names=_SMALL_COUNTS)] = "Zero"
    normal_goal_score: Annotated[str, Key("Points for a goal", names=_GOAL_VALUES)] = "One"
    aerial_goal_score: Annotated[str, Key("Points for an aerial goal", names=_GOAL_VALUES)] = "One"
    assist_goal_score: Annotated[str, Key("Extra points for an assist", names=_SMALL_COUNTS)] = "Zero"
    input_restriction: Annotated[
        str, Key("Driving", "The directions in which cars can drive.", names=("Default", "Backwards"))
    ] = "Default"
    scoring_rule: Annotated[
        str, Key("Goals score", "Whether a goal changes the score.", names=("Default", "Disabled"))
    ] = "Default"
    tri_tip_mode: Annotated[
        str, Key("Tritip", "A rule of Rocket League of which only the name is published.", names=("Off", "Tritip"))
    ] = "Off"
    locked_damage_phase: Annotated[str, Key("Floor damage", names=("Default", "High"))] = "Default"
    spawn_demoball: Annotated[str, Key("Demolition ball", names=("Off", "On"))] = "Off"
    boost_restriction: Annotated[str, Key("Boost available", names=("Default", "AerialOnly"))] = "Default"
    keep_up_rules: Annotated[
        str,
        Key(
            "Keep it up",
            "A rule of Rocket League of which only the name is published.",
            names=("Off", "EnabledIncrement", "Enabled"),
        ),
    ] = "Off"
    match_admin: Annotated[
        str, Key("Match admin", "A rule of Rocket League of which only the name is published.", names=("Off", "On"))
    ] = "Off"


MUTATORS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({key.field: key.names for key in keys_of(Mutators)})
"""Names of mutators by key; the first is the default."""


def default_map(game_mode: str) -> str:
    """Returns the map of a match without a named map."""
    return "HoopsStadium_P" if game_mode == "Hoops" else "Stadium_P"


def use_one_of(names: Collection[str]) -> Message:
    """Returns the fix for a value that is not one of `names`."""
    return message("use-one-of", "Use one of: {choices}.", choices=quoted(names))
