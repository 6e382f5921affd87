"""The program of a worker process: environments with K arenas, stepped on command of the pool."""

import contextlib
import logging
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import parent_process
from multiprocessing.synchronize import Semaphore
from pathlib import Path
from typing import Any, Final

from numpy.typing import NDArray

from runtime.training.environment.components import load
from runtime.training.specification import Component, SpecificationError
from runtime.training.workers.block import Command, Field, Layout, SharedBlock, Status
from runtime.training.workers.rollouts import Rollout, RolloutRequest, run_rollout
from runtime.training.workers.timers import TimerNode, Timers

TIMERS_S: Final = 1.0
"""Least time between two steps that bring a tree of timers along."""
EXIT_ORPHANED: Final = 3
_NOT_RECOVERABLE: Final = (ImportError, SyntaxError, NotImplementedError, RecursionError, SpecificationError)
"""Errors that come again after a restart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSetup:
    """Everything that a worker is started with."""

    number: int
    environment: bytes
    """A pickled function of a number of arenas and a seed that returns the environment."""
    arenas: int
    seed: int
    muscle: Component | None
    log_level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An exception that ended a worker."""

    error: str
    """`ValueError: no ball`: the line that names it."""
    file: str
    """Where it was raised, with line."""
    line: int
    text: str
    """The whole traceback."""
    is_recoverable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What travels with a step beside the arrays."""

    episodes: Sequence[Any] = ()
    timers: TimerNode | None = None
    rollout: Rollout | None = None
    value: Any = None
    """Result of a `Command.CALL`."""


class _Closing(Exception):  # noqa: N818 - it is an order, not an error
    """The pool wants the worker to end."""


def run_worker(setup: WorkerSetup, pipe: Connection, order: Semaphore, done: Semaphore, wake: Semaphore) -> None:
    """Works until the pool closes the worker, the environment fails, or the pool's process is gone.

    `order` is released by the pool for each command, `done` by the worker for each result, and `wake`, which all
    workers of the pool share, after that.
    """
    _enter_process(setup)
    try:
        worker = _Worker(setup, pipe)
    except Exception as error:  # noqa: BLE001 - whatever a user's class raises is reported to the pool
        _fail(pipe, error)
        return
    except BaseException as error:
        _fail(pipe, error)
        raise
    with contextlib.suppress(_Closing):
        worker.serve(order, done, wake)
    worker.close()


def _enter_process(setup: WorkerSetup) -> None:
    """Prepares the process: it ends with its parent, leaves Ctrl+C to it, and prints only to standard error."""
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.flush()
    os.dup2(2, 1)  # the pool's process may speak a protocol on its standard output
    with contextlib.suppress(OSError):  # only Linux has it; the name is for those who look at the processes
        Path("/proc/self/comm").write_text(f"worker {setup.number}", encoding="ascii")
    logging.basicConfig(
        level=setup.log_level, format=f"worker {setup.number}: %(levelname)s %(name)s: %(message)s", force=True
    )


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    import psutil  # noqa: PLC0415 - needed only here, and slow to load

    with contextlib.suppress(psutil.Error):
        for child in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                child.kill()
    os._exit(EXIT_ORPHANED)


def _fail(pipe: Connection, error: BaseException) -> None:
    """Sends the error to the pool; nobody may be there to read it."""
    with contextlib.suppress(OSError):
        pipe.send(_failure(error))


def _failure(error: BaseException) -> Failure:
    frames = traceback.extract_tb(error.__traceback__)
    return Failure(
        error="".join(traceback.format_exception_only(error)).strip().splitlines()[-1],
        file=frames[-1].filename if frames else "",
        line=(frames[-1].lineno or 0) if frames else 0,
        text="".join(traceback.format_exception(error)),
        is_recoverable=isinstance(error, Exception) and not isinstance(error, _NOT_RECOVERABLE),
    )


def layout_of(environment: Any, arenas: int) -> Layout:
    """Returns the sizes of an environment's arrays."""
    actions = environment.actions
    is_discrete = actions.count is not None
    return Layout(
        arenas=arenas,
        agents=environment.agents,
        observation_size=environment.observation_size,
        action_shape=() if is_discrete else (actions.size,),
        action_type="int64" if is_discrete else "float32",
        reward_terms=tuple(environment.term_names),
    )


