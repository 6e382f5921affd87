"""Recognises files that an agent writes at every start, so that they do not cause endless swaps; does no I/O.

Such a file changes after every start, before the agent is ready, and always after about the same delay. A person's
edits do not. Even if they do, only edits during a start are ignored: the first edit at another time counts again.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runtime.model.messages import Message, message, sentences

STARTS: Final = 4
"""Number of starts in a row that have to be followed by a change of the file."""
EARLY_S: Final = 0.25
"""Time for which a process may have run before its start is reported."""
SOON_S: Final = 10.0
"""A change that is seen later than this after a start is not caused by the start."""
SPREAD_S: Final = 0.5
"""Maximum difference between the delays from start to change; for slow starters, `SPREAD_SHARE` of these delays."""
SPREAD_SHARE: Final = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedChanges:
    """Changed files, by who changed them as far as is known."""

    counting: tuple[Path, ...]
    """Files that count as changed by a person."""
    own: tuple[Path, ...] = ()
    """Files that are newly recognised as written by the agent itself."""


@dataclass(slots=True)
class OwnWrites:
    """The changed files of one agent; times are seconds on the match's clock."""

    _started_at: float | None = None
    _settled_at: float = math.inf
    _delays: dict[Path, list[float]] = field(default_factory=dict)
    """By file that changed after each of the last starts: the delays from these starts to its changes."""
    _seen: set[Path] = field(default_factory=set)
    """The files that changed soon after the last start."""
    _own: set[Path] = field(default_factory=set)

    def started(self, at: float) -> None:
        """Notes the start of a process; files that did not change after the previous start count from zero again."""
        self._delays = {file: delays for file, delays in self._delays.items() if file in self._seen}
        self._seen.clear()
        self._started_at = at
        self._settled_at = math.inf

    def settled(self, at: float) -> None:
        """Notes that the last start is over: its process is ready or has failed."""
        self._settled_at = min(self._settled_at, at)

    def sort(self, files: Iterable[Path], seen_at: float) -> SortedChanges:
        """Sorts changes. A change at another time than during a start is a person's, even to a recognised file."""
        changed = tuple(files)
        delay_s = None if self._started_at is None or seen_at > self._settled_at else seen_at - self._started_at
        if delay_s is None or not -EARLY_S <= delay_s <= SOON_S:
            self._own.difference_update(changed)
            return SortedChanges(counting=changed)
        own = tuple(file for file in changed if file not in self._own and self._is_new_own(file, delay_s))
        self._seen.update(changed)
        self._own.update(own)
        return SortedChanges(counting=tuple(file for file in changed if file not in self._own), own=own)

    def _is_new_own(self, file: Path, delay_s: float) -> bool:
        if file in self._seen:
            return False
        delays = self._delays[file] = [*self._delays.get(file, ()), delay_s][-STARTS:]
        return len(delays) == STARTS and max(delays) - min(delays) <= max(SPREAD_S, SPREAD_SHARE * max(delays))


def own_writes_note(title: str, files: Iterable[Path], folder: Path) -> Message:
    """Returns a note that names files whose changes no longer count, and says how to make that permanent.

    `title` and `folder` are those of the agent that writes the files.
    """
    written = tuple(files)
    inside = [file.relative_to(folder).as_posix() for file in written if file.is_relative_to(folder)]
    names = (*inside, *(str(file) for file in written if not file.is_relative_to(folder)))
    if len(names) == 1:
        text = message(
            "agent-writes-file",
            "{agent} writes {files} at each start, so changes to it no longer cause a reload.",
            agent=title,
            files=names,
        )
    else:
        text = message(
            "agent-writes-files",
            "{agent} writes {files} at each start, so changes to them no longer cause a reload.",
            agent=title,
            files=names,
        )
    return sentences(text, _ignore_hint(inside, folder, is_one=len(names) == 1))


def _ignore_hint(inside: list[str], folder: Path, *, is_one: bool) -> Message:
    file = folder / ".gitignore"
    lines = tuple("/" + re.sub(r"([*?\[\]\\])", r"\\\1", name) for name in inside)
    if not lines and is_one:
        return message("reload-to-use-file", "Reload from source to use it.")
    if not lines:
        return message("reload-to-use-files", "Reload from source to use them.")
    if len(lines) == 1:
        return message("ignore-file", "To make this permanent, add the line {lines} to {file}.", lines=lines, file=file)
    return message("ignore-files", "To make this permanent, add the lines {lines} to {file}.", lines=lines, file=file)
