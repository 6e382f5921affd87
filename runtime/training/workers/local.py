"""A worker in a process on this machine, with shared memory and semaphores."""

import contextlib
import os
import time
from collections.abc import Iterator, Mapping
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.synchronize import Semaphore
from typing import Any, Final

import psutil

from runtime.model.messages import message
from runtime.processes import ending
from runtime.quota import RestartQuota
from runtime.training.workers.block import Command, Field, Layout, SharedBlock, Status
from runtime.training.workers.program import NOTHING, Failure, Note, WorkerSetup, run_worker
from runtime.training.workers.worker import Worker, WorkerFailure, WorkerLostError

LEAVE_S: Final = 5.0
"""Time limit for the exit of a process that has reported a failure or was killed."""


_THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextlib.contextmanager
def _single_threaded() -> Iterator[None]:
    """Limits numpy to one thread in processes that are started inside, unless the user has set another number.

    Otherwise each worker would have as many threads as the machine has processors.
    """
    added = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


class LocalWorker(Worker):
    """Starts and commands processes, one at a time.

    A process releases `wake` after each result.
    """

    _block: SharedBlock | None

    def __init__(self, setup: WorkerSetup, quota: RestartQuota, context: SpawnContext, wake: Semaphore) -> None:
        super().__init__(setup, quota)
        self._context = context
        self._wake = wake
        self._process: SpawnProcess | None = None

    def _launch(self, setup: WorkerSetup) -> None:
        self._pipe, theirs = self._context.Pipe()
        self._order, self._done = self._context.Semaphore(0), self._context.Semaphore(0)
        arguments = (setup, theirs, self._order, self._done, self._wake)
        process = self._context.Process(
            target=run_worker, args=arguments, name=f"worker {self.setup.shown_number}", daemon=True
        )
        try:
            with _single_threaded():
                process.start()
        except OSError:
            self._pipe.close()
            raise
        finally:
            theirs.close()
        self._process, self.pid = process, process.pid

    def _finish_start(self, deadline_s: float) -> tuple[Layout, SharedBlock]:
        layout = self._answer(deadline_s)
        assert isinstance(layout, Layout)
        try:
            self._block = block = SharedBlock(layout)
        except OSError as error:
            raise WorkerLostError(self.refusal(error)) from error
        try:
            self._pipe.send(block.name)
            self._answer(deadline_s)
        except OSError as error:
            raise WorkerLostError(self._dead()) from error
        finally:
            block.unlink()
        return layout, block

    def _answer(self, deadline_s: float) -> Any:
        """Returns the message of the starting process."""
        assert self._process is not None
        remaining_s = max(0.0, deadline_s - time.monotonic())
        if not wait([self._pipe, self._process.sentinel], remaining_s):
            raise self._late()
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

    def _send(self, command: Command, parameters: Mapping[str, Any], payload: Any) -> None:
        assert self._block is not None
        self._block.put(Field.COMMAND, command)
        self._block.put(Field.HAS_PARAMETERS, bool(parameters))
        self._order.release()
        with contextlib.suppress(OSError):  # a dead process is detected while waiting for its result
            if parameters:
                self._pipe.send(parameters)
            if command is not Command.STEP:
                self._pipe.send(payload)

    def is_done(self) -> bool:
        """Returns True once for each result."""
        return self._done.acquire(block=False)

    def _take(self) -> Note:
        assert self._block is not None
        if self._block.get(Field.STATUS) == Status.DONE:
            return NOTHING
        answer = self._received()
        if isinstance(answer, Failure):
            raise WorkerLostError(self._raised(answer))
        assert isinstance(answer, Note)
        return answer

    @property
    def is_dead(self) -> bool:
        """True if the process has ended."""
        return self._process is None or self._process.exitcode is not None

    def failure(self) -> WorkerFailure:
        """Returns the reason why the process ended."""
        assert self._block is not None
        if self._block.get(Field.STATUS) == Status.FAILED and self._pipe.poll():
            try:
                self._take()
            except WorkerLostError as error:
                return error.failure
        return self._dead()

    def _dead(self) -> WorkerFailure:
        assert self._process is not None
        self._process.join(LEAVE_S)
        code = self._process.exitcode
        how = (
            message("process-silent", "it no longer answers")
            if code is None
            else ending(code, windows=os.name == "nt").text
        )
        cause = message("worker-died", "Worker {worker} died: {ending}.", worker=self.setup.shown_number, ending=how)
        return WorkerFailure(worker=self.number, cause=cause)

    def started(self) -> list[psutil.Process]:
        """Returns the processes that the worker has started."""
        try:
            return psutil.Process(self.pid).children(recursive=True)
        except psutil.Error:
            return []

    def ask_to_end(self) -> None:
        """Asks the process to end after the current step."""
        if self._block is not None:
            self._block.put(Field.CLOSING, 1)
            self._order.release()

    def terminate(self) -> None:
        """Sends the process a termination signal."""
        if self._process is not None:
            self._process.terminate()

    def join(self, timeout_s: float) -> None:
        """Waits for the end of the process."""
        if self._process is not None:
            self._process.join(timeout_s)

    def release(self) -> None:
        """Kills the rest of the process and releases the memory and the pipe; may be called twice."""
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
