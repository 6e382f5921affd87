"""Windows: the supervisor and each of its children live in job objects, which end with their last handle.

Layouts and numbers are those of winnt.h on 64-bit Windows. `kernel32` is a parameter, so tests can watch the calls.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import psutil

from runtime.model.messages import Message
from runtime.processes.census import Census, ProcessRow
from runtime.processes.cores import Core
from runtime.processes.platforms import lookup
from runtime.processes.platforms.interface import Spawned, processors_refused

KILL_ON_JOB_CLOSE: Final = 0x2000
_BASIC_PROCESS_ID_LIST: Final = 3
_EXTENDED_LIMIT_INFORMATION: Final = 9
_PROCESS_SET_QUOTA: Final = 0x0100
_PROCESS_TERMINATE: Final = 0x0001
_ERROR_MORE_DATA: Final = 234
_KILLED_CODE: Final = 1

_DWORD = ctypes.c_uint32
_HANDLE = ctypes.c_void_p


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("per_process_user_time_limit", ctypes.c_int64),
        ("per_job_user_time_limit", ctypes.c_int64),
        ("limit_flags", _DWORD),
        ("minimum_working_set_size", ctypes.c_size_t),
        ("maximum_working_set_size", ctypes.c_size_t),
        ("active_process_limit", _DWORD),
        ("affinity", ctypes.c_size_t),
        ("priority_class", _DWORD),
        ("scheduling_class", _DWORD),
    )


class _IoCounters(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("reads", "writes", "others", "read", "written", "other"))


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION: 144 bytes."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("io", _IoCounters),
        ("process_memory_limit", ctypes.c_size_t),
        ("job_memory_limit", ctypes.c_size_t),
        ("peak_process_memory_used", ctypes.c_size_t),
        ("peak_job_memory_used", ctypes.c_size_t),
    )


def declare(kernel32: Any) -> Any:
    """Sets the signatures of the functions; otherwise handles would be cut to 32 bits."""
    kernel32.CreateJobObjectW.argtypes = (ctypes.c_void_p, ctypes.c_wchar_p)
    kernel32.CreateJobObjectW.restype = _HANDLE
    kernel32.SetInformationJobObject.argtypes = (_HANDLE, ctypes.c_int, ctypes.c_void_p, _DWORD)
    kernel32.QueryInformationJobObject.argtypes = (_HANDLE, ctypes.c_int, ctypes.c_void_p, _DWORD, ctypes.c_void_p)
    kernel32.AssignProcessToJobObject.argtypes = (_HANDLE, _HANDLE)
    kernel32.TerminateJobObject.argtypes = (_HANDLE, ctypes.c_uint)
    kernel32.OpenProcess.argtypes = (_DWORD, ctypes.c_int, _DWORD)
    kernel32.OpenProcess.restype = _HANDLE
    kernel32.CloseHandle.argtypes = (_HANDLE,)
    return kernel32


def last_error() -> int:
    """Returns the error of this thread's last call to a library loaded with `use_last_error`.

    Unlike this copy, GetLastError may already have been overwritten by calls of the interpreter.
    """
    return int(getattr(ctypes, "get_last_error")())  # noqa: B009 - exists on Windows only


class Job:
    """A job object; its processes and all that they start die when its only handle is closed.

    Args:
        kernel32: see `declare`.
        flags: limits of the job, such as `KILL_ON_JOB_CLOSE`.
        error_of: returns the error of the last call.

    Raises:
        OSError: Windows refused.
    """

    def __init__(self, kernel32: Any, *, flags: int, error_of: Callable[[], int] = last_error) -> None:
        self._kernel32 = kernel32
        self._error_of = error_of
        self._handle = kernel32.CreateJobObjectW(None, None)
        self._check(self._handle, "create a job")
        limits = ExtendedLimits()
        limits.basic.limit_flags = flags
        done = kernel32.SetInformationJobObject(
            self._handle, _EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        self._check(done, "set the limits of a job")

    def add(self, pid: int) -> None:
        """Puts a process, and everything that it will start, into the job."""
        process = self._kernel32.OpenProcess(_PROCESS_SET_QUOTA | _PROCESS_TERMINATE, 0, pid)
        self._check(process, f"open process {pid}")
        try:
            self._check(self._kernel32.AssignProcessToJobObject(self._handle, process), f"put {pid} into a job")
        finally:
            self._kernel32.CloseHandle(process)

    def pids(self) -> tuple[int, ...]:
        """Returns the living processes of the job and of nested jobs."""
        room = 64
        while True:
            kind = type("ProcessList", (ctypes.Structure,), {"_fields_": _list_fields(room)})
            content = kind()
            done = self._kernel32.QueryInformationJobObject(
                self._handle, _BASIC_PROCESS_ID_LIST, ctypes.byref(content), ctypes.sizeof(content), None
            )
            if done:
                return tuple(int(pid) for pid in content.pids[: content.count])
            if self._error_of() != _ERROR_MORE_DATA:
                self._check(done, "list a job")
            room *= 2

    def kill(self) -> None:
        """Ends every process of the job at once."""
        self._kernel32.TerminateJobObject(self._handle, _KILLED_CODE)

    def close(self) -> None:
        """Closes the handle, which kills the remaining processes."""
        self._kernel32.CloseHandle(self._handle)

    def _check(self, result: Any, what: str) -> None:
        if not result:
            raise OSError(f"Windows did not {what} (error {self._error_of()}).")


def _list_fields(room: int) -> list[tuple[str, Any]]:
    return [("assigned", _DWORD), ("count", _DWORD), ("pids", ctypes.c_size_t * room)]


_CREATE_SUSPENDED: Final = 0x4
_CREATE_NEW_PROCESS_GROUP: Final = 0x200


class WindowsPlatform:
    """Starts each child suspended and puts it into its job before it runs, so it cannot start anything outside.

    Args:
        kernel32: see `declare`.
    """

    is_windows = True
    max_wait_s = 0.02

    def __init__(self, kernel32: Any) -> None:
        self._kernel32 = kernel32
        self._root_job: Job | None = None
        self._jobs: dict[int, Job] = {}
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    def become_root(self) -> None:
        self._root_job = Job(self._kernel32, flags=KILL_ON_JOB_CLOSE)
        self._root_job.add(os.getpid())

    def spawn(self, serial: int, argv: Sequence[str], cwd: str, environment: Mapping[str, str]) -> Spawned:
        process = subprocess.Popen(
            command_line(argv),
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            creationflags=_CREATE_SUSPENDED | _CREATE_NEW_PROCESS_GROUP,
        )
        if process.stdout is None:
            raise OSError("The system gave no pipe.")
        try:
            job = Job(self._kernel32, flags=KILL_ON_JOB_CLOSE)
            job.add(process.pid)
            psutil.Process(process.pid).resume()
        except (OSError, psutil.Error) as error:
            process.kill()
            process.stdout.close()
            raise OSError(f"The process could not be put into a job: {error}") from error
        self._jobs[serial] = job
        self._processes[serial] = process
        return Spawned(pid=process.pid, output=process.stdout)

    def returncode(self, serial: int) -> int | None:
        return self._processes[serial].poll()

    def reap_orphans(self) -> bool:
        """See `Platform`; Windows keeps no zombies."""
        return False

    def census(self) -> Census:
        members = {serial: tuple(_rows_of(job.pids())) for serial, job in self._jobs.items()}
        known = {row.pid for rows in members.values() for row in rows} | {os.getpid()}
        everybody = self._root_job.pids() if self._root_job else ()
        return Census(members=members, unclaimed=tuple(_rows_of(pid for pid in everybody if pid not in known)))

    def is_childless(self) -> bool:
        """See `Platform`; a census of jobs is complete."""
        return True

    def descendants(self) -> tuple[ProcessRow, ...]:
        return tuple(_rows_of(pid for pid in self._root_job.pids() if pid != os.getpid())) if self._root_job else ()

    def terminate(self, rows: Iterable[ProcessRow]) -> None:
        """See `Platform`: Ctrl+Break to the console group of each child concerned."""
        pids = {row.pid for row in rows}
        for process in self._processes.values():
            if process.pid in pids and process.poll() is None:
                try:
                    process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM))
                except OSError:
                    continue

    def kill(self, rows: Iterable[ProcessRow]) -> None:
        pids = {row.pid for row in rows}
        for job in self._jobs.values():
            members = set(job.pids())
            if members & pids:
                job.kill()
                pids -= members
        for pid in pids:
            try:
                psutil.Process(pid).kill()
            except psutil.Error:
                continue

    def print_stacks(self, rows: Iterable[ProcessRow]) -> None:
        """See `Platform`: Windows has no signal that a busy Python handles."""

    def handles(self, rows: Iterable[ProcessRow]) -> int:
        return lookup.psutil_handles(rows)

    def set_processors(self, pids: Iterable[int], processors: Collection[int]) -> Message | None:
        """See `Platform`; new processes inherit the restriction."""
        allowed = sorted(processors)
        for pid in pids:
            try:
                process = psutil.Process(pid)
                if not set(process.cpu_affinity()) <= set(allowed):
                    process.cpu_affinity(allowed)
            except psutil.NoSuchProcess:
                continue
            except (psutil.Error, OSError, ValueError) as error:
                return processors_refused(allowed, error)
        return None

    def forget(self, serial: int) -> None:
        self._processes.pop(serial, None)
        job = self._jobs.pop(serial, None)
        if job is not None:
            job.close()


def command_line(argv: Sequence[str]) -> str:
    """Returns the command line of `argv`; keeps the text after `cmd.exe /c`, because cmd.exe has its own quoting."""
    if os.path.basename(argv[0]).lower() == "cmd.exe" and len(argv) > 2 and argv[-2].lower() == "/c":  # noqa: PTH119 - starts faster without pathlib
        return f'{subprocess.list2cmdline(argv[:-1])} "{argv[-1]}"'
    return subprocess.list2cmdline(argv)


def windows_cores() -> tuple[Core, ...]:
    """Returns the cores by their numbers; Windows numbers the threads of a core consecutively."""
    processors = sorted(psutil.Process().cpu_affinity() or ())
    logical, physical = psutil.cpu_count() or 1, psutil.cpu_count(logical=False) or 0
    if physical * 2 != logical:
        return tuple((number,) for number in processors)
    return tuple(sorted({tuple(n for n in processors if n // 2 == number // 2) for number in processors}))


def _rows_of(pids: Iterable[int]) -> Iterator[ProcessRow]:
    for pid in pids:
        with contextlib.suppress(psutil.Error):
            yield from lookup.psutil_rows([psutil.Process(pid)])
