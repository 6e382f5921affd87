"""The common part of Linux and macOS: sessions, process groups, signals."""

import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from runtime.model.messages import Message
from runtime.processes.census import Census, ProcessId, ProcessRow, ProcessTable, descendants_of
from runtime.processes.platforms import lookup
from runtime.processes.platforms.interface import Spawned, quietly

TRACKER_S: Final = 0.5
"""Time for which a resource tracker of multiprocessing is not killed; it ends by itself after its users."""


class PosixPlatform(ABC):
    """Every child leads its own session and process group; trees are found by census."""

    is_windows = False
    max_wait_s = float("inf")

    def __init__(self, table: ProcessTable) -> None:
        self._table = table
        self._leaders: dict[int, subprocess.Popen[bytes]] = {}
        self._spared_s: dict[ProcessId, float] = {}
        """Times until which resource trackers are not killed."""

    @abstractmethod
    def become_root(self) -> None: ...

    @abstractmethod
    def rows(self) -> Iterable[ProcessRow]:
        """Returns every living process of the system that may be a descendant; zombies are not alive."""

    @abstractmethod
    def identity(self, pid: int) -> ProcessId | None:
        """Returns the identity of the process that has this number now, or None."""

    @abstractmethod
    def handles(self, rows: Iterable[ProcessRow]) -> int: ...

    @abstractmethod
    def set_processors(self, pids: Iterable[int], processors: Collection[int]) -> Message | None: ...

    def before_exec(self, serial: int) -> Callable[[], None] | None:
        """Returns a function that the new process calls before it becomes the program; None if there is none."""
        del serial
        return None

    def spawn(self, serial: int, argv: Sequence[str], cwd: str, environment: Mapping[str, str]) -> Spawned:
        process = subprocess.Popen(
            list(argv),
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
            preexec_fn=self.before_exec(serial),  # noqa: PLW1509 - safe: the only other thread writes logs and holds no locks that it needs
        )
        if process.stdout is None:
            raise OSError("The system gave no pipe.")
        self._leaders[serial] = process
        identity = self.identity(process.pid)
        if identity is not None:
            self._table.add_leader(identity, serial)
        return Spawned(pid=process.pid, output=process.stdout)

    def returncode(self, serial: int) -> int | None:
        return self._leaders[serial].poll()

    def reap_orphans(self) -> bool:
        return False

    def census(self) -> Census:
        return self._table.take(self.rows())

    def is_childless(self) -> bool:
        """See `Platform`; this is unknown on a system on which we do not adopt orphans."""
        return True

    def descendants(self) -> tuple[ProcessRow, ...]:
        return descendants_of(os.getpid(), self.rows())

    def terminate(self, rows: Iterable[ProcessRow]) -> None:
        self._signal(rows, signal.SIGTERM)

    def kill(self, rows: Iterable[ProcessRow]) -> None:
        """See `Platform`; resource trackers get `TRACKER_S` to clean up after the killed processes."""
        rows = tuple(rows)
        now_s = time.monotonic()
        trackers = {row.identity for row in rows if lookup.is_resource_tracker(row.pid)}
        self._spared_s = {tracker: self._spared_s.get(tracker, now_s + TRACKER_S) for tracker in trackers}
        spared = {tracker for tracker in trackers if now_s < self._spared_s[tracker]}
        if not spared:
            self._signal(rows, signal.SIGKILL)
        for row in rows if spared else ():
            if row.identity not in spared and self.identity(row.pid) == row.identity:
                quietly(os.kill, row.pid, signal.SIGKILL)

    def print_stacks(self, rows: Iterable[ProcessRow]) -> None:
        """See `Platform`; other programs ignore this signal, and only terminals send it, which children do not have."""
        self._signal(rows, signal.SIGWINCH)

    def forget(self, serial: int) -> None:
        self._table.forget(serial)
        self._leaders.pop(serial, None)

    def _signal(self, rows: Iterable[ProcessRow], number: signal.Signals) -> None:
        """Signals the whole process groups of these processes, also members that have been started since.

        Groups of our descendants have no other members, because each child begins a session. A process that has just
        been forked for a child is still in our group.
        """
        own = os.getpgid(0)
        rows = tuple(rows)
        for group in {row.group for row in rows} - {own}:
            quietly(os.killpg, group, number)
        for row in rows:
            if row.group == own and self.identity(row.pid) == row.identity:
                quietly(os.kill, row.pid, number)
