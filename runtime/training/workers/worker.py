"""One worker as its pool sees it: its number, its current order, its steps and restarts."""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.model.messages import Message, MessageError, message
from runtime.model.workers import WorkerState, WorkerView
from runtime.quota import RestartCounter, RestartQuota
from runtime.training.environment import EpisodeStats, StepResult
from runtime.training.workers.block import Block, Command, Field, Layout
from runtime.training.workers.program import Failure, Note, WorkerSetup
from runtime.training.workers.rollouts import Rollout
from runtime.training.workers.timers import TimerNode

if TYPE_CHECKING:
    import psutil

RATE_S: Final = 5.0
"""Period over which steps per second are measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerFailure:
    """Reason why a worker's process ended."""

    worker: int
    cause: Message
    traceback: str = ""
    """Traceback of the exception; empty if the process died without one."""
    is_recoverable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerResult:
    """The result of one order."""

    worker: int
    observations: NDArray[np.float32]
    """The current observations, (K, A, n)."""
    step: StepResult | None = None
    """Result of `send`; the first axis is the arenas of this worker."""
    rollout: Rollout | None = None
    """Result of `rollout`."""
    value: Any = None
    """Result of a call."""
    is_cut: bool = False
    """The order was abandoned because a worker was restarted.

    `step` truncates all episodes, with the last observations, and contains the first observations of the next episodes.
    """


class WorkerError(MessageError):
    """The pool cannot continue; `failures` are the reasons."""

    def __init__(self, text: Message, failures: Sequence[WorkerFailure]) -> None:
        super().__init__(text)
        self.failures = tuple(failures)
        for failure in failures:
            if failure.traceback:
                self.add_note(failure.traceback)


class CallError(Exception):
    """A function that was called in a worker raised an exception; the text is its traceback."""


class WorkerTimeoutError(WorkerError, TimeoutError):
    """Workers no longer answer; the text names them."""


class WorkerLostError(Exception):
    """The worker's process failed."""

    def __init__(self, failure: WorkerFailure) -> None:
        super().__init__(str(failure.cause))
        self.failure = failure


