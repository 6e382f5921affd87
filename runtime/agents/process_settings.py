"""The settings of the programs of a match besides their commands: log files, processors, a memory limit."""

import contextlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Final

from runtime.agents.roster import Agent
from runtime.deletion import discard
from runtime.locks import FileLock
from runtime.model.game_facts import SCRIPTS
from runtime.model.messages import Message, message
from runtime.model.values import GAME_LOG
from runtime.processes import ChildSpec, CoreShares, MemoryCeiling, fair_shares, usable_cores

KEPT: Final = 30
"""Number of matches whose logs are kept; older logs are removed when a match begins."""
_NAME: Final = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d(?:-\d+)?")
_LOCK: Final = ".running"
"""A file that the launcher keeps locked while the match runs; the system unlocks it however the launcher ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessSettings:
    """The settings of one match; by default, programs run as the system lets them and leave no log."""

    log_folder: "LogFolder | None" = None
    shares: CoreShares = field(default_factory=CoreShares)
    memory: MemoryCeiling | None = None
    """The limit of each agent."""
    remarks: tuple[Message, ...] = ()
    """Remarks on the settings for the user."""

    @property
    def logs(self) -> Path | None:
        """The folder of the logs of this match."""
        return None if self.log_folder is None else self.log_folder.path

    def for_agent(self, spec: ChildSpec, agent: Agent) -> ChildSpec:
        """Returns the program of an agent with these settings; scripts share the game's processors."""
        cores = self.shares.game if agent.team == SCRIPTS else self.shares.teams[agent.team]
        return replace(spec, cores=cores, memory=self.memory, log=self._log(agent.key))

    def for_game(self, spec: ChildSpec | None) -> ChildSpec | None:
        """Returns the game with these settings; None if the game is not ours."""
        return None if spec is None else replace(spec, cores=self.shares.game, log=self._log(GAME_LOG))

    def release(self) -> None:
        """Lets later matches remove the logs, because this match has ended."""
        if self.log_folder is not None:
            self.log_folder.release()

    def _log(self, key: str) -> Path | None:
        return None if self.logs is None else log_path(self.logs, key)


def new_process_settings(
    *, logs: Path | None = None, is_fair: bool = False, memory: MemoryCeiling | None = None
) -> ProcessSettings:
    """Returns the requested settings, as far as this machine supports them; makes the folder for the logs."""
    remarks: list[Message] = []
    folder = None
    if logs is not None:
        try:
            folder = new_log_folder(logs)
        except OSError as error:
            remarks.append(
                message(
                    "no-logs",
                    "Logs cannot be kept in {folder}: {error}. The match continues without logs.",
                    folder=logs,
                    error=error.strerror or str(error),
                )
            )
    shares = CoreShares()
    if is_fair:
        cores = usable_cores()
        shares = fair_shares(cores)
        remarks.append(_fairness(shares, has_cores=bool(cores)))
    return ProcessSettings(log_folder=folder, shares=shares, memory=memory, remarks=tuple(remarks))


def _fairness(shares: CoreShares, *, has_cores: bool) -> Message:
    if shares.is_any:
        return message("processors-shared", "CPU cores: {shares}.", shares=str(shares))
    if not has_cores:
        return message("processors-not-tied", "This system cannot bind programs to CPU cores, so none are reserved.")
    return message("too-few-processors", "This machine has too few CPU cores to reserve any.")


class LogFolder:
    """The log folder of one match; no other match removes it before `release`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(path / _LOCK)
        with contextlib.suppress(OSError):
            self._lock.try_acquire()

    def release(self) -> None:
        """Lets a later match remove the folder; may be called twice."""
        self._lock.release()
        with contextlib.suppress(OSError):
            (self.path / _LOCK).unlink(missing_ok=True)


def new_log_folder(logs: Path, *, clock: Callable[[], float] = time.time, kept: int = KEPT) -> LogFolder:
    """Makes a log folder named after the present date and time, and removes the oldest folders beyond `kept`.

    Only folders with such a name are removed, and only after their match has ended. If one cannot be removed, it stays.

    Raises:
        OSError: the folder cannot be made.
    """
    logs.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder = LogFolder(_made(logs, time.strftime("%Y-%m-%d_%H-%M-%S", time.localtime(clock()))))
    others = [path for path in logs.iterdir() if _NAME.fullmatch(path.name) and path != folder.path]
    for path in sorted(others, key=_age, reverse=True)[kept - 1 :]:
        if not _is_running(path):
            discard(path)
    return folder


def log_path(folder: Path, key: str) -> Path:
    """Returns the log file of an agent, or of the game."""
    return folder / f"{key}.log"


def _is_running(folder: Path) -> bool:
    """Returns whether the match of a log folder still runs; True if its lock cannot be read."""
    if not (folder / _LOCK).exists():
        return False
    lock = FileLock(folder / _LOCK)
    try:
        return not lock.try_acquire()
    except OSError:
        return True
    finally:
        lock.release()


def _made(logs: Path, name: str) -> Path:
    """Makes a folder; if several matches begin in the same second, the later ones get a number."""
    numbers = [_age(path)[1] for path in logs.iterdir() if _NAME.fullmatch(path.name) and path.name.startswith(name)]
    for number in count(max(numbers, default=0) + 1):
        folder = logs / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            continue
        return folder
    raise AssertionError


def _age(path: Path) -> tuple[str, int]:
    stamp, number = path.name[:19], path.name[20:]
    return stamp, int(number or 1)
