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

from runtime.agents.roster import listed

STARTS: Final = 4
"""So many starts in a row have to be followed by a change of the file."""
EARLY_S: Final = 0.25
"""So long before it is told of a start, its process may have been at work."""
SOON_S: Final = 10.0
"""A change that is seen later than so long after a start does not belong to it."""
SPREAD_S: Final = 0.5
"""So much may the times from start to change differ; for slow starters, a quarter of them."""
SPREAD_SHARE: Final = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """Changed files, sorted by who changed them."""

    theirs: tuple[Path, ...]
    """Those that count: a person's, as far as can be told."""
    found: tuple[Path, ...] = ()
    """Those that are known, from now on, to be written by the agent itself."""


@dataclass(slots=True)
class OwnWrites:
    """What is known of one agent; times are the match's clock."""

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

    def sift(self, files: Iterable[Path], seen_at: float) -> Sifted:
        """Takes changes; one that does not come during a start is a person's, also of a file that was found."""
        changed = tuple(files)
        delay_s = None if self._started_at is None or seen_at > self._settled_at else seen_at - self._started_at
        if delay_s is None or not -EARLY_S <= delay_s <= SOON_S:
            self._found.difference_update(changed)
            return Sifted(theirs=changed)
        found = tuple(file for file in changed if file not in self._found and self._is_new_own(file, delay_s))
        self._seen.update(changed)
        self._found.update(found)
        return Sifted(theirs=tuple(file for file in changed if file not in self._found), found=found)

    def _is_new_own(self, file: Path, delay_s: float) -> bool:
        if file in self._seen:
            return False
        delays = self._delays[file] = [*self._delays.get(file, ()), delay_s][-STARTS:]
        return len(delays) == STARTS and max(delays) - min(delays) <= max(SPREAD_S, SPREAD_SHARE * max(delays))


def own_writes_text(title: str, files: Iterable[Path], folder: Path) -> str:
    """Says of an agent which files do not count any more, and how that is made final; `folder` is the agent's."""
    written = tuple(files)
    inside = [file.relative_to(folder).as_posix() for file in written if file.is_relative_to(folder)]
    names = listed([*inside, *(str(file) for file in written if not file.is_relative_to(folder))])
    what = "it" if len(written) == 1 else "them"
    text = f"{title} writes {names} at each start, so changes to {what} no longer cause a reload."
    if not inside:
        return f"{text} Reload from source to use {what}."
    lines = listed("/" + re.sub(r"([*?\[\]\\])", r"\\\1", name) for name in inside)
    return f"{text} To make this permanent, add the line{'s' * (len(inside) > 1)} {lines} to {folder / '.gitignore'}."
