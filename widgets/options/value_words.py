"""Names of the values of match settings."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from runtime.model.game_facts import TICKS_PER_S
from widgets.words import Counts

translate = QCoreApplication.translate

UNLIMITED: Final = "unlimited"
_DECIMALS: Final = 3
_NUMBER: Final = re.compile(r"-?\d[\d.,'\u00a0\u202f]*")


def number_label(key: str, name: str) -> str | None:
    """Returns a number of restarts, seconds or frames in words; None for other options and values."""
    kind = key.rpartition(".")[2]
    if not key.startswith("kickabout.restarts."):
        return None
    if name == UNLIMITED:
        return translate("Options", "Never") if kind == "hang_frames" else translate("Options", "No limit")
    try:
        value = float(name)
    except ValueError:
        return None
    if kind.endswith("_s"):
        return translate("Options", "{0} s").format(_local(value))
    if kind == "hang_frames":
        seconds = _local(round(value / TICKS_PER_S, 1))
        return translate("Options", "{0} frames ({1} s)").format(_local(value), seconds)
    return Counts().restarts(int(value)) if value else translate("Options", "No restarts")


def range_words(minimum: float, maximum: float, *, is_whole: bool, may_be_unlimited: bool) -> str:
    """Returns the range of valid numbers as a part of a sentence."""
    if is_whole and may_be_unlimited:
        words = translate("Options", "a whole number from {0} to {1}, or 'unlimited'")
    elif is_whole:
        words = translate("Options", "a whole number from {0} to {1}")
    elif may_be_unlimited:
        words = translate("Options", "a number of seconds from {0} to {1}, or 'unlimited'")
    else:
        words = translate("Options", "a number of seconds from {0} to {1}")
    return words.format(_local(minimum), _local(maximum))


def typed_number(text: str) -> str:
    """Returns the number at the start of a text as documents write it: `1200` for "1,200 frames"; else the text."""
    digits = _NUMBER.match(text.strip())
    if digits is None:
        return text.strip()
    number, is_read = QLocale().toDouble(digits[0])
    if not is_read:
        number, is_read = QLocale.c().toDouble(digits[0].replace(",", "."))
    return f"{number:.17g}" if is_read else text.strip()


def _local(value: float) -> str:
    decimals = next((places for places in range(_DECIMALS) if round(value, places) == value), _DECIMALS)
    return QLocale().toString(float(value), "f", decimals)


_NO_LIMIT: Final = QT_TRANSLATE_NOOP("Options", "No limit")
_OFF: Final = QT_TRANSLATE_NOOP("Options", "Off")
_ON: Final = QT_TRANSLATE_NOOP("Options", "On")
_USUAL: Final = QT_TRANSLATE_NOOP("Options", "Default")
_LOW: Final = QT_TRANSLATE_NOOP("Options", "Low")
_HIGH: Final = QT_TRANSLATE_NOOP("Options", "High")
_SUPER_HIGH: Final = QT_TRANSLATE_NOOP("Options", "Very high")
_HAUNTED: Final = QT_TRANSLATE_NOOP("Options", "Haunted")
_NUMBERS: Final = {
    **{"Zero": 0, "One": 1, "Two": 2, "Three": 3, "Four": 4, "Five": 5, "Six": 6, "Seven": 7, "Eight": 8, "Nine": 9},
    **{"Ten": 10, "Eleven": 11, "Twelve": 12, "Thirteen": 13, "Fourteen": 14, "Fifteen": 15, "Twenty": 20},
    **{"Thirty": 30, "Forty": 40, "Fifty": 50, "Sixty": 60, "Seventy": 70, "Eighty": 80, "Ninety": 90},
    **{"Hundred": 100, "OneHundredFiftyOne": 151},
}
_GRAVITIES: Final = {"Default": _USUAL, "Low": _LOW, "High": _HIGH, "SuperHigh": _SUPER_HIGH}

_WORDS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "match.game_mode": {
            "Soccar": QT_TRANSLATE_NOOP("Options", "Soccar"),
            "Hoops": QT_TRANSLATE_NOOP("Options", "Hoops"),
            "Dropshot": QT_TRANSLATE_NOOP("Options", "Dropshot"),
            "Snowday": QT_TRANSLATE_NOOP("Options", "Snow Day"),
            "Rumble": QT_TRANSLATE_NOOP("Options", "Rumble"),
            "Heatseeker": QT_TRANSLATE_NOOP("Options", "Heatseeker"),
            "Gridiron": QT_TRANSLATE_NOOP("Options", "Gridiron"),
            "Knockout": QT_TRANSLATE_NOOP("Options", "Knockout"),
        },
        "match.game_map_upk": {"": QT_TRANSLATE_NOOP("Options", "Mode default")},
        "mutators.match_length": {"Unlimited": _NO_LIMIT},
        "mutators.max_score": {"Unlimited": _NO_LIMIT},
        "mutators.max_time": {"Unlimited": _NO_LIMIT},
        "mutators.series_length": {"Unlimited": QT_TRANSLATE_NOOP("Options", "A single game")},
        "mutators.stale_ball": {"Unlimited": QT_TRANSLATE_NOOP("Options", "Never reset")},
        "mutators.overtime": {
            "Unlimited": QT_TRANSLATE_NOOP("Options", "Until the next goal"),
            "FiveMaxFirstScore": QT_TRANSLATE_NOOP("Options", "5 minutes, then first to score"),
            "FiveMaxRandomTeam": QT_TRANSLATE_NOOP("Options", "5 minutes, then random"),
        },
        "mutators.game_speed": {
            "Default": _USUAL,
            "SloMo": QT_TRANSLATE_NOOP("Options", "Slow motion"),
            "TimeWarp": QT_TRANSLATE_NOOP("Options", "Fast motion"),
        },
        "mutators.ball_max_speed": {
            "Default": _USUAL,
            "Slow": QT_TRANSLATE_NOOP("Options", "Slow"),
            "Fast": QT_TRANSLATE_NOOP("Options", "Fast"),
            "SuperFast": QT_TRANSLATE_NOOP("Options", "Very fast"),
        },
        "mutators.ball_type": {
            "Default": QT_TRANSLATE_NOOP("Options", "Mode default"),
            "Cube": QT_TRANSLATE_NOOP("Options", "Cube"),
            "Puck": QT_TRANSLATE_NOOP("Options", "Puck"),
            "Basketball": QT_TRANSLATE_NOOP("Options", "Basketball"),
            "Beachball": QT_TRANSLATE_NOOP("Options", "Beach ball"),
            "Anniversary": QT_TRANSLATE_NOOP("Options", "Anniversary"),
            "Haunted": _HAUNTED,
            "Ekin": QT_TRANSLATE_NOOP("Options", "Ekin"),
            "SpookyCube": QT_TRANSLATE_NOOP("Options", "Spooky cube"),
            "Egg": QT_TRANSLATE_NOOP("Options", "Egg"),
            "PlayerSeeking": QT_TRANSLATE_NOOP("Options", "Seeks players"),
            "Dropshot": QT_TRANSLATE_NOOP("Options", "Dropshot ball"),
            "ScoreAbsorb": QT_TRANSLATE_NOOP("Options", "Absorbs points"),
            "Shoe": QT_TRANSLATE_NOOP("Options", "Shoe"),
            "PizzaPuck": QT_TRANSLATE_NOOP("Options", "Pizza"),
            "Strike": QT_TRANSLATE_NOOP("Options", "Strike"),
            "SpookyBalloon": QT_TRANSLATE_NOOP("Options", "Spooky balloon"),
        },
        "mutators.ball_weight": {
            "Default": _USUAL,
            "Light": QT_TRANSLATE_NOOP("Options", "Light"),
            "Heavy": QT_TRANSLATE_NOOP("Options", "Heavy"),
            "SuperLight": QT_TRANSLATE_NOOP("Options", "Very light"),
            "CurveBall": QT_TRANSLATE_NOOP("Options", "Curves"),
            "BeachBallCurve": QT_TRANSLATE_NOOP("Options", "Curves like a beach ball"),
            "MagnusFutBall": QT_TRANSLATE_NOOP("Options", "Curves like a football"),
            "MagnusFutballLess": QT_TRANSLATE_NOOP("Options", "Curves a little"),
            "Balloon": QT_TRANSLATE_NOOP("Options", "Balloon"),
        },
        "mutators.ball_size": {
            "Default": _USUAL,
            "Small": QT_TRANSLATE_NOOP("Options", "Small"),
            "Medium": QT_TRANSLATE_NOOP("Options", "Larger"),
            "Large": QT_TRANSLATE_NOOP("Options", "Large"),
            "Gigantic": QT_TRANSLATE_NOOP("Options", "Gigantic"),
        },
        "mutators.ball_bounciness": {
            "Default": _USUAL,
            "Low": _LOW,
            "Lowish": QT_TRANSLATE_NOOP("Options", "Rather low"),
            "High": _HIGH,
            "SuperHigh": _SUPER_HIGH,
        },
        "mutators.boost_amount": {
            "NormalBoost": _USUAL,
            "UnlimitedBoost": QT_TRANSLATE_NOOP("Options", "Unlimited"),
            "SlowRecharge": QT_TRANSLATE_NOOP("Options", "Recharges slowly"),
            "RapidRecharge": QT_TRANSLATE_NOOP("Options", "Recharges rapidly"),
            "NoBoost": QT_TRANSLATE_NOOP("Options", "None"),
        },
        "mutators.boost_strength": {
            "One": _USUAL,
            "OneAndAHalf": QT_TRANSLATE_NOOP("Options", "1.5 times"),
            "Two": QT_TRANSLATE_NOOP("Options", "2 times"),
            "Five": QT_TRANSLATE_NOOP("Options", "5 times"),
            "Ten": QT_TRANSLATE_NOOP("Options", "10 times"),
        },
        "mutators.boost_restriction": {
            "Default": QT_TRANSLATE_NOOP("Options", "Everywhere"),
            "AerialOnly": QT_TRANSLATE_NOOP("Options", "In the air only"),
        },
        "mutators.rumble": {
            "Off": _OFF,
            "DefaultRumble": QT_TRANSLATE_NOOP("Options", "All"),
            "Slow": QT_TRANSLATE_NOOP("Options", "All, slowly"),
            "Civilized": QT_TRANSLATE_NOOP("Options", "Civilized"),
            "DestructionDerby": QT_TRANSLATE_NOOP("Options", "Destruction derby"),
            "SpringLoaded": QT_TRANSLATE_NOOP("Options", "Springs only"),
            "SpikesOnly": QT_TRANSLATE_NOOP("Options", "Spikes only"),
            "SpikeRush": QT_TRANSLATE_NOOP("Options", "Spike rush"),
            "HauntedBallBeam": QT_TRANSLATE_NOOP("Options", "Haunted beam"),
            "Tactical": QT_TRANSLATE_NOOP("Options", "Tactical"),
            "BatmanRumble": QT_TRANSLATE_NOOP("Options", "Gotham"),
            "GrapplingOnly": QT_TRANSLATE_NOOP("Options", "Grappling hooks only"),
            "HaymakerOnly": QT_TRANSLATE_NOOP("Options", "Haymakers only"),
            "SpikeRushForce": QT_TRANSLATE_NOOP("Options", "Spike rush with force"),
            "RPS": QT_TRANSLATE_NOOP("Options", "Rock, paper, scissors"),
        },
        "mutators.gravity": {**_GRAVITIES, "Reverse": QT_TRANSLATE_NOOP("Options", "Upwards")},
        "mutators.ball_gravity": {**_GRAVITIES, "Default": QT_TRANSLATE_NOOP("Options", "Same as gravity")},
        "mutators.demolish": {
            "Default": QT_TRANSLATE_NOOP("Options", "Supersonic hits"),
            "Disabled": _OFF,
            "FriendlyFire": QT_TRANSLATE_NOOP("Options", "Supersonic hits, team mates too"),
            "OnContact": QT_TRANSLATE_NOOP("Options", "Every contact"),
            "OnContactFF": QT_TRANSLATE_NOOP("Options", "Every contact, team mates too"),
            "OnBallContact": QT_TRANSLATE_NOOP("Options", "Touching the ball"),
            "OnBallContactFF": QT_TRANSLATE_NOOP("Options", "Touching the ball, team mates too"),
            "OnBallContactSilent": QT_TRANSLATE_NOOP("Options", "Touching the ball, silently"),
            "OnBallContactFFSilent": QT_TRANSLATE_NOOP("Options", "Touching the ball, team mates too, silently"),
        },
        "mutators.respawn_time": {
            "DisableGoalReset": QT_TRANSLATE_NOOP("Options", "3 seconds, cars keep their places after goals")
        },
        "mutators.game_event": {
            "Default": QT_TRANSLATE_NOOP("Options", "None"),
            "Haunted": _HAUNTED,
            "Rugby": QT_TRANSLATE_NOOP("Options", "Rugby"),
        },
        "mutators.audio": {"Default": _USUAL, "Haunted": _HAUNTED},
        "mutators.territory": {"Off": _OFF, "Territory": _ON},
        "mutators.jump": {
            "Default": _USUAL,
            "Grounded": QT_TRANSLATE_NOOP("Options", "From the ground only"),
            "Two": QT_TRANSLATE_NOOP("Options", "2 jumps"),
            "Three": QT_TRANSLATE_NOOP("Options", "3 jumps"),
            "Four": QT_TRANSLATE_NOOP("Options", "4 jumps"),
            "Unlimited": _NO_LIMIT,
            "NoJumps": QT_TRANSLATE_NOOP("Options", "None"),
        },
        "mutators.dodge_timer": {
            "OnePointTwentyFiveSeconds": QT_TRANSLATE_NOOP("Options", "1.25 seconds"),
            "Unlimited": _NO_LIMIT,
        },
        "mutators.possession_score": {
            "Off": _OFF,
            "OneSecond": QT_TRANSLATE_NOOP("Options", "Every second"),
            "TwoSeconds": QT_TRANSLATE_NOOP("Options", "Every 2 seconds"),
            "ThreeSeconds": QT_TRANSLATE_NOOP("Options", "Every 3 seconds"),
        },
        "mutators.input_restriction": {"Default": _USUAL, "Backwards": QT_TRANSLATE_NOOP("Options", "Backwards only")},
        "mutators.scoring_rule": {
            "Default": QT_TRANSLATE_NOOP("Options", "Yes"),
            "Disabled": QT_TRANSLATE_NOOP("Options", "No"),
        },
        "mutators.tri_tip_mode": {"Off": _OFF, "Tritip": _ON},
        "mutators.locked_damage_phase": {"Default": _USUAL, "High": _HIGH},
        "mutators.spawn_demoball": {"Off": _OFF, "On": _ON},
        "mutators.keep_up_rules": {
            "Off": _OFF,
            "EnabledIncrement": QT_TRANSLATE_NOOP("Options", "On, counting up"),
            "Enabled": _ON,
        },
        "mutators.match_admin": {"Off": _OFF, "On": _ON},
        "match.existing_match_behavior": {
            "Restart": QT_TRANSLATE_NOOP("Options", "Restart match"),
            "ContinueAndSpawn": QT_TRANSLATE_NOOP("Options", "Continue with these cars"),
            "RestartIfDifferent": QT_TRANSLATE_NOOP("Options", "Restart match if it differs"),
        },
        "match.enable_rendering": {
            "OffByDefault": QT_TRANSLATE_NOOP("Options", "Off by default"),
            "OnByDefault": _ON,
            "AlwaysOff": QT_TRANSLATE_NOOP("Options", "Never"),
        },
        "kickabout.restarts.when_spent": {
            "bench": QT_TRANSLATE_NOOP("Options", "Park its cars"),
            "forfeit": QT_TRANSLATE_NOOP("Options", "The other team wins"),
            "end": QT_TRANSLATE_NOOP("Options", "The match ends"),
        },
        "rlbot.performance_monitor": {
            "ShowWhenSuboptimal": QT_TRANSLATE_NOOP("Options", "When bots are late"),
            "AlwaysShow": QT_TRANSLATE_NOOP("Options", "Always"),
            "NeverShow": QT_TRANSLATE_NOOP("Options", "Never"),
        },
        "rlbot.launcher": {
            "Steam": QT_TRANSLATE_NOOP("Options", "Steam"),
            "Epic": QT_TRANSLATE_NOOP("Options", "Epic Games"),
            "Custom": QT_TRANSLATE_NOOP("Options", "Custom"),
            "NoLaunch": QT_TRANSLATE_NOOP("Options", "Already running"),
        },
        "rlbot.launcher_arg": {
            "": QT_TRANSLATE_NOOP("Options", "None"),
            "legendary": QT_TRANSLATE_NOOP("Options", "Legendary"),
            "heroic": QT_TRANSLATE_NOOP("Options", "Heroic"),
        },
    }
)
_FLAGS: Final = {"false": _OFF, "true": _ON}
_COUNTED: Final = re.compile(r"(?P<number>[A-Za-z]+?)(?P<unit>Seconds?|Minutes?|Goals?|Games)?")


def value_label(key: str, name: str) -> str:
    """Returns the name of an option's value in the user's language; by default the value itself."""
    words = _WORDS.get(key, {}).get(name, _FLAGS.get(name))
    if words is not None:
        return QCoreApplication.translate("Options", str(words))
    return number_label(key, name) or _counted(name)


def _counted(name: str) -> str:
    """`TenMinutes` as "10 minutes", `Two` as "2"."""
    match = _COUNTED.fullmatch(name)
    number = _NUMBERS.get(match["number"]) if match is not None else None
    if match is None or number is None:
        return name
    unit = (match["unit"] or "").lower().removesuffix("s")
    if not unit:
        return str(number)
    counts = Counts()
    words = {"second": counts.seconds, "minute": counts.minutes, "goal": counts.goals, "game": counts.games}
    return words[unit](number)
