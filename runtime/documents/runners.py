"""Run commands that begin with a tool for Python projects, such as `uv run bot.py`."""

import re
import shutil
from pathlib import Path
from typing import Final

from runtime.files import read_start
from runtime.model.messages import Message, message

TOOLS: Final = ("uv", "poetry", "pipenv", "pdm", "hatch")
_RUN: Final = re.compile(
    rf"""(?P<tool>{"|".join(TOOLS)})(?:\.exe)?\s+run\s+
    (?:(?:--(?:active|exact|frozen|isolated|locked|no-dev|no-sync|offline|quiet|script)|-q|-s|--)\s+)*
    (?P<rest>(?:(?P<python>python[\d.]*w?(?:\.exe)?\s)|-m\s|(?:"[^"]+\.py"|'[^']+\.py'|[^\s"'-][^\s"']*\.py)(?:\s|$)).*)""",
    re.VERBOSE | re.DOTALL,
)
_NEEDS_UV: Final = re.compile(rb"^\s*\[(?:build-system|tool\.uv)\b", re.MULTILINE)
"""Tables of projects that uv installs itself, or whose packages it takes from elsewhere."""
_MAX_PROJECT: Final = 1 << 20


def python_command(command: str, folder: Path, *, path: str | None = None) -> str:
    """Returns `python bot.py` for `uv run bot.py`, so that Kickabout finds the Python and installs the packages.

    Commands with other options stay as they are. If a tool is on PATH, commands that it alone can carry out stay, too:
    those of uv for projects that it installs, and those of the others, which keep their environments elsewhere.

    Args:
        command: the run command of a document.
        folder: the working folder.
        path: PATH; None means that of this process.
    """
    match = _RUN.fullmatch(command.strip())
    if match is None:
        return command
    is_needed = match["tool"] != "uv" or _needs_uv(folder)
    if is_needed and shutil.which(match["tool"], path=path) is not None:
        return command
    return match["rest"] if match["python"] else f"python {match['rest']}"


def tool_advice(tool: str) -> Message:
    """Returns what to do if a tool of `TOOLS` is missing."""
    return message(
        "tool-missing",
        "Install {tool}, or let the command begin with `python`: then Kickabout installs what the bot requires.",
        tool=tool,
    )


def _needs_uv(folder: Path) -> bool:
    try:
        return _NEEDS_UV.search(read_start(folder / "pyproject.toml", _MAX_PROJECT)) is not None
    except OSError:
        return False
