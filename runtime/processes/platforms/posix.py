"""What Linux and macOS have in common: sessions, process groups, signals."""

import os
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from runtime.processes.census import Census, ProcessId, ProcessRow, Registry, descendants_of
from runtime.processes.platforms import Spawned


class PosixPlatform(ABC):
    """Every child leads its own session and process group; trees are found by census."""

    is_windows = False

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._leaders: dict[int, subprocess.Popen[bytes]] = {}

    @abstractmethod
    def become_root(self) -> None:
        """See `Platform`."""

    @abstractmethod
    def rows(self) -> Iterable[ProcessRow]:
        """Every living process of the system that may be a descendant; zombies are dead."""

    @abstractmethod
    def identity(self, pid: int) -> ProcessId | None:
        """The identity of the process that has this number now; None when there is none."""

    @abstractmethod
    def handles(self, rows: Iterable[ProcessRow]) -> int:
        """See `Platform`."""

    @abstractmethod
    def tie(self, pids: Iterable[int], cores: Collection[int]) -> str:
        """See `Platform`."""

    def before_exec(self, serial: int) -> Callable[[], None] | None:
        """What the new process does before it becomes the program of this launch."""
        del serial
        return None

    def spawn(
        self,
        serial: int,
        argv: Sequence[str],
        cwd: str,
        environment: Mapping[str, str],
        *,
        may_break_away: bool = False,
    ) -> Spawned:
        """See `Platform`."""
        del may_break_away
        process = subprocess.Popen(
            list(argv),
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
            preexec_fn=self.before_exec(serial),  # noqa: PLW1509 - safe: beside the loop only logs are written here, without locks that it takes
        )
        if process.stdout is None:
            raise OSError("The system gave no pipe.")
        self._leaders[serial] = process
        identity = self.identity(process.pid)
        if identity is not None:
            self._registry.add_leader(identity, serial)
        return Spawned(pid=process.pid, output=process.stdout)

    def returncode(self, serial: int) -> int | None:
        """See `Platform`."""
        return self._leaders[serial].poll()

    def reap_orphans(self) -> bool:
        """See `Platform`."""
        return False

    def census(self) -> Census:
        """See `Platform`."""
        return self._registry.take(self.rows())

    def descendants(self) -> tuple[ProcessRow, ...]:
        """See `Platform`."""
        return descendants_of(os.getpid(), self.rows())

    def terminate(self, rows: Iterable[ProcessRow]) -> None:
        """See `Platform`."""
        self._signal(rows, signal.SIGTERM)

    def kill(self, rows: Iterable[ProcessRow]) -> None:
        """See `Platform`."""
        self._signal(rows, signal.SIGKILL)

    def forget(self, serial: int) -> None:
        """See `Platform`."""
        self._registry.forget(serial)
        self._leaders.pop(serial, None)

    def _signal(self, rows: Iterable[ProcessRow], number: signal.Signals) -> None:
        """A group that a child founded gets the signal as a whole, its late members included, everybody else singly."""
        founders = {process.pid for process in self._leaders.values()}
        rows = tuple(rows)
        for group in {row.group for row in rows} & founders:
            _quietly(os.killpg, group, number)
        for row in rows:
            if row.group not in founders and self.identity(row.pid) == row.identity:
                _quietly(os.kill, row.pid, number)


def _quietly(send: Callable[[int, int], None], target: int, number: signal.Signals) -> None:
    """A process that is gone, or that took other rights, is no fault: the next census tells what became of it."""
    try:
        send(target, number)
    except (ProcessLookupError, PermissionError):
        return
