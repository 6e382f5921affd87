"""A folder for the logs of each match, of which the newest are kept, and those of running matches."""

import contextlib
import re
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from runtime.deletion import discard
from runtime.locks import FileLock

KEPT: Final = 30
"""Matches whose logs are kept; those of older ones are removed when a new one begins."""
_NAME: Final = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d(?:-\d+)?")
_LOCK: Final = ".running"
"""A file that the launcher holds locked as long as the match runs; the system unlocks it however the launcher ends."""


class LogFolder:
    """The folder of one match, safe from removal until it is released."""

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
    """Makes the folder of a match that begins now, named by date and time, and removes the oldest beyond `kept`.

    Only folders that bear such a name, and whose match has ended, are ever removed. What cannot be removed stays.

    Raises:
        OSError: the folder cannot be made.
    """
    logs.mkdir(parents=True, exist_ok=True)
    folder = LogFolder(_made(logs, time.strftime("%Y-%m-%d_%H-%M-%S", time.localtime(clock()))))
    others = [path for path in logs.iterdir() if _NAME.fullmatch(path.name) and path != folder.path]
    for path in sorted(others, key=_age, reverse=True)[kept - 1 :]:
        if not _is_running(path):
            discard(path)
    return folder


def log_path(folder: Path, key: str) -> Path:
    """Where the log of an agent, or of the game, lies."""
    return folder / f"{key}.log"


def _is_running(folder: Path) -> bool:
    """Whether the match of a folder runs, as far as can be told."""
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
    """Several matches may begin in one second; each is numbered above those before it."""
    numbers = [_age(path)[1] for path in logs.iterdir() if _NAME.fullmatch(path.name) and path.name.startswith(name)]
    for number in count(max(numbers, default=0) + 1):
        folder = logs / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return folder
    raise AssertionError


def _age(path: Path) -> tuple[str, int]:
    stamp, number = path.name[:19], path.name[20:]
    return stamp, int(number or 1)
