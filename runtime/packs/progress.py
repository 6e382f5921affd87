"""How far the work on a pack is, and how it is broken off; between two threads."""

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
"""Speed is that of the last seconds."""


class Stage(Enum):
    """What is being done."""

    LOOKING = "looking"
    FETCHING = "fetching"
    WAITING = "waiting to try again"
    UNPACKING = "unpacking"
    COMPARING = "comparing"
    PLACING = "putting into place"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How far it is."""

    stage: Stage
    done: int
    """Bytes."""
    total: int | None
    speed: float | None
    """Bytes a second; None where that cannot be said yet."""

    @property
    def remaining_s(self) -> float | None:
        """How long it will take; None where that cannot be said."""
        if self.total is None or not self.speed:
            return None
        return max(0.0, (self.total - self.done) / self.speed)


class Progress:
    """Written by the thread that works, read by any; its brake is pulled by any."""

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
        """A stage begins; `done` bytes of it are there already."""
        with self._lock:
            self._stage, self._total, self._done = stage, total, done
            self._marks.clear()
            self._marks.append((self._clock(), done))

    def advance(self, count: int) -> None:
        """So many more bytes are done.

        Raises:
            CancelledError: the brake was pulled.
        """
        now = self._clock()
        with self._lock:
            self._done += count
            self._marks.append((now, self._done))
            while len(self._marks) > 2 and now - self._marks[0][0] > WINDOW_S:
                self._marks.popleft()
        self.check()

    def read(self) -> Reading:
        """How far it is now; the speed sinks while nothing arrives."""
        now = self._clock()
        with self._lock:
            began, first = self._marks[0] if self._marks else (now, 0)
            span = now - began
            speed = (self._done - first) / span if span >= 0.2 and self._stage is Stage.FETCHING else None
            return Reading(stage=self._stage, done=self._done, total=self._total, speed=speed)

    def cancel(self) -> None:
        """Pulls the brake: what waits for the network is woken."""
        with self._lock:
            self._is_cancelled = True
            interrupt = self._interrupt
        if interrupt is not None:
            with contextlib.suppress(OSError):
                interrupt()

    def check(self) -> None:
        """Nothing, unless the brake was pulled.

        Raises:
            CancelledError: it was.
        """
        if self._is_cancelled:
            raise CancelledError

    def interrupt_with(self, interrupt: Callable[[], None] | None) -> None:
        """What wakes the thread that works, from now on."""
        with self._lock:
            self._interrupt = interrupt
        self.check()

    def wait(self, seconds: float) -> None:
        """Waits, unless the brake is pulled.

        Raises:
            CancelledError: it was.
        """
        woken = threading.Event()
        self.interrupt_with(woken.set)
        woken.wait(seconds)
        self.interrupt_with(None)
