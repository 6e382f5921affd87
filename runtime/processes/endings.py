"""The end of a process, or the reason why it did not start, in words."""

import errno
import os
import signal
from dataclasses import dataclass, replace
from typing import Final

from runtime.model.messages import Message, message

_NTSTATUS: Final = {
    0x40010004: message("windows-debugger", "debugger terminated it"),
    0x80000003: message("windows-breakpoint", "breakpoint"),
    0xC0000005: message("windows-access-violation", "access violation"),
    0xC0000006: message("windows-in-page-error", "in-page error"),
    0xC0000017: message("windows-no-memory", "not enough memory"),
    0xC000001D: message("windows-illegal-instruction", "illegal instruction"),
    0xC0000022: message("windows-access-denied", "access denied"),
    0xC0000094: message("windows-division-by-zero", "integer division by zero"),
    0xC00000FD: message("windows-stack-overflow", "stack overflow"),
    0xC0000135: message("windows-missing-dll", "a DLL was not found"),
    0xC0000138: message("windows-missing-ordinal", "an ordinal was not found in a DLL"),
    0xC0000139: message("windows-missing-entry-point", "an entry point was not found in a DLL"),
    0xC000013A: message("windows-interrupted", "interrupted with Ctrl+C"),
    0xC0000142: message("windows-dll-failed", "a DLL could not be initialised"),
    0xC0000374: message("windows-heap-corruption", "heap corruption"),
    0xC0000409: message("windows-abort", "stack buffer overrun or abort"),
    0xC0000417: message("windows-invalid-argument", "invalid argument to a C function"),
    0xE06D7363: message("windows-cpp-exception", "an uncaught C++ exception"),
}
"""Exit codes with which Windows gives its reason for ending a process (ntstatus.h)."""

_SHELL_CODES: Final = {
    126: message("shell-cannot-run", "the shell could not run the command"),
    127: message("shell-not-found", "the shell did not find the command"),
}
"""Exit codes of POSIX shells for a command that never ran (POSIX 2.8.2)."""

_START_ERRORS: Final = {
    errno.ENOENT: message("program-missing", "'{program}' does not exist"),
    errno.EACCES: message("program-not-executable", "'{program}' may not be executed"),
    errno.EPERM: message("program-not-allowed", "the system does not allow '{program}' to be executed"),
    errno.ENOTDIR: message("program-path-invalid", "a part of the path '{program}' is not a folder"),
    errno.EISDIR: message("program-is-folder", "'{program}' is a folder"),
    errno.ENOEXEC: message("program-foreign", "'{program}' is not a program for this system"),
    errno.E2BIG: message("command-too-long", "the command and its environment are too long"),
    errno.EMFILE: message("too-many-files", "too many files are open"),
    errno.ENFILE: message("system-out-of-files", "the system has too many files open"),
    errno.ENOMEM: message("system-out-of-memory", "the system has no memory left"),
    errno.EAGAIN: message("system-out-of-processes", "the system allows no more processes"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a process: exactly one of `code` and `signal` is not None."""

    code: int | None
    signal: int | None
    text: Message
    """Without a full stop."""


def ending(returncode: int, *, windows: bool, through_shell: bool = False) -> Ending:
    """Returns the ending for a return code of `Popen` (on POSIX, a negative code is a signal)."""
    if windows:
        return Ending(code=returncode, signal=None, text=_windows_text(returncode))
    if returncode < 0:
        text = message("killed-by-signal", "killed by signal {signal}", signal=signal_text(-returncode))
        return Ending(code=None, signal=-returncode, text=text)
    text = message("exited", "exited with code {code}", code=str(returncode))
    if through_shell and returncode in _SHELL_CODES:
        reason = _SHELL_CODES[returncode]
        text = message(reason.code, "exited with code {code}: {reason}", code=str(returncode), reason=reason)
    return Ending(code=returncode, signal=None, text=text)


def stopped_ending(how: Message, reason: Message) -> Message:
    """Returns the end of a process that Kickabout stopped, with the sentence that says why."""
    return message("stopped-by-kickabout", "{how}; Kickabout ended it: {reason}", how=how, reason=reason)


def signal_text(number: int) -> str:
    """Returns a signal as number and name: `11, SIGSEGV`."""
    try:
        return f"{number}, {signal.Signals(number).name}"
    except ValueError:
        return str(number)


def start_error(error: OSError | ValueError, program: str, cwd: str) -> Message:
    """Returns a sentence that says why `program` could not be started in `cwd`."""
    if isinstance(error, ValueError):
        return message("start-failed", "Could not start: {reason}.", reason=str(error))
    if not os.path.isdir(cwd):  # noqa: PTH112 - the supervisor starts faster without pathlib
        return message("working-folder-missing", "The working folder '{folder}' does not exist.", folder=cwd)
    known = _START_ERRORS.get(error.errno or 0)
    if known is None:
        reason = message("start-failed", "{program}: {error}", program=program, error=error.strerror or str(error))
    else:
        reason = replace(known, args=(("program", program),))
    return message(reason.code, "Could not start: {reason}.", reason=reason)


def _windows_text(returncode: int) -> Message:
    unsigned = returncode & 0xFFFFFFFF
    status = f"0x{unsigned:08X}"
    if unsigned in _NTSTATUS:
        reason = _NTSTATUS[unsigned]
        return message(reason.code, "ended by Windows with {status}: {reason}", status=status, reason=reason)
    return message("exited", "exited with code {code}", code=status if unsigned >= 0x80000000 else str(returncode))
