"""The workers of a pool as a group: waits for their results, notices their deaths, and restarts them."""

import logging
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from multiprocessing.synchronize import Semaphore
from typing import Any, Final

from runtime.model.messages import Message, message, sentences
from runtime.training.workers.block import Command
from runtime.training.workers.timers import TimerNode
from runtime.training.workers.worker import (
    Worker,
    WorkerError,
    WorkerFailure,
    WorkerLostError,
    WorkerResult,
    WorkerTimeoutError,
)

START_S: Final = 60.0
"""Time limit for a worker to prepare its environment."""
STUCK_S: Final = 60.0
"""Maximum time between two steps of a worker with an order."""
CHECK_S: Final = 0.1
"""Interval between checks for dead and stuck workers while waiting for results."""
ATTEMPTS: Final = 3
"""Number of restarts in a row without a result after which the pool gives up, even with an unlimited quota."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """One restart of a worker."""

    worker: int
    at_s: float
    """Seconds since the pool was started."""
    cause: Message


class WorkerGroup:
    """Workers that are waited for together; after the failure of one, all environments are reset.

    Args:
        wake: is released for each result.
        arenas: number of arenas of each worker.
        stuck_s: see `STUCK_S`.
        clock: seconds of the restarts.
    """

    def __init__(self, wake: Semaphore, arenas: int, stuck_s: float, clock: Callable[[], float]) -> None:
        self.workers: dict[int, Worker] = {}
        """By number, in the order of their arenas."""
        self.held: list[WorkerResult] = []
        """Results that arrived while the group was waiting for something else."""
        self.parameters: dict[str, Any] = {}
        """Parameters that restarted workers get again."""
        self.restarts: list[Restart] = []
        self.discarded_steps = 0
        """Steps of arenas whose results nobody got."""
        self.timers = TimerNode()
        """Times in the workers."""
        self._wake, self._arenas, self._stuck_s, self._clock = wake, arenas, stuck_s, clock
        self._began_s = clock()
        self._looked_s = -math.inf

    def start(self, workers: Sequence[Worker]) -> None:
        """Starts workers; if some die before their environments are ready, restarts them within their quota.

        Raises:
            WorkerError: an environment could not be created, or a worker has no restarts left.
        """
        while failures := self._launch(workers):
            if any(failure.traceback or not failure.is_recoverable for failure in failures):
                raise _ended(failures, message("worker-start-failed", "The environment cannot be built."))
            self._permit(failures)
            workers = [self.workers[failure.worker] for failure in failures]

    def _launch(self, workers: Sequence[Worker]) -> list[WorkerFailure]:
        """Starts these workers at the same time; returns the failures of those that did not start."""
        deadline_s, failures = time.monotonic() + START_S, []
        launched = []
        for worker in workers:
            worker.release()
            try:
                worker.launch()
                launched.append(worker)
            except OSError as error:
                failures.append(worker.refusal(error))
        for worker in launched:
            try:
                worker.finish_start(deadline_s)
            except WorkerLostError as lost:
                worker.release()
                failures.append(lost.failure)
        return failures

    @property
    def busy(self) -> list[Worker]:
        """The workers with an order."""
        return [worker for worker in self.workers.values() if worker.order is not None]

    def _wait(self, workers: Sequence[Worker], deadline_s: float = math.inf) -> tuple[list[Worker], list[Worker]]:
        """Waits for a result or a death among busy workers; returns the workers with results and the dead ones.

        Raises:
            WorkerTimeoutError: some have not finished a step for too long.
        """
        while True:
            ready = [worker for worker in workers if worker.is_done()]
            if ready:
                for _ in ready:
                    self._wake.acquire(block=False)
                return ready, []
            remaining_s = deadline_s - time.monotonic()
            if remaining_s <= 0:
                return [], []
            if self._wake.acquire(timeout=min(CHECK_S, remaining_s)):
                continue
            ready, dead = self._look_for_dead(workers)
            if ready or dead:
                return ready, dead
            check_progress(workers, self._stuck_s)

    def _look_for_dead(self, workers: Sequence[Worker]) -> tuple[list[Worker], list[Worker]]:
        """Returns the workers that died after a result, and those that died without one."""
        self._looked_s = time.monotonic()
        dead = [worker for worker in workers if worker.is_dead]
        ready = [worker for worker in dead if worker.is_done()]
        return ready, [worker for worker in dead if worker not in ready]

    def _take(self, workers: Sequence[Worker]) -> tuple[list[WorkerResult], list[WorkerFailure]]:
        """Returns the results of workers that have one, and the failures among them."""
        results, failures = [], []
        for worker in workers:
            try:
                results.append(worker.take(self.timers))
            except WorkerLostError as lost:
                failures.append(lost.failure)
        return results, failures

    def collect(self, workers: Sequence[Worker], timeout_s: float | None) -> None:
        """Waits for one of these workers and keeps results for `collect`; after failures, the cut results of all."""
        if not workers:
            return
        ready, dead = self._wait(workers, math.inf if timeout_s is None else time.monotonic() + timeout_s)
        others = [worker for worker in workers if worker not in ready]
        is_due = not dead and bool(others) and time.monotonic() >= self._looked_s + CHECK_S
        if is_due:  # results of some workers must not hide that others are dead or stuck
            last, dead = self._look_for_dead(others)
            ready += last
        results, failures = self._take(ready)
        failures += [worker.failure() for worker in dead]
        self.held += results
        if failures:
            self.held = self.recover(failures)
        elif is_due:
            check_progress([worker for worker in others if worker.order is not None], self._stuck_s)

    def settle(self, known: Sequence[WorkerFailure] = ()) -> tuple[list[WorkerResult], list[WorkerFailure]]:
        """Waits until no worker is busy except those of `known` failures; returns the results and further failures."""
        results: list[WorkerResult] = []
        failures: list[WorkerFailure] = []
        while True:
            failed = {failure.worker for failure in (*known, *failures)}
            busy = [worker for worker in self.busy if worker.number not in failed]
            if not busy:
                return results, failures
            ready, dead = self._wait(busy)
            some, more = self._take(ready)
            results += some
            failures += [*more, *(worker.failure() for worker in dead)]

    def finish(self, worker: Worker) -> None:
        """Waits until a worker is idle, and keeps its result for `collect`."""
        while worker.order is not None:
            self.collect([worker], None)

    def execute(self, worker: Worker, command: Command, payload: Any) -> Any:
        """Gives an order, waits for its end, and returns its value."""
        worker.send(command, payload)
        ready, dead = self._wait([worker])
        results, failures = self._take(ready)
        failures += [worker.failure() for worker in dead]
        if failures:
            self.held = self.recover(failures)
            return None
        self.deliver(results)
        return results[0].value

    def recover(self, failures: list[WorkerFailure]) -> list[WorkerResult]:
        """Restarts failed workers and resets all environments; returns a cut result for each worker.

        Discards results that were kept for `collect`.

        Raises:
            WorkerError: a restart is not allowed, or does not help.
            WorkerTimeoutError: a worker does not finish its order.
        """
        lost, self.held = self.held, []
        for _ in range(ATTEMPTS):
            results, more = self.settle(failures)
            lost += results
            failures += more
            failed = [self.workers[failure.worker] for failure in failures]
            self.discarded_steps += sum(worker.discard() for worker in failed)
            self._permit(failures)
            failures = self._launch(failed)
            if not failures:
                for worker in failed:
                    worker.unsent = dict(self.parameters)
                for worker in self.workers.values():
                    worker.send(Command.RESET, None)
                results, failures = self.settle()
            if not failures:
                self.discard(lost)
                observations = {result.worker: result.observations for result in results}
                return [worker.cut(observations[worker.number]) for worker in self.workers.values()]
        raise _ended(failures, message("worker-restarts-do-not-help", "Restarts do not help."))

    def _permit(self, failures: Sequence[WorkerFailure]) -> None:
        """Counts the restarts of failed workers.

        Raises:
            WorkerError: one of them has no restarts left.
        """
        for failure in failures:
            self.workers[failure.worker].cause = failure.cause
        if not all(failure.is_recoverable for failure in failures):
            raise _ended(failures, message("worker-not-recoverable", "A restart would not help."))
        now_s = self._clock()
        refused = [self.workers[failure.worker].restarts.request(now_s) for failure in failures]
        for reason in refused:
            if reason is not None:
                raise _ended(failures, reason)
        for failure in failures:
            self.restarts.append(Restart(worker=failure.worker, at_s=now_s - self._began_s, cause=failure.cause))
            _log.warning("%s It is restarted.\n%s", failure.cause, failure.traceback)

    def deliver(self, results: list[WorkerResult]) -> list[WorkerResult]:
        """Remembers the observations in results; returns the results."""
        for result in results:
            self.workers[result.worker].last_observations = result.observations
        return results

    def discard(self, results: Iterable[WorkerResult]) -> None:
        """Counts the steps of results that nobody gets."""
        for result in results:
            if not result.is_cut:
                steps = 0 if result.step is None else 1
                self.discarded_steps += self._arenas * (steps if result.rollout is None else result.rollout.steps)


def check_progress(workers: Sequence[Worker], stuck_s: float) -> None:
    """Checks that busy workers still make steps.

    Raises:
        WorkerTimeoutError: some have not finished a step for `stuck_s`.
    """
    now_s = time.monotonic()
    stuck = [worker.setup.shown_number for worker in workers if worker.stalled_s(now_s) >= stuck_s]
    if stuck:
        text = message(
            "workers-stuck",
            "No step for {seconds:g} s by these workers: {workers}.",
            seconds=stuck_s,
            workers=tuple(stuck),
        )
        raise WorkerTimeoutError(text, ())


def _ended(failures: Sequence[WorkerFailure], reason: Message) -> WorkerError:
    return WorkerError(sentences(*(failure.cause for failure in failures), reason), failures)
