"""Windows job objects by ctypes: groups of processes that are counted and ended as one.

Layouts and numbers are those of winnt.h on 64-bit Windows; `kernel32` is handed in, so that the calls can be watched.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Final

KILL_ON_JOB_CLOSE: Final = 0x2000
BREAKAWAY_OK: Final = 0x0800
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
    """Tells ctypes the signatures, without which handles would be cut to 32 bits."""
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
    """Returns the error of this thread's last call through a library loaded with `use_last_error`.

    GetLastError itself may have been overwritten meanwhile by calls of the interpreter.
    """
    return int(getattr(ctypes, "get_last_error")())  # noqa: B009 - exists on Windows only


class Job:
    """One job object; its processes and all they start die when its only handle, ours, is closed.

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
        """Puts a process, and all it will start, into the job."""
        process = self._kernel32.OpenProcess(_PROCESS_SET_QUOTA | _PROCESS_TERMINATE, 0, pid)
        self._check(process, f"open process {pid}")
        try:
            self._check(self._kernel32.AssignProcessToJobObject(self._handle, process), f"put {pid} into a job")
        finally:
            self._kernel32.CloseHandle(process)

    def pids(self) -> tuple[int, ...]:
        """The living processes of the job, those in nested jobs included."""
        room = 64
        while True:
            kind = type("ProcessList", (ctypes.Structure,), {"_fields_": _list_fields(room)})
            found = kind()
            done = self._kernel32.QueryInformationJobObject(
                self._handle, _BASIC_PROCESS_ID_LIST, ctypes.byref(found), ctypes.sizeof(found), None
            )
            if done:
                return tuple(int(pid) for pid in found.pids[: found.count])
            if self._error_of() != _ERROR_MORE_DATA:
                self._check(done, "list a job")
            room *= 2

    def kill(self) -> None:
        """Ends every process of the job at once."""
        self._kernel32.TerminateJobObject(self._handle, _KILLED_CODE)

    def close(self) -> None:
        """Gives the handle back, which kills what is left."""
        self._kernel32.CloseHandle(self._handle)

    def _check(self, result: Any, what: str) -> None:
        if not result:
            raise OSError(f"Windows did not {what} (error {self._error_of()}).")


def _list_fields(room: int) -> list[tuple[str, Any]]:
    return [("assigned", _DWORD), ("count", _DWORD), ("pids", ctypes.c_size_t * room)]
