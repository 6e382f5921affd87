"""Pointers of Git LFS: small texts that source archives of GitHub contain in place of large files such as models."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from runtime.files import read_start
from runtime.folders import is_ignored_folder, is_made_by_tools

MAX_BYTES: Final = 1023
"""Maximum size of a pointer (specification of Git LFS)."""
MAX_FOLDERS: Final = 200
_MARKS: Final = (b"version https://git-lfs.github.com/spec/", b"version https://hawser.github.com/spec/")
_DOCUMENTS: Final = ("bot.toml", "script.toml")


def is_pointer(data: bytes) -> bool:
    """Returns whether the content of a file, or its first `MAX_BYTES` + 1 bytes, is a pointer."""
    return len(data) <= MAX_BYTES and data.startswith(_MARKS)


def pointers_in(home: Path) -> Iterator[Path]:
    """Yields the files of the agent in a folder that are only pointers; reads at most `MAX_FOLDERS` folders."""
    for place, folders, names in islice(os.walk(home), MAX_FOLDERS):
        is_of_other = place != str(home) and any(name.endswith(_DOCUMENTS) for name in names)
        if is_of_other or is_made_by_tools((*folders, *names)):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not is_ignored_folder(name) and not name.startswith("."))
        yield from (file for name in sorted(names) if is_pointer(_beginning(file := Path(place, name))))


def _beginning(file: Path) -> bytes:
    try:
        return read_start(file, MAX_BYTES + 1)
    except OSError:
        return b""
