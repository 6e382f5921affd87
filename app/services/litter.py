"""Removes temporary files and folders that killed processes left behind."""

import contextlib
import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from app.services.paths import (
    cache_dir,
    config_dir,
    services_dir,
    situations_dir,
    state_dir,
    unsaved_matches_dir,
    unsaved_runs_dir,
)
from runtime.deletion import discard
from runtime.files import UNFINISHED_FILE
from runtime.processes import identity_of

STALE_S: Final = 24 * 3600.0
"""Age at which an entry without a process id is stale; none is used for longer than a few minutes."""

_RANDOM: Final = "[a-z0-9_]{8}"
"""The letters that `tempfile` puts into names."""
_FILES: Final[tuple[tuple[Callable[[], Path], str, re.Pattern[str]], ...]] = (
    (config_dir, "settings-*.tmp", re.compile(rf"settings-(?:(?P<pid>\d+)-)?{_RANDOM}\.tmp")),
    *(
        (each, ".*.tmp", UNFINISHED_FILE)
        for each in (config_dir, state_dir, unsaved_matches_dir, unsaved_runs_dir, situations_dir)
    ),
    (services_dir, "tmp*", re.compile(rf"tmp{_RANDOM}")),
    (cache_dir, "**/.*.tmp", UNFINISHED_FILE),
)
"""Folder, rough pattern and exact name of the files."""
_FOLDER: Final = re.compile(rf"kickabout-(?:meshes|packages|imports|evaluation)-(?P<pid>\d+)-{_RANDOM}")
"""Names in the system's temporary folder."""
_OLD_MESHES: Final = re.compile(rf"kickabout-{_RANDOM}")
"""Names of earlier versions there, which may also belong to other programs."""


def remove_litter() -> None:
    """Removes stale entries on any thread; ignores entries that cannot be removed."""
    for place, rough, name in _FILES:
        with contextlib.suppress(OSError):  # also a FolderError: without the folder there is no litter
            for path in tuple(place().glob(rough)):
                if _is_stale(path, name) and not path.is_dir():
                    with contextlib.suppress(OSError):
                        path.unlink()
    with contextlib.suppress(OSError):
        for folder in _temporary_folders():
            discard(folder)


def _temporary_folders() -> Iterator[Path]:
    for path in tuple(Path(tempfile.gettempdir()).glob("kickabout-*")):
        if path.is_dir() and not path.is_symlink():
            is_old = _is_stale(path, _OLD_MESHES) and _holds_meshes_only(path)
            if is_old or _is_stale(path, _FOLDER):
                yield path


def _is_stale(path: Path, name: re.Pattern[str]) -> bool:
    """Returns whether an entry is stale: its process is gone or, without a process id, it is old."""
    match = name.fullmatch(path.name)
    try:
        status = path.lstat()
    except OSError:
        return False
    if match is None or stat.S_ISLNK(status.st_mode) or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
        return False
    owner = match.groupdict().get("pid")
    if owner is not None:
        return identity_of(int(owner)) is None
    return time.time() - status.st_mtime >= STALE_S


def _holds_meshes_only(folder: Path) -> bool:
    return all(path.is_dir() or path.suffix == ".cmf" for path in folder.rglob("*"))
