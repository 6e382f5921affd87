"""The version of an agent's source: a digest of its files, and the time of the latest change."""

import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from runtime.files import open_regular, read_up_to
from runtime.library.walk import FileStamp, Walk
from runtime.model.entries import SourceVersion

WHOLE_BYTES: Final = 4 << 20
"""Files up to this size are read completely; larger ones, such as trained models, only at the beginning and the end."""
SAMPLE_BYTES: Final = 64 << 10
BUDGET_BYTES: Final = 64 << 20
"""Maximum number of bytes to read per agent; for other files, only name and size count."""
_DIGEST_BYTES: Final = 4


def version_of(home: Path, stamps: Sequence[FileStamp], *, is_partial: bool) -> SourceVersion:
    """Computes the version of files; an unreadable file counts by name and size, and makes the version partial."""
    digest = blake2b(digest_size=_DIGEST_BYTES)
    budget = BUDGET_BYTES
    for stamp in sorted(stamps, key=lambda stamp: stamp.name):
        digest.update(f"{stamp.name}\0{stamp.size}\0".encode("utf-8", "surrogateescape"))
        try:
            budget -= _feed(digest, home / stamp.name, stamp.size, budget)
        except OSError:
            is_partial = True
    newest_ns = max((stamp.changed_ns for stamp in stamps), default=0)
    return SourceVersion(digest=digest.hexdigest(), changed_s=newest_ns / 1e9, files=len(stamps), is_partial=is_partial)


def version_of_folder(folder: Path) -> SourceVersion | None:
    """Returns the current version of the agents in `folder`, as shown in the library; None if there is no agent."""
    home = Walk(folder).home()
    return version_of(home.path, home.stamps, is_partial=home.is_partial) if home is not None else None


def _feed(digest: blake2b, path: Path, size: int, budget: int) -> int:
    """Adds a file's content to the digest; returns the number of bytes read."""
    is_whole = size <= WHOLE_BYTES
    length = size if is_whole else 2 * SAMPLE_BYTES
    if not 0 < length <= budget:
        return 0
    with open_regular(path) as file:
        if is_whole:
            digest.update(read_up_to(file, size))
        else:
            digest.update(read_up_to(file, SAMPLE_BYTES))
            os.lseek(file, size - SAMPLE_BYTES, os.SEEK_SET)
            digest.update(read_up_to(file, SAMPLE_BYTES))
    return length
