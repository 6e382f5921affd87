"""Sorts the paths of a command line or a drop into match files and bots; runs nothing.

Only .cfg files are read, which may be documents of RLBot v4.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from runtime.model.problems import Problem

BOT_FILES: Final = ("bot.toml", "script.toml")
CFG: Final = ".cfg"
_SOURCES: Final = (".py", ".pyw", ".js", ".ts", ".java", ".cs", ".rs", ".go", ".lua", ".rb", ".cpp", ".kt")


class Trouble(Enum):
    """Why paths cannot be opened; the values are the sentences of the command line."""

    NO_BOT = "The folder {path} contains no bot.toml."
    BOTS = "The folder {path} contains several bots: pass the folder of one, or add it to the library of the window."
    NO_FILE = "There is no file {path}."
    MATCHES = "Only one match can be open at a time: pass one match file and any number of bots."
    RUNS = "Only one training run can be open at a time: pass one run file."
    FOREIGN = "{path} cannot be opened."
    """The file is not a match document; `Opening.problem` says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A match and a training run to open, bots to add to the match, or why the paths cannot be opened."""

    match: Path | None = None
    bots: tuple[Path, ...] = ()
    run: Path | None = None
    """The document of a training run."""
    trouble: Trouble | None = None
    path: Path | None = None
    """The path that causes the trouble, where one does."""
    problem: "Problem | None" = None

    @property
    def complaint(self) -> str:
        """The trouble as a sentence; empty if there is none."""
        if self.problem is not None:
            return str(self.problem)
        return "" if self.trouble is None else self.trouble.value.format(path=self.path)


def sort_paths(paths: Sequence[Path]) -> Opening:
    """Sorts paths into a match file and bots by their names."""
    matches: list[Path] = []
    runs: list[Path] = []
    bots: list[Path] = []
    for path in paths:
        if path.is_dir():
            bot = find_bot(path)
            if bot is None:
                return Opening(trouble=Trouble.BOTS if bots_of(path) else Trouble.NO_BOT, path=path)
            bots.append(bot)
        elif not path.is_file():
            return Opening(trouble=Trouble.NO_FILE, path=path)
        elif is_bot_file(path):
            bots.append(path)
        elif problem := _foreign(path):
            return Opening(trouble=Trouble.FOREIGN, path=path, problem=problem)
        else:
            (runs if is_run_file(path) else matches).append(path)
    if len(matches) > 1:
        return Opening(trouble=Trouble.MATCHES)
    if len(runs) > 1:
        return Opening(trouble=Trouble.RUNS)
    return Opening(match=next(iter(matches), None), bots=tuple(bots), run=next(iter(runs), None))


def _foreign(path: Path) -> "Problem | None":
    if path.suffix.lower() == ".toml":
        return None
    from runtime.documents.match_file import not_a_match  # noqa: PLC0415 - the command line needs only names

    return not_a_match(path)


def is_bot_file(path: Path) -> bool:
    """Returns whether a file has the name of a bot's or script's document, or is one of RLBot v4."""
    return path.name in BOT_FILES or path.name.endswith((".bot.toml", ".script.toml")) or _is_v4_file(path)


def is_run_file(path: Path) -> bool:
    """Returns whether a file has the name of the document of a training run."""
    return path.name == "run.toml" or path.name.endswith(".run.toml")


def is_script_file(path: Path) -> bool:
    """Returns whether a file has the name of a script's document; `typescript.bot.toml` is a bot."""
    if path.suffix.lower() == CFG:
        from runtime.documents import is_v4_script  # noqa: PLC0415 - the command line needs only names

        return is_v4_script(path)
    return path.name == "script.toml" or path.name.endswith(".script.toml")


def _is_v4_file(path: Path) -> bool:
    if path.suffix.lower() != CFG:
        return False
    from runtime.documents import is_v4_document  # noqa: PLC0415 - the command line needs only names

    return is_v4_document(path)


def find_bot(folder: Path) -> Path | None:
    """Returns the bot's or script's document in `folder` or one level below; None where there is none, or several."""
    bots = bots_of(folder)
    return bots[0] if len(bots) == 1 else None


def bots_of(path: Path) -> tuple[Path, ...]:
    """Returns the documents of bots and scripts that a file is, or that are in a folder or one level below."""
    if not path.is_dir():
        return (path,) if is_bot_file(path) and path.is_file() else ()
    for pattern in ("*.toml", "*/*.toml", f"*{CFG}", f"*/*{CFG}"):
        files = sorted(file for file in path.glob(pattern) if file.is_file() and is_bot_file(file))
        if files:
            return tuple(files)
    return ()


def bot_document(path: Path) -> Path | None:
    """Returns the bot's or script's document that a file or folder stands for; None where there is none, or several."""
    try:
        return find_bot(path)
    except OSError:
        return None


def source_of(document: Path) -> Path:
    """Returns the file of an agent's source that its run command names, else its document; blocks while it reads.

    Only files in the agent's folder are its source: a run command may name any file of the computer.
    """
    from runtime.documents import read_bot, read_script, v4_program  # noqa: PLC0415 - the command line needs only names

    if document.suffix.lower() == CFG:
        return v4_program(document) or document
    read = read_script if is_script_file(document) else read_bot
    settings = read(document).value
    if settings is None:
        return document
    try:
        words = shlex.split(settings.run_command.replace("\\", "/"))
    except ValueError:
        return document
    home = document.parent.resolve()
    root = Path(settings.root_dir)
    named = (root / word for word in words if Path(word).suffix.lower() in _SOURCES)
    return next((file for file in named if file.is_file() and file.resolve().is_relative_to(home)), document)
