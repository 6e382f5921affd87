"""Kills what a lost supervisor left behind, found by the mark and the record of its run."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.processes.platforms import lookup
from runtime.processes.records import RunRecord, read_record

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
