"""The parts of the operating system that finding and starting Rocket League needs; tests replace them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemProcess:
    """A running process of this computer."""

    pid: int
    started: float
    """Start time as `runtime.processes.platforms.lookup.started` returns it; tells two uses of a number apart."""
    name: str
    command: tuple[str, ...] = ()
    """Its arguments, the first is the program; empty where the system does not show them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program to start that outlives Kickabout."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    """Additions to the inherited environment."""
    cwd: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One computer; `native_system` returns the real one."""

    is_windows: bool
    home: Path
    environment: Mapping[str, str]
    registry_value: Callable[[str, str], str]
    """Returns a text value of the registry by key (`HKCU\\...`) and name; empty if there is none."""
    processes: Callable[[], tuple[SystemProcess, ...]]
    is_running: Callable[[SystemProcess], bool]
    """Returns whether this process, and not a later one with its number, is alive."""
    start_detached: Callable[[Program], SystemProcess]
    """Starts a program outside of every process tree of ours; raises OSError."""
    end: Callable[[SystemProcess], None]
    """Asks a process to end, or kills it where the system cannot ask; does nothing if it has ended."""
    has_window: Callable[[str], bool]
    """Returns whether a window with this title is open; always true where that cannot be found out."""


def native_system() -> System:
    """Returns this computer."""
    raise NotImplementedError
