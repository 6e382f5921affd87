"""Python files of a bot, searched within limits; runs nothing."""

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from runtime.files import read_text
from runtime.folders import is_ignored_folder, is_made_by_tools

MAX_FOLDERS: Final = 200
MAX_SOURCES: Final = 200
MAX_BYTES: Final = 256 << 10
"""Maximum size of a file that is searched."""


def python_files(folder: Path) -> Iterator[Path]:
    """Yields the Python files below a folder, without those of tools and environments."""
    return islice(_files(folder), MAX_SOURCES)


def find_line(folder: Path, pattern: re.Pattern[str]) -> tuple[Path, int] | None:
    """Returns the first Python file below a folder with a line that begins with `pattern`, and the line's number."""
    for file in python_files(folder):
        try:
            lines = read_text(file, MAX_BYTES, errors="replace").splitlines()
        except OSError:
            continue
        number = next((number for number, line in enumerate(lines, 1) if pattern.match(line)), None)
        if number is not None:
            return file, number
    return None


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in islice(os.walk(folder), MAX_FOLDERS):
        if is_made_by_tools((*folders, *names)):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not is_ignored_folder(name) and not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if name.endswith(".py"))
