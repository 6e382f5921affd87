"""The end of workers: they are asked to end, terminated, and killed with everything that they have started."""

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import psutil

from runtime.training.workers.worker import Worker

ASK_S: Final = 5.0
"""Time limit for workers to end by themselves."""
TERMINATE_S: Final = 3.0
"""Time limit for workers to end after a termination signal, before they are killed."""
KILL_S: Final = 2.0
"""Time limit for killed processes to be gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseReport:
    """Descriptions of processes that did not end when asked."""

    terminated: tuple[str, ...] = ()
    """They did not end within 5 s of the request."""
    killed: tuple[str, ...] = ()
    """They did not end within 3 s of the termination signal, or a worker left them behind."""
    survivors: tuple[str, ...] = ()


def end_workers(workers: Sequence[Worker]) -> CloseReport:
    """Ends the processes of workers and all their descendants in stages, and releases the shared memory."""
    alive = [worker for worker in workers if not worker.is_dead]
    families = [process for worker in alive for process in worker.started()]
    for worker in alive:
        worker.ask_to_end()
    alive = _left_after(alive, ASK_S)
    terminated = tuple(worker.description for worker in alive)
    for worker in alive:
        worker.terminate()
    alive = _left_after(alive, TERMINATE_S)
    killed = [worker.description for worker in alive]
    for process in families:
        with contextlib.suppress(psutil.Error):
            text = f"{process.name()} (pid {process.pid})"
            process.kill()
            killed.append(text)
    for worker in workers:
        worker.release()
    _, left = psutil.wait_procs(families, KILL_S)
    survivors = [worker.description for worker in workers if not worker.is_dead]
    survivors += [f"{process.name()} (pid {process.pid})" for process in left if process.is_running()]
    return CloseReport(terminated=terminated, killed=tuple(killed), survivors=tuple(survivors))


def _left_after(workers: Sequence[Worker], within_s: float) -> list[Worker]:
    """Returns the workers whose processes have not ended within this time."""
    deadline_s = time.monotonic() + within_s
    while alive := [worker for worker in workers if not worker.is_dead]:
        remaining_s = deadline_s - time.monotonic()
        if remaining_s <= 0:
            return alive
        alive[0].join(remaining_s)
    return []
