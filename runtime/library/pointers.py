"""Pointers of Git LFS: small texts that source archives of GitHub contain in place of large files such as models."""

from pathlib import Path
from typing import Final

from runtime.files import read_start
from runtime.library.walk import Walk

MAX_BYTES: Final = 1023
"""Maximum size of a pointer (specification of Git LFS)."""
MAX_FOLDERS: Final = 1_000
"""Matches wait for the search, which takes about 0.1 s in so many folders."""
_MARKS: Final = (b"version https://git-lfs.github.com/spec/", b"version https://hawser.github.com/spec/")


def is_pointer(data: bytes) -> bool:
    """Returns whether the content of a file, or its first `MAX_BYTES` + 1 bytes, is a pointer."""
    return len(data) <= MAX_BYTES and data.startswith(_MARKS)


def pointers_in(folder: Path) -> tuple[Path, ...]:
    """Returns the files of the agent in a folder that are only pointers; none in more than `MAX_FOLDERS` folders."""
    walk = Walk(folder, is_cancelled=lambda: walk.folders > MAX_FOLDERS)
    home = walk.home()
    stamps = home.stamps if home is not None else ()
    small = [folder / stamp.name for stamp in stamps if len(_MARKS[0]) < stamp.size <= MAX_BYTES]
    return tuple(file for file in small if is_pointer(_content(file)))


def _content(file: Path) -> bytes:
    try:
        return read_start(file, MAX_BYTES + 1)
    except OSError:
        return b""
