"""Suggests the path, key or value that was probably meant by one that does not exist."""

import os
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Final

from runtime.files import is_there, names_in
from runtime.model.messages import Message, message
from runtime.texts import is_written

AGENT_FILES: Final = ("bot.toml", "script.toml")
_MAX_CHARACTERS: Final = 60
"""Maximum length of words that are compared."""
SLASHES_FIX: Final = message("write-slashes", "Write the path with / instead of \\.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A fix as a sentence, and the text to write, if one is known."""

    fix: Message | None = None
    meant: str = ""
    is_certain: bool = False
    """The text names the same file in another spelling; otherwise it is a guess."""


NO_SUGGESTION: Final = Suggestion()


def did_you_mean(word: str) -> Message | None:
    """Returns the question whether `word` was meant; None if it is empty."""
    return message("did-you-mean", 'Did you mean "{written}"?', written=word) if word else None


def closest(word: str, words: Collection[str]) -> str:
    """Returns the most similar of `words`, ignoring case and separators; empty if none is similar."""
    by_lower = {_bare(known): known for known in words}
    matches = get_close_matches(_bare(word[:_MAX_CHARACTERS]), by_lower, n=1, cutoff=0.6)
    return by_lower[matches[0]] if matches else ""


def for_missing_file(path: Path, home: Path | None, *, is_agent: bool) -> Suggestion:
    """Returns a replacement for a path at which nothing exists.

    The suggested path is relative to `home`, or to the working folder if `path` is relative. Documents of agents are
    suggested only if `is_agent`.
    """
    if ("\\" in str(path) and os.sep != "\\") or not is_written(str(path)):  # "\b" in quotes is a backspace
        slashed = path.as_posix().replace("\\", "/")
        meant_path = _written(Path(slashed), home) if is_written(slashed) and is_there(Path(slashed)) else ""
        return Suggestion(fix=SLASHES_FIX, meant=meant_path, is_certain=True)
    same = in_other_case(path.absolute())
    meant = same or _meant(path.absolute(), is_agent=is_agent)
    if meant is None:
        return NO_SUGGESTION
    written = _written(meant, home if path.is_absolute() else Path.cwd())
    return Suggestion(fix=did_you_mean(written), meant=written, is_certain=same is not None)


def in_other_case(path: Path) -> Path | None:
    """Returns the only existing file whose path differs from an absolute one in case or the form of accents."""
    place = Path(path.anchor)
    for name in path.parts[1:]:
        if not is_there(place / name):
            same = [other for other in names_in(place) if _folded(other) == _folded(name)]
            if len(same) != 1:
                return None
            name = same[0]  # noqa: PLW2901 - the name as it is on the disk
        place /= name
    return place if is_there(place) and not is_there(place, as_folder=True) else None


def other_case(key: str, written: str, file: Path) -> Message:
    """Returns the message for a key that names a file in other case than the file's own."""
    return message(
        "file-other-case",
        '{key} is "{written}", but the file is called "{name}". It is used here; not every system finds it.',
        key=key,
        written=written,
        name=file.name,
    )


def is_same_word(word: str, other: str) -> bool:
    """Returns whether two words differ only in case and separators."""
    return _bare(word) == _bare(other)


def for_folder(folder: Path, home: Path | None, *, is_agent: bool) -> Suggestion:
    """Returns a replacement for a folder where a document is expected; arguments as for `for_missing_file`."""
    inside = _document_in(folder) if is_agent else None
    if inside is None:
        return Suggestion(fix=message("name-file-inside", "Name the file inside it."))
    written = _written(inside, home)
    is_only = sum(is_there(folder / name) for name in AGENT_FILES) == 1
    return Suggestion(
        fix=message("write-path", 'Write "{written}".', written=written), meant=written, is_certain=is_only
    )


def _meant(path: Path, *, is_agent: bool) -> Path | None:
    """Returns the existing document whose path differs only in misspelt names; None if there is none."""
    place = Path(path.anchor)
    for name in path.parts[1:]:
        entry = name if is_there(place / name) else _like(name, _candidates(place, is_agent=is_agent))
        if not entry or (entry == name and not is_there(place / name)):  # a broken link
            return None
        place /= entry
    if is_there(place, as_folder=True):
        return _document_in(place) if is_agent else None
    return place


def _candidates(folder: Path, *, is_agent: bool) -> list[str]:
    return [name for name in names_in(folder) if is_agent or name not in AGENT_FILES]


def _like(name: str, names: Collection[str]) -> str:
    """Returns the most similar name; endings such as .toml, which all documents share, do not count as similar."""
    same = next((other for other in names if other.lower() == name.lower()), "")
    ending, stem = Path(name).suffix, Path(name).stem
    stems = {other[: len(other) - len(ending)]: other for other in names if other.endswith(ending)}
    others = [other for other in names if Path(other).stem == stem]
    return same or stems.get(closest(stem, stems), "") or closest(name, others)


def _document_in(folder: Path) -> Path | None:
    return next((folder / name for name in AGENT_FILES if is_there(folder / name)), None)


def _written(path: Path, home: Path | None) -> str:
    try:
        return Path(os.path.relpath(path, home) if home is not None else path).as_posix()
    except ValueError:  # another drive, on Windows
        return path.as_posix()


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _bare(word: str) -> str:
    return word.lower().replace("_", "").replace("-", "").replace(" ", "")


@dataclass(frozen=True, slots=True)
class OldKey:
    """A key that is no longer read."""

    new: str
    """The key that replaces it."""
    hint: Message | None = None
    """The fix, if it says more than the new key."""

    @property
    def fix(self) -> Message:
        """The sentence with the replacement."""
        return self.hint or message("write-key", 'Write "{written}".', written=self.new)


OLD_KEYS: Final[Mapping[str, OldKey]] = MappingProxyType(
    {
        "auto_start_bots": OldKey(
            "auto_start_agents",
            message("write-new-name", 'Write "{written}", its new name.', written="auto_start_agents"),
        ),
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
        "rendering": OldKey(
            "enable_rendering",
            message(
                "write-rendering",
                'Write "{written}" with true, false or "{other}".',
                written="enable_rendering",
                other="OffByDefault",
            ),
        ),
        "state_setting": OldKey("enable_state_setting"),
        "type_": OldKey("type"),
        "bot_skill": OldKey("skill"),
        "logo": OldKey("logo_file"),
        "github": OldKey("source_link"),
        "env": OldKey("environment"),
    }
)
"""Keys of older documents and common mistakes, with their replacements."""

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
"""The value that was probably meant, by key and written value in lower case."""
