"""Mesh folders that no version of the program asks for any more, and their removal.

A folder that is in use is marked by its time of change, so that programs of several versions, which may run at the
same time, leave each other's folders alone.
"""

import contextlib
import os
import re
import time
from logging import getLogger
from pathlib import Path
from typing import Final

from runtime.deletion import discard

UNUSED_S: Final = 7 * 24 * 3600.0
"""A folder that was not asked for during so long goes."""
_MARK_EVERY_S: Final = 3600.0
_NAME: Final = re.compile(r"arena-(?:(?P<version>[0-9]{1,9})-)?[0-9a-f]{16}")
"""The first programs named theirs without a version."""

_log = getLogger(__name__)


def remove_outdated(cache_dir: Path, current: Path) -> None:
    """Marks `current` as used, and removes the other folders of its version and of older ones that nobody used lately.

    What cannot be removed, or is removed by another process at the same time, is left to the next program.
    """
    now_s = time.time()
    with contextlib.suppress(OSError):
        if now_s - current.stat().st_mtime > _MARK_EVERY_S:
            os.utime(current)
    try:
        others = [path for path in cache_dir.iterdir() if path.name != current.name]
    except OSError:
        return
    for path in others:
        if _is_outdated(path, _version(current) or 0, now_s):
            _log.info("Removing the outdated meshes in %s", path)
            discard(path)


def _is_outdated(path: Path, current_version: int, now_s: float) -> bool:
    version = _version(path)
    if version is None or version > current_version:
        return False
    try:
        return path.is_dir() and not path.is_symlink() and now_s - path.stat().st_mtime > UNUSED_S
    except OSError:
        return False


def _version(path: Path) -> int | None:
    """The version of the generator that a mesh folder's name tells; None for what is no mesh folder."""
    found = _NAME.fullmatch(path.name)
    return int(found["version"] or 0) if found else None
