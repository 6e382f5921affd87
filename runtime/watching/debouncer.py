"""Detects the end of a burst of changes, and files that a program keeps rewriting. Pure; callers pass the time."""

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

MAX_REWRITES: Final = 4
"""Maximum number of changes of a data file within `WINDOW_S` that count; a person who edits numbers makes fewer."""
WINDOW_S: Final = 20.0


@dataclass(slots=True)
class _Burst:
    first: float
    due: float


class Debouncer:
    """Collects events by key until none has come for a while.

    Args:
        settle_s: a burst is over when no event has come for this long.
        latest_s: a burst is over this long after its first event in any case.
    """

    def __init__(self, *, settle_s: float, latest_s: float) -> None:
        if not 0 < settle_s <= latest_s:
            raise ValueError(f"The settle time must be more than 0 s and at most {latest_s:g} s, not {settle_s:g} s.")
        self._settle_s = settle_s
        self._latest_s = latest_s
        self._bursts: dict[str, _Burst] = {}

    def touch(self, key: str, at: float) -> None:
        """Takes an event at time `at`."""
        burst = self._bursts.get(key)
        if burst is None:
            burst = self._bursts[key] = _Burst(first=at, due=at)
        burst.due = max(burst.due, min(at + self._settle_s, burst.first + self._latest_s))

    def hold(self, key: str) -> None:
        """Keeps a burst open until its latest time."""
        burst = self._bursts[key]
        burst.due = burst.first + self._latest_s

    def is_open(self, key: str) -> bool:
        """Returns whether a burst of this key is not over yet."""
        return key in self._bursts

    def is_last_chance(self, key: str, now: float) -> bool:
        """Returns whether the burst has reached its latest time."""
        return now >= self._bursts[key].first + self._latest_s

    def due(self, now: float) -> list[str]:
        """Returns the keys whose bursts are over, in the order in which they began."""
        return [key for key, burst in self._bursts.items() if burst.due <= now]

    def take(self, key: str) -> float:
        """Removes a burst; returns the time of its first event."""
        return self._bursts.pop(key).first

    def discard(self, key: str) -> None:
        """Removes a burst if there is one."""
        self._bursts.pop(key, None)

    @property
    def next_due(self) -> float | None:
        """Time at which the burst is over if no more events come; None if there is no burst."""
        return min((burst.due for burst in self._bursts.values()), default=None)


class RewriteDetector:
    """Finds data files that a program keeps rewriting; a file that was found once stays in the set."""

    def __init__(self, *, max_rewrites: int = MAX_REWRITES, window_s: float = WINDOW_S) -> None:
        self._max_rewrites = max_rewrites
        self._window_s = window_s
        self._times: dict[Hashable, deque[float]] = {}
        self._found: set[Hashable] = set()

    def __contains__(self, file: Hashable) -> bool:
        return file in self._found

    def add(self, file: Hashable, at: float) -> bool:
        """Counts a change of the file; returns True once, when the file is found."""
        if file in self._found:
            return False
        times = self._times.setdefault(file, deque())
        while times and at - times[0] >= self._window_s:
            times.popleft()
        times.append(at)
        if len(times) <= self._max_rewrites:
            return False
        del self._times[file]
        self._found.add(file)
        return True
