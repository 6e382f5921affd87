"""Conversion of a match of RLBot v4, `rlbot.cfg`, to a match.toml."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from runtime.documents.choices import MUTATORS, default_map
from runtime.documents.maps import MAPS
from runtime.documents.model import Reading
from runtime.documents.suggestions import closest, did_you_mean
from runtime.documents.surgery import Value, toml_value
from runtime.documents.v4_files import Cfg, read_cfg, whole_number
from runtime.files import is_there
from runtime.model.messages import message

MATCH: Final = "Match Configuration"
MUTATOR_SECTION: Final = "Mutator Configuration"
PARTICIPANTS: Final = "Participant Configuration"
SCRIPTS: Final = "Scripts"
RLBOT: Final = "RLBot Configuration"
MAX_PLAYERS: Final = 64
_TYPES: Final = ("rlbot", "human", "psyonix", "party_member_bot")
_MODES: Final = {
    **{name: name for name in ("Hoops", "Dropshot", "Rumble", "Heatseeker", "Gridiron")},
    "Soccer": "Soccar",
    "Hockey": "Snowday",
}
_OTHER_MAPS: Final = {
    "hoopsdunkhouse": "HoopsStadium_P",
    "hoopstheblock": "HoopsStreet_P",
    "dropshotcore707": "ShatterShot_P",
    "farmsteadupsidedown": "farm_hw_p",
}
"""Names in v4 that differ from the map's own name, without blanks and case."""
_BEHAVIORS: Final = {
    "Restart If Different": "RestartIfDifferent",
    "Restart": "Restart",
    "Continue And Spawn": "ContinueAndSpawn",
}
_CHOICES: Final = {
    "Match Length": ("match_length", ("5 Minutes", "10 Minutes", "20 Minutes", "Unlimited")),
    "Max Score": ("max_score", ("Unlimited", "1 Goal", "3 Goals", "5 Goals")),
    "Overtime": ("overtime", ("Unlimited", "+5 Max, First Score", "+5 Max, Random Team")),
    "Series Length": ("series_length", ("Unlimited", "3 Games", "5 Games", "7 Games")),
    "Game Speed": ("game_speed", ("Default", "Slo-Mo", "Time Warp")),
    "Ball Max Speed": ("ball_max_speed", ("Default", "Slow", "Fast", "Super Fast")),
    "Ball Type": ("ball_type", ("Default", "Cube", "Puck", "Basketball")),
    "Ball Weight": ("ball_weight", ("Default", "Light", "Heavy", "Super Light")),
    "Ball Size": ("ball_size", ("Default", "Small", "", "Large", "Gigantic")),
    "Ball Bounciness": ("ball_bounciness", ("Default", "Low", "High", "Super High")),
    "Boost Amount": ("boost_amount", ("Default", "Unlimited", "Recharge (Slow)", "Recharge (Fast)", "No Boost")),
    "Rumble": (
        "rumble",
        *(("None", "Default", "Slow", "Civilized", "Destruction Derby", "Spring Loaded", "Spikes Only", "Spike Rush"),),
    ),
    "Boost Strength": ("boost_strength", ("1x", "1.5x", "2x", "", "10x")),
    "Gravity": ("gravity", ("Default", "Low", "High", "Super High")),
    "Demolish": ("demolish", ("Default", "Disabled", "Friendly Fire", "On Contact", "On Contact (FF)")),
    "Respawn Time": ("respawn_time", ("3 Seconds", "2 Seconds", "1 Second", "Disable Goal Reset")),
}
"""v5 mutators by their v4 names, with the v4 values in the order of `MUTATORS`; empty where v4 has none."""
_OLD_VALUES: Final = {
    ("Max Score", "0"): "Unlimited",
    ("Ball Max Speed", "0"): "Default",
    ("Ball Size", "1.0"): "Default",
    ("Ball Bounciness", "1.0"): "Default",
    ("Boost Strength", "Default"): "1x",
    ("Boost Strength", "1.0"): "1x",
    ("Respawn Time", "3.0"): "3 Seconds",
    ("Respawn Time", "3"): "3 Seconds",
}
"""Spellings of older versions of v4."""
_FLAG_WORDS: Final = {
    **dict.fromkeys(("1", "yes", "true", "on"), True),
    **dict.fromkeys(("0", "no", "false", "off", ""), False),
}

