"""The document of a pack: two JSON files in a folder of ours within it, each with its version."""

import contextlib
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from runtime.files import read_text
from runtime.packs.faults import PackError
from runtime.packs.names import RECORDS
from runtime.packs.model import BotSketch, FileMark, Manifest, Origin, Pack, PackRecord, Source, SourceKind

VERSION: Final = 1
_MOST_BYTES: Final = 64 << 20
"""The files of the largest pack are named in a tenth of it."""
_RECORD: Final = "pack.json"
_FILES: Final = "files.json"
_BROKEN: Final = (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
"""What the reading of a document may raise, whatever somebody wrote into it."""
_AGAIN: Final = "The pack's files are unchanged; add the pack again to manage it."


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
        reason = (isinstance(error, OSError) and error.strerror) or error
        return Pack(folder=folder, record=None, fault=f"The document {path} cannot be read: {reason}. {_AGAIN}")


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
    """Writes aside and renames; what is no Unicode, as texts of servers may be, is written as JSON escapes it."""
    aside = path.with_name(path.name + ".tmp")
    try:
        with aside.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            json.dump(document, file, indent=1, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        raise
