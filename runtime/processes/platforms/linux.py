"""Linux: the supervisor adopts orphans (subreaper) and reads process trees from /proc."""

import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Final

from runtime.model.messages import Message
from runtime.processes.census import ProcessId, ProcessRow, ProcessTable
from runtime.processes.cores import Core
from runtime.processes.environment import CHILD_VARIABLE, RUN_VARIABLE, serial_in
from runtime.processes.platforms import processors_refused
from runtime.processes.platforms.posix import PosixPlatform, quietly

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

    def is_childless(self) -> bool:
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return True
        return False

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
        _write(f"{self._group}/cgroup.procs", b"0")
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
    """Returns in a new process, in a session of its own; this process guards it and never returns.

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
    variables = environment_of(pid).split(b"\0")
    if f"{RUN_VARIABLE}={run_id}".encode() not in variables:
        return serial_in_limits(run_id, read_file(f"/proc/{pid}/limits"))
    prefix = f"{CHILD_VARIABLE}=".encode()
    serial = next((serial_in(entry[len(prefix) :]) for entry in variables if entry.startswith(prefix)), 0)
    return serial or serial_in_limits(run_id, read_file(f"/proc/{pid}/limits")) or 0


def environment_of(pid: int) -> bytes:
    """Returns the environment of a process as it was at its start, also if its main thread has ended."""
    tasks = f"/proc/{pid}/task"
    return read_file(f"/proc/{pid}/environ") or next(
        filter(None, (read_file(f"{tasks}/{thread}/environ") for thread in _listed(tasks))), b""
    )


def group_of(run_id: str) -> str:
    """Returns the folder of the control group (cgroups(7)) of a run, below our own group; it may not exist."""
    own = next((line[3:] for line in read_file("/proc/self/cgroup").splitlines() if line.startswith(b"0::")), b"/")
    place = "/sys/fs/cgroup" if os.path.exists("/sys/fs/cgroup/cgroup.procs") else "/sys/fs/cgroup/unified"  # noqa: PTH110 - the supervisor starts faster without pathlib
    return f"{place}{os.fsdecode(own).rstrip('/')}/kickabout-{run_id}"


def kill_group(run_id: str) -> None:
    """Kills everything in the control group of a run at once, and removes the group when it is empty."""
    folder = group_of(run_id)
    _write(f"{folder}/cgroup.kill", b"1")
    for pid in read_file(f"{folder}/cgroup.procs").split():  # `cgroup.kill` leaves out processes without a main thread
        quietly(os.kill, int(pid), signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.rmdir(folder)  # noqa: PTH106 - the supervisor starts faster without pathlib


def _write(path: str, data: bytes) -> None:
    """Writes to a file of the system; ignores a refusal."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, data)
        finally:
            os.close(descriptor)


_ESTABLISHED: Final = b"01"


def user_of_connection(peer: tuple[str, int], own: tuple[str, int]) -> int | None:
    """Returns the user whose program holds the other end of an open TCP connection of this machine, or None.

    Only open connections have a user in /proc/net/tcp; those that are being closed seem to belong to root.
    """
    peers, owns = _ends(*peer), _ends(*own)
    for line in (read_file("/proc/net/tcp") + read_file("/proc/net/tcp6")).splitlines():
        words = line.split()
        if words[3] == _ESTABLISHED and words[1] in peers and words[2] in owns:
            return int(words[7])
    return None


def _ends(address: str, port: int) -> set[bytes]:
    """Returns an address and port as in /proc/net/tcp and, for version 4, as mapped in /proc/net/tcp6."""
    import socket  # noqa: PLC0415 - the supervisor does not need it

    packed = socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address)
    both = (packed, bytes(10) + b"\xff\xff" + packed) if len(packed) == 4 else (packed,)
    words = ([int.from_bytes(each[at : at + 4], sys.byteorder) for at in range(0, len(each), 4)] for each in both)
    return {b"%s:%04X" % (b"".join(b"%08X" % word for word in each), port) for each in words}


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
