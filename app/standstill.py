"""Whether a match stands still because somebody asked for it: the arena sends no frames then, so that none tells it."""

import time
from collections.abc import Callable
from typing import Final

STREAM_S: Final = 0.5
"""Frames that come for so long show that the match goes on after all."""
GAP_S: Final = 0.25
"""Frames that are farther apart are single ones: the last before the halt, or steps."""


class Standstill:
    """Believes what was asked for until frames show otherwise; one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._is_on = False
        self._began_s = 0.0
        self._newest_s = 0.0

    @property
    def is_on(self) -> bool:
        """Whether the match stands still."""
        return self._is_on

    def ask(self, *, is_wanted: bool) -> None:
        """The match was asked to stand still, or to go on."""
        self._is_on = is_wanted
        self._began_s = self._newest_s = self._clock()

    def frame(self) -> None:
        """A frame arrived."""
        now_s = self._clock()
        if now_s - self._newest_s >= GAP_S:
            self._began_s = now_s
        self._newest_s = now_s
        if now_s - self._began_s >= STREAM_S:
            self._is_on = False
