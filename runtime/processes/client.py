"""The launcher's end of the supervisor: starts it, sends commands, receives events, and cleans up if it is lost."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from logging import getLogger
from pathlib import Path
from types import TracebackType
from typing import Final

from runtime import IMPORT_ROOT
from runtime.model.messages import Message, MessageError, message
from runtime.processes.census import ProcessId
from runtime.processes.leftovers import LIMIT_S, kill_run
from runtime.processes.pipes import Pipes, open_pipes
from runtime.processes.platforms import lookup
from runtime.processes.records import SUFFIX, files_of, identity_of, owners_text, records_folder
from runtime.processes.usage import MemoryCeiling
from runtime.processes.wire import (
    ChildCleared,
    ChildEnded,
    ChildEvent,
    ChildFailed,
    Command,
    Launch,
    PrintStacks,
    Stop,
    StopAll,
    SupervisorClosed,
    SupervisorLost,
    SupervisorReady,
    WireError,
    event_from_line,
    to_line,
)

GRACE_S: Final = 1.0
TERMINATE_S: Final = 0.15
STACK_S: Final = 0.25
"""Time for which a child that hangs may print its stacks before it is ended."""
SEND_S: Final = 5.0
"""Time limit for the supervisor to accept commands."""
_FLAGS: Final = ("-S",) if sys.platform.startswith("linux") else ()
"""On Linux, the program needs only the standard library; `-S` saves 8 ms."""

_log = getLogger(__name__)


class SupervisorError(MessageError, RuntimeError):
    """The supervisor does not run: not started, closed, or lost. `text` says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildSpec:
    """A program to start, and the time limits of its stop."""

    key: str
    """Identifies the child in all events; may be used again when the child has ended."""
    argv: tuple[str, ...]
    cwd: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    """Additions to the inherited environment."""
    grace_s: float = GRACE_S
    """Time limit for the child to end by itself after a stop was requested."""
    terminate_s: float = TERMINATE_S
    """Time limit after the termination signal, before the child is killed."""
    cores: tuple[int, ...] = ()
    """The processors that the whole tree may use; empty for all."""
    memory: MemoryCeiling | None = None
    """Memory limit of the whole tree; None for no limit."""
    log: Path | None = None
    """File to which all output is appended; it is created if it does not exist."""


