"""Processes that an earlier run left behind because its launcher and its supervisor died together.

They are found by the run's mark in their environment or their limits and by the run's record, never by name, and only
when nobody sees to their end any more: the children of another Kickabout that runs are not among them.
"""

import contextlib
import os
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.model.values import Leftover
from runtime.processes.environment import OWNERS_VARIABLE, RUN_VARIABLE
from runtime.processes.platforms import lookup
from runtime.processes.records import RunRecord, is_abandoned, read_record, read_records

if TYPE_CHECKING:
    import psutil

LIMIT_S: Final = 2.0


def kill_run(run_id: str, record_file: Path | None = None) -> tuple[str, ...]:
    """Kills every process of a run until none is left, then deletes its record; returns those that live on after 2 s.

    Args:
        run_id: the mark in the environment or the limits of its processes.
        record_file: the run's record; None where there is none.
    """
    import psutil  # noqa: PLC0415 - needed when something went wrong, and slow to load

    record = read_record(record_file) if record_file is not None else None
    deadline = time.monotonic() + LIMIT_S
    alive: list[psutil.Process] = []
    while found := list(processes_of_run(run_id, record)):
        family = {process.pid: process for process in found}
        for process in found:
            try:
                family |= {child.pid: child for child in process.children(recursive=True)}
            except psutil.Error:
                continue
        for process in family.values():
            try:
                process.kill()
            except psutil.Error:
                continue
        _, alive = psutil.wait_procs(list(family.values()), timeout=0.1)
        if time.monotonic() >= deadline:
            return tuple(f"{process.name()} (pid {process.pid})" for process in alive if process.is_running())
    if record_file is not None:
        record_file.unlink(missing_ok=True)
    return ()


def processes_of_run(run_id: str, record: RunRecord | None) -> "Iterator[psutil.Process]":
    """Returns the living processes that bear the mark of a run or are in its record."""
    import psutil  # noqa: PLC0415 - see above

    started = {process.pid: process.started for process in record.processes} if record is not None else {}
    for process in psutil.process_iter():
        try:
            is_recorded = process.pid in started and lookup.is_running(process.pid, started[process.pid])
            if not is_recorded and not lookup.bears_mark(run_id, process.pid):
                continue
            if process.status() != psutil.STATUS_ZOMBIE:
                yield process
        except (psutil.Error, OSError):
            continue


POLITE_S: Final = 0.5
"""How long they may take to end on a termination signal before they are killed."""
BEAT_S: Final = 0.01


def find_leftovers() -> tuple[Leftover, ...]:
    """The processes of earlier runs that nobody sees to, in the order of their numbers; takes a few milliseconds."""
    verdicts: dict[str, bool] = {}
    found: list[Leftover] = []
    for pid, environment in lookup.environments(RUN_VARIABLE):
        owners = environment.get(OWNERS_VARIABLE, "")
        if owners not in verdicts:
            verdicts[owners] = is_abandoned(owners)
        leftover = _described(pid, environment[RUN_VARIABLE]) if verdicts[owners] else None
        if leftover is not None:
            found.append(leftover)
    found += _recorded({leftover.pid for leftover in found})
    ours = _ancestors() if found else frozenset()
    return tuple(sorted((one for one in found if one.pid not in ours), key=lambda one: one.pid))


def end_leftovers(found: Iterable[Leftover]) -> tuple[str, ...]:
    """Ends these processes and all they started, politely first; returns who lives on, which takes up to 3 s to know.

    A process that has ended meanwhile is no matter, nor one that got its number.
    """
    import psutil  # noqa: PLC0415 - slow to load, and hardly ever needed

    targets = [leftover for leftover in found if lookup.is_running(leftover.pid, leftover.started)]
    family = list(_families(targets))
    for process in family:
        with contextlib.suppress(psutil.Error):
            process.terminate()
    stubborn = _left_of(family, POLITE_S)
    for process in stubborn:
        with contextlib.suppress(psutil.Error):
            process.kill()
    files = {record.run_id: file for file, record in read_records().items()}
    runs = sorted({leftover.run for leftover in targets})
    survivors = [name for run in runs for name in kill_run(run, files.get(run))]
    survivors += [f"{process.name()} (pid {process.pid})" for process in _left_of(stubborn, POLITE_S)]
    return tuple(dict.fromkeys(survivors))


def _recorded(known: Collection[int]) -> list[Leftover]:
    """Finds the processes of abandoned runs that have records, but for `known` ones; deletes records without any."""
    found: list[Leftover] = []
    for file, record in read_records().items():
        if not is_abandoned(record.owners):
            continue
        alive = [process.pid for process in processes_of_run(record.run_id, record)]
        if not alive:
            with contextlib.suppress(OSError):
                file.unlink()
        described = (_described(pid, record.run_id) for pid in alive if pid not in known)
        found += [leftover for leftover in described if leftover is not None]
    return found


def _left_of(processes: "list[psutil.Process]", within_s: float) -> "list[psutil.Process]":
    """Who still lives after so long; what has ended and waits for somebody to take note is dead."""
    deadline = time.monotonic() + within_s
    while alive := [process for process in processes if lookup.started(process.pid) and process.is_running()]:
        if time.monotonic() >= deadline:
            break
        time.sleep(BEAT_S)
    return alive


def _families(targets: Iterable[Leftover]) -> "Iterator[psutil.Process]":
    import psutil  # noqa: PLC0415 - see above

    for leftover in targets:
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(leftover.pid)
            children = process.children(recursive=True)
            yield process
            yield from children


def _described(pid: int, run: str) -> Leftover | None:
    import psutil  # noqa: PLC0415 - see above

    started = lookup.started(pid)
    try:
        with (process := psutil.Process(pid)).oneshot():
            name, command = process.name(), " ".join(process.cmdline())
    except psutil.Error:
        return None
    return None if started is None else Leftover(pid=pid, started=started, name=name, command=command, run=run)


def _ancestors() -> frozenset[int]:
    """Whoever is above us is no leftover of ours to end: a bot may have opened the terminal that we run in."""
    import psutil  # noqa: PLC0415 - see above

    try:
        return frozenset(process.pid for process in psutil.Process(os.getpid()).parents())
    except psutil.Error:
        return frozenset()
