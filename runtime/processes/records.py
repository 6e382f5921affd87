"""Records of the processes of a run, in case its launcher and its supervisor die together.

The supervisor appends every process that it finds to the run's file, and deletes the file when no process is left. A
process can remove every mark that it inherited, but it cannot change its number and its start time. The owners of a run
are its launcher and its supervisor, which end its processes.
"""

import contextlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.folders import private_folder
from runtime.processes.census import ProcessId
from runtime.processes.platforms import lookup


def identity_of(pid: int) -> ProcessId | None:
    """Returns the process that has this number now, or None."""
    started = lookup.started(pid)
    return None if started is None else ProcessId(pid, started)


def owners_text(owners: Iterable[ProcessId | None]) -> str:
    """Returns processes in the notation of the children's environment: `4711@93214.0,4712@93230.0`."""
    return ",".join(f"{owner.pid}@{owner.started!r}" for owner in owners if owner is not None)


def owners_of(text: str) -> tuple[ProcessId, ...]:
    """Returns the processes in a text from `owners_text`; none if the text is invalid."""
    try:
        parts = [entry.split("@") for entry in text.split(",") if entry]
        return tuple(ProcessId(int(pid), float(started)) for pid, started in parts)
    except ValueError:
        return ()


def is_abandoned(text: str) -> bool:
    """Returns whether the owners in this text have all ended; False if the text cannot be read."""
    owners = owners_of(text)
    return bool(owners) and not any(lookup.is_running(owner.pid, owner.started) for owner in owners)


SUFFIX: Final = ".run"
MAX_BYTES: Final = 1 << 22
"""Maximum number of bytes that are read of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """The content of a record."""

    run_id: str
    owners: str
    """See `owners_text`."""
    processes: frozenset[ProcessId]


class RecordWriter:
    """Appends to the record of one run; if the system refuses, there is no record. Used by one thread.

    Args:
        path: the file; None for no record.
        run_id: identifies the run.
        owners: see `RunRecord`.
    """

    def __init__(self, path: str | None, run_id: str, owners: str) -> None:
        self._path = path
        self._known: set[ProcessId] = set()
        self._file: int | None = None
        if path is not None:
            with contextlib.suppress(OSError):
                self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o600)
                os.write(self._file, json.dumps({"run": run_id, "owners": owners}).encode() + b"\n")

    def add(self, processes: Iterable[ProcessId]) -> None:
        """Adds processes that are not in the record yet."""
        news = [process for process in processes if process not in self._known]
        self._known.update(news)
        if news and self._file is not None:
            with contextlib.suppress(OSError):
                os.write(self._file, "".join(f"{pid}@{started!r}\n" for pid, started in news).encode())

    def delete(self) -> None:
        """Deletes the record and the temporary files of the run."""
        if self._file is not None and self._path is not None:
            with contextlib.suppress(OSError):
                os.close(self._file)
            delete_record(Path(self._path))
            self._file = None


def records_folder() -> Path | None:
    """Returns the folder of this user's records and creates it; None if that is impossible.

    It lasts at most until a restart of the system, because process numbers are meaningless after that.
    """
    folder = private_folder()
    try:
        if folder is not None:
            (folder / "runs").mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return None if folder is None else folder / "runs"


def files_of(record: Path) -> Path:
    """Returns the folder of the temporary files of a run, which exists as long as its record."""
    return record.with_suffix(".files")


def delete_record(record: Path) -> None:
    """Deletes the record of a run and its temporary files, as far as possible."""
    from runtime.deletion import discard  # noqa: PLC0415 - the supervisor starts faster without it

    discard(record)
    discard(files_of(record))


def read_records() -> dict[Path, RunRecord]:
    """Returns all records of this user by their files; ignores files that are not records."""
    folder = records_folder()
    records: dict[Path, RunRecord] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder is not None else ():
        record = read_record(path)
        if record is not None:
            records[path] = record
    return records


def read_record(path: Path) -> RunRecord | None:
    """Returns the record in a file, or None if the file is not a record. An incomplete line is left out."""
    try:
        with path.open("rb") as file:
            first, *lines = file.read(MAX_BYTES).split(b"\n")
        header = json.loads(first)
        run_id, owners = str(header["run"]), str(header["owners"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    processes = (_process(line) for line in lines[:-1])
    return RunRecord(
        run_id=run_id, owners=owners, processes=frozenset(process for process in processes if process is not None)
    )


def _process(line: bytes) -> ProcessId | None:
    pid, _, started = line.partition(b"@")
    try:
        return ProcessId(int(pid), float(started))
    except ValueError:
        return None
