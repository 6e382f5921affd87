"""Suggestions: what was probably meant by a path, key or value that does not exist."""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Final

from runtime.files import is_there, names_in
from runtime.texts import is_written

AGENT_FILES: Final = ("bot.toml", "script.toml")
_LONGEST: Final = 60
"""Letters of a word that are compared."""


def closest(word: str, words: Collection[str]) -> str:
    """The word that was probably meant, or an empty text."""
    by_lower = {_bare(known): known for known in words}
    matches = get_close_matches(_bare(word[:_LONGEST]), by_lower, n=1, cutoff=0.6)
    return by_lower[matches[0]] if matches else ""


def missing_fix(path: Path, home: Path | None, *, is_agent: bool) -> tuple[str, str]:
    """Returns the fix for a path at which nothing stands, as a sentence, and the path that was meant.

    Both are empty when nothing is near. The path is relative to `home`, or to the working folder where `path` is.
    Documents of agents are left out unless `is_agent` says that one may be meant.
    """
    if ("\\" in str(path) and os.sep != "\\") or not is_written(str(path)):  # "\b" in quotes is no b
        slashed = path.as_posix().replace("\\", "/")
        meant_path = _written(Path(slashed), home) if is_written(slashed) and is_there(Path(slashed)) else ""
        return "Write the path with / instead of \\.", meant_path
    meant = _meant(path.absolute(), is_agent=is_agent)
    if meant is None:
        return "", ""
    written = _written(meant, home if path.is_absolute() else Path.cwd())
    return f'Did you mean "{written}"?', written


def folder_fix(folder: Path, home: Path | None, *, is_agent: bool) -> tuple[str, str]:
    """Returns the fix for a folder that stands in place of a document, as a sentence, and the path that was meant."""
    inside = _document_in(folder) if is_agent else None
    if inside is None:
        return "Name the file inside it.", ""
    return f'Write "{_written(inside, home)}".', _written(inside, home)


def _meant(path: Path, *, is_agent: bool) -> Path | None:
    """The document whose path differs from `path` in a misspelt name or two; None when there is none."""
    place = Path(path.anchor)
    for name in path.parts[1:]:
        found = name if is_there(place / name) else _like(name, _candidates(place, is_agent=is_agent))
        if not found or (found == name and not is_there(place / name)):  # a link that leads nowhere
            return None
        place /= found
    if is_there(place, as_folder=True):
        return _document_in(place) if is_agent else None
    return place


def _candidates(folder: Path, *, is_agent: bool) -> list[str]:
    return [name for name in names_in(folder) if is_agent or name not in AGENT_FILES]


def _like(name: str, names: Collection[str]) -> str:
    return next((other for other in names if other.lower() == name.lower()), "") or closest(name, names)


def _document_in(folder: Path) -> Path | None:
    return next((folder / name for name in AGENT_FILES if is_there(folder / name)), None)


def _written(path: Path, home: Path | None) -> str:
    try:
        return Path(os.path.relpath(path, home) if home is not None else path).as_posix()
    except ValueError:  # another drive, on Windows
        return path.as_posix()


def _bare(word: str) -> str:
    return word.lower().replace("_", "").replace("-", "").replace(" ", "")


@dataclass(frozen=True, slots=True)
class OldKey:
    """A key that is no longer read."""

    new: str
    """The key that took its place."""
    remark: str = ""

    @property
    def fix(self) -> str:
        """What to write instead."""
        return f'Write "{self.new}"{self.remark}.'


OLD_KEYS: Final[Mapping[str, OldKey]] = MappingProxyType(
    {
        "auto_start_bots": OldKey("auto_start_agents", ", its new name"),
        "wait_for_bots": OldKey("wait_for_agents"),
        "config": OldKey("config_file"),
        "config_path": OldKey("config_file"),
        "participant_config": OldKey("config_file"),
        "loadout_config": OldKey("loadout_file"),
        "looks_config": OldKey("loadout_file"),
        "location": OldKey("root_dir"),
        "working_dir": OldKey("root_dir"),
        "is_hivemind": OldKey("hivemind"),
        "map": OldKey("game_map_upk"),
        "game_map": OldKey("game_map_upk"),
        "mode": OldKey("game_mode"),
        "start_without_delay": OldKey("start_without_countdown"),
        "rendering": OldKey("enable_rendering", ' with true, false or "OffByDefault"'),
        "state_setting": OldKey("enable_state_setting"),
        "type_": OldKey("type"),
        "bot_skill": OldKey("skill"),
        "logo": OldKey("logo_file"),
        "github": OldKey("source_link"),
        "env": OldKey("environment"),
    }
)

OLD_VALUES: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("max_score", "default"): "Unlimited",
        ("max_time", "default"): "Unlimited",
        ("match_length", "default"): "FiveMinutes",
        ("rumble", "norumble"): "Off",
        ("rumble", "none"): "Off",
        ("rumble", "default"): "DefaultRumble",
        ("ball_bounciness", "lowishbounciness"): "Lowish",
        ("boost_amount", "default"): "NormalBoost",
        ("boost_strength", "default"): "One",
        ("respawn_time", "default"): "ThreeSeconds",
        ("territory", "default"): "Off",
        ("stale_ball", "default"): "Unlimited",
        ("game_mode", "hockey"): "Snowday",
        ("launcher", "none"): "NoLaunch",
        ("launcher", "legendary"): "Custom",
        ("launcher", "heroic"): "Custom",
        ("launcher", "epicgames"): "Epic",
    }
)
"""What was probably meant, by key and by the value in lower case."""
