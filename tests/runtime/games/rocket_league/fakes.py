"""A computer whose folders, registry, windows and processes a test chooses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from runtime.games.rocket_league.system import Program, System, SystemProcess
from tests.clock import Clock


@dataclass
class FakeSystem:
    """Builds a `System`; what a test changes later takes effect at once, except `home` and `is_windows`."""

    home: Path
    is_windows: bool = False
    environment: dict[str, str] = field(default_factory=dict)
    registry: dict[tuple[str, str], str] = field(default_factory=dict)
    """Values by key and name."""
    processes: list[SystemProcess] = field(default_factory=list)
    ports: dict[int, set[int]] = field(default_factory=dict)
    """Listening ports by process number."""
    windows: set[str] = field(default_factory=set)
    """Titles of the open windows."""
    clock: Clock = field(default_factory=Clock)
    """Gives the start times of processes."""

    started: list[Program] = field(default_factory=list)
    """The programs that `start_detached` has started."""
    ended: list[SystemProcess] = field(default_factory=list)
    """The processes that `end` was asked to end."""
    start_error: OSError | None = None
    """Error of the next starts; None if they succeed."""
    on_start: Callable[[Program], None] = lambda _program: None
    """Called after each start: the effect of the program, such as further processes."""
    obeys: bool = True
    """False if processes ignore `end`."""
    last_pid: int = 1000

    @property
    def system(self) -> System:
        return System(
            is_windows=self.is_windows,
            home=self.home,
            environment=self.environment,
            registry_value=lambda key, name: self.registry.get((key, name), ""),
            processes=lambda part: tuple(each for each in self.processes if part.lower() in each.name.lower()),
            listening_ports=lambda pid: frozenset(self.ports.get(pid, ())),
            is_running=lambda process: process in self.processes,
            start_detached=self._start,
            end=self._end,
            has_window=lambda title: title in self.windows,
        )

    def run(self, name: str, *command: str) -> SystemProcess:
        """Adds a running process."""
        self.last_pid += 1
        process = SystemProcess(pid=self.last_pid, started=self.clock(), name=name, command=command)
        self.processes.append(process)
        return process

    def install(self, name: str, *, folder: str = "bin") -> Path:
        """Adds a program to a folder below `home` that is on PATH."""
        path = self.write(f"{folder}/{name}")
        path.chmod(0o755)
        separator = ";" if self.is_windows else ":"
        known = self.environment.get("PATH", "")
        if str(path.parent) not in known.split(separator):
            self.environment["PATH"] = separator.join(filter(None, (known, str(path.parent))))
        return path

    def write(self, name: str, content: str | bytes = "") -> Path:
        """Writes a file below `home` and returns its path."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def _start(self, program: Program) -> SystemProcess:
        if self.start_error is not None:
            raise self.start_error
        self.started.append(program)
        process = self.run(Path(program.argv[0]).name, *program.argv)
        self.on_start(program)
        return process

    def _end(self, process: SystemProcess) -> None:
        self.ended.append(process)
        if self.obeys and process in self.processes:
            self.processes.remove(process)
