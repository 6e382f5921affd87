"""Recognises files that an agent writes at each of its starts, so that it is not swapped for them for ever; pure.

Such files change after every start, before the agent is ready, and always about as long after the start. A person's
edits do not keep time like that; should some do, the next one counts again, since no start comes before it any more.
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
"""Time by which a process may have been at work before its start is reported."""
SOON_S: Final = 10.0
"""A change that is seen later than this after a start does not belong to it."""
SPREAD_S: Final = 0.5
"""Largest difference of the times from start to change; for slow starters, a share of these times."""
SPREAD_SHARE: Final = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedChanges:
    """Changed files by who changed them, as far as that is known."""

    counting: tuple[Path, ...]
    """Those that a person changed."""
    own: tuple[Path, ...] = ()
    """Those that are known, from now on, to be written by the agent itself."""


@dataclass(slots=True)
class OwnWrites:
    """The files of one agent that changed; times are the match's clock."""

    _started_at: float | None = None
    _settled_at: float = math.inf
    _delays: dict[Path, list[float]] = field(default_factory=dict)
    """Of files that changed after every start so far, how long after the last ones."""
    _seen: set[Path] = field(default_factory=set)
    """The files that changed soon after the last start."""
    _found: set[Path] = field(default_factory=set)

    def started(self, at: float) -> None:
        """A process of the agent has started: what did not change since the start before is not written at each."""
        self._delays = {file: delays for file, delays in self._delays.items() if file in self._seen}
        self._seen.clear()
        self._started_at = at
        self._settled_at = math.inf

    def settled(self, at: float) -> None:
        """The process that started last is ready, or has failed: its start is over."""
        self._settled_at = min(self._settled_at, at)

    def sort(self, files: Iterable[Path], seen_at: float) -> SortedChanges:
        """Takes changes; one that does not come during a start is a person's, also of a file that was found."""
        changed = tuple(files)
        delay_s = None if self._started_at is None or seen_at > self._settled_at else seen_at - self._started_at
        if delay_s is None or not -EARLY_S <= delay_s <= SOON_S:
            self._found.difference_update(changed)
            return SortedChanges(counting=changed)
        found = tuple(file for file in changed if file not in self._found and self._is_new_own(file, delay_s))
        self._seen.update(changed)
        self._found.update(found)
        return SortedChanges(counting=tuple(file for file in changed if file not in self._found), own=found)

    def _is_new_own(self, file: Path, delay_s: float) -> bool:
        if file in self._seen:
            return False
        delays = self._delays[file] = [*self._delays.get(file, ()), delay_s][-STARTS:]
        return len(delays) == STARTS and max(delays) - min(delays) <= max(SPREAD_S, SPREAD_SHARE * max(delays))


def own_writes_note(title: str, files: Iterable[Path], folder: Path) -> Message:
    """Returns which files of an agent do not count any more, and how to make that permanent.

    `folder` is the agent's; `title` names the agent.
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
