"""Linux: the supervisor adopts orphans (subreaper) and reads process trees from /proc."""

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Final

from runtime.model.messages import Message
from runtime.processes.census import ProcessId, ProcessRow, ProcessTable
from runtime.processes.cores import Core
from runtime.processes.platforms.interface import processors_refused, quietly
from runtime.processes.platforms.posix import PosixPlatform
from runtime.processes.platforms.procfs import (
    group_of,
    kill_group,
    listed,
    proc_row,
    proc_rows,
    read_file,
    read_mark,
    set_limit_mark,
    write_file,
)

_CPUS: Final = "/sys/devices/system/cpu"
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36
"""Numbers of prctl(2) operations (linux/prctl.h)."""
_PRCTL: Final = ctypes.CDLL(None, use_errno=True).prctl
_PASSED_ON: Final = (signal.SIGTERM, signal.SIGHUP)
"""Signals that a guard passes on to the supervisor."""


class LinuxPlatform(PosixPlatform):
    """The supervisor adopts every orphan below it, so each process of a tree stays its descendant."""

    def __init__(self, run_id: str) -> None:
        self._root = os.getpid()
        self._run_id = run_id
        self._group = group_of(run_id)
        super().__init__(ProcessTable(root=self._root, adopters=[self._root], mark=partial(read_mark, run_id)))

    def become_root(self) -> None:
        """See `Platform`; also makes a control group for the run if the user has the right, as in sessions of systemd.

        It is for the case that supervisor and guard are killed together.
        """
        _adopt_orphans()
        with contextlib.suppress(OSError):
            os.mkdir(self._group)  # noqa: PTH102 - the supervisor starts faster without pathlib

    def before_exec(self, serial: int) -> Callable[[], None]:
        """Makes the program die with the supervisor even without a clean-up; its own children may survive."""
        return partial(self._begin, serial)

    def rows(self) -> Iterable[ProcessRow]:
        return proc_rows()

    def identity(self, pid: int) -> ProcessId | None:
        row = proc_row(pid, with_dead=True)
        return row.identity if row else None

    def handles(self, rows: Iterable[ProcessRow]) -> int:
        return sum(len(listed(f"/proc/{row.pid}/fd")) for row in rows)

    def set_processors(self, pids: Iterable[int], processors: Collection[int]) -> Message | None:
        """See `Platform`; restricts each thread, because new threads and processes inherit from their creator."""
        allowed = frozenset(processors)
        for pid in pids:
            for thread in listed(f"/proc/{pid}/task"):
                try:
                    if not os.sched_getaffinity(int(thread)) <= allowed:
                        os.sched_setaffinity(int(thread), allowed)
                except ProcessLookupError:
                    continue
                except (OSError, ValueError) as error:
                    return processors_refused(allowed, error)
        return None

    def is_childless(self) -> bool:
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return True
        return False

    def reap_orphans(self) -> bool:
        has_reaped = False
        own = {process.pid: process for process in self._leaders.values()}
        while (ended := _ended_child()) is not None:
            if ended in own:
                own[ended].poll()
            else:
                os.waitpid(ended, os.WNOHANG)
            has_reaped = True
        return has_reaped

    def _begin(self, serial: int) -> None:
        write_file(f"{self._group}/cgroup.procs", b"0")
        set_limit_mark(self._run_id, serial)
        _PRCTL(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != self._root:
            os.kill(os.getpid(), signal.SIGKILL)


def _adopt_orphans() -> None:
    if _PRCTL(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


GUARD_S: Final = 2.0
"""Time for killing everything that a dead supervisor has left."""


def fork_below_guard(run_id: str) -> None:
    """Returns in a new process, in its own session; this process guards it and never returns.

    The guard adopts what a killed supervisor leaves, so that nothing has to be found by marks. It ends with the exit
    code of the supervisor. A supervisor whose guard dies gets SIGTERM.
    """
    guard = os.getpid()
    _adopt_orphans()
    signal.pthread_sigmask(signal.SIG_BLOCK, _PASSED_ON)
    supervisor = os.fork()
    if supervisor == 0:
        os.setsid()
        _PRCTL(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _PASSED_ON)
        if os.getppid() != guard:
            os._exit(1)
        return
    code = 1
    try:
        os.close(0)  # a writer should notice that the supervisor is gone
        for number in _PASSED_ON:
            signal.signal(number, lambda number, _: quietly(os.kill, supervisor, number))
        signal.signal(signal.SIGINT, lambda *_: None)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _PASSED_ON)
        os.waitid(os.P_PID, supervisor, os.WEXITED | os.WNOWAIT)
        for number in _PASSED_ON:
            signal.signal(number, lambda *_: None)  # before the number of the supervisor can be used again
        code = os.waitstatus_to_exitcode(os.waitpid(supervisor, 0)[1])
        platform = LinuxPlatform(run_id)
        end = time.monotonic() + GUARD_S
        while not platform.is_childless() and time.monotonic() < end:
            platform.kill(platform.descendants())
            platform.reap_orphans()
        kill_group(run_id)
    finally:
        os._exit(code if code >= 0 else 128 - code)


def _ended_child() -> int | None:
    try:
        result = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    return result.si_pid if result is not None else None


def linux_cores(processors: set[int], cpus: str = _CPUS) -> tuple[Core, ...]:
    """Returns the cores of these processors according to sysfs; a processor without an entry is a separate core."""
    cores = {tuple(sorted(_siblings(number, cpus) & processors | {number})) for number in processors}
    return tuple(sorted(cores))


def _siblings(number: int, cpus: str) -> set[int]:
    try:
        return parsed(read_file(f"{cpus}/cpu{number}/topology/thread_siblings_list").decode())
    except ValueError:
        return set()


def parsed(text: str) -> set[int]:
    """Returns the numbers in a list of processors in the kernel's notation: `0-3,8`.

    Raises:
        ValueError: the text is not such a list.
    """
    numbers: set[int] = set()
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers
