"""Processes that an earlier run left behind because its launcher and its supervisor died together.

They are found by the run's mark in their environment or their limits, and by the run's record, but never by name. A run
counts only if its owners have ended, so the children of another running Kickabout are safe.
"""

import contextlib
import os
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.model.values import Leftover
from runtime.processes.census import ProcessRow, descendants_of
from runtime.processes.environment import OWNERS_VARIABLE, RUN_VARIABLE
from runtime.processes.platforms import lookup, native_platform
from runtime.processes.records import RunRecord, delete_record, is_abandoned, read_record, read_records

if TYPE_CHECKING:
    import psutil

LIMIT_S: Final = 2.0
MIN_LOOKS: Final = 3
"""Number of empty looks in a row after which a run has no process; one look can miss processes that fork and end."""


def kill_run(run_id: str, record_file: Path | None = None) -> tuple[str, ...]:
    """Kills every process of a run until none is left, then deletes its record; returns the survivors after 2 s.

    Args:
        run_id: the mark in the environment or the limits of its processes.
        record_file: the run's record, or None.
    """
    record = read_record(record_file) if record_file is not None else None
    platform = native_platform(run_id)
    deadline = time.monotonic() + LIMIT_S
    lookup.kill_group(run_id)
    looks = 0
    while looks < MIN_LOOKS:
        rows = processes_of_run(run_id, record)
        looks = 0 if rows else looks + 1
        if rows and time.monotonic() >= deadline:
            return tuple(row.description for row in rows)
        platform.kill(rows)
        time.sleep(CHECK_S)
    lookup.kill_group(run_id)  # removes it
    if record_file is not None:
        delete_record(record_file)
    return ()


def processes_of_run(run_id: str, record: RunRecord | None) -> tuple[ProcessRow, ...]:
    """Returns the living processes that have the mark of a run or are in its record, and their descendants.

    Leaves out our ancestors.
    """
    started = {process.pid: process.started for process in record.processes} if record is not None else {}
    table, ours = tuple(lookup.rows()), _ancestors()
    rows: dict[int, ProcessRow] = {}
    for row in table:
        is_recorded = row.pid in started and lookup.is_same_start(row.started, started[row.pid])
        if is_recorded or lookup.bears_mark(run_id, row.pid):
            rows |= {process.pid: process for process in (row, *descendants_of(row.pid, table))}
    return tuple(row for pid, row in rows.items() if pid not in ours)


TERMINATE_S: Final = 0.5
"""Time limit for processes to end after a termination signal, before they are killed."""
CHECK_S: Final = 0.01


def find_leftovers() -> tuple[Leftover, ...]:
    """Returns the processes of abandoned runs, ordered by number; takes a few milliseconds."""
    verdicts: dict[str, bool] = {}
    leftovers: list[Leftover] = []
    for pid, environment in lookup.environments(RUN_VARIABLE):
        owners = environment.get(OWNERS_VARIABLE, "")
        if owners not in verdicts:
            verdicts[owners] = is_abandoned(owners)
        leftover = _described(pid, environment[RUN_VARIABLE]) if verdicts[owners] else None
        if leftover is not None:
            leftovers.append(leftover)
    leftovers += _recorded({leftover.pid for leftover in leftovers})
    ours = _ancestors() if leftovers else frozenset()
    return tuple(sorted((process for process in leftovers if process.pid not in ours), key=lambda process: process.pid))


def end_leftovers(leftovers: Iterable[Leftover]) -> tuple[str, ...]:
    """Terminates these processes and everything that they started, then kills them; takes up to 3 s.

    Returns descriptions of the survivors. Processes that have ended meanwhile are ignored, also if their number is used
    again.
    """
    import psutil  # noqa: PLC0415 - slow to load and rarely needed

    targets = [leftover for leftover in leftovers if lookup.is_running(leftover.pid, leftover.started)]
    family = list(_families(targets))
    for process in family:
        with contextlib.suppress(psutil.Error):
            process.terminate()
    remaining = _alive_after(family, TERMINATE_S)
    for process in remaining:
        with contextlib.suppress(psutil.Error):
            process.kill()
    files = {record.run_id: file for file, record in read_records().items()}
    runs = sorted({leftover.run for leftover in targets})
    survivors = [name for run in runs for name in kill_run(run, files.get(run))]
    survivors += [f"{process.name()} (pid {process.pid})" for process in _alive_after(remaining, TERMINATE_S)]
    return tuple(dict.fromkeys(survivors))


def _recorded(known: Collection[int]) -> list[Leftover]:
    """Returns the processes in records of abandoned runs except `known` ones; deletes records without processes."""
    leftovers: list[Leftover] = []
    for file, record in read_records().items():
        if not is_abandoned(record.owners):
            continue
        alive = [row.pid for row in processes_of_run(record.run_id, record)]
        if not alive:
            delete_record(file)
        described = (_described(pid, record.run_id) for pid in alive if pid not in known)
        leftovers += [leftover for leftover in described if leftover is not None]
    return leftovers


def _alive_after(processes: "list[psutil.Process]", within_s: float) -> "list[psutil.Process]":
    """Returns the processes that are still alive after this time; zombies do not count."""
    deadline = time.monotonic() + within_s
    while alive := [process for process in processes if lookup.started(process.pid) and process.is_running()]:
        if time.monotonic() >= deadline:
            break
        time.sleep(CHECK_S)
    return alive


def _families(targets: Iterable[Leftover]) -> "Iterator[psutil.Process]":
    import psutil  # noqa: PLC0415 - slow to load and rarely needed

    for leftover in targets:
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(leftover.pid)
            children = process.children(recursive=True)
            yield process
            yield from children


def _described(pid: int, run: str) -> Leftover | None:
    import psutil  # noqa: PLC0415 - slow to load and rarely needed

    started = lookup.started(pid)
    try:
        with (process := psutil.Process(pid)).oneshot():
            name, command = process.name(), " ".join(process.cmdline())
    except psutil.Error:
        return None
    return None if started is None else Leftover(pid=pid, started=started, name=name, command=command, run=run)


def _ancestors() -> frozenset[int]:
    """Returns this process and its ancestors, which are not leftovers: a bot may have opened our terminal."""
    import psutil  # noqa: PLC0415 - slow to load and rarely needed

    try:
        return frozenset({os.getpid(), *(process.pid for process in psutil.Process().parents())})
    except psutil.Error:
        return frozenset({os.getpid()})