class Worker(ABC):
    """Gives orders to an environment elsewhere, and restarts it under the same number.

    Between `send` and `take`, the worker is busy.
    """

    def __init__(self, setup: WorkerSetup, quota: RestartQuota) -> None:
        self.setup = setup
        self.number = setup.number
        self.restarts = RestartCounter(quota)
        self.cause: Message | None = None
        """Cause of its last restart or of its end."""
        self.policy_version = 0
        self._policy: Mapping[str, NDArray[Any]] | None = None
        """The newest parameters of the muscle."""
        self._has_policy = True
        """False after a restart, until the parameters are sent again."""
        self.unsent: dict[str, Any] = {}
        """Parameters of the environment to send with the next order."""
        self.order: Command | None = None
        """The current order."""
        self.state = WorkerState.STARTING
        self.layout: Layout | None = None
        self.last_observations: NDArray[np.float32] | None = None
        self.machine = ""
        self.pid: int | None = None
        self._delivered = 0
        """Steps whose results were taken, over all starts."""
        self._since_start = 0
        self._seen = 0
        self._seen_s = 0.0
        self._rate: deque[tuple[float, int]] = deque()
        self._starts = 0
        self._block: Block | None = None

    def launch(self) -> None:
        """Starts the worker; call `finish_start` next."""
        self.state = WorkerState.STARTING if self._starts == 0 else WorkerState.RESTARTING
        setup = self.setup
        if self._starts:
            seed = int(np.random.SeedSequence((setup.seed, setup.number, self._starts)).generate_state(1)[0])
            setup = replace(setup, seed=seed)
        self._starts += 1
        self._has_policy = self._policy is None
        self._launch(setup)

    @abstractmethod
    def _launch(self, setup: WorkerSetup) -> None: ...

    def finish_start(self, deadline_s: float) -> None:
        """Waits until the environment is ready.

        Raises:
            WorkerLostError: it cannot be created, the process died, or the deadline has passed.
        """
        self.layout, self._block = self._finish_start(deadline_s)
        self._since_start = self._seen = 0
        self.order = None
        self.state = WorkerState.WAITING

    @abstractmethod
    def _finish_start(self, deadline_s: float) -> tuple[Layout, Block]: ...

    def send(self, command: Command, payload: Any = None) -> None:
        """Gives an order, with the data that the environment needs for it."""
        assert self.order is None, f"worker {self.number} is busy"
        parameters, self.unsent = self.unsent, {}
        self.order, self.state, self._seen_s = command, WorkerState.STEPPING, time.monotonic()
        self._send(command, parameters, payload)

    @abstractmethod
    def _send(self, command: Command, parameters: Mapping[str, Any], payload: Any) -> None: ...

    def policy_to_send(self, parameters: Mapping[str, NDArray[Any]] | None) -> Mapping[str, NDArray[Any]] | None:
        """Returns the parameters that the muscle needs for a rollout with `parameters`; None if it has them already."""
        if parameters is not None:
            self._policy = parameters
        elif not self._has_policy:
            parameters = self._policy
        self._has_policy = True
        return parameters

    def set_actions(self, actions: NDArray[Any]) -> None:
        """Sets the actions of the next step."""
        assert self._block is not None
        self._block["actions"][...] = actions

    @abstractmethod
    def is_done(self) -> bool:
        """Returns True once for each result."""

    def take(self, timers: TimerNode) -> WorkerResult:
        """Returns the result of the order, after `is_done`; adds its times to `timers`.

        Raises:
            WorkerLostError: the order failed.
        """
        note = self._take()
        assert self._block is not None
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

    @abstractmethod
    def _take(self) -> Note: ...

    def cut(self, observations: NDArray[np.float32]) -> WorkerResult:
        """Returns a result that truncates all episodes; `observations` are the first ones of the next episodes."""
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
        """Returns episodes with the arenas' numbers in the pool."""
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
        """Abandons the current order; returns the number of steps lost in all arenas."""
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

    @abstractmethod
    def failure(self) -> WorkerFailure:
        """Returns the reason why a dead worker ended."""

    @property
    @abstractmethod
    def is_dead(self) -> bool:
        """True if the worker has ended."""

    @abstractmethod
    def ask_to_end(self) -> None:
        """Asks the worker to end after the current step."""

    @abstractmethod
    def terminate(self) -> None:
        """Ends the worker without asking."""

    @abstractmethod
    def join(self, timeout_s: float) -> None:
        """Waits for its end."""

    @abstractmethod
    def release(self) -> None:
        """Ends the rest of the worker, and releases the shared resources; may be called twice."""

    def started(self) -> "list[psutil.Process]":
        """Returns the processes of this machine that the worker has started."""
        return []

    @property
    def description(self) -> str:
        """Number, machine and process of the worker."""
        return f"worker {self.setup.shown_number} (pid {self.pid}{f' on {self.machine}' if self.machine else ''})"

    @property
    def arenas(self) -> range:
        """The numbers of the worker's arenas."""
        return range(self.number * self.setup.arenas, (self.number + 1) * self.setup.arenas)

    def _late(self) -> WorkerLostError:
        cause = message(
            "worker-start-timeout", "Worker {worker} did not start in time.", worker=self.setup.shown_number
        )
        return WorkerLostError(WorkerFailure(worker=self.number, cause=cause, is_recoverable=False))

    def refusal(self, error: OSError) -> WorkerFailure:
        """Returns the failure of a worker that the system refuses a process or memory."""
        cause = message(
            "worker-start-refused",
            "Worker {worker} cannot be started: {error}.",
            worker=self.setup.shown_number,
            error=str(error),
        )
        return WorkerFailure(worker=self.number, cause=cause, is_recoverable=False)

    def _raised(self, failure: Failure) -> WorkerFailure:
        cause = message(
            "worker-raised",
            "Worker {worker} stopped because of an error: {error}.",
            worker=self.setup.shown_number,
            error=failure.error.rstrip("."),
        )
        return WorkerFailure(
            worker=self.number, cause=cause, traceback=failure.text, is_recoverable=failure.is_recoverable
        )

    def view(self, now_s: float) -> WorkerView:
        """Returns the values that a front end shows."""
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
            machine=self.machine,
            arenas=tuple(self.arenas),
            steps=progress * arenas,
            steps_per_s=(progress - first) * arenas / (now_s - first_s) if now_s > first_s else 0.0,
            restarts=self.restarts.budget(now_s),
            policy_version=self.policy_version,
            reason=self.cause,
        )
