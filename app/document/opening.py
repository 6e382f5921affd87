"""What the paths on the command line, or dropped on the window, ask for."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

BOT_FILES: Final = ("bot.toml", "script.toml")


class Trouble(Enum):
    """Why paths cannot be opened, in the sentence of the command line; `app.document.incoming` has the window's."""

    NO_BOT = "The folder {path} contains no bot.toml."
    NO_FILE = "There is no file {path}."
    MATCHES = "Only one match can be open: pass one match file, and any number of bots."


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A match to open, bots to add to it, or what is wrong with the paths."""

    match: Path | None = None
    bots: tuple[Path, ...] = ()
    trouble: Trouble | None = None
    path: Path | None = None
    """What the trouble is with, where it is with one path."""

    @property
    def complaint(self) -> str:
        """What is wrong, in a sentence; empty where nothing is."""
        return "" if self.trouble is None else self.trouble.value.format(path=self.path)


def sort_paths(paths: Sequence[Path]) -> Opening:
    """Tells a match file from bots by their names alone; nothing is read or run."""
    matches: list[Path] = []
    bots: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = find_bot(path)
            if found is None:
                return Opening(trouble=Trouble.NO_BOT, path=path)
            bots.append(found)
        elif not path.is_file():
            return Opening(trouble=Trouble.NO_FILE, path=path)
        elif is_bot_file(path):
            bots.append(path)
        else:
            matches.append(path)
    if len(matches) > 1:
        return Opening(trouble=Trouble.MATCHES)
    return Opening(match=matches[0] if matches else None, bots=tuple(bots))


def is_bot_file(path: Path) -> bool:
    """Whether the name is one under which bots and scripts are found."""
    return path.name in BOT_FILES or path.name.endswith((".bot.toml", ".script.toml"))


def is_script_file(path: Path) -> bool:
    """Whether the name is one under which scripts are found; `typescript.bot.toml` is a bot."""
    return path.name == "script.toml" or path.name.endswith(".script.toml")


def find_bot(folder: Path) -> Path | None:
    """The bot's or script's document in `folder` itself or just below; None when there is none or more than one."""
    for pattern in ("*.toml", "*/*.toml"):
        found = sorted(path for path in folder.glob(pattern) if path.is_file() and is_bot_file(path))
        if found:
            return found[0] if len(found) == 1 else None
    return None
