"""A pool of worker processes, each with several arenas, that survives their failures."""

import logging
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from runtime.extras import MissingExtraError, require
from runtime.model.workers import WorkerView
from runtime.quota import RestartQuota
from runtime.training.environment import BOT, StepResult
from runtime.training.environment.actions import arranged
from runtime.training.specification import Component, EnvironmentSpec, SpecificationError
from runtime.training.workers.block import Command, Layout
from runtime.training.workers.ending import CloseReport, end_workers
from runtime.training.workers.group import STUCK_S, Restart, WorkerGroup
from runtime.training.workers.local import LocalWorker
from runtime.training.workers.program import Failure, WorkerSetup, built
from runtime.training.workers.remote import NO_BOTS_IN_CLUSTERS, Cluster, RemoteWorker, check_addresses
from runtime.training.workers.rollouts import RolloutRequest
from runtime.training.workers.timers import TimerNode, Timers
from runtime.training.workers.worker import CallError, Worker, WorkerError, WorkerResult

EnvironmentFactory = Callable[[int, int], Any]
"""Builds an environment from a number of arenas and a seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolStatistics:
    """The state of a pool and its history."""

    workers: tuple[WorkerView, ...]
    restarts: tuple[Restart, ...]
    discarded_steps: int
    """Steps of arenas whose results were discarded because a worker was restarted."""
    timers: TimerNode
    """The pool's own blocks, and "workers", whose children ran in parallel."""


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
        self._quota, self._clock = quota or RestartQuota(), clock
        self._context = get_context("spawn")
        self._wake = self._context.Semaphore(0)
        self._addresses = check_addresses(cluster)
        self._clusters: list[Cluster] = []
        self._group = WorkerGroup(self._wake, arenas, stuck_s, clock)
        self._workers = self._group.workers
        self._first_count = workers
        self._next = 0
        self._timers = Timers()

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
        worker.unsent = dict(self._group.parameters)
        self._group.execute(worker, Command.RESET, None)
        return worker.number

    def remove_worker(self, number: int) -> CloseReport:
        """Ends a worker; finishes its current order, if it has one, and discards the result.

        Raises:
            ValueError: there is no such worker, or it is the only one.
        """
        worker = self._worker(number)
        if len(self._workers) == 1:
            raise ValueError("the only worker cannot be removed")
        group = self._group
        group.finish(worker)
        group.discard(result for result in group.held if result.worker == number)
        group.held = [result for result in group.held if result.worker != number]
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
            self._group.start(added)
        except WorkerError:
            for worker in added:
                worker.release()
                del self._workers[worker.number]
            raise
        return added

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
        self._group.parameters |= parameters
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
                return self._group.deliver(results)
            self._group.deliver(results)

    def collect(self, timeout_s: float | None = None) -> list[WorkerResult]:
        """Waits for at least one result; returns at most one per worker, and none after the time-out.

        After a restart, the results of all workers are cut (`WorkerResult.is_cut`), even those of idle workers.

        Raises:
            WorkerError: a worker failed and has no restarts left.
            WorkerTimeoutError: a worker has not finished a step for a minute.
        """
        return self._group.deliver(self._next_results(timeout_s))

    def _next_results(self, timeout_s: float | None = None) -> list[WorkerResult]:
        group = self._group
        if not group.held:
            with self._timers.block("collect"):
                group.collect(group.busy, timeout_s)
        held, group.held = group.held, []
        return held

    def step(self, actions: NDArray[Any]) -> StepResult:
        """Steps all arenas with actions (N * K, A) or (N * K, A, d); raises like `send` and `collect`."""
        number, layout = self._arenas, self.layout
        ordered_actions = arranged(actions, (self.arenas, layout.agents), layout.action_shape, layout.action_count)
        for position, worker in enumerate(self._workers):
            self.send(worker, ordered_actions[position * number : (position + 1) * number])
        ordered = self._group.deliver(self._results_of_all())
        return _joined([result.step for result in ordered if result.step is not None])

    def _results_of_all(self) -> list[WorkerResult]:
        """Returns the results of all workers, which are busy, in order; cut results after a restart."""
        results: dict[int, WorkerResult] = {}
        while len(results) < len(self._workers):
            collected = self._next_results()
            if collected and collected[0].is_cut:
                self._group.discard(results.values())
            results |= {result.worker: result for result in collected}
        return [results[worker] for worker in self._workers]

    def reset(self, seeds: Sequence[int] | None = None) -> NDArray[np.float32]:
        """Begins new episodes in all arenas, optionally with a seed for each; returns the observations (N * K, A, n).

        First waits until no worker is busy, and discards the results. Raises like `collect`.
        """
        if seeds is not None and len(seeds) != self.arenas:
            raise ValueError(f"{len(seeds)} seeds for {self.arenas} arenas")
        _ = self.layout  # refuses a pool without workers
        group = self._group
        while True:
            results, failures = group.settle()
            group.discard([*group.held, *results])
            group.held = []
            if not failures:
                for position, worker in enumerate(self._workers.values()):
                    part = slice(position * self._arenas, (position + 1) * self._arenas)
                    worker.send(Command.RESET, None if seeds is None else list(seeds[part]))
                results, failures = group.settle()
            if not failures:
                group.deliver(results)
                return self.observations
            group.recover(failures)

    @property
    def observations(self) -> NDArray[np.float32]:
        """The newest observations received from all arenas, (N * K, A, n)."""
        newest = [worker.last_observations for worker in self._workers.values()]
        return np.concatenate([observations for observations in newest if observations is not None])

    def call(self, worker: int, function: Callable[[Any], Any]) -> Any:
        """Calls a function with a worker's environment, in its process; returns the function's result.

        Waits until the worker is idle; the worker's own result stays available for `collect`. Returns None if the
        worker has to be restarted.

        Raises:
            CallError: the function raised an exception.
            WorkerError: the worker failed and has no restarts left.
        """
        called = self._worker(worker)
        self._group.finish(called)
        value = self._group.execute(called, Command.CALL, pickled(function))
        if isinstance(value, Failure):
            raise CallError(value.text)
        return value

    def statistics(self) -> PoolStatistics:
        """Returns the state of the workers, their restarts and times."""
        now_s, timers = self._clock(), TimerNode()
        timers.merge(self._timers.root)
        timers.child("workers").merge(self._group.timers, is_parallel=True)
        return PoolStatistics(
            workers=tuple(worker.view(now_s) for worker in self._workers.values()),
            restarts=tuple(self._group.restarts),
            discarded_steps=self._group.discarded_steps,
            timers=timers,
        )

    def close(self) -> CloseReport:
        """Ends all workers: asks them to end, terminates them after 5 s, and kills them 3 s later.

        May be called twice.
        """
        workers, self._group.held = list(self._workers.values()), []
        self._workers.clear()
        report = end_workers(workers)
        clusters, self._clusters = self._clusters, []
        for cluster in clusters:
            cluster.close()
        return report


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