class _Worker:
    """The environment of one worker and everything that is done with it."""

    def __init__(self, setup: WorkerSetup, pipe: Connection) -> None:
        self._pipe = pipe
        factory: Callable[[int, int], Any] = pickle.loads(setup.environment)  # noqa: S301 - our own parent sent it
        self._environment = factory(setup.arenas, setup.seed)
        muscle = setup.muscle
        self._muscle = None if muscle is None else load(muscle.name, {}, "muscle")(**muscle.parameters)
        self._timers = Timers()
        self._timers_due = time.monotonic() + TIMERS_S
        layout = layout_of(self._environment, setup.arenas)
        pipe.send(layout)
        self._block = SharedBlock(layout, pipe.recv())
        pipe.send(None)
        self._commands: dict[int, Callable[[], Note]] = {
            Command.STEP: self._step,
            Command.RESET: self._reset,
            Command.ROLLOUT: self._rollout,
            Command.CALL: self._call,
        }

    def serve(self, order: Semaphore, done: Semaphore, wake: Semaphore) -> None:
        """Executes commands one by one."""
        while True:
            with self._timers.block("wait"):
                order.acquire()
            if self._block.get(Field.CLOSING):
                return
            answer: Note | BaseException
            try:
                if self._block.get(Field.HAS_PARAMETERS):
                    self._environment.set_parameters(self._pipe.recv())
                answer = self._commands[self._block.get(Field.COMMAND)]()
            except _Closing:
                raise
            except BaseException as error:  # noqa: BLE001 - whatever a user's class raises is reported to the pool
                answer = error
            note = self._finish(answer)
            done.release()
            wake.release()
            if isinstance(answer, BaseException):
                _fail(self._pipe, answer)
                sys.exit(1)
            if note is not None:
                self._pipe.send(note)

    def close(self) -> None:
        """Closes the environment and gives up the shared memory."""
        close = getattr(self._environment, "close", None)
        if close is not None:
            close()
        self._block.close()

    def _finish(self, answer: Note | BaseException) -> Note | None:
        """Sets the status; returns what has to be sent through the pipe after that."""
        if isinstance(answer, BaseException):
            self._block.put(Field.STATUS, Status.FAILED)
            return None
        if time.monotonic() >= self._timers_due:
            self._timers_due = time.monotonic() + TIMERS_S
            answer = replace(answer, timers=self._timers.take())
        has_content = answer is not _NOTHING
        self._block.put(Field.STATUS, Status.MESSAGE if has_content else Status.DONE)
        return answer if has_content else None

    def _step(self) -> Note:
        result = self._advance(self._block["actions"])
        self._show(result)
        return Note(episodes=tuple(result.episodes)) if result.episodes else _NOTHING

    def _advance(self, actions: NDArray[Any]) -> Any:
        with self._timers.block("step"):
            result = self._environment.step(actions)
        self._block.put(Field.PROGRESS, self._block.get(Field.PROGRESS) + 1)
        return result

    def _show(self, result: Any) -> None:
        """Copies a step into the shared memory."""
        block = self._block
        for name in ("observations", "rewards", "reward_terms", "terminated", "truncated"):
            block[name][...] = getattr(result, name)
        if (ended := result.terminated | result.truncated).any():
            block["final_observations"][ended] = result.final_observations[ended]

    def _reset(self) -> Note:
        with self._timers.block("reset"):
            self._block["observations"][...] = self._environment.reset(self._pipe.recv())
        return _NOTHING

    def _call(self) -> Note:
        data = self._pipe.recv()
        try:
            return Note(value=pickle.loads(data)(self._environment))  # noqa: S301 - our own parent sent it
        except Exception as error:  # noqa: BLE001 - whatever the function raises is its caller's concern
            return Note(value=_failure(error))

    def _rollout(self) -> Note:
        request: RolloutRequest = self._pipe.recv()
        assert self._muscle is not None
        if request.parameters is not None:
            self._muscle.load(request.parameters)
        observations = self._block["observations"]
        if request.seeds is not None:
            observations[...] = self._environment.reset(request.seeds)
        rollout, observations[...] = run_rollout(
            request,
            muscle=self._muscle,
            step=self._step_or_close,
            observations=observations,
            actions=self._block["actions"],
            timers=self._timers,
        )
        return Note(rollout=rollout)

    def _step_or_close(self, actions: NDArray[Any]) -> Any:
        if self._block.get(Field.CLOSING):
            raise _Closing
        return self._advance(actions)


_NOTHING: Final = Note()
