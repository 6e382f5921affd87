"""The parts of the operating system that finding and starting Rocket League needs; tests replace them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PATHEXT: Final = ".COM;.EXE;.BAT;.CMD"


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
        from runtime.processes.command import CommandError, Lookup  # noqa: PLC0415 - a choice of games needs no process

        lookup = Lookup(cwd=self.home, path=self.environment.get("PATH", ""), extensions=self.extensions)
        try:
            return Path(lookup.program(name)[-1])
        except CommandError:
            return None

    @property
    def extensions(self) -> tuple[str, ...] | None:
        """What Windows adds to the names of programs; None elsewhere."""
        return tuple(self.environment.get("PATHEXT", _PATHEXT).split(";")) if self.is_windows else None