class SupervisorClient:
    """A running supervisor program; used by one thread, also as a context manager that closes it.

    Args:
        python: interpreter that runs the program.
    """

    def __init__(self, *, python: Path | None = None) -> None:
        self._python = python or Path(sys.executable)
        self._run_id = uuid.uuid4().hex
        self._process: subprocess.Popen[bytes] | None = None
        self._pipes: Pipes | None = None
        self._is_at_end = False
        """True if the supervisor has closed its events."""
        self._rest = b""
        self._events: list[ChildEvent] = []
        self._live: dict[str, bool] = {}
        """By key of each child with living processes: whether its program itself is alive."""
        self._survivors: tuple[str, ...] = ()
        folder = records_folder()
        self._record = folder / f"{self._run_id}{SUFFIX}" if folder is not None else None
        self._program: ProcessId | None = None
        """The supervisor; on Linux, `_process` is its guard."""
        self._has_cleaned_up = False
        """True if the supervisor has reported that it ended everything."""

    def __enter__(self) -> "SupervisorClient":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def live(self) -> frozenset[str]:
        """Keys of children that, as far as is known, have living processes."""
        return frozenset(self._live)

    @property
    def pid(self) -> int | None:
        """Process number of the supervisor or, on Linux, of its guard; None while it does not run."""
        return self._process.pid if self._process else None

    @property
    def folder(self) -> Path | None:
        """Folder for temporary files of the run, from its start until nothing of it is left; None if there is none."""
        return files_of(self._record) if self._record is not None else None

    def start(self) -> None:
        """Starts the program; returns without waiting for it, commands may follow at once.

        Raises:
            SupervisorError: it runs already, or the system refused.
        """
        if self._process is not None:
            raise SupervisorError(message("supervisor-running", "The supervisor is already running."))
        windows = sys.platform == "win32"
        if self.folder is not None:
            with contextlib.suppress(OSError):
                self.folder.mkdir(mode=0o700)
        program = [str(self._python), *_FLAGS, "-m", "runtime.processes.supervisor"]
        try:
            self._process = subprocess.Popen(
                [*program, self._run_id, owners_text([identity_of(os.getpid())]), str(self._record or "")],
                cwd=IMPORT_ROOT,
                env={name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=not windows,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            raise SupervisorError(
                message("supervisor-not-started", "The supervisor could not be started: {error}.", error=str(error))
            ) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._is_at_end = False
        self._pipes = open_pipes(self._process.stdout, self._process.stdin)

    def launch(self, spec: ChildSpec) -> None:
        """Starts a child; `ChildStarted` or `ChildFailed` follows.

        Raises:
            SupervisorError: the supervisor does not run.
            ValueError: the program of this key has not ended yet.
        """
        if self._live.get(spec.key):
            raise ValueError(f"'{spec.key}' has not ended yet.")
        self._send(
            Launch(
                key=spec.key,
                argv=spec.argv,
                cwd=str(spec.cwd),
                environment=tuple(spec.environment.items()),
                grace_s=spec.grace_s,
                terminate_s=spec.terminate_s,
                cores=spec.cores,
                memory_limit_bytes=spec.memory.limit_bytes if spec.memory else None,
                is_limit_deadly=spec.memory.is_deadly if spec.memory else False,
                log=str(spec.log) if spec.log else "",
            )
        )
        self._live[spec.key] = True

    def stop(self, key: str, grace_s: float | None = None, reason: Message | None = None) -> None:
        """Begins to stop a child and everything it started; `ChildEnded` follows when no process of it is left.

        Has no effect on a child that has ended. `grace_s` replaces the grace of its spec; if a stop is under way, only
        a shorter grace takes effect. The child's log and its `ChildEnded` give the `reason` of the first stop.

        Raises:
            SupervisorError: the supervisor does not run.
        """
        self._send(Stop(key=key, grace_s=grace_s, reason=reason))

    def print_stacks(self, key: str) -> None:
        """Makes the Python programs of a child print their stacks, which takes some milliseconds.

        Has no effect on other programs, on Windows, and on a child that has ended.

        Raises:
            SupervisorError: the supervisor does not run.
        """
        self._send(PrintStacks(key=key))

    def end_hanging(self, key: str, reason: Message | None = None) -> None:
        """Stops a child that hangs, as `stop` does, after `STACK_S` for printing its stacks.

        Raises:
            SupervisorError: the supervisor does not run.
        """
        self.print_stacks(key)
        self.stop(key, STACK_S, reason)

    def stop_all(self, grace_s: float | None = None, reason: Message | None = None) -> None:
        """Begins to stop all children, as `stop` does.

        Raises:
            SupervisorError: the supervisor does not run.
        """
        self._send(StopAll(grace_s=grace_s, reason=reason))

    def poll(self, timeout_s: float) -> list[ChildEvent]:
        """Waits up to `timeout_s` for events; returns them in order.

        After the supervisor was lost, the last event is `SupervisorLost` and no child is alive.
        """
        if not self._events:
            self._read(timeout_s)
        events, self._events = self._events, []
        return events

    def close(self, timeout_s: float = 5.0) -> tuple[str, ...]:
        """Kills everything that still runs and ends the supervisor; may be called twice.

        Returns descriptions of processes that could not be killed. Events received meanwhile wait for `poll`.
        """
        if self._process is None:
            return self._survivors
        deadline = time.monotonic() + timeout_s
        if self._pipes is not None:
            self._pipes.end_output()
        while self._pipes is not None and time.monotonic() < deadline:
            self._read(deadline - time.monotonic(), is_closing=True)
        if self._pipes is not None or not self._has_ended(self._process, deadline) or not self._has_cleaned_up:
            self._kill(self._process)
            self._survivors = kill_run(self._run_id, self._record)
        self._forget()
        return self._survivors

    def _kill(self, process: "subprocess.Popen[bytes]") -> None:
        """Kills the supervisor, then its guard, which gets time to end what the supervisor has left."""
        program = self._program
        if program is not None and process.poll() is None and lookup.is_running(*program):
            os.kill(program.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            self._has_ended(process, time.monotonic() + LIMIT_S)
        process.kill()
        process.wait()

    @staticmethod
    def _has_ended(process: "subprocess.Popen[bytes]", deadline: float) -> bool:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def _send(self, command: Command) -> None:
        if self._pipes is None:
            raise SupervisorError(message("supervisor-missing", "The supervisor is not there."))
        self._pipes.send(to_line(command))
        deadline = time.monotonic() + SEND_S
        while self._pipes.backlog and not self._pipes.is_cut and time.monotonic() < deadline:
            self._receive(self._pipes.wait(0.01))
        if self._pipes.is_cut or self._pipes.backlog:
            raise SupervisorError(message("supervisor-silent", "The supervisor takes no commands."))

    def _read(self, timeout_s: float, *, is_closing: bool = False) -> None:
        """Waits until bytes arrive or the pipe ends."""
        if self._pipes is None:
            return
        if not self._is_at_end:
            self._receive(self._pipes.wait(max(0.0, timeout_s)))
        if self._is_at_end:
            self._end(is_closing=is_closing)

    def _receive(self, received: Iterable[tuple[int, bytes]]) -> None:
        for _, data in received:
            self._is_at_end |= not data
            *lines, self._rest = (self._rest + data).split(b"\n")
            for line in lines:
                try:
                    self._handle(event_from_line(line))
                except WireError as error:
                    _log.warning("The supervisor sent an unknown event: %s", error)

    def _handle(self, event: ChildEvent) -> None:
        if isinstance(event, ChildFailed | ChildCleared) or (isinstance(event, ChildEnded) and not event.leftovers):
            self._live.pop(event.key, None)
        elif isinstance(event, ChildEnded):
            self._live[event.key] = False
        elif isinstance(event, SupervisorReady):
            self._program = identity_of(event.pid)
        elif isinstance(event, SupervisorClosed):
            self._survivors = event.survivors
            self._has_cleaned_up = True
        self._events.append(event)

    def _end(self, *, is_closing: bool) -> None:
        """Handles the end of the events: as expected, or because the supervisor has died."""
        if is_closing or self._process is None:
            self._close_pipes()
            return
        code = self._process.wait()
        self._survivors = kill_run(self._run_id, self._record)
        self._forget()
        text = message("supervisor-lost", "The supervisor ended unexpectedly (code {code}).", code=str(code))
        self._events.append(SupervisorLost(text=text, survivors=self._survivors))

    def _forget(self) -> None:
        self._close_pipes()
        self._process = None
        self._live.clear()

    def _close_pipes(self) -> None:
        if self._pipes is not None:
            self._pipes.close()
            self._pipes = None
