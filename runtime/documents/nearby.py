"""What probably was meant by a path at which there is no document."""

import os
import stat
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from runtime.texts import is_written

AGENT_FILES: Final = ("bot.toml", "script.toml")
_LONGEST: Final = 60
"""Letters of a word that are compared."""


def is_there(path: Path, *, as_folder: bool = False) -> bool:
    """Whether something, or a folder, stands at `path`; a path that cannot be asked about is not there."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(status.st_mode) or not as_folder


def is_link(path: Path) -> bool:
    """Whether a symbolic link stands at `path`, wherever it leads."""
    try:
        return path.is_symlink()
    except (OSError, ValueError):
        return False


def names_in(folder: Path) -> list[str]:
    """The names in a folder, sorted; none where it cannot be listed."""
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except (OSError, ValueError):
        return []


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
