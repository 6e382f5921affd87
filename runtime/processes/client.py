"""The launcher's end of the supervisor: starts it, commands it, hears from it, and cleans up should it be lost."""

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from logging import getLogger
from pathlib import Path
from types import TracebackType
from typing import Final

from runtime import IMPORT_ROOT
from runtime.processes.leftovers import kill_run
from runtime.processes.pipes import EventPipe, open_event_pipe
from runtime.processes.records import SUFFIX, identity_of, owners_text, records_folder
from runtime.processes.usage import MemoryCeiling
from runtime.processes.wire import (
    ChildCleared,
    ChildEnded,
    ChildEvent,
    ChildFailed,
    Command,
    Launch,
    Stop,
    StopAll,
    SupervisorClosed,
    SupervisorLost,
    WireError,
    event_from_line,
    to_line,
)

GRACE_S: Final = 1.0
TERMINATE_S: Final = 0.15
_FLAGS: Final = ("-S",) if sys.platform.startswith("linux") else ()
"""There the program needs nothing beyond the standard library; not to look for more saves 8 ms."""

_log = getLogger(__name__)


class SupervisorError(RuntimeError):
    """The supervisor is not there: not started, closed, or lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildSpec:
    """What to start, and how patient to be when it is stopped."""

    key: str
    """Names the child in every event; may be used again when the child has ended."""
    argv: tuple[str, ...]
    cwd: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    """Additions to the inherited environment."""
    grace_s: float = GRACE_S
    """How long it may take to leave by itself once somebody asked it to."""
    terminate_s: float = TERMINATE_S
    """How long it may take after the termination signal before it is killed."""
    cores: tuple[int, ...] = ()
    """The processors that it and all it starts are tied to; empty for all."""
    memory: MemoryCeiling | None = None
    """How much memory it and all it starts may use; None for as much as there is."""
    log: Path | None = None
    """File that takes all they print; it is begun when missing and continued otherwise."""
    may_break_away: bool = False
    """Whether it may start programs that outlive it; see `Platform.spawn`."""


class SupervisorClient:
    """A running supervisor program; used by one thread, also as a context manager that closes it.

    Args:
        python: interpreter that runs the program.
    """

    def __init__(self, *, python: Path | None = None) -> None:
        self._python = python or Path(sys.executable)
        self._run_id = uuid.uuid4().hex
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: EventPipe | None = None
        self._rest = b""
        self._waiting: list[ChildEvent] = []
        self._live: dict[str, bool] = {}
        self._survivors: tuple[str, ...] = ()
        self._record: Path | None = None
        self._has_cleaned_up = False
        """Whether the supervisor itself said that it has ended everything."""

    def __enter__(self) -> "SupervisorClient":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def live(self) -> frozenset[str]:
        """Keys of children of which, as far as is known, a process may be alive."""
        return frozenset(self._live)

    @property
    def pid(self) -> int | None:
        """Process number of the supervisor program; None while it does not run."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Starts the program; returns without waiting for it, commands may follow at once.

        Raises:
            SupervisorError: it runs already or the system refused.
        """
        if self._process is not None:
            raise SupervisorError("The supervisor runs already.")
        windows = sys.platform == "win32"
        folder = records_folder()
        self._record = folder / f"{self._run_id}{SUFFIX}" if folder is not None else None
        program = [str(self._python), *_FLAGS, "-m", "runtime.processes.supervisor"]
        try:
            self._process = subprocess.Popen(
                [*program, self._run_id, _ourselves(), str(self._record or "")],
                cwd=IMPORT_ROOT,
                env={name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=not windows,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            raise SupervisorError(f"The supervisor could not be started: {error}.") from error
        self._pipe = open_event_pipe(self._process)

    def launch(self, spec: ChildSpec) -> None:
        """Starts a child; `ChildStarted` or `ChildFailed` tells how it went.

        Raises:
            SupervisorError: the supervisor is not there.
            ValueError: a program of this key has not ended yet.
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
                may_break_away=spec.may_break_away,
            )
        )
        self._live[spec.key] = True

    def stop(self, key: str, grace_s: float | None = None) -> None:
        """Begins to stop a child and all it started; `ChildEnded` tells when nothing of it is left.

        Without effect on a child that is gone. `grace_s` replaces the grace of its spec; while it is being asked
        already, a shorter one takes effect.

        Raises:
            SupervisorError: the supervisor is not there.
        """
        self._send(Stop(key=key, grace_s=grace_s))

    def stop_all(self, grace_s: float | None = None) -> None:
        """Does what `stop` does with every child at once.

        Raises:
            SupervisorError: the supervisor is not there.
        """
        self._send(StopAll(grace_s=grace_s))

    def poll(self, timeout_s: float) -> list[ChildEvent]:
        """Waits up to `timeout_s` for news; returns what there is, in order, or nothing.

        When the supervisor was lost, the last event is `SupervisorLost` and no child lives any more.
        """
        if not self._waiting and self._pipe is not None:
            self._read(timeout_s)
        events, self._waiting = self._waiting, []
        return events

    def close(self, timeout_s: float = 5.0) -> tuple[str, ...]:
        """Kills everything that still runs and ends the supervisor; may be called twice.

        Returns descriptions of processes that could not be killed. Events that came meanwhile wait for `poll`.
        """
        if self._process is None:
            return self._survivors
        deadline = time.monotonic() + timeout_s
        if self._pipe is not None:
            self._pipe.end_commands()
        while self._pipe is not None and time.monotonic() < deadline:
            self._read(deadline - time.monotonic(), is_closing=True)
        if self._pipe is not None or not self._is_over(deadline) or not self._has_cleaned_up:
            self._process.kill()
            self._process.wait()
            self._survivors = kill_run(self._run_id, self._record)
        self._forget()
        return self._survivors

    def _is_over(self, deadline: float) -> bool:
        if self._process is None:
            return True
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def _send(self, command: Command) -> None:
        if self._pipe is None:
            raise SupervisorError("The supervisor is not there.")
        try:
            self._pipe.send(to_line(command))
        except OSError as error:
            raise SupervisorError(f"The supervisor takes no commands: {error}.") from error

    def _read(self, timeout_s: float, *, is_closing: bool = False) -> None:
        data = self._pipe.receive(timeout_s) if self._pipe else None
        if data is None:
            return
        if not data:
            self._end(is_closing=is_closing)
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            try:
                self._hear(event_from_line(line))
            except WireError as error:
                _log.warning("The supervisor said something unknown: %s", error)

    def _hear(self, event: ChildEvent) -> None:
        if isinstance(event, ChildFailed | ChildCleared) or (isinstance(event, ChildEnded) and not event.leftovers):
            self._live.pop(event.key, None)
        elif isinstance(event, ChildEnded):
            self._live[event.key] = False
        elif isinstance(event, SupervisorClosed):
            self._survivors = event.survivors
            self._has_cleaned_up = True
        self._waiting.append(event)

    def _end(self, *, is_closing: bool) -> None:
        """The supervisor closed its events: as told to, or because it died."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if is_closing or self._process is None:
            return
        code = self._process.wait()
        self._survivors = kill_run(self._run_id, self._record)
        self._forget()
        self._waiting.append(
            SupervisorLost(text=f"The supervisor ended unexpectedly (code {code}).", survivors=self._survivors)
        )

    def _forget(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        self._process = None
        self._live.clear()


def _ourselves() -> str:
    return owners_text([identity_of(os.getpid())])
