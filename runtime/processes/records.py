"""Records of which processes a run has started, for the case that its launcher and its supervisor die together.

The supervisor appends every process that it sees to one file per run and deletes the file when nothing is left. A
process can take off every mark that it inherited; what it cannot change is its number and when it started.
"""

import contextlib
import json
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.processes.census import ProcessId
from runtime.processes.platforms import lookup


def identity_of(pid: int) -> ProcessId | None:
    """The process that has this number now; None when there is none."""
    started = lookup.started(pid)
    return None if started is None else ProcessId(pid, started)


def owners_text(owners: Iterable[ProcessId | None]) -> str:
    """Processes as the environment of children names them: `4711@93214.0,4712@93230.0`."""
    return ",".join(f"{owner.pid}@{owner.started!r}" for owner in owners if owner is not None)


def owners_of(text: str) -> tuple[ProcessId, ...]:
    """What `owners_text` wrote; nothing where the text is something else."""
    try:
        parts = [entry.split("@") for entry in text.split(",") if entry]
        return tuple(ProcessId(int(pid), float(started)) for pid, started in parts)
    except ValueError:
        return ()


def is_abandoned(text: str) -> bool:
    """Whether somebody saw to the end of a run once and nobody does now; unreadable text says nothing."""
    owners = owners_of(text)
    return bool(owners) and not any(lookup.is_running(owner.pid, owner.started) for owner in owners)


SUFFIX: Final = ".run"
MOST_BYTES: Final = 1 << 22
"""More of a file is not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """What a file says of a run."""

    run_id: str
    owners: str
    """The processes that see to its end, as `ownership.owners_text` writes them."""
    processes: frozenset[ProcessId]


class RecordWriter:
    """Appends to the record of one run; a system that refuses goes without a record. Used by one thread.

    Args:
        path: the file; None for no record.
        run_id: names the run.
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
        """Notes processes that are not in the record yet."""
        news = [process for process in processes if process not in self._known]
        self._known.update(news)
        if news and self._file is not None:
            with contextlib.suppress(OSError):
                os.write(self._file, "".join(f"{pid}@{started!r}\n" for pid, started in news).encode())

    def delete(self) -> None:
        """Deletes the record: nothing is left of the run."""
        if self._file is not None and self._path is not None:
            with contextlib.suppress(OSError):
                os.close(self._file)
                os.unlink(self._path)  # noqa: PTH108 - the supervisor starts faster without pathlib
            self._file = None


def records_folder() -> Path | None:
    """Returns the folder of this user's records, which it creates; None where it would not be the user's alone.

    It is below the system's temporary folder: process numbers mean nothing on another machine or after a restart.
    """
    import tempfile  # noqa: PLC0415 - slow to load, and the supervisor does not need it

    folder = Path(tempfile.gettempdir(), f"kickabout-runs-{os.getuid() if hasattr(os, 'getuid') else 'user'}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    is_ours = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
    return folder if stat.S_ISDIR(status.st_mode) and is_ours else None


def read_records() -> dict[Path, RunRecord]:
    """Returns all records of this user, by their files; files that are no records are left out."""
    folder = records_folder()
    found: dict[Path, RunRecord] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder is not None else ():
        record = read_record(path)
        if record is not None:
            found[path] = record
    return found


def read_record(path: Path) -> RunRecord | None:
    """Returns what a file says; None where it is no record. A line that was cut short is left out."""
    try:
        with path.open("rb") as file:
            first, *lines = file.read(MOST_BYTES).split(b"\n")
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
