"""A pool of worker processes, each with several arenas, that survives their failures."""

import contextlib
import logging
import math
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
import psutil
from numpy.typing import NDArray

from runtime.extras import MissingExtraError, require
from runtime.model.messages import Message, message, sentences
from runtime.model.quota import RestartQuota
from runtime.model.workers import WorkerView
from runtime.training.environment import BOT, StepResult
from runtime.training.environment.actions import arranged
from runtime.training.specification import Component, EnvironmentSpec, SpecificationError
from runtime.training.workers.block import Command, Layout
from runtime.training.workers.local import LocalWorker
from runtime.training.workers.program import Failure, WorkerSetup, built
from runtime.training.workers.remote import NO_BOTS_IN_CLUSTERS, Cluster, RemoteWorker, check_addresses
from runtime.training.workers.rollouts import RolloutRequest
from runtime.training.workers.timers import TimerNode, Timers
from runtime.training.workers.worker import (
    CallError,
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
ASK_S: Final = 5.0
"""Time limit for workers to end by themselves."""
TERMINATE_S: Final = 3.0
"""Time limit for workers to end after a termination signal, before they are killed."""
KILL_S: Final = 2.0
"""Time limit for killed processes to be gone."""
CHECK_S: Final = 0.1
"""Interval between checks for dead and stuck workers while waiting for results."""
ATTEMPTS: Final = 3
"""Number of restarts in a row without a result after which the pool gives up, even with an unlimited quota."""

_log = logging.getLogger(__name__)

EnvironmentFactory = Callable[[int, int], Any]
"""Builds an environment from a number of arenas and a seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """One restart of a worker."""

    worker: int
    at_s: float
    """Seconds since the pool was started."""
    cause: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolStatistics:
    """The state of a pool and its history."""

    workers: tuple[WorkerView, ...]
    restarts: tuple[Restart, ...]
    discarded_steps: int
    """Steps of arenas whose results were discarded because a worker was restarted."""
    timers: TimerNode
    """The pool's own blocks, and "workers", whose children ran in parallel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseReport:
    """Descriptions of processes that did not end when asked."""

    terminated: tuple[str, ...] = ()
    """They did not end within 5 s of the request."""
    killed: tuple[str, ...] = ()
    """They did not end within 3 s of the termination signal, or a worker left them behind."""
    survivors: tuple[str, ...] = ()


class WorkerPool:
    """Worker processes with K arenas each; owned by one thread.

    Worker `w` has the arenas `w * K` to `w * K + K - 1`. Their seeds are the same as in one environment with all
    arenas, so the same actions give the same episodes.

    An exception in a worker and the death of its process are handled alike: the pool drains all results, restarts the
    failed workers within their quota, and resets all environments. The next results truncate all episodes, with the
    last observations.
    """

    def __init__(
        self,
        environment: EnvironmentSpec | EnvironmentFactory,
        *,
        workers: int = 2,
        arenas: int = 8,
        seed: int = 0,
        quota: RestartQuota | None = None,
        muscle: Component | None = None,
        cluster: str | Sequence[str] = (),
        matches: Mapping[str, Any] | None = None,
        log_level: int = logging.WARNING,
        stuck_s: float = STUCK_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Takes a specification, or a function that creates the environment in the worker.

        With addresses of Dask schedulers, separated by commas, the workers are processes of these clusters. They can be
        stepped, but each order is a Dask task, which takes milliseconds; they are intended for rollouts.

        With a bot as opponent, the arenas are matches, for which `matches` are keyword arguments of `LaunchedMatch`.

        Raises:
            ClusterError: an address is not safe.
            SpecificationError: bots cannot play in clusters.
            ValueError: there would be no worker or no arena.
        """
        if workers < 1 or arenas < 1:
            raise ValueError(f"a pool needs a worker and an arena, not {workers} and {arenas}")
        self._environment = _factory(environment, has_cluster=bool(cluster), matches=matches or {})
        self._arenas, self._seed, self._muscle, self._log_level = arenas, seed, muscle, log_level
        self._quota, self._stuck_s, self._clock = quota or RestartQuota(), stuck_s, clock
        self._context = get_context("spawn")
        self._wake = self._context.Semaphore(0)
        self._addresses = check_addresses(cluster)
        self._clusters: list[Cluster] = []
        self._workers: dict[int, Worker] = {}
        self._first_count = workers
        self._next = 0
        self._parameters: dict[str, Any] = {}
        self._restarts: list[Restart] = []
        self._discarded = 0
        self._held: list[WorkerResult] = []
        """Results that arrived while the pool was waiting for something else."""
        self._timers = Timers()
        self._worker_timers = TimerNode()
        self._began_s = clock()
        self._looked_s = -math.inf

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    @property
    def workers(self) -> tuple[int, ...]:
        """Numbers of the workers, in the order of their arenas."""
        return tuple(self._workers)

    @property
    def idle(self) -> tuple[int, ...]:
        """Numbers of the workers without an order."""
        return tuple(worker.number for worker in self._workers.values() if worker.order is None)

    @property
    def arenas(self) -> int:
        """Number of arenas of all workers."""
        return len(self._workers) * self._arenas

    @property
    def layout(self) -> Layout:
        """Sizes of the arrays of one worker.

        Raises:
            RuntimeError: the pool has no workers yet, or none any more.
        """
        layouts = [worker.layout for worker in self._workers.values() if worker.layout is not None]
        if not layouts:
            raise RuntimeError("The pool has workers only in a with block, or between start() and close().")
        return layouts[0]

    def start(self) -> None:
        """Starts all workers and waits until their environments are ready.

        Raises:
            ClusterError: a cluster cannot be used.
            WorkerError: an environment could not be built; nothing is left running.
        """
        try:
            for address in self._addresses:
                self._clusters.append(Cluster(address))
            self._add(self._first_count)
        except WorkerError:
            self.close()
            raise

    def add_worker(self) -> int:
        """Starts one more worker, with new arenas, and resets it; returns its number.

        Raises:
            WorkerError: its environment could not be created.
        """
        (worker,) = self._add(1)
        worker.unsent = dict(self._parameters)
        self._execute(worker, Command.RESET, None)
        return worker.number

    def remove_worker(self, number: int) -> CloseReport:
        """Ends a worker; finishes its current order, if it has one, and discards the result.

        Raises:
            ValueError: there is no such worker, or it is the only one.
        """
        worker = self._worker(number)
        if len(self._workers) == 1:
            raise ValueError("the only worker cannot be removed")
        self._finish(worker)
        self._discarded += sum(self._size(result) for result in self._held if result.worker == number)
        self._held = [result for result in self._held if result.worker != number]
        del self._workers[number]
        return end_workers([worker])

    def _add(self, count: int) -> list[Worker]:
        added: list[Worker] = []
        for number in range(self._next, self._next + count):
            setup = WorkerSetup(
                number=number,
                environment=self._environment,
                arenas=self._arenas,
                seed=self._seed + number * self._arenas,
                muscle=self._muscle,
                log_level=self._log_level,
            )
            if self._clusters:
                cluster = self._clusters[number % len(self._clusters)]
                added.append(RemoteWorker(setup, self._quota, cluster, self._wake))
            else:
                added.append(LocalWorker(setup, self._quota, self._context, self._wake))
        self._next += count
        self._workers |= {worker.number: worker for worker in added}
        try:
            self._start(added)
        except WorkerError:
            for worker in added:
                worker.release()
                del self._workers[worker.number]
            raise
        return added

    def _start(self, workers: Sequence[Worker]) -> None:
        """Starts workers; if some die before their environments are ready, restarts them within their quota.

        Raises:
            WorkerError: an environment could not be created, or a worker has no restarts left.
        """
        while failures := self._launch(workers):
            if any(failure.traceback or not failure.is_recoverable for failure in failures):
                raise _ended(failures, message("worker-start-failed", "The environment cannot be built."))
            self._permit(failures)
            workers = [self._workers[failure.worker] for failure in failures]

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

    def _worker(self, number: int) -> Worker:
        if number not in self._workers:
            raise ValueError(f"there is no worker {number}; there are {', '.join(map(str, self._workers))}")
        return self._workers[number]

    def _idle_worker(self, number: int) -> Worker:
        worker = self._worker(number)
        if worker.order is not None:
            raise ValueError(f"worker {number} is busy: collect its result first")
        return worker

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Sets parameters and randomisers of all environments, before their next step or reset.

        Restarted and added workers get them again.
        """
        self._parameters |= parameters
        for worker in self._workers.values():
            worker.unsent |= parameters

    def set_log_level(self, worker: int, level: int) -> None:
        """Sets the minimum level at which a worker logs to standard error."""
        self._worker(worker).setup = replace(self._worker(worker).setup, log_level=level)
        self.call(worker, partial(_set_log_level, level))

    def send(self, worker: int, actions: NDArray[Any]) -> None:
        """Gives an idle worker actions for one step of its arenas, (K, A) or (K, A, d).

        Raises:
            ValueError: the worker is busy, or does not exist, or the actions have a wrong shape, a NaN or an unknown
                number.
            RuntimeError: the pool was not reset yet.
        """
        idle, layout = self._idle_worker(worker), self.layout
        if idle.last_observations is None:
            raise RuntimeError("reset() must be called before the first step().")
        idle.set_actions(arranged(actions, (layout.arenas, layout.agents), layout.action_shape, layout.action_count))
        idle.send(Command.STEP)

    def rollout(
        self,
        worker: int,
        parameters: Mapping[str, NDArray[Any]] | None = None,
        version: int = 0,
        steps: int = 256,
        *,
        seeds: Sequence[int] | None = None,
        with_experience: bool = True,
    ) -> None:
        """Lets the muscle of an idle worker act for some steps; `collect` returns the `Rollout`.

        Args:
            worker: number of the worker.
            parameters: for the muscle; arrays with a leading axis of arenas give each arena its own policy. With None,
                the muscle keeps its parameters; a restarted worker gets them again.
            version: of the policy.
            steps: of each arena.
            seeds: with these, the arenas are reset first.
            with_experience: False leaves out the experience; the sums of rewards remain.

        Raises:
            ValueError: the worker is busy or does not exist, or the pool has no muscle.
        """
        if self._muscle is None:
            raise ValueError("a pool without a muscle has no rollouts")
        idle = self._idle_worker(worker)
        request = RolloutRequest(
            parameters=idle.policy_to_send(parameters),
            version=version,
            steps=steps,
            seeds=seeds,
            with_experience=with_experience,
        )
        idle.send(Command.ROLLOUT, request)

    def rollouts(
        self,
        parameters: Callable[[range], Mapping[str, NDArray[Any]] | None],
        *,
        version: int,
        steps: int,
        seeds: Callable[[range], Sequence[int]] | None = None,
        with_experience: bool = True,
    ) -> list[WorkerResult]:
        """Plays one rollout in every worker at the same time; after a restart, plays all of them again.

        Args:
            parameters: is called with the positions of a worker's arenas among all arenas, and returns parameters as
                for
                `rollout`.
            version: of the policy.
            steps: of each arena.
            seeds: is called with the same positions, and returns the seeds of these arenas.
            with_experience: as for `rollout`.

        Returns one result per worker, in the order of `workers`; raises like `rollout` and `collect`.
        """
        while True:
            for position, worker in enumerate(self._workers):
                arenas = range(position * self._arenas, (position + 1) * self._arenas)
                self.rollout(
                    worker,
                    parameters(arenas),
                    version,
                    steps,
                    seeds=None if seeds is None else seeds(arenas),
                    with_experience=with_experience,
                )
            results = self._results_of_all()
            if not any(result.is_cut for result in results):
                return self._deliver(results)
            self._deliver(results)

    def collect(self, timeout_s: float | None = None) -> list[WorkerResult]:
        """Waits for at least one result; returns at most one per worker, and none after the time-out.

        After a restart, the results of all workers are cut (`WorkerResult.is_cut`), even those of idle workers.

        Raises:
            WorkerError: a worker failed and has no restarts left.
            WorkerTimeoutError: a worker has not finished a step for a minute.
        """
        return self._deliver(self._next_results(timeout_s))

    def _next_results(self, timeout_s: float | None = None) -> list[WorkerResult]:
        if not self._held:
            with self._timers.block("collect"):
                self._collect(self._busy(), timeout_s)
        held, self._held = self._held, []
        return held

    def _deliver(self, results: list[WorkerResult]) -> list[WorkerResult]:
        for result in results:
            self._workers[result.worker].last_observations = result.observations
        return results

    def step(self, actions: NDArray[Any]) -> StepResult:
        """Steps all arenas with actions (N * K, A) or (N * K, A, d); raises like `send` and `collect`."""
        number, layout = self._arenas, self.layout
        ordered_actions = arranged(actions, (self.arenas, layout.agents), layout.action_shape, layout.action_count)
        for position, worker in enumerate(self._workers):
            self.send(worker, ordered_actions[position * number : (position + 1) * number])
        ordered = self._deliver(self._results_of_all())
        return _joined([result.step for result in ordered if result.step is not None])

    def _results_of_all(self) -> list[WorkerResult]:
        """Returns the results of all workers, which are busy, in order; cut results after a restart."""
        results: dict[int, WorkerResult] = {}
        while len(results) < len(self._workers):
            collected = self._next_results()
            if collected and collected[0].is_cut:
                self._discarded += sum(map(self._size, results.values()))
            results |= {result.worker: result for result in collected}
        return [results[worker] for worker in self._workers]

    def reset(self, seeds: Sequence[int] | None = None) -> NDArray[np.float32]:
        """Begins new episodes in all arenas, optionally with a seed for each; returns the observations (N * K, A, n).

        First waits until no worker is busy, and discards the results. Raises like `collect`.
        """
        if seeds is not None and len(seeds) != self.arenas:
            raise ValueError(f"{len(seeds)} seeds for {self.arenas} arenas")
        _ = self.layout  # refuses a pool without workers
        while True:
            results, failures = self._settle()
            self._discarded += sum(map(self._size, [*self._held, *results]))
            self._held = []
            if not failures:
                for position, worker in enumerate(self._workers.values()):
                    part = slice(position * self._arenas, (position + 1) * self._arenas)
                    worker.send(Command.RESET, None if seeds is None else list(seeds[part]))
                results, failures = self._settle()
            if not failures:
                self._deliver(results)
                return self.observations
            self._recover(failures)

    @property
    def observations(self) -> NDArray[np.float32]:
        """The newest observations received from all arenas, (N * K, A, n)."""
        known = [worker.last_observations for worker in self._workers.values()]
        return np.concatenate([observations for observations in known if observations is not None])

    def call(self, worker: int, function: Callable[[Any], Any]) -> Any:
        """Calls a function with a worker's environment, in its process; returns the function's result.

        Waits until the worker is idle; the worker's own result stays available for `collect`. Returns None if the
        worker has to be restarted.

        Raises:
            CallError: the function raised an exception.
            WorkerError: the worker failed and has no restarts left.
        """
        called = self._worker(worker)
        self._finish(called)
        value = self._execute(called, Command.CALL, pickled(function))
        if isinstance(value, Failure):
            raise CallError(value.text)
        return value

    def statistics(self) -> PoolStatistics:
        """Returns the state of the workers, their restarts and times."""
        now_s, timers = self._clock(), TimerNode()
        timers.merge(self._timers.root)
        timers.child("workers").merge(self._worker_timers, is_parallel=True)
        return PoolStatistics(
            workers=tuple(worker.view(now_s) for worker in self._workers.values()),
            restarts=tuple(self._restarts),
            discarded_steps=self._discarded,
            timers=timers,
        )

    def close(self) -> CloseReport:
        """Ends all workers: asks them to end, terminates them after 5 s, and kills them 3 s later.

        May be called twice.
        """
        workers, self._workers, self._held = list(self._workers.values()), {}, []
        report = end_workers(workers)
        clusters, self._clusters = self._clusters, []
        for cluster in clusters:
            cluster.close()
        return report

    def _busy(self) -> list[Worker]:
        return [worker for worker in self._workers.values() if worker.order is not None]

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
            self._check_progress(workers)

    def _look_for_dead(self, workers: Sequence[Worker]) -> tuple[list[Worker], list[Worker]]:
        """Returns the workers that died after a result, and those that died without one."""
        self._looked_s = time.monotonic()
        dead = [worker for worker in workers if worker.is_dead]
        ready = [worker for worker in dead if worker.is_done()]
        return ready, [worker for worker in dead if worker not in ready]

    def _check_progress(self, workers: Sequence[Worker]) -> None:
        now_s = time.monotonic()
        stuck = [worker.setup.shown_number for worker in workers if worker.stalled_s(now_s) >= self._stuck_s]
        if stuck:
            text = message(
                "workers-stuck",
                "No step for {seconds:g} s by these workers: {workers}.",
                seconds=self._stuck_s,
                workers=tuple(stuck),
            )
            raise WorkerTimeoutError(text, ())

    def _take(self, workers: Sequence[Worker]) -> tuple[list[WorkerResult], list[WorkerFailure]]:
        """Returns the results of workers that have one, and the failures among them."""
        results, failures = [], []
        for worker in workers:
            try:
                results.append(worker.take(self._worker_timers))
            except WorkerLostError as lost:
                failures.append(lost.failure)
        return results, failures

    def _collect(self, workers: Sequence[Worker], timeout_s: float | None) -> None:
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
        self._held += results
        if failures:
            self._held = self._recover(failures)
        elif is_due:
            self._check_progress([worker for worker in others if worker.order is not None])

    def _settle(self, known: Sequence[WorkerFailure] = ()) -> tuple[list[WorkerResult], list[WorkerFailure]]:
        """Waits until no worker is busy except those of `known` failures; returns the results and further failures."""
        results: list[WorkerResult] = []
        failures: list[WorkerFailure] = []
        while True:
            failed = {failure.worker for failure in (*known, *failures)}
            busy = [worker for worker in self._busy() if worker.number not in failed]
            if not busy:
                return results, failures
            ready, dead = self._wait(busy)
            some, more = self._take(ready)
            results += some
            failures += [*more, *(worker.failure() for worker in dead)]

    def _finish(self, worker: Worker) -> None:
        """Waits until a worker is idle, and keeps its result for `collect`."""
        while worker.order is not None:
            self._collect([worker], None)

    def _execute(self, worker: Worker, command: Command, payload: Any) -> Any:
        """Gives an order, waits for its end, and returns its value."""
        worker.send(command, payload)
        ready, dead = self._wait([worker])
        results, failures = self._take(ready)
        failures += [one.failure() for one in dead]
        if failures:
            self._held = self._recover(failures)
            return None
        self._deliver(results)
        return results[0].value

    def _size(self, result: WorkerResult) -> int:
        """Returns the number of steps of arenas in a result."""
        if result.is_cut:
            return 0
        steps = 0 if result.step is None else 1
        return self._arenas * (steps if result.rollout is None else result.rollout.steps)

    def _recover(self, failures: list[WorkerFailure]) -> list[WorkerResult]:
        """Restarts failed workers and resets all environments; returns a cut result for each worker.

        Discards results that were kept for `collect`.

        Raises:
            WorkerError: a restart is not allowed, or does not help.
            WorkerTimeoutError: a worker does not finish its order.
        """
        lost, self._held = self._held, []
        for _ in range(ATTEMPTS):
            results, more = self._settle(failures)
            lost += results
            failures += more
            failed = [self._workers[failure.worker] for failure in failures]
            self._discarded += sum(worker.discard() for worker in failed)
            self._permit(failures)
            failures = self._launch(failed)
            if not failures:
                for worker in failed:
                    worker.unsent = dict(self._parameters)
                for worker in self._workers.values():
                    worker.send(Command.RESET, None)
                results, failures = self._settle()
            if not failures:
                self._discarded += sum(map(self._size, lost))
                observations = {result.worker: result.observations for result in results}
                return [worker.cut(observations[worker.number]) for worker in self._workers.values()]
        raise _ended(failures, message("worker-restarts-do-not-help", "Restarts do not help."))

    def _permit(self, failures: Sequence[WorkerFailure]) -> None:
        """Counts the restarts of failed workers.

        Raises:
            WorkerError: one of them has no restarts left.
        """
        for failure in failures:
            self._workers[failure.worker].cause = failure.cause
        if not all(failure.is_recoverable for failure in failures):
            raise _ended(failures, message("worker-not-recoverable", "A restart would not help."))
        now_s = self._clock()
        refused = [self._workers[failure.worker].restarts.request(now_s) for failure in failures]
        for reason in refused:
            if reason is not None:
                raise _ended(failures, reason)
        for failure in failures:
            self._restarts.append(Restart(worker=failure.worker, at_s=now_s - self._began_s, cause=failure.cause))
            _log.warning("%s It is restarted.\n%s", failure.cause, failure.traceback)


def _ended(failures: Sequence[WorkerFailure], reason: Message) -> WorkerError:
    return WorkerError(sentences(*(failure.cause for failure in failures), reason), failures)


def _factory(
    environment: EnvironmentSpec | EnvironmentFactory, *, has_cluster: bool, matches: Mapping[str, Any]
) -> bytes:
    """Returns a pickled function that creates an environment.

    Raises:
        SpecificationError: bots cannot play in clusters.
    """
    if not isinstance(environment, EnvironmentSpec):
        return pickled(environment)
    if has_cluster and environment.opponents is not None and environment.opponents.name == BOT:
        raise SpecificationError("opponents", NO_BOTS_IN_CLUSTERS)
    return pickle.dumps(partial(built, environment, dict(matches)))


def _set_log_level(level: int, _: Any) -> None:
    logging.getLogger().setLevel(level)


def pickled(value: Any) -> bytes:
    """Returns a pickled function for another process; a function outside of modules needs the package cloudpickle.

    Raises:
        MissingExtraError: cloudpickle is not installed.
    """
    try:
        data: bytes = require("cloudpickle", "train").dumps(value)
    except MissingExtraError:
        try:
            return pickle.dumps(value)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise MissingExtraError("cloudpickle", "train") from error
    return data


def _joined(steps: Sequence[StepResult]) -> StepResult:
    arrays = ("observations", "rewards", "terminated", "truncated", "final_observations", "reward_terms")
    return StepResult(
        **{name: np.concatenate([getattr(step, name) for step in steps]) for name in arrays},
        episodes=[episode for step in steps for episode in step.episodes],
    )


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
