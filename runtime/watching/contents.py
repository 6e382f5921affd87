"""What is in a file, as far as it takes to see whether it changed."""

import hashlib
import os
from typing import Final, NamedTuple

from runtime.files import open_regular, read_up_to

MAX_HASHED: Final = 1 << 20
"""Bytes; larger files are told apart by time and size only."""


class Stamp(NamedTuple):
    """What the file system knows about a file; a named tuple because thousands are made per look."""

    mtime_ns: int
    size: int
    inode: int

    @classmethod
    def of(cls, found: os.stat_result) -> "Stamp":
        """The stamp in a stat result."""
        return cls(found.st_mtime_ns, found.st_size, found.st_ino)


def digest_of(path: str, stamp: Stamp) -> bytes | None:
    """A hash of the content; None if the file is large, cannot be read, or is not any more as its stamp says."""
    if stamp.size > MAX_HASHED:
        return None
    try:
        with open_regular(path) as file:
            digest = hashlib.blake2b(read_up_to(file, stamp.size), digest_size=16).digest()
            return digest if Stamp.of(os.fstat(file)) == stamp else None
    except OSError:
        return None
