"""What the systems do differently about processes, behind one interface; the only place that asks which one runs."""

import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Protocol

from runtime.processes.census import Census, ProcessRow
from runtime.processes.cores import Core

__all__ = ["Platform", "Spawned", "native_platform", "usable_cores"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spawned:
    """A program that was just started."""

    pid: int
    output: IO[bytes]
    """Reading end of the one pipe that takes standard output and standard error."""


class Platform(Protocol):
    """Starts, finds and ends processes; used by one thread."""

    is_windows: bool

    def become_root(self) -> None:
        """Once, before anything is started: sees to it that descendants can be found whatever they do."""

    def spawn(
        self,
        serial: int,
        argv: Sequence[str],
        cwd: str,
        environment: Mapping[str, str],
        *,
        may_break_away: bool = False,
    ) -> Spawned:
        """Starts a program as the leader of a tree of its own, without standard input.

        `may_break_away` allows it to start programs that do not end with it, which has to be allowed on Windows: a game
        that the user goes on with.

        Raises:
            OSError: the system refused.
        """

    def returncode(self, serial: int) -> int | None:
        """How the program itself ended, as `Popen` numbers it; None while it runs. Also reaps it."""

    def reap_orphans(self) -> bool:
        """Lets descendants that ended and that nobody waits for disappear; whether there were any."""

    def census(self) -> Census:
        """All living processes of all children that were not forgotten."""

    def descendants(self) -> tuple[ProcessRow, ...]:
        """All living processes below this one, found by their parents alone: what is left where `census` fails."""

    def terminate(self, rows: Iterable[ProcessRow]) -> None:
        """Asks these processes, and those in a child's process group, to end in a way that they can catch."""

    def kill(self, rows: Iterable[ProcessRow]) -> None:
        """Ends these processes, and those in a child's process group, in a way that they cannot catch."""

    def handles(self, rows: Iterable[ProcessRow]) -> int:
        """How many files, sockets and the like these processes hold open, as far as they may be looked into."""

    def tie(self, pids: Iterable[int], cores: Collection[int]) -> str:
        """Lets these processes, and what they start from now on, run on no other processors; cheap when they do.

        Returns a sentence that says why that cannot be; empty when it was done.
        """

    def forget(self, serial: int) -> None:
        """Nothing is left of this child."""


def native_platform(run_id: str) -> Platform:
    """The platform that this interpreter runs on; `run_id` marks its children."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - the others need not load it

        from runtime.processes.platforms.windows import WindowsPlatform, declare  # noqa: PLC0415 - loads psutil

        return WindowsPlatform(declare(ctypes.WinDLL("kernel32", use_last_error=True)))
    is_linux = sys.platform.startswith("linux")
    if is_linux:
        from runtime.processes.platforms.linux import LinuxPlatform  # noqa: PLC0415 - the others need not load it

        return LinuxPlatform(run_id)
    from runtime.processes.platforms.macos import MacPlatform  # noqa: PLC0415 - loads psutil

    return MacPlatform(run_id)


def usable_cores() -> tuple[Core, ...]:
    """Returns the cores that this process may use; none on systems that cannot tie programs to cores."""
    if sys.platform == "win32":
        from runtime.processes.platforms.windows import windows_cores  # noqa: PLC0415 - loads psutil

        return windows_cores()
    is_linux = sys.platform.startswith("linux")
    if is_linux:
        from runtime.processes.platforms.linux import linux_cores  # noqa: PLC0415 - the others need not load it

        return linux_cores(os.sched_getaffinity(0))
    return ()
