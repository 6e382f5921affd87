"""Facts about any process of this system: its start time, its mark, its environment."""

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from runtime.processes.census import ProcessRow
from runtime.processes.environment import RUN_VARIABLE

if TYPE_CHECKING:
    import psutil

_IS_LINUX: Final = sys.platform.startswith("linux")
_TRACKER: Final = "multiprocessing.resource_tracker"
_SAME_START_S: Final = 0.5
"""Tolerance for start times, which psutil rounds; a number is not reused within this time."""


def started(pid: int) -> float | None:
    """Returns the start time of a living process in the system's own unit, or None."""
    if _IS_LINUX:
        from runtime.processes.platforms.procfs import proc_row  # noqa: PLC0415 - the others cannot load it

        row = proc_row(pid)
        return row.started if row is not None else None
    import psutil  # noqa: PLC0415 - slow to load, and Linux does not need it

    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else process.create_time()
    except psutil.Error:
        return None


def is_running(pid: int, since: float) -> bool:
    """Returns whether the process with this number and start time is alive."""
    now = started(pid)
    return now is not None and is_same_start(now, since)


def is_same_start(one: float, other: float) -> bool:
    """Returns whether two start times of processes with the same number are those of one process."""
    return abs(one - other) < _SAME_START_S


def rows() -> Iterator[ProcessRow]:
    """Yields the living processes that can be inspected."""
    if _IS_LINUX:
        from runtime.processes.platforms.procfs import proc_rows  # noqa: PLC0415 - the others cannot load it

        return proc_rows()
    import psutil  # noqa: PLC0415 - slow to load, and Linux does not need it

    return psutil_rows(psutil.process_iter())


def is_resource_tracker(pid: int) -> bool:
    """Returns whether a process cleans up semaphores and shared memory for Python's multiprocessing."""
    if _IS_LINUX:
        from runtime.processes.platforms.procfs import read_file  # noqa: PLC0415 - the others cannot load it

        return _TRACKER in read_file(f"/proc/{pid}/cmdline").decode("utf-8", "replace")
    import psutil  # noqa: PLC0415 - slow to load, and Linux does not need it

    try:
        return _TRACKER in " ".join(psutil.Process(pid).cmdline())
    except (psutil.Error, OSError):
        return False


def bears_mark(run_id: str, pid: int) -> bool:
    """Returns whether a process has the mark of a run; False if it cannot be read."""
    if _IS_LINUX:
        from runtime.processes.platforms.procfs import read_mark  # noqa: PLC0415 - the others cannot load it

        return read_mark(run_id, pid) is not None
    import psutil  # noqa: PLC0415 - slow to load, and Linux does not need it

    try:
        return psutil.Process(pid).environ().get(RUN_VARIABLE) == run_id
    except (psutil.Error, OSError):
        return False


def kill_group(run_id: str) -> None:
    """Kills the control group of a run and removes it, if the system has given it one (Linux)."""
    if _IS_LINUX:
        from runtime.processes.platforms.procfs import kill_group  # noqa: PLC0415 - the others cannot load it

        kill_group(run_id)


def is_connection_of_user(peer: tuple[str, int], own: tuple[str, int]) -> bool:
    """Returns whether a program of this user holds the other end of a TCP connection to this process.

    Args:
        peer: numeric address and port of the other end.
        own: those of our end.
    """
    if _IS_LINUX:
        from runtime.processes.platforms.procfs import user_of_connection  # noqa: PLC0415 - the others cannot load it

        return user_of_connection(peer, own) == os.getuid()
    import psutil  # noqa: PLC0415 - slow to load, and Linux does not need it

    user = psutil.Process().username()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            links = process.net_connections(kind="tcp") if process.username() == user else ()
            if any((tuple(link.laddr), tuple(link.raddr)) == (peer, own) for link in links):
                return True
    return False


def listener(port: int) -> tuple[int, str] | None:
    """Returns number and name of the process that listens on a TCP port; None if the system does not show it."""
    import psutil  # noqa: PLC0415 - slow to load, and only this needs it on Linux

    with contextlib.suppress(psutil.Error, OSError):  # macOS shows only the superuser all connections
        for link in psutil.net_connections("tcp"):
            if link.status == psutil.CONN_LISTEN and link.laddr and link.laddr.port == port and link.pid:
                return link.pid, psutil.Process(link.pid).name()
    return None


def environments(variable: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yields the readable environments with this variable, by process, except our own."""
    if _IS_LINUX:
        yield from _linux_environments(variable)
        return
    import psutil  # noqa: PLC0415 - slow to load, and Linux does not need it

    for process in psutil.process_iter():
        try:
            environment = process.environ()
        except (psutil.Error, OSError):
            continue
        if variable in environment and process.pid != os.getpid():
            yield process.pid, environment


def _linux_environments(variable: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Leaves out processes in other containers, whose numbers are not valid here."""
    from runtime.processes.platforms.procfs import environment_of  # noqa: PLC0415 - the others cannot load it

    mark = f"{variable}=".encode()
    own = _pid_namespace("self")
    for name in os.listdir("/proc"):  # noqa: PTH208 - hundreds, at each start
        if not name.isdigit() or int(name) == os.getpid():
            continue
        content = environment_of(int(name))
        if mark in content and _pid_namespace(name) == own:
            pairs = (os.fsdecode(entry).partition("=") for entry in content.split(b"\0"))
            environment = {key: value for key, _, value in pairs}
            if variable in environment:
                yield int(name), environment


def _pid_namespace(name: str) -> str:
    """Returns the namespace of a process's number (pid_namespaces(7))."""
    try:
        return os.readlink(f"/proc/{name}/ns/pid")  # noqa: PTH115 - hundreds, at each start
    except OSError:
        return ""


def psutil_rows(processes: "Iterable[psutil.Process]") -> Iterator[ProcessRow]:
    """Yields rows for the processes that are alive and can be inspected."""
    import psutil  # noqa: PLC0415 - slow to load, and Linux does not need it

    for process in processes:
        try:
            with process.oneshot():
                if process.status() == psutil.STATUS_ZOMBIE:
                    continue
                times = process.cpu_times()
                row = ProcessRow(
                    pid=process.pid,
                    started=process.create_time(),
                    parent=process.ppid(),
                    group=os.getpgid(process.pid) if sys.platform != "win32" else 0,
                    session=os.getsid(process.pid) if sys.platform != "win32" else 0,
                    name=process.name(),
                    cpu_s=times.user + times.system,
                    rss_bytes=process.memory_info().rss,
                    threads=process.num_threads(),
                )
        except (psutil.Error, OSError):
            continue
        yield row


def psutil_handles(rows: Iterable[ProcessRow]) -> int:
    """Returns how many file descriptors, or handles on Windows, these processes have open."""
    import psutil  # noqa: PLC0415 - slow to load, and Linux does not need it

    count = 0
    for row in rows:
        with contextlib.suppress(psutil.Error, OSError):
            process = psutil.Process(row.pid)
            count += int(getattr(process, "num_handles" if sys.platform == "win32" else "num_fds")())
    return count
