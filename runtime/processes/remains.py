"""Kills what a lost supervisor left behind, found by the mark of its run."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from runtime.processes.platforms import lookup

if TYPE_CHECKING:
    import psutil

LIMIT_S: Final = 2.0


def kill_marked(run_id: str) -> tuple[str, ...]:
    """Kills every process that carries the mark of this run until none is left; returns who lives on after 2 s."""
    import psutil  # noqa: PLC0415 - needed when something went wrong, and slow to load

    deadline = time.monotonic() + LIMIT_S
    while True:
        found = list(_marked(run_id))
        if not found:
            return ()
        for process in found:
            try:
                process.kill()
            except psutil.Error:
                continue
        _, alive = psutil.wait_procs(found, timeout=0.1)
        if time.monotonic() >= deadline:
            return tuple(f"{process.name()} (pid {process.pid})" for process in alive if process.is_running())


def _marked(run_id: str) -> "Iterator[psutil.Process]":
    import psutil  # noqa: PLC0415 - see above

    for process in psutil.process_iter():
        try:
            if lookup.bears_mark(run_id, process.pid) and process.status() != psutil.STATUS_ZOMBIE:
                yield process
        except (psutil.Error, OSError):
            continue
