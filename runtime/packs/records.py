"""The document of a pack: two versioned JSON files in a folder `.kickabout` within the pack."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from runtime.codec import convert, decode, encode, plain
from runtime.files import open_regular, read_text, read_up_to, reason_of, write_atomically
from runtime.folders import CACHE_FOLDERS
from runtime.model.messages import literal, message
from runtime.packs.model import (
    Differences,
    FileMark,
    Manifest,
    Origin,
    Pack,
    PackError,
    PackRecord,
)
from runtime.packs.progress import Progress

RECORDS: Final = ".kickabout"
"""Folder within a pack that holds its document."""
BLOCK: Final = 1 << 20
"""Bytes per read."""
_BYTES: Final = 16


def new_digest() -> Any:
    """Returns an empty hash object of the kind that identifies files of packs."""
    return hashlib.blake2b(digest_size=_BYTES)


def digest_of(path: Path, progress: Progress) -> str:
    """Returns the digest of a file of a pack.

    Raises:
        OSError: the file cannot be read.
        CancelledError: the work was cancelled.
    """
    return _fed(new_digest(), path, progress)


def sha256_of(path: Path, progress: Progress) -> str:
    """Returns the SHA-256 of an archive in the form that publishers use; raises the same errors as `digest_of`."""
    return _fed(hashlib.sha256(), path, progress)


def _fed(digest: Any, path: Path, progress: Progress) -> str:
    with open_regular(path) as file:
        while block := read_up_to(file, BLOCK):
            progress.check()
            digest.update(block)
    return str(digest.hexdigest())


_PASSING_ENDINGS: Final = (".pyc", ".pyo")
_KEEPS_MODES: Final = os.name != "nt"


def mark_of(path: Path, digest: str, is_executable: bool) -> FileMark:
    """Returns the record of a file that was just written."""
    status = path.stat()
    return FileMark(size=status.st_size, digest=digest, is_executable=is_executable, changed_ns=status.st_mtime_ns)


def compare(folder: Path, manifest: Manifest, progress: Progress, *, is_thorough: bool = False) -> Differences:
    """Returns how a folder differs from the archive that was unpacked into it; caches of Python are ignored.

    Files of the same size and time count as equal unless `is_thorough`, which compares contents.
    """
    changed, added, present = [], [], set()
    for path, status in _files(folder, ""):
        mark = manifest.get(path)
        if mark is None:
            if not path.endswith(_PASSING_ENDINGS):
                added.append(path)
            continue
        present.add(path)
        if not _is_same(folder / path, status, mark, progress, is_thorough=is_thorough):
            changed.append(path)
    missing = [path for path in manifest if path not in present and not _is_passing(path)]
    known = {above for path in manifest for above in _folders(path)}
    return Differences(
        changed=tuple(sorted(changed)),
        added=tuple(dict.fromkeys(_topmost(path, known) for path in sorted(added))),
        missing=tuple(sorted(missing)),
    )


def _is_same(path: Path, status: os.stat_result, mark: FileMark, progress: Progress, *, is_thorough: bool) -> bool:
    if not stat.S_ISREG(status.st_mode) or status.st_size != mark.size:
        return False
    if _KEEPS_MODES and mark.is_executable and not status.st_mode & stat.S_IXUSR:
        return False
    if status.st_mtime_ns == mark.changed_ns and not is_thorough:
        return True
    try:
        return digest_of(path, progress) == mark.digest
    except OSError:
        return False


def _files(folder: Path, prefix: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yields every file and link below a folder; links are not followed."""
    with os.scandir(folder) as entries:
        listed = sorted(entries, key=lambda entry: entry.name)
    for entry in listed:
        path = f"{prefix}{entry.name}"
        if path == RECORDS or entry.name in CACHE_FOLDERS:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files(folder / entry.name, f"{path}/")
        else:
            yield path, entry.stat(follow_symlinks=False)


def _is_passing(path: str) -> bool:
    """Returns whether a file is in a cache folder of Python, where it may disappear at any time."""
    return not set(path.split("/")).isdisjoint(CACHE_FOLDERS)


def _topmost(path: str, known: set[str]) -> str:
    """Returns the outermost folder of a path that is not in `known`, with `/`; the path itself if there is none."""
    return next((above for above in _folders(path) if above not in known), path)


def _folders(path: str) -> list[str]:
    """Returns the folders of a path, the outermost first, each with `/`."""
    parts = path.split("/")
    return ["/".join(parts[:depth]) + "/" for depth in range(1, len(parts))]


VERSION: Final = 1
_MAX_BYTES: Final = 64 << 20
"""Ten times the list of files of the largest known pack."""
_RECORD: Final = "pack.json"
_FILES: Final = "files.json"


class _Files(Struct):
    files: Manifest
    version: Literal[1] = VERSION


def write_records(folder: Path, record: PackRecord, manifest: Manifest) -> None:
    """Writes the document of a pack into its folder; each of the two files atomically.

    Raises:
        OSError: the files cannot be written.
    """
    place = folder / RECORDS
    place.mkdir(exist_ok=True)
    _write(place / _FILES, _Files(files=manifest))
    values = {"release": record.version, "origin": record.origin.name, "left_out": [*map(str, record.left_out)]}
    _write(place / _RECORD, plain(record) | values | {"version": VERSION})


def read_pack(folder: Path) -> Pack:
    """Returns the pack in a folder; `fault` is set if its document cannot be read."""
    path = folder / RECORDS / _RECORD
    try:
        return Pack(folder=folder, record=_record(decode(read_text(path, _MAX_BYTES), dict[str, Any])))
    except (OSError, ValueError) as error:
        fault = message(
            "pack-record-unreadable",
            "The document {path} cannot be read: {reason}. The pack's files are unchanged; add the pack again to "
            "manage it.",
            path=path,
            reason=reason_of(error) if isinstance(error, OSError) else str(error),
        )
        return Pack(folder=folder, record=None, fault=fault)


def read_manifest(folder: Path) -> Manifest:
    """Returns the files of a pack as they were unpacked; empty if the list cannot be read."""
    try:
        return decode(read_text(folder / RECORDS / _FILES, _MAX_BYTES), _Files).files
    except (OSError, ValueError):
        return {}


def record_of(pack: Pack) -> PackRecord:
    """Returns the document of a pack.

    Raises:
        PackError: the document cannot be read.
    """
    if pack.record is None:
        assert pack.fault is not None, "a pack without a record has a fault"
        raise PackError(pack.fault)
    return pack.record


def _record(document: dict[str, Any]) -> PackRecord:
    """Returns the record in a document, where `version` is the document's own and `origin` is a name."""
    if document.get("version") != VERSION:
        raise ValueError(f"no document of version {VERSION}")
    origin = Origin.__members__.get(str(document.get("origin")))
    left_out = [literal(line) for line in convert(document.get("left_out", []), list[str])]
    values = {"version": document.get("release"), "origin": origin and origin.value, "left_out": left_out}
    return convert(document | values, PackRecord)


def _write(path: Path, document: object) -> None:
    write_atomically(path, encode(document, indent=1, is_ascii=False))
