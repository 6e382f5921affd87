"""Facts about any process of Linux, from /proc, and the marks that our processes have there."""

import contextlib
import os
import resource
import signal
import sys
import zlib
from collections.abc import Iterator
from typing import Final

from runtime.processes.census import ProcessRow
from runtime.processes.environment import CHILD_VARIABLE, RUN_VARIABLE, serial_in
from runtime.processes.platforms.interface import quietly

_LOCKS: Final = 10
"""RLIMIT_LOCKS of asm-generic/resource.h."""
_SERIAL_BITS: Final = 20
_OURS: Final = 1 << 55
"""Distinguishes our values from limits set by other programs, and from no limit."""
_LINE: Final = b"Max file locks"
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


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
        filter(None, (read_file(f"{tasks}/{thread}/environ") for thread in listed(tasks))), b""
    )


def group_of(run_id: str) -> str:
    """Returns the folder of the control group (cgroups(7)) of a run, below our own group; it may not exist."""
    own = next((line[3:] for line in read_file("/proc/self/cgroup").splitlines() if line.startswith(b"0::")), b"/")
    place = "/sys/fs/cgroup" if os.path.exists("/sys/fs/cgroup/cgroup.procs") else "/sys/fs/cgroup/unified"  # noqa: PTH110 - the supervisor starts faster without pathlib
    return f"{place}{os.fsdecode(own).rstrip('/')}/kickabout-{run_id}"


def kill_group(run_id: str) -> None:
    """Kills everything in the control group of a run at once, and removes the group when it is empty."""
    folder = group_of(run_id)
    write_file(f"{folder}/cgroup.kill", b"1")
    for pid in read_file(f"{folder}/cgroup.procs").split():  # `cgroup.kill` leaves out processes without a main thread
        quietly(os.kill, int(pid), signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.rmdir(folder)  # noqa: PTH106 - the supervisor starts faster without pathlib


def write_file(path: str, data: bytes) -> None:
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
    forms = (packed, bytes(10) + b"\xff\xff" + packed) if len(packed) == 4 else (packed,)
    words = ([int.from_bytes(form[at : at + 4], sys.byteorder) for at in range(0, len(form), 4)] for form in forms)
    return {b"%s:%04X" % (b"".join(b"%08X" % word for word in address_words), port) for address_words in words}


def inotify_use(proc: str = "/proc") -> tuple[int, int]:
    """Returns how many inotify instances and watches this user has; leaves out processes that hide them."""
    instances = watches = 0
    for pid in filter(str.isdigit, listed(proc)):
        for number in listed(f"{proc}/{pid}/fd"):
            with contextlib.suppress(OSError):
                status = os.lstat(f"{proc}/{pid}/fd/{number}")  # the superuser may read those of other users
                link = os.readlink(f"{proc}/{pid}/fd/{number}")  # noqa: PTH115 - thousands
                if link == "anon_inode:inotify" and status.st_uid == os.getuid():
                    instances += 1
                    watches += read_file(f"{proc}/{pid}/fdinfo/{number}").count(b"inotify wd:")
    return instances, watches


def listed(path: str) -> list[str]:
    """Returns the names in a folder of the system; empty if it cannot be read."""
    try:
        return os.listdir(path)  # noqa: PTH208 - called often
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
