"""The program of a worker process: environments with K arenas, stepped on the pool's commands."""

import contextlib
import logging
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import parent_process
from multiprocessing.synchronize import Semaphore
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from numpy.typing import NDArray

from runtime.training.specification import Component, EnvironmentSpec, SpecificationError
from runtime.training.workers.block import Block, Command, Field, Layout, SharedBlock, Status
from runtime.training.workers.rollouts import Muscle, Rollout, RolloutRequest, run_rollout
from runtime.training.workers.timers import TimerNode, Timers

if TYPE_CHECKING:
    from runtime.training.environment import Environment
    from runtime.training.stepping.bots import BotEnvironment

TIMERS_S: Final = 1.0
"""Minimum time between two steps that include a tree of timers."""
EXIT_ORPHANED: Final = 3
_NOT_RECOVERABLE: Final = (ImportError, SyntaxError, NotImplementedError, RecursionError, SpecificationError)
"""Errors that would occur again after a restart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSetup:
    """Settings with which a worker is started."""

    number: int
    """From 0."""
    environment: bytes
    """A pickled function of a number of arenas and a seed that returns the environment."""
    arenas: int
    seed: int
    muscle: Component | None
    log_level: int

    @property
    def shown_number(self) -> int:
        """The number, from 1, in the grid of workers, in messages and in logs."""
        return self.number + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An exception that ended a worker."""

    error: str
    """`ValueError: no ball`: the line with the error's name."""
    text: str
    """The whole traceback."""
    is_recoverable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Data that is sent with a step in addition to the arrays."""

    episodes: Sequence[Any] = ()
    timers: TimerNode | None = None
    rollout: Rollout | None = None
    value: Any = None
    """Result of a `Command.CALL`."""


class Closing(Exception):  # noqa: N818 - it is an order, not an error
    """The pool ends the worker."""


def failure_of(error: BaseException) -> Failure:
    """Returns an exception as data."""
    return Failure(
        error="".join(traceback.format_exception_only(error)).strip().splitlines()[-1],
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
        action_count=actions.count,
        reward_terms=tuple(environment.term_names),
    )


def _muscle(component: Component) -> Muscle:
    from runtime.training.environment import load  # noqa: PLC0415 - not every worker has a muscle, or these environments

    muscle: Muscle = load(component.name, {}, "muscle")(**component.parameters)
    return muscle


def built(spec: EnvironmentSpec, options: Mapping[str, Any], arenas: int, seed: int) -> "Environment | BotEnvironment":
    """Returns the environment of a specification; `options` are those of matches, used if bots play in it."""
    from runtime.training.environment import BOT, Environment  # noqa: PLC0415 - not every worker builds these environments

    if spec.opponents is None or spec.opponents.name != BOT:
        return Environment(spec, arenas=arenas, seed=seed)
    from runtime.training.stepping.bots import BotEnvironment  # noqa: PLC0415 - most workers play no matches

    return BotEnvironment(spec, arenas=arenas, seed=seed, options=options)


class EnvironmentRunner:
    """The environment of one worker and all operations on it; its arrays are in `block`."""

    def __init__(self, setup: WorkerSetup) -> None:
        factory: Callable[[int, int], Any] = pickle.loads(setup.environment)  # noqa: S301 - our own pool sent it
        self._environment = factory(setup.arenas, setup.seed)
        self._muscle = None if setup.muscle is None else _muscle(setup.muscle)
        self.timers = Timers()
        self._timers_due = time.monotonic() + TIMERS_S
        self.layout = layout_of(self._environment, setup.arenas)
        """Sizes of the arrays that `block` needs."""
        self.block: Block
        self._commands: dict[int, Callable[[Any], Note]] = {
            Command.STEP: self._step,
            Command.RESET: self._reset,
            Command.ROLLOUT: self._rollout,
            Command.CALL: self._call,
        }

    def execute(self, command: int, parameters: Mapping[str, Any] | None, payload: Any) -> Note:
        """Executes a command; raises every exception of a user's class, and `Closing` if the pool ends the worker."""
        if parameters:
            self._environment.set_parameters(parameters)
        note = self._commands[command](payload)
        if time.monotonic() >= self._timers_due:
            self._timers_due = time.monotonic() + TIMERS_S
            note = replace(note, timers=self.timers.take())
        return note

    def close(self) -> None:
        """Closes the environment, if it has `close`, and releases the arrays."""
        close = getattr(self._environment, "close", None)
        if close is not None:
            close()
        self.block.close()

    def on_step(self) -> None:
        """Called after each step; a worker on another machine reports its progress here."""

    def _step(self, _: Any) -> Note:
        result = self._advance(self.block["actions"])
        block = self.block
        for name in ("observations", "rewards", "reward_terms", "terminated", "truncated"):
            block[name][...] = getattr(result, name)
        if (ended := result.terminated | result.truncated).any():
            block["final_observations"][ended] = result.final_observations[ended]
        return Note(episodes=tuple(result.episodes)) if result.episodes else NOTHING

    def _advance(self, actions: NDArray[Any]) -> Any:
        if self.block.get(Field.CLOSING):
            raise Closing
        with self.timers.block("step"):
            result = self._environment.step(actions)
        self.block.put(Field.PROGRESS, self.block.get(Field.PROGRESS) + 1)
        self.on_step()
        return result

    def _reset(self, seeds: Sequence[int] | None) -> Note:
        with self.timers.block("reset"):
            self.block["observations"][...] = self._environment.reset(seeds)
        return NOTHING

    def _call(self, function: bytes) -> Note:
        try:
            return Note(value=pickle.loads(function)(self._environment))  # noqa: S301 - our own pool sent it
        except Exception as error:  # noqa: BLE001 - whatever the function raises is its caller's concern
            return Note(value=failure_of(error))

    def _rollout(self, request: RolloutRequest) -> Note:
        assert self._muscle is not None
        observations = self.block["observations"]
        if request.seeds is not None:
            observations[...] = self._environment.reset(request.seeds)
        rollout, observations[...] = run_rollout(
            request,
            muscle=self._muscle,
            step=self._advance,
            observations=observations,
            actions=self.block["actions"],
            timers=self.timers,
        )
        return Note(rollout=rollout)


