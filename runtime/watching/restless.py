"""Recognises data that a program rewrites again and again, so that it is not taken for a person's edits; pure."""

from collections import deque
from collections.abc import Hashable
from typing import Final

CHANGES: Final = 4
"""So many changes of one file still count; a person who tunes a number and looks at the result makes fewer."""
WINDOW_S: Final = 20.0
"""Within so many seconds."""


class Restless:
    """Counts changes per file; a file that was found restless stays so."""

    def __init__(self, *, changes: int = CHANGES, window_s: float = WINDOW_S) -> None:
        self._changes = changes
        self._window_s = window_s
        self._times: dict[Hashable, deque[float]] = {}
        self._found: set[Hashable] = set()

    def __contains__(self, file: Hashable) -> bool:
        return file in self._found

    def note(self, file: Hashable, at: float) -> bool:
        """Takes a change of the file; True when that makes it restless, which happens once."""
        if file in self._found:
            return False
        times = self._times.setdefault(file, deque())
        while times and at - times[0] >= self._window_s:
            times.popleft()
        times.append(at)
        if len(times) <= self._changes:
            return False
        del self._times[file]
        self._found.add(file)
        return True
