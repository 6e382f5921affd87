"""Which names of an archive may become names of files."""

import os
import unicodedata
from typing import Final

from runtime.packs.faults import ArchiveError
from runtime.texts import is_written

MAX_PART: Final = 240
"""Bytes of one name; file systems take 255, and a name beside it must fit too."""
MAX_PATH: Final = 2_000
MAX_DEPTH: Final = 40
_UNTAKEN: Final = frozenset('<>:"|?*')
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
)
_PASSING: Final = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git"})
"""Left by systems and tools; no part of a pack."""
RECORDS: Final = ".kickabout"
"""The folder within a pack that is ours."""
INNER: Final = "~"
"""Ends the name of a folder that is about to take its place; no name of a pack has it."""


def parts_of(name: str, *, is_windows: bool = os.name == "nt") -> tuple[str, ...]:
    """The names of folders and file on the way to a member; empty for the archive's own root.

    Raises:
        ArchiveError: the name leads out of the archive, or no file system takes it.
    """
    name = unicodedata.normalize("NFC", name.replace("\\", "/"))
    if len(name) > MAX_PATH:
        raise ArchiveError(f"The archive contains a name of {len(name)} characters: {name[:60]} … It is not unpacked.")
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    if name.startswith("/") or ".." in parts or name[1:2] == ":":
        raise ArchiveError(f"The archive would write outside its folder: {name[:200]!r}. It is not unpacked.")
    if len(parts) > MAX_DEPTH:
        raise ArchiveError(f"The archive contains {len(parts)} nested folders: {name[:60]} … It is not unpacked.")
    for part in parts:
        _check(part, is_windows=is_windows)
    return parts


def is_passing(parts: tuple[str, ...]) -> bool:
    """Whether a member is no part of a pack."""
    return any(part in _PASSING for part in parts)


def _check(part: str, *, is_windows: bool) -> None:
    shown = f"{part[:60]!r}"
    if not is_written(part):
        raise ArchiveError(f"The archive contains a name with unprintable characters: {shown}. It is not unpacked.")
    try:
        length = len(part.encode("utf-8"))
    except UnicodeEncodeError:
        raise ArchiveError(
            f"The archive contains a name that is not valid text: {shown}. It is not unpacked."
        ) from None
    if length > MAX_PART:
        raise ArchiveError(
            f"The archive contains a name that is too long ({length} bytes): {shown}. It is not unpacked."
        )
    if is_windows and (
        _UNTAKEN & set(part) or part[-1] in ". " or part.partition(".")[0].rstrip().lower() in _RESERVED
    ):
        raise ArchiveError(
            f"The archive contains {shown}, a file name that Windows does not allow. It is not unpacked."
        )