_Table = tuple[str, dict[str, Value]]
"""A header and the values below it."""


def convert_match(path: Path, target: Path) -> Reading[str]:
    """Returns the match.toml for a rlbot.cfg; its links are relative to the folder of `target`.

    The value is None if the file cannot be read. A value without a counterpart becomes a problem, and the default is
    used.
    """
    reading = read_cfg(path)
    cfg = reading.value
    if cfg is None:
        return Reading.of(None, reading.problems)
    if not cfg.has(MATCH) and not cfg.has(PARTICIPANTS):
        cfg.error("", "", message("v4-no-match", "This is not a match of RLBot v4: it has no [Match Configuration]."))
        return Reading.of(None, cfg.findings)
    tables: list[_Table] = [
        ("[rlbot]", {"launcher": _launcher(cfg)}),
        ("[match]", _match(cfg)),
        *_mutators(cfg),
        *_cars(cfg, target),
        *_scripts(cfg, target),
    ]
    return Reading(value="\n".join(map(_written, tables)), problems=tuple(cfg.findings))


def _written(table: _Table) -> str:
    header, values = table
    return "\n".join([header, *(f"{key} = {toml_value(value)}" for key, value in values.items()), ""])


def _launcher(cfg: Cfg) -> str:
    launcher = cfg.values(RLBOT).get("launcher_preference", "")
    return "Steam" if launcher.lower() in ("", "steam") else "Epic"


def _match(cfg: Cfg) -> dict[str, Value]:
    values = cfg.values(MATCH)
    mode = _chosen(cfg, MATCH, "game_mode", _MODES, "Soccer")
    written = values.get("game_map", "") or "DFHStadium"
    is_rendered = _flag(cfg, "enable_rendering", default=True)
    for key in ("enable_lockstep",):
        if _flag(cfg, key, default=False):
            text = message(
                "v4-lockstep", "{key} has no counterpart: choose the pace when you start the match.", key=key
            )
            cfg.warn(MATCH, key, text)
    return {
        "game_mode": mode,
        "game_map_upk": _map(written) or (written if values.get("game_map") else default_map(mode)),
        "skip_replays": _flag(cfg, "skip_replays", default=False),
        "start_without_countdown": _flag(cfg, "start_without_countdown", default=False),
        "existing_match_behavior": _chosen(cfg, MATCH, "existing_match_behavior", _BEHAVIORS, "Restart If Different"),
        "enable_rendering": "OnByDefault" if is_rendered else "AlwaysOff",
        "enable_state_setting": _flag(cfg, "enable_state_setting", default=True),
        "auto_save_replays": _flag(cfg, "auto_save_replay", default=False),
    }


def _map(written: str) -> str:
    """Returns the upk of a map given by its v4 name or its upk; empty if it is unknown."""
    by_name = {_letters(name): upk for upk, name in MAPS.items()}
    by_upk = {upk.lower(): upk for upk in MAPS}
    name = _letters(written)
    return _OTHER_MAPS.get(name) or by_name.get(name) or by_upk.get(written.lower(), "")


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _mutators(cfg: Cfg) -> list[_Table]:
    written = cfg.values(MUTATOR_SECTION)
    mutators: dict[str, Value] = {}
    for name, (key, values) in _CHOICES.items():
        value = written.get(name.lower(), "")
        value = _OLD_VALUES.get((name, value), value)
        if not value or value == values[0]:
            continue
        if value in values:
            mutators[key] = MUTATORS[key][values.index(value)]
        else:
            _warn_of_value(cfg, MUTATOR_SECTION, name.lower(), value, [known for known in values if known])
    for key in sorted(written.keys() - {name.lower() for name in _CHOICES}):
        text = message("unknown-key", 'Key "{key}" is unknown and has no effect.', key=key)
        cfg.warn(MUTATOR_SECTION, key, text, did_you_mean(closest(key, _CHOICES)))
    return [("[mutators]", mutators)] if mutators else []


