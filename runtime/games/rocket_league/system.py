"""The parts of the operating system that finding and starting Rocket League needs; tests replace them."""

import contextlib
import ctypes
import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import psutil

from runtime.processes.command import CommandError, Lookup
from runtime.processes.environment import foreign_environment
from runtime.processes.platforms import lookup

_PATHEXT: Final = ".COM;.EXE;.BAT;.CMD"
_ROOTS: Final = {"HKCU": "HKEY_CURRENT_USER", "HKLM": "HKEY_LOCAL_MACHINE", "HKCR": "HKEY_CLASSES_ROOT"}
_DETACHED: Final = 0x8 | 0x200
"""DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP of Windows."""
_BREAKAWAY: Final = 0x01000000
"""CREATE_BREAKAWAY_FROM_JOB of Windows."""
START_S: Final = 10.0
"""Time limit for the program that starts another one; it takes some hundredths of a second."""
_STARTER: Final = """
import subprocess, sys
try:
    program = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
except OSError as error:
    print(0, error.errno or 0)
else:
    print(program.pid, 0)
"""
"""Starts a program and ends, so that the system adopts the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemProcess:
    """A running process of this computer."""

    pid: int
    started: float
    """Start time as `runtime.processes.platforms.lookup.started` returns it; tells two uses of a number apart."""
    name: str
    command: tuple[str, ...] = field(default=(), repr=False)
    """Its arguments, the first is the program; empty where the system does not show them. They may hold a login."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program to start that outlives Kickabout."""

    argv: tuple[str, ...] = field(repr=False)
    """May hold a login."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Additions to the inherited environment."""
    cwd: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One computer; `native_system` returns the real one."""

    is_windows: bool
    home: Path
    environment: Mapping[str, str]
    """The variables of this process; on Windows, their names have no case."""
    registry_value: Callable[[str, str], str]
    """Returns a text value of the registry by key (`HKCU\\...`) and name; empty if there is none."""
    processes: Callable[[str], tuple[SystemProcess, ...]]
    """Returns the processes whose names contain a text, in any case; asking all for their arguments would take long."""
    is_running: Callable[[SystemProcess], bool]
    """Returns whether this process, and not a later one with its number, is alive."""
    listening_ports: Callable[[int], frozenset[int]]
    """Returns the TCP ports on which the process with this number listens, as far as the system shows them."""
    start_detached: Callable[[Program], SystemProcess]
    """Starts a program outside of every process tree of ours; raises OSError."""
    end: Callable[[SystemProcess], None]
    """Asks a process to end, or kills it where the system cannot ask; does nothing if it has ended."""
    has_window: Callable[[str], bool]
    """Returns whether a window with this title is open; always true where that cannot be found out."""

    def which(self, name: str) -> Path | None:
        """Returns the program that a shell of this system starts for a name; None if PATH has none that can run.

        As in a shell that was just opened, Windows looks in the home folder first.
        """
        search = Lookup(cwd=self.home, path=self.environment.get("PATH", ""), extensions=self.extensions)
        try:
            return Path(search.program(name)[-1])
        except CommandError:
            return None

    @property
    def extensions(self) -> tuple[str, ...] | None:
        """The extensions that Windows adds to the names of programs; None elsewhere."""
        return tuple(self.environment.get("PATHEXT", _PATHEXT).split(";")) if self.is_windows else None


def native_system(*, is_windows: bool = sys.platform == "win32") -> System:
    """Returns this computer."""
    return System(
        is_windows=is_windows,
        home=Path.home(),
        environment=os.environ,
        registry_value=_registry_value if is_windows else lambda _key, _name: "",
        processes=_processes,
        start_detached=_start_on_windows if is_windows else _start_on_posix,
        is_running=lambda process: lookup.is_running(process.pid, process.started),
        listening_ports=_listening_ports,
        end=_end,
        has_window=_has_window if is_windows else lambda _title: True,
    )


def _registry_value(key: str, name: str) -> str:
    winreg: Any = importlib.import_module("winreg")
    root, _, path = key.partition("\\")
    try:
        with winreg.OpenKey(getattr(winreg, _ROOTS[root]), path) as opened:
            value, _ = winreg.QueryValueEx(opened, name)
    except OSError:
        return ""
    return value if isinstance(value, str) else ""


def _has_window(title: str) -> bool:
    find = getattr(ctypes, "WinDLL")("user32").FindWindowW  # noqa: B009 - exists on Windows only
    find.argtypes = (ctypes.c_wchar_p, ctypes.c_wchar_p)
    find.restype = ctypes.c_void_p
    return bool(find(None, title))


def _processes(part: str) -> tuple[SystemProcess, ...]:
    """Leaves out processes that end meanwhile; one that another user protects has an empty command."""
    found = []
    with contextlib.suppress(psutil.Error, OSError):
        for process in psutil.process_iter():
            command: list[str] = []
            with contextlib.suppress(psutil.Error, OSError):
                name = process.name()
                if part.lower() not in name.lower():
                    continue
                with contextlib.suppress(psutil.AccessDenied, OSError):
                    command = process.cmdline()
                found.append(_identified(process.pid, _full_name(name, command), tuple(command)))
    return tuple(process for process in found if process.started)


def _full_name(name: str, command: list[str]) -> str:
    """Returns the name of a program for Windows under Wine, of which Linux keeps 15 characters."""
    last = command[0].rpartition("\\")[2] if command else ""
    return last if len(name) == 15 and last.startswith(name) else name


def _identified(pid: int, name: str, command: tuple[str, ...]) -> SystemProcess:
    """Returns a process with its start time; 0 if it has ended."""
    return SystemProcess(pid=pid, started=lookup.started(pid) or 0.0, name=name, command=command)


def _listening_ports(pid: int) -> frozenset[int]:
    with contextlib.suppress(psutil.Error, OSError):
        links = psutil.Process(pid).net_connections("tcp")
        return frozenset(link.laddr.port for link in links if link.status == psutil.CONN_LISTEN and link.laddr)
    return frozenset()


def _end(process: SystemProcess) -> None:
    with contextlib.suppress(psutil.Error, OSError):
        found = psutil.Process(process.pid)
        if lookup.is_running(process.pid, process.started):
            found.terminate()  # checks again that the number was not reused


def _environment(program: Program) -> dict[str, str]:
    """Returns the environment of a program, in which no clean-up of ours finds a mark."""
    return foreign_environment(os.environ) | dict(program.environment)


def _start_on_posix(program: Program) -> SystemProcess:
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _STARTER, *program.argv],
            cwd=program.cwd or Path.home(),
            env=_environment(program),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=START_S,
            start_new_session=True,
            check=True,
        )
        pid, number = map(int, done.stdout.split())
    except (subprocess.SubprocessError, ValueError):  # their text has the arguments, which may hold a login
        raise OSError(f"it could not be started within {START_S:g} s") from None
    if not pid:
        raise OSError(number, os.strerror(number), program.argv[0])
    return _identified(pid, Path(program.argv[0]).name, program.argv)


def _start_on_windows(program: Program) -> SystemProcess:
    """Leaves the job that this process may be in; a job can forbid that."""
    from runtime.processes.platforms.windows import command_line  # noqa: PLC0415 - loads psutil

    start = partial(
        subprocess.Popen,
        command_line(program.argv),
        cwd=program.cwd or Path.home(),
        env=_environment(program),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        process = start(creationflags=_DETACHED | _BREAKAWAY)
    except PermissionError:
        process = start(creationflags=_DETACHED)
    return _identified(process.pid, Path(program.argv[0]).name, program.argv)
