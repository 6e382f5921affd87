"""The document of a pack: two JSON files in a folder of ours within it, each with its version."""

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from runtime.files import open_regular, read_text, read_up_to, reason_of, write_atomically
from runtime.folders import CACHE_FOLDERS
from runtime.model.messages import message
from runtime.packs.model import (
    BotSketch,
    Differences,
    FileMark,
    Manifest,
    Origin,
    Pack,
    PackError,
    PackRecord,
    Source,
    SourceKind,
)
from runtime.packs.progress import Progress

RECORDS: Final = ".kickabout"
"""The folder within a pack that is ours."""
BLOCK: Final = 1 << 20
"""Bytes that are read at once."""
_BYTES: Final = 16


def new_digest() -> Any:
    """What files of a pack are told apart by, still empty."""
    return hashlib.blake2b(digest_size=_BYTES)


def digest_of(path: Path, progress: Progress) -> str:
    """Of a file of a pack.

    Raises:
        OSError: it cannot be read.
        CancelledError: the brake was pulled.
    """
    return _fed(new_digest(), path, progress)


def sha256_of(path: Path, progress: Progress) -> str:
    """Of an archive, as those who publish it tell it; raises the same."""
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
    """What is kept of a file that was just written."""
    status = path.stat()
    return FileMark(size=status.st_size, digest=digest, is_executable=is_executable, changed_ns=status.st_mtime_ns)


def compare(folder: Path, manifest: Manifest, progress: Progress, *, is_thorough: bool = False) -> Differences:
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
        if not _is_same(folder / path, status, mark, progress, is_thorough=is_thorough):
            changed.append(path)
    missing = [path for path in manifest if path not in found and not _is_passing(path)]
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
    """Every file and link below a folder; links are not followed."""
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
    """Whether a file lies where Python writes and clears as it likes, even if it came with the archive."""
    return not set(path.split("/")).isdisjoint(CACHE_FOLDERS)


def _topmost(path: str, known: set[str]) -> str:
    """The outermost folder on the way to a file that came with no archive, with `/`; else the file itself."""
    return next((above for above in _folders(path) if above not in known), path)


def _folders(path: str) -> list[str]:
    """The folders on the way to a file, from the outermost on, each with `/`."""
    parts = path.split("/")
    return ["/".join(parts[:depth]) + "/" for depth in range(1, len(parts))]


VERSION: Final = 1
_MOST_BYTES: Final = 64 << 20
"""The files of the largest pack are named in a tenth of it."""
_RECORD: Final = "pack.json"
_FILES: Final = "files.json"
_BROKEN: Final = (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""What the reading of a document may raise, whatever somebody wrote into it."""


def write_records(folder: Path, record: PackRecord, manifest: Manifest) -> None:
    """Writes what is known of a pack into its folder; one file after the other, each whole or not at all.

    Raises:
        OSError: the disk does not take it.
    """
    place = folder / RECORDS
    place.mkdir(exist_ok=True)
    files = {path: [mark.size, mark.digest, mark.is_executable, mark.changed_ns] for path, mark in manifest.items()}
    _write(place / _FILES, {"version": VERSION, "files": files})
    written = asdict(record)
    written["source"]["kind"], written["origin"] = record.source.kind.value, record.origin.name
    release = written.pop("version")  # `version` is that of the document
    _write(place / _RECORD, {"version": VERSION, "release": release, **written})


def read_pack(folder: Path) -> Pack:
    """The pack in a folder; one whose document cannot be read says why."""
    path = folder / RECORDS / _RECORD
    try:
        return Pack(folder=folder, record=_record(_read(path)))
    except _BROKEN as error:
        fault = message(
            "pack-record-unreadable",
            "The document {path} cannot be read: {reason}. The pack's files are unchanged; add the pack again to "
            "manage it.",
            path=path,
            reason=reason_of(error) if isinstance(error, OSError) else str(error),
        )
        return Pack(folder=folder, record=None, fault=fault)


def read_manifest(folder: Path) -> Manifest:
    """The files of the pack in a folder as they were unpacked; empty where that is not known any more."""
    try:
        files = _read(folder / RECORDS / _FILES)["files"]
        return {
            str(path): FileMark(
                size=int(size), digest=str(digest), is_executable=bool(is_executable), changed_ns=int(changed_ns)
            )
            for path, (size, digest, is_executable, changed_ns) in files.items()
        }
    except _BROKEN:
        return {}


def record_of(pack: Pack) -> PackRecord:
    """The document of a pack.

    Raises:
        PackError: it cannot be read.
    """
    if pack.record is None:
        assert pack.fault is not None, "a pack without a record says why"
        raise PackError(pack.fault)
    return pack.record


def _record(document: dict[str, Any]) -> PackRecord:
    source = document["source"]
    texts = ("version", "identity", "address", "archive_sha256", "published", "installed")
    values = {name: _text(document["release" if name == "version" else name]) for name in texts}
    return PackRecord(
        **values,
        source=Source(
            kind=SourceKind(source["kind"]), place=_text(source["place"]), branch=_text(source.get("branch", ""))
        ),
        origin=Origin[document["origin"]],
        archive_size=int(document["archive_size"]),
        bots=tuple(
            BotSketch(path=_text(bot["path"]), name=_text(bot["name"]), digest=_text(bot["digest"]))
            for bot in document.get("bots", ())
        ),
        left_out=tuple(_text(line) for line in document.get("left_out", ())),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _read(path: Path) -> dict[str, Any]:
    """Raises ValueError for all that is no document of this version."""
    document = json.loads(read_text(path, _MOST_BYTES), parse_int=_int)
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise ValueError(f"no document of version {VERSION}")
    return document


def _int(digits: str) -> int:
    """What `int` is, in Python: with it, other threads get their turn while a long document is read."""
    return int(digits)


def _write(path: Path, document: dict[str, Any]) -> None:
    """Writes a document; texts of servers that are not valid Unicode are written with escapes."""
    text = json.dumps(document, indent=1, ensure_ascii=False)
    write_atomically(path, text.encode("utf-8", "backslashreplace"))
