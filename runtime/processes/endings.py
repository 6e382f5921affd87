"""How a process ended, or why it did not start, in words for the user."""

import errno
import os
import signal
from dataclasses import dataclass
from typing import Final

_NTSTATUS: Final = {
    0x40010004: "debugger terminated it",
    0x80000003: "breakpoint",
    0xC0000005: "access violation",
    0xC0000006: "in-page error",
    0xC0000017: "not enough memory",
    0xC000001D: "illegal instruction",
    0xC0000022: "access denied",
    0xC0000094: "integer division by zero",
    0xC00000FD: "stack overflow",
    0xC0000135: "a DLL was not found",
    0xC0000138: "an ordinal was not found in a DLL",
    0xC0000139: "an entry point was not found in a DLL",
    0xC000013A: "interrupted with Ctrl+C",
    0xC0000142: "a DLL could not be initialised",
    0xC0000374: "heap corruption",
    0xC0000409: "stack buffer overrun or abort",
    0xC0000417: "invalid argument to a C function",
    0xE06D7363: "an uncaught C++ exception",
}
"""Exit codes by which Windows tells why it ended a process (ntstatus.h), in words of our own."""

_SHELL_CODES: Final = {126: "the shell could not run the command", 127: "the shell did not find the command"}
"""POSIX shell exit codes of a command that never ran (POSIX 2.8.2)."""

_START_ERRORS: Final = {
    errno.ENOENT: "'{program}' does not exist",
    errno.EACCES: "'{program}' may not be executed",
    errno.EPERM: "the system does not allow '{program}' to be executed",
    errno.ENOTDIR: "a part of the path '{program}' is not a folder",
    errno.EISDIR: "'{program}' is a folder",
    errno.ENOEXEC: "'{program}' is not a program for this system",
    errno.E2BIG: "the command and its environment are too long",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "the system has too many files open",
    errno.ENOMEM: "the system has no memory left",
    errno.EAGAIN: "the system allows no more processes",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a process ended: exactly one of `code` and `signal` is not None."""

    code: int | None
    signal: int | None
    text: str


def ending(returncode: int, *, windows: bool, through_shell: bool = False) -> Ending:
    """Puts a return code as `Popen` gives it (negative: a signal, on POSIX) into words."""
    if windows:
        return Ending(code=returncode, signal=None, text=_windows_text(returncode))
    if returncode < 0:
        return Ending(code=None, signal=-returncode, text=f"killed by signal {signal_text(-returncode)}")
    hint = _SHELL_CODES.get(returncode) if through_shell else None
    text = f"exited with code {returncode}"
    return Ending(code=returncode, signal=None, text=f"{text}: {hint}" if hint else text)


def signal_text(number: int) -> str:
    """A signal as number and name: `11, SIGSEGV`."""
    try:
        return f"{number}, {signal.Signals(number).name}"
    except ValueError:
        return str(number)


def start_error_text(error: OSError, program: str, cwd: str) -> str:
    """Why the system refused to start `program` in `cwd`, as a sentence."""
    if not os.path.isdir(cwd):  # noqa: PTH112 - the supervisor starts faster without pathlib
        return f"The working folder '{cwd}' does not exist."
    reason = _START_ERRORS.get(error.errno or 0, "{program}: " + (error.strerror or str(error)))
    return f"Could not start: {reason.format(program=program)}."


def _windows_text(returncode: int) -> str:
    unsigned = returncode & 0xFFFFFFFF
    if unsigned in _NTSTATUS:
        return f"ended by Windows with 0x{unsigned:08X}: {_NTSTATUS[unsigned]}"
    if unsigned >= 0x80000000:
        return f"exited with code 0x{unsigned:08X}"
    return f"exited with code {returncode}"
