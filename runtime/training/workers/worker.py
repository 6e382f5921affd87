"""One worker as its pool sees it: the process, the memory shared with it, and its present order."""

import contextlib
import os
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.synchronize import Semaphore
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.model.messages import Message, message
from runtime.model.training import WorkerState, WorkerView
from runtime.processes import ending
from runtime.training.environment import EpisodeStats, StepResult
from runtime.training.workers.block import Command, Field, Layout, SharedBlock, Status
from runtime.training.workers.program import Failure, Note, WorkerSetup, run_worker
from runtime.training.workers.quota import RestartCounter, RestartQuota
from runtime.training.workers.rollouts import Rollout
from runtime.training.workers.timers import TimerNode

LEAVE_S: Final = 5.0
"""Time limit for a process that has reported a failure to leave."""
RATE_S: Final = 5.0
"""Period over which steps per second are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerFailure:
    """The reason why a worker's process ended."""

    worker: int
    cause: Message
    traceback: str = ""
    """Of the exception; empty if the process died without one."""
    is_recoverable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerResult:
    """The outcome of one order."""

    worker: int
    observations: NDArray[np.float32]
    """The present ones, (K, A, n)."""
    step: StepResult | None = None
    """Of `send`; first axis: the arenas of this worker."""
    rollout: Rollout | None = None
    """Of `rollout`."""
    value: Any = None
    """Of a call."""
    is_cut: bool = False
    """The order was given up because a worker was restarted: `step` ends all episodes as truncated, with the last
    observations, and brings the first ones of the next episodes."""


class WorkerLostError(Exception):
    """The worker's process failed."""

    def __init__(self, failure: WorkerFailure) -> None:
        super().__init__(str(failure.cause))
        self.failure = failure


