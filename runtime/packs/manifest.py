"""What the files of a pack were when they were unpacked, and what has become of them since."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from runtime.packs.digests import digest_of
from runtime.packs.progress import Meter
from runtime.packs.names import RECORDS
from runtime.packs.model import Differences, FileMark, Manifest

_PASSING_FOLDERS: Final = ("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache")
_PASSING_ENDINGS: Final = (".pyc", ".pyo")
_KEEPS_MODES: Final = os.name != "nt"


def mark_of(path: Path, digest: str, is_executable: bool) -> FileMark:
    """What is kept of a file that was just written."""
    status = path.stat()
    return FileMark(size=status.st_size, digest=digest, is_executable=is_executable, changed_ns=status.st_mtime_ns)


def compare(folder: Path, manifest: Manifest, meter: Meter, *, is_thorough: bool = False) -> Differences:
    """How a folder differs from what was unpacked into it; what Python leaves behind does not count.

    Files of the same size and time count as the same, unless it is to be `is_thorough`.
    """
    changed, added, found = [], [], set()
    for path, status in _files(folder, ""):
        mark = manifest.get(path)
        if mark is None:
            if not path.endswith(_PASSING_ENDINGS):
                added.append(path)
            continue
        found.add(path)
        if not _is_same(folder / path, status, mark, meter, is_thorough=is_thorough):
            changed.append(path)
    missing = [path for path in manifest if path not in found and not _is_passing(path)]
    known = {above for path in manifest for above in _folders(path)}
    return Differences(
        changed=tuple(sorted(changed)),
        added=tuple(dict.fromkeys(_topmost(path, known) for path in sorted(added))),
        missing=tuple(sorted(missing)),
    )


def _is_same(path: Path, status: os.stat_result, mark: FileMark, meter: Meter, *, is_thorough: bool) -> bool:
    if not stat.S_ISREG(status.st_mode) or status.st_size != mark.size:
        return False
    if _KEEPS_MODES and mark.is_executable and not status.st_mode & stat.S_IXUSR:
        return False
    if status.st_mtime_ns == mark.changed_ns and not is_thorough:
        return True
    try:
        return digest_of(path, meter) == mark.digest
    except OSError:
        return False


def _files(folder: Path, prefix: str) -> Iterator[tuple[str, os.stat_result]]:
    """Every file and link below a folder; links are not followed."""
    with os.scandir(folder) as entries:
        listed = sorted(entries, key=lambda entry: entry.name)
    for entry in listed:
        path = f"{prefix}{entry.name}"
        if path == RECORDS or entry.name in _PASSING_FOLDERS:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files(folder / entry.name, f"{path}/")
        else:
            yield path, entry.stat(follow_symlinks=False)


def _is_passing(path: str) -> bool:
    """Whether a file lies where Python writes and clears as it likes, even if it came with the archive."""
    return not set(path.split("/")).isdisjoint(_PASSING_FOLDERS)


def _topmost(path: str, known: set[str]) -> str:
    """The outermost folder on the way to a file that came with no archive, with `/`; else the file itself."""
    return next((above for above in _folders(path) if above not in known), path)


def _folders(path: str) -> list[str]:
    """The folders on the way to a file, from the outermost on, each with `/`."""
    parts = path.split("/")
    return ["/".join(parts[:depth]) + "/" for depth in range(1, len(parts))]
