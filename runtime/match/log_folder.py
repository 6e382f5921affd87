"""A folder for the logs of each match, of which the newest are kept."""

import re
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from runtime.deletion import discard

KEPT: Final = 30
"""So many matches keep their logs; those of older ones are removed when a new one begins."""
_NAME: Final = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d(?:-\d+)?")


def new_log_folder(logs: Path, *, clock: Callable[[], float] = time.time, kept: int = KEPT) -> Path:
    """Makes the folder of a match that begins now, named by date and time, and removes the oldest beyond `kept`.

    Only folders that bear such a name are ever removed. What cannot be removed stays.

    Raises:
        OSError: the folder cannot be made.
    """
    logs.mkdir(parents=True, exist_ok=True)
    folder = _made(logs, time.strftime("%Y-%m-%d_%H-%M-%S", time.localtime(clock())))
    others = [path for path in logs.iterdir() if _NAME.fullmatch(path.name) and path != folder]
    for path in sorted(others, key=_age, reverse=True)[kept - 1 :]:
        discard(path)
    return folder


def log_path(folder: Path, key: str) -> Path:
    """Where the log of an agent, or of the game, lies."""
    return folder / f"{key}.log"


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
