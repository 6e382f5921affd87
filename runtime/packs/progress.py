"""Progress and cancellation of the work on a pack, shared by two threads."""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from runtime.packs.model import CancelledError

WINDOW_S: Final = 3.0
"""Length of the sliding window over which the speed is measured."""


class Stage(Enum):
    """Step of the work on a pack."""

    LOOKING = "looking"
    FETCHING = "fetching"
    WAITING = "waiting to try again"
    UNPACKING = "unpacking"
    COMPARING = "comparing"
    PLACING = "putting into place"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """State of the work at one moment."""

    stage: Stage
    done: int
    """Bytes."""
    total: int | None
    speed: float | None
    """Bytes per second; None if not known yet."""

    @property
    def remaining_s(self) -> float | None:
        """Estimated time until the stage is complete; None if unknown."""
        if self.total is None or not self.speed:
            return None
        return max(0.0, (self.total - self.done) / self.speed)


class Progress:
    """Updated by the working thread; any thread may read it or cancel the work."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._stage = Stage.LOOKING
        self._done = 0
        self._total: int | None = None
        self._marks: deque[tuple[float, int]] = deque()
        self._is_cancelled = False
        self._interrupt: Callable[[], None] | None = None

    def begin(self, stage: Stage, total: int | None = None, done: int = 0) -> None:
        """Begins a stage of which `done` bytes are complete already."""
        with self._lock:
            self._stage, self._total, self._done = stage, total, done
            self._marks.clear()
            self._marks.append((self._clock(), done))

    def advance(self, count: int) -> None:
        """Adds `count` bytes to those that are done.

        Raises:
            CancelledError: the work was cancelled.
        """
        now = self._clock()
        with self._lock:
            self._done += count
            self._marks.append((now, self._done))
            while len(self._marks) > 2 and now - self._marks[0][0] > WINDOW_S:
                self._marks.popleft()
        self.check()

    def read(self) -> Reading:
        """Returns the current state; the speed decreases while nothing arrives."""
        now = self._clock()
        with self._lock:
            began, first = self._marks[0] if self._marks else (now, 0)
            span = now - began
            speed = (self._done - first) / span if span >= 0.2 and self._stage is Stage.FETCHING else None
            return Reading(stage=self._stage, done=self._done, total=self._total, speed=speed)

    def cancel(self) -> None:
        """Cancels the work, and wakes the working thread if it waits for the network."""
        with self._lock:
            self._is_cancelled = True
            interrupt = self._interrupt
        if interrupt is not None:
            with contextlib.suppress(OSError):
                interrupt()

    def check(self) -> None:
        """Does nothing unless the work was cancelled.

        Raises:
            CancelledError: the work was cancelled.
        """
        if self._is_cancelled:
            raise CancelledError

    def interrupt_with(self, interrupt: Callable[[], None] | None) -> None:
        """Sets the function that wakes the working thread; None if nothing has to be woken."""
        with self._lock:
            self._interrupt = interrupt
        self.check()

    def wait(self, seconds: float) -> None:
        """Waits until the time is over or the work is cancelled.

        Raises:
            CancelledError: the work was cancelled.
        """
        woken = threading.Event()
        self.interrupt_with(woken.set)
        woken.wait(seconds)
        self.interrupt_with(None)
