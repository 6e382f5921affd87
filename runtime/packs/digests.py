"""Digests of files, as hexadecimal digits."""

import hashlib
from pathlib import Path
from typing import Any, Final

from runtime.files import open_regular, read_up_to
from runtime.packs.progress import Meter

BLOCK: Final = 1 << 20
"""Bytes that are read at once."""
_BYTES: Final = 16


def new_digest() -> Any:
    """What files of a pack are told apart by, still empty."""
    return hashlib.blake2b(digest_size=_BYTES)


def digest_of(path: Path, meter: Meter) -> str:
    """Of a file of a pack.

    Raises:
        OSError: it cannot be read.
        CancelledError: the brake was pulled.
    """
    return _fed(new_digest(), path, meter)


def sha256_of(path: Path, meter: Meter) -> str:
    """Of an archive, as those who publish it tell it; raises the same."""
    return _fed(hashlib.sha256(), path, meter)


def _fed(digest: Any, path: Path, meter: Meter) -> str:
    with open_regular(path) as file:
        while block := read_up_to(file, BLOCK):
            meter.check()
            digest.update(block)
    return str(digest.hexdigest())
