"""The environments that Kickabout made: which are unused, and their removal.

Only folders that Kickabout made are listed. They have a name of its form, and its stamp inside or its lock beside them.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

import psutil

from runtime.deletion import delete
from runtime.environments.records import (
    DAY_S,
    STAMP,
    Use,
    environment_key,
    has_stamp,
    imported_packages,
    lock_path,
    read_stamp,
    read_uses,
)
from runtime.environments.requirements import read_requirements, with_lines
from runtime.locks import FileLock
from runtime.model.messages import Message, message

KEPT_DAYS: Final = 90
"""An environment without a start for this many days counts as unused."""
_NAME: Final = re.compile(r"[0-9a-f]{20}")


class Standing(Enum):
    """The use of an environment."""

    USED = "used"
    GONE = "the bot that used it is gone"
    CHANGED = "the bot that used it needs another one now"
    OLD = f"not used for {KEPT_DAYS} days"
    HALF_MADE = "it was never completed"

    @property
    def is_unused(self) -> bool:
        """True if it may be removed."""
        return self is not Standing.USED

    @property
    def text(self) -> Message:
        """The standing as a clause."""
        return {
            Standing.USED: message("environment-used", "used"),
            Standing.GONE: message("environment-bot-gone", "the bot that used it is gone"),
            Standing.CHANGED: message("environment-changed", "the bot that used it needs another one now"),
            Standing.OLD: message("environment-old", "not used for {days} days", days=KEPT_DAYS),
            Standing.HALF_MADE: message("environment-incomplete", "it was never completed"),
        }[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeEnvironment:
    """One environment that Kickabout made."""

    path: Path
    size_bytes: int
    standing: Standing
    used_at: float
    """Time of the last start of a bot with it, else of its creation, in seconds since 1970."""
    requirements: tuple[Path, ...] = ()
    """The requirements files of the bots that used it, or the bots' documents, the latest use first."""


def list_environments(environments: Path, *, clock: Callable[[], float] = time.time) -> tuple[MadeEnvironment, ...]:
    """Returns all environments in a folder, the largest first; visits every file in them."""
    try:
        places = [path for path in environments.iterdir() if _is_ours(path)]
    except OSError:
        return ()
    inventory = [_examined(path, clock()) for path in places]
    return tuple(sorted(inventory, key=lambda each: (-each.size_bytes, each.path)))


def remove_environment(environment: MadeEnvironment) -> Message | None:
    """Removes an unused environment; returns a sentence with the reason if it cannot be removed, else None.

    An environment stays if a running program uses it, if it is being made, or if a bot has used it since it was listed.
    """
    path = environment.path
    if not environment.standing.is_unused or not _is_ours(path):
        return _in_use(path)
    running = _running_in(path)
    if running:
        return message("environment-in-use-by", "{path} is in use by {program}.", path=path, program=running)
    lock = FileLock(lock_path(path))
    try:
        if not lock.try_acquire():
            return message("environment-being-made", "{path} is being made by another Kickabout.", path=path)
        if _is_wanted_again(path):
            return _in_use(path)
        (path / STAMP).unlink(missing_ok=True)
        delete(path)
    except OSError as error:
        reason = error.strerror or str(error)
        return message("environment-not-removed", "{path} cannot be removed: {reason}.", path=path, reason=reason)
    finally:
        lock.release()
    return None


def _in_use(path: Path) -> Message:
    return message("environment-in-use", "{path} is in use.", path=path)


def _is_ours(path: Path) -> bool:
    if _NAME.fullmatch(path.name) is None or path.is_symlink() or not path.is_dir():
        return False
    return has_stamp(path) or lock_path(path).is_file()


def _examined(path: Path, now: float) -> MadeEnvironment:
    uses = read_uses(path)
    made_at = _made_at(path)
    return MadeEnvironment(
        path=path,
        size_bytes=_size(path),
        standing=_standing(path, uses, made_at, now),
        used_at=uses[0].at if uses else made_at,
        requirements=tuple(
            use.requirements if use.agent is None or use.requirements.is_file() else use.agent for use in uses
        ),
    )


def _standing(path: Path, uses: tuple[Use, ...], made_at: float, now: float) -> Standing:
    if read_stamp(path) is None:
        return Standing.USED if _is_being_made(path) else Standing.HALF_MADE
    if not uses:
        return Standing.OLD if now - made_at >= KEPT_DAYS * DAY_S else Standing.USED
    standings = [_standing_of(use, path.parent, path.name, now) for use in uses]
    return Standing.USED if Standing.USED in standings else standings[0]


def _is_wanted_again(path: Path) -> bool:
    """Returns whether a complete environment that was listed as unused is in use now."""
    is_whole = read_stamp(path) is not None
    return is_whole and not _standing(path, read_uses(path), _made_at(path), time.time()).is_unused


def _made_at(path: Path) -> float:
    return _modified(path / STAMP) or _modified(path)


def _standing_of(use: Use, environments: Path, name: str, now: float) -> Standing:
    agent = use.agent or use.requirements
    if not agent.exists():
        return Standing.GONE
    named = read_requirements(use.requirements) if use.requirements.is_file() else None
    needed = with_lines(named, imported_packages(environments, agent), use.requirements)
    if name not in (environment_key(lines, use.base) for lines in (needed, named) if lines is not None):
        return Standing.CHANGED
    return Standing.OLD if now - use.at >= KEPT_DAYS * DAY_S else Standing.USED


def _is_being_made(path: Path) -> bool:
    lock = FileLock(lock_path(path))
    try:
        return not lock.try_acquire()
    except OSError:
        return False
    finally:
        lock.release()


def _running_in(path: Path) -> str:
    """Returns a description of a program that runs from the environment; empty if none does."""
    for process in psutil.process_iter(["name", "cmdline"]):
        words = process.info["cmdline"] or [""]
        if words[0] and Path(words[0]).is_relative_to(path):
            return f"{process.info['name']} (pid {process.pid})"
    return ""


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _size(folder: Path) -> int:
    """Returns the size of all files below a folder; a file with several names counts once."""
    sizes = {(status.st_dev, status.st_ino): status.st_size for status in _files(str(folder))}
    return sum(sizes.values())


def _files(folder: str) -> Iterator[os.stat_result]:
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                yield os.lstat(os.path.join(parent, name))  # noqa: PTH118 - pathlib is slower for thousands of files
            except OSError:
                continue
