"""Linux: the supervisor adopts orphans (subreaper) and reads process trees from /proc."""

import contextlib
import ctypes
import os
import resource
import signal
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Final

from runtime.model.messages import Message
from runtime.processes.census import ProcessId, ProcessRow, ProcessTable
from runtime.processes.cores import Core
from runtime.processes.environment import CHILD_VARIABLE, RUN_VARIABLE, serial_in
from runtime.processes.platforms import processors_refused
from runtime.processes.platforms.posix import PosixPlatform

_LOCKS: Final = 10
"""RLIMIT_LOCKS of asm-generic/resource.h."""
_SERIAL_BITS: Final = 20
_OURS: Final = 1 << 55
"""Distinguishes our values from limits set by other programs, and from no limit."""
_LINE: Final = b"Max file locks"


def set_limit_mark(run_id: str, serial: int) -> None:
    """Marks this process in its limit of file locks, if the system allows it.

    This is a second mark, for children that clear their environment. The limit of file locks has had no effect since
    Linux 2.4.25 (getrlimit(2)). Everything that a child starts inherits it, and other processes can read it.
    """
    _, hard = resource.getrlimit(_LOCKS)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(_LOCKS, (_value(run_id, serial), hard))


def serial_in_limits(run_id: str, limits: bytes) -> int | None:
    """Returns the launch number in the content of /proc/PID/limits, or None if another run started the process."""
    _, _, rest = limits.partition(_LINE)
    words = rest.split(maxsplit=1)
    if not words or not words[0].isdigit():
        return None
    serial = int(words[0]) - _value(run_id, 0)
    return serial if 0 < serial < 1 << _SERIAL_BITS else None


def _value(run_id: str, serial: int) -> int:
    return _OURS | zlib.crc32(run_id.encode()) << _SERIAL_BITS | serial


_CPUS: Final = "/sys/devices/system/cpu"
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36
"""Numbers of prctl(2) operations (linux/prctl.h)."""


class LinuxPlatform(PosixPlatform):
    """The supervisor adopts every orphan below it, so each process of a tree stays its descendant."""

    def __init__(self, run_id: str) -> None:
        self._root = os.getpid()
        self._run_id = run_id
        super().__init__(ProcessTable(root=self._root, adopters=[self._root], mark=partial(read_mark, run_id)))
        self._prctl = ctypes.CDLL(None, use_errno=True).prctl

    def become_root(self) -> None:
        if self._prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    def before_exec(self, serial: int) -> Callable[[], None]:
        """Makes the program die with the supervisor even without a clean-up; its own children may survive."""
        return partial(self._begin, serial)

    def rows(self) -> Iterable[ProcessRow]:
        return proc_rows()

    def identity(self, pid: int) -> ProcessId | None:
        row = proc_row(pid, with_dead=True)
        return row.identity if row else None

    def handles(self, rows: Iterable[ProcessRow]) -> int:
        return sum(len(_listed(f"/proc/{row.pid}/fd")) for row in rows)

    def set_processors(self, pids: Iterable[int], processors: Collection[int]) -> Message | None:
        """See `Platform`; restricts each thread, because new threads and processes inherit from their creator."""
        wanted = frozenset(processors)
        for pid in pids:
            for thread in _listed(f"/proc/{pid}/task"):
                try:
                    if not os.sched_getaffinity(int(thread)) <= wanted:
                        os.sched_setaffinity(int(thread), wanted)
                except ProcessLookupError:
                    continue
                except (OSError, ValueError) as error:
                    return processors_refused(wanted, error)
        return None

    def reap_orphans(self) -> bool:
        found = False
        own = {process.pid: process for process in self._leaders.values()}
        while (ended := _ended_child()) is not None:
            if ended in own:
                own[ended].poll()
            else:
                os.waitpid(ended, os.WNOHANG)
            found = True
        return found

    def _begin(self, serial: int) -> None:
        set_limit_mark(self._run_id, serial)
        self._prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != self._root:
            os.kill(os.getpid(), signal.SIGKILL)


def proc_rows() -> Iterator[ProcessRow]:
    """Yields every living process of the system."""
    for name in os.listdir("/proc"):  # noqa: PTH208 - called many times a second while something is being stopped
        if name.isdigit():
            row = proc_row(int(name))
            if row is not None:
                yield row


def proc_row(pid: int, *, with_dead: bool = False) -> ProcessRow | None:
    """Returns a process from /proc/PID/stat (proc(5)); None if there is none or it is a zombie."""
    data = read_file(f"/proc/{pid}/stat")
    opening, closing = data.find(b"("), data.rfind(b")")
    if closing < 0:
        return None
    values = data[closing + 2 :].split()
    threads = int(values[17])
    if values[0] in b"ZX" and threads <= 1 and not with_dead:
        return None
    return ProcessRow(
        pid=pid,
        started=float(values[19]),
        parent=int(values[1]),
        group=int(values[2]),
        session=int(values[3]),
        name=data[opening + 1 : closing].decode("utf-8", "replace"),
        cpu_s=(int(values[11]) + int(values[12])) / _TICKS_PER_S,
        rss_bytes=int(values[21]) * _PAGE_BYTES,
        threads=threads,
    )


def read_mark(run_id: str, pid: int) -> int | None:
    """Returns the launch number of a process that a run started, by its environment or its limits; None for others.

    It is 0 for a process of the run that has overwritten its launch number.
    """
    variables = read_file(f"/proc/{pid}/environ").split(b"\0")
    if f"{RUN_VARIABLE}={run_id}".encode() not in variables:
        return serial_in_limits(run_id, read_file(f"/proc/{pid}/limits"))
    prefix = f"{CHILD_VARIABLE}=".encode()
    serial = next((serial_in(entry[len(prefix) :]) for entry in variables if entry.startswith(prefix)), 0)
    return serial or serial_in_limits(run_id, read_file(f"/proc/{pid}/limits")) or 0


def _listed(path: str) -> list[str]:
    try:
        return os.listdir(path)  # noqa: PTH208 - see above
    except OSError:
        return []


def read_file(path: str) -> bytes:
    """Returns the content of a file in /proc; empty if it cannot be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        chunks = []
        while chunk := os.read(descriptor, 1 << 16):
            chunks.append(chunk)
        return b"".join(chunks)
    except OSError:
        return b""
    finally:
        os.close(descriptor)


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


_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