def _cars(cfg: Cfg, target: Path) -> Iterator[_Table]:
    values = cfg.values(PARTICIPANTS)
    written = cfg.values(MATCH).get("num_participants", "0")
    number = whole_number(written)
    count = min(MAX_PLAYERS, number or 0)
    if number is None:
        text = message("v4-wrong-count", '{key} is "{written}", not a number.', key="num_participants", written=written)
        cfg.warn(MATCH, "num_participants", text)
    for number in range(count):
        team_key, type_key = f"participant_team_{number}", f"participant_type_{number}"
        team = values.get(team_key, "0")
        if team not in ("0", "1"):
            cfg.warn(
                PARTICIPANTS,
                team_key,
                message("v4-wrong-team", '{key} is "{written}", not 0 or 1.', key=team_key, written=team),
            )
        car: dict[str, Value] = {"team": 1 if team == "1" else 0}
        kind = values.get(type_key, "") or "rlbot"
        if kind not in _TYPES:
            _warn_of_value(cfg, PARTICIPANTS, type_key, kind, _TYPES)
        link = _link(cfg, PARTICIPANTS, f"participant_config_{number}", target)
        if kind == "human":
            car["type"] = "Human"
        elif kind == "psyonix":
            car |= {"type": "Psyonix", "skill": _skill(values.get(f"participant_bot_skill_{number}", ""))}
        elif link:
            car["config_file"] = link
        else:
            if kind in _TYPES:
                key = f"participant_config_{number}"
                text = message("v4-no-config", "There is no {key}, so this car is left out.", key=key)
                cfg.warn(PARTICIPANTS, key, text)
            continue
        yield "[[cars]]", car


def _scripts(cfg: Cfg, target: Path) -> Iterator[_Table]:
    number = 0
    while cfg.values(SCRIPTS).get(f"script_config_{number}", ""):
        link = _link(cfg, SCRIPTS, f"script_config_{number}", target)
        if link:
            yield "[[scripts]]", {"config_file": link}
        number += 1


def _skill(written: str) -> str:
    """Returns the skill of a Psyonix bot: 0 is rookie, 0.5 pro and 1 all-star."""
    try:
        skill = float(written or 1.0)
    except ValueError:
        skill = 1.0
    return "Rookie" if skill < 0.25 else "Pro" if skill < 0.75 else "AllStar"


def _link(cfg: Cfg, section: str, key: str, target: Path) -> str:
    """Returns the path that a key names, relative to the folder of the new document; empty after a warning."""
    path = cfg.file(section, key)
    if path is None:
        return ""
    if not is_there(path):
        written = cfg.values(section)[key]
        text = message("file-missing", '{key} is "{written}", but this file does not exist.', key=key, written=written)
        cfg.warn(section, key, text, cfg.name_fix(written))
    try:
        return Path(os.path.relpath(path, target.absolute().parent)).as_posix()
    except ValueError:  # another drive, on Windows
        return path.as_posix()


def _flag(cfg: Cfg, key: str, *, default: bool) -> bool:
    written = cfg.values(MATCH).get(key)
    if written is None:
        return default
    if written.lower() not in _FLAG_WORDS:
        text = message(
            "v4-wrong-flag", '{key} is "{written}", but True or False is expected.', key=key, written=written
        )
        cfg.warn(MATCH, key, text)
    return _FLAG_WORDS.get(written.lower(), default)


def _chosen(cfg: Cfg, section: str, key: str, names: dict[str, str], default: str) -> str:
    written = cfg.values(section).get(key, "") or default
    if written not in names:
        _warn_of_value(cfg, section, key, written, names)
    return names.get(written, names[default])


def _warn_of_value(
    cfg: Cfg, section: str, key: str, written: str, names: "list[str] | tuple[str, ...] | dict[str, str]"
) -> None:
    text = message(
        "v4-unknown-value",
        '{key} is "{written}", which RLBot v4 does not know: the default is used.',
        key=key,
        written=written,
    )
    cfg.warn(section, key, text, did_you_mean(closest(written, list(names))))
