"""What the paths on the command line, or dropped on the window, ask for."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BOT_FILES: Final = ("bot.toml", "script.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A match to open, bots to add to it, or a complaint in a sentence."""

    match: Path | None = None
    bots: tuple[Path, ...] = ()
    complaint: str = ""


def sort_paths(paths: Sequence[Path]) -> Opening:
    """Tells a match file from bots by their names alone; nothing is read or run."""
    matches: list[Path] = []
    bots: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = find_bot(path)
            if found is None:
                return Opening(complaint=f"There is no bot.toml in the folder {path}.")
            bots.append(found)
        elif not path.is_file():
            return Opening(complaint=f"There is no file {path}.")
        elif is_bot_file(path):
            bots.append(path)
        else:
            matches.append(path)
    if len(matches) > 1:
        return Opening(complaint="One match at a time: name one match file, and bots if you like.")
    return Opening(match=matches[0] if matches else None, bots=tuple(bots))


def is_bot_file(path: Path) -> bool:
    """Whether the name is one under which bots and scripts are found."""
    return path.name in BOT_FILES or path.name.endswith((".bot.toml", ".script.toml"))


def find_bot(folder: Path) -> Path | None:
    """The bot's or script's document in `folder` itself or just below; None when there is none or more than one."""
    for pattern in ("*.toml", "*/*.toml"):
        found = sorted(path for path in folder.glob(pattern) if path.is_file() and is_bot_file(path))
        if found:
            return found[0] if len(found) == 1 else None
    return None