NOTHING: Final = Note()


def run_worker(setup: WorkerSetup, pipe: Connection, order: Semaphore, done: Semaphore, wake: Semaphore) -> None:
    """Works until the pool closes the worker, the environment fails, or the pool's process is gone.

    The pool releases `order` for each command. The worker releases `done` for each result, and then `wake`, which all
    workers of the pool share.
    """
    _enter_process(setup)
    try:
        runner = EnvironmentRunner(setup)
        pipe.send(runner.layout)
        runner.block = SharedBlock(runner.layout, pipe.recv())
        pipe.send(None)
        with contextlib.suppress(Closing):
            while _serve(runner, pipe, order, (done, wake)):
                pass
        runner.close()
    except Exception as error:  # noqa: BLE001 - whatever a user's class raises is reported to the pool
        _send(pipe, failure_of(error))
        sys.exit(1)


def _serve(runner: EnvironmentRunner, pipe: Connection, order: Semaphore, results: Sequence[Semaphore]) -> bool:
    """Executes one command; returns False if the pool closes the worker."""
    block = runner.block
    with runner.timers.block("wait"):
        order.acquire()
    if block.get(Field.CLOSING):
        return False
    command = block.get(Field.COMMAND)
    parameters = pipe.recv() if block.get(Field.HAS_PARAMETERS) else None
    payload = None if command == Command.STEP else pipe.recv()
    try:
        note = runner.execute(command, parameters, payload)
    except Closing:
        raise
    except BaseException:
        _report(block, Status.FAILED, results)
        raise
    _report(block, Status.DONE if note is NOTHING else Status.MESSAGE, results)
    if note is not NOTHING:
        pipe.send(note)
    return True


def _report(block: Block, status: Status, results: Sequence[Semaphore]) -> None:
    block.put(Field.STATUS, status)
    for semaphore in results:
        semaphore.release()


def _enter_process(setup: WorkerSetup) -> None:
    """Prepares the process: it ends with its parent, ignores Ctrl+C, and prints only to standard error."""
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout.flush()
    os.dup2(2, 1)  # the standard output may carry a protocol of the pool's process
    with contextlib.suppress(OSError):  # only Linux has it; the name appears in lists of processes
        Path("/proc/self/comm").write_text(f"worker {setup.shown_number}", encoding="ascii")
    logging.basicConfig(
        level=setup.log_level, format=f"worker {setup.shown_number}: %(levelname)s %(name)s: %(message)s", force=True
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


def _send(pipe: Connection, value: Any) -> None:
    with contextlib.suppress(OSError):  # the reader may be gone
        pipe.send(value)