class Worker:
    """Starts and commands one process after another, all with the same number."""

    def __init__(self, setup: WorkerSetup, context: SpawnContext, wake: Semaphore, quota: RestartQuota) -> None:
        self.setup = setup
        self.number = setup.number
        self.restarts = RestartCounter(quota)
        self.cause: Message | None = None
        self.policy_version = 0
        self.unsent: dict[str, Any] = {}
        """Parameters of the environment that go with the next order."""
        self.order: Command | None = None
        """The order that is being executed."""
        self.state = WorkerState.STARTING
        self.layout: Layout | None = None
        self.last_observations: NDArray[np.float32] | None = None
        self._context = context
        self._wake = wake
        self._delivered = 0
        """Steps whose results were taken, before and since the last start."""
        self._since_start = 0
        self._seen = 0
        self._seen_s = 0.0
        self._rate: deque[tuple[float, int]] = deque()
        self._starts = 0
        self._process: SpawnProcess | None = None
        self._block: SharedBlock | None = None

    def launch(self) -> None:
        """Starts the process; `finish_start` has to follow."""
        self.state = WorkerState.STARTING if self._starts == 0 else WorkerState.RESTARTING
        setup = self.setup
        if self._starts:
            seed = int(np.random.SeedSequence((setup.seed, setup.number, self._starts)).generate_state(1)[0])
            setup = replace(setup, seed=seed)
        self._starts += 1
        self._pipe, theirs = self._context.Pipe()
        self._semaphore, self._done = self._context.Semaphore(0), self._context.Semaphore(0)
        arguments = (setup, theirs, self._semaphore, self._done, self._wake)
        self._process = self._context.Process(
            target=run_worker, args=arguments, name=f"worker {self.number}", daemon=True
        )
        try:
            self._process.start()
        finally:
            theirs.close()

    def finish_start(self, deadline_s: float) -> None:
        """Waits until the environment is ready, and shares memory with it.

        Raises:
            WorkerLostError: the environment cannot be built, the process died, or the deadline has passed.
        """
        answer = self._answer(deadline_s)
        assert isinstance(answer, Layout)
        self.layout = answer
        self._block = SharedBlock(answer)
        try:
            self._pipe.send(self._block.name)
            self._answer(deadline_s)
        finally:
            self._block.unlink()
        self._since_start = self._seen = 0
        self.order = None
        self.state = WorkerState.WAITING

    def _answer(self, deadline_s: float) -> Any:
        """Returns what the starting process sends."""
        assert self._process is not None
        remaining_s = max(0.0, deadline_s - time.monotonic())
        if not wait([self._pipe, self._process.sentinel], remaining_s):
            cause = message("worker-start-timeout", "Worker {worker} did not start in time.", worker=self.number)
            raise WorkerLostError(WorkerFailure(worker=self.number, cause=cause, is_recoverable=False))
        answer = self._received()
        if isinstance(answer, Failure):
            raise WorkerLostError(self._raised(answer))
        return answer

    def _received(self) -> Any:
        """Returns the next object in the pipe.

        Raises:
            WorkerLostError: the process has died.
        """
        try:
            return self._pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerLostError(self._dead()) from error

    @property
    def is_dead(self) -> bool:
        """Returns whether the process has ended."""
        return self._process is None or self._process.exitcode is not None

    @property
    def pid(self) -> int | None:
        """Returns the number of the process; None if there is none."""
        return None if self._process is None else self._process.pid

    @property
    def sentinel(self) -> int:
        """Returns what `multiprocessing.connection.wait` waits for until the process ends."""
        assert self._process is not None
        return self._process.sentinel

    @property
    def description(self) -> str:
        """Returns number and process of the worker."""
        return f"worker {self.number} (pid {self.pid})"

    def terminate(self) -> None:
        """Sends the process a termination signal."""
        if self._process is not None:
            self._process.terminate()

    @property
    def arenas(self) -> range:
        """Returns the numbers of the worker's arenas."""
        return range(self.number * self.setup.arenas, (self.number + 1) * self.setup.arenas)

    def send(self, command: Command, *payload: Any) -> None:
        """Gives an order; what the process needs for it goes through the pipe."""
        assert self._block is not None
        assert self.order is None, f"worker {self.number} is busy"
        parameters, self.unsent = self.unsent, {}
        self._block.put(Field.COMMAND, command)
        self._block.put(Field.HAS_PARAMETERS, bool(parameters))
        self.order, self.state, self._seen_s = command, WorkerState.STEPPING, time.monotonic()
        self._semaphore.release()
        with contextlib.suppress(OSError):  # a dead process is noticed where its result is awaited
            if parameters:
                self._pipe.send(parameters)
            for part in payload:
                self._pipe.send(part)

    def set_actions(self, actions: NDArray[Any]) -> None:
        """Writes the actions of the next step into the shared memory."""
        assert self._block is not None
        self._block["actions"][...] = actions

    def is_done(self) -> bool:
        """Returns True once for each result."""
        return self._done.acquire(block=False)

    def take(self, timers: TimerNode) -> WorkerResult:
        """Returns the result of the order, after `is_done`; its times are added to `timers`.

        Raises:
            WorkerLostError: the order failed.
        """
        assert self._block is not None
        note = Note()
        if self._block.get(Field.STATUS) != Status.DONE:
            answer = self._received()
            if isinstance(answer, Failure):
                raise WorkerLostError(self._raised(answer))
            note = answer
        order, self.order, self.state = self.order, None, WorkerState.WAITING
        self._count()
        if note.timers is not None:
            timers.merge(note.timers)
        if note.rollout is not None:
            self.policy_version = note.rollout.version
        observations = self._block["observations"].copy()
        episodes, rollout = self._numbered(note.episodes), note.rollout
        return WorkerResult(
            worker=self.number,
            observations=observations,
            step=self._step(observations, episodes) if order is Command.STEP else None,
            rollout=None if rollout is None else replace(rollout, episodes=self._numbered(rollout.episodes)),
            value=note.value,
        )

    def cut(self, observations: NDArray[np.float32]) -> WorkerResult:
        """Returns the end of all episodes at the last observations; `observations` are the first of the next ones."""
        assert self._block is not None
        final, block = self.last_observations, self._block
        block["rewards"][...] = 0
        block["reward_terms"][...] = 0
        block["terminated"][...] = False
        block["truncated"][...] = final is not None
        block["final_observations"][...] = observations if final is None else final
        return WorkerResult(
            worker=self.number, observations=observations, step=self._step(observations, []), is_cut=True
        )

    def _numbered(self, episodes: Sequence[EpisodeStats]) -> list[EpisodeStats]:
        """Returns episodes with the numbers that the arenas have in the pool."""
        return [replace(episode, arena=self.arenas[episode.arena]) for episode in episodes]

    def _step(self, observations: NDArray[np.float32], episodes: list[EpisodeStats]) -> StepResult:
        assert self._block is not None
        block = self._block
        terminated, truncated, final = block["terminated"].copy(), block["truncated"].copy(), observations
        if (ended := terminated | truncated).any():
            final = observations.copy()
            final[ended] = block["final_observations"][ended]
        return StepResult(
            observations=observations,
            rewards=block["rewards"].copy(),
            terminated=terminated,
            truncated=truncated,
            final_observations=final,
            reward_terms=block["reward_terms"].copy(),
            episodes=episodes,
        )

    def _count(self) -> None:
        assert self._block is not None
        progress = self._block.get(Field.PROGRESS)
        self._delivered += progress - self._since_start
        self._since_start = progress

    def discard(self) -> int:
        """Gives up the present order; returns the number of steps of all arenas that are lost with it."""
        order, self.order = self.order, None
        if self._block is None or order not in {Command.STEP, Command.ROLLOUT}:
            return 0
        steps = self._block.get(Field.PROGRESS) - self._since_start
        self._since_start += steps
        return steps * self.setup.arenas

    def stalled_s(self, now_s: float) -> float:
        """Returns the time since the order was given, or since the last step of a rollout."""
        assert self._block is not None
        progress = self._block.get(Field.PROGRESS)
        if progress != self._seen:
            self._seen, self._seen_s = progress, now_s
        return now_s - self._seen_s

    def failure(self) -> WorkerFailure:
        """Returns why the process ended."""
        assert self._block is not None
        if self._block.get(Field.STATUS) == Status.FAILED and self._pipe.poll():
            try:
                answer = self._received()
            except WorkerLostError as error:
                return error.failure
            if isinstance(answer, Failure):
                return self._raised(answer)
        return self._dead()

    def _raised(self, failure: Failure) -> WorkerFailure:
        cause = message(
            "worker-raised",
            "Worker {worker} failed: {error} ({file}, line {line}).",
            worker=self.number,
            error=failure.error,
            file=failure.file,
            line=failure.line,
        )
        return WorkerFailure(
            worker=self.number, cause=cause, traceback=failure.text, is_recoverable=failure.is_recoverable
        )

    def _dead(self) -> WorkerFailure:
        assert self._process is not None
        self._process.join(LEAVE_S)
        code = self._process.exitcode
        how = message("process-silent", "it no longer answers") if code is None else _ending(code)
        cause = message("worker-died", "Worker {worker} died: {ending}.", worker=self.number, ending=how)
        return WorkerFailure(worker=self.number, cause=cause)

    def release(self) -> None:
        """Kills what is left of the process and gives up the memory and the pipe; may be called twice."""
        if self._process is not None:
            if self._process.exitcode is None:
                self._process.kill()
            self._process.join(LEAVE_S)
            if self._process.exitcode is not None:
                self._process.close()
                self._process = None
            self._pipe.close()
        if self._block is not None:
            self._block.close()
            self._block = None

    def ask_to_end(self) -> None:
        """Asks the process to end after the present step."""
        if self._block is not None:
            self._block.put(Field.CLOSING, 1)
            self._semaphore.release()

    def view(self, now_s: float) -> WorkerView:
        """Returns what a front end shows."""
        progress = self._delivered
        if self._block is not None:
            progress += self._block.get(Field.PROGRESS) - self._since_start
        self._rate.append((now_s, progress))
        while len(self._rate) > 2 and self._rate[0][0] < now_s - RATE_S:
            self._rate.popleft()
        (first_s, first), arenas = self._rate[0], self.setup.arenas
        return WorkerView(
            worker=self.number,
            state=self.state,
            pid=self.pid,
            arenas=tuple(self.arenas),
            steps=progress * arenas,
            steps_per_s=(progress - first) * arenas / (now_s - first_s) if now_s > first_s else 0.0,
            restarts=self.restarts.budget(now_s),
            policy_version=self.policy_version,
            reason=self.cause,
        )


def _ending(code: int) -> Message:
    return ending(code, windows=os.name == "nt").text
