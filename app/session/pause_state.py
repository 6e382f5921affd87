"""Whether a match stands still: as the game tells it, and as frames show it where the game does not tell."""

import time
from collections.abc import Callable
from typing import Final

STREAM_S: Final = 0.5
"""Frames that come for so long show that the match goes on after all."""
GAP_S: Final = 0.25
"""Frames that are farther apart are single ones: the last before the halt, or steps."""
PATIENCE_S: Final = 0.5
"""So long what was asked for is believed against the game, whose word may have been on its way already."""


class Standstill:
    """Believes what was asked for until the game, or where it is silent its frames, show otherwise; one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.begin()

    @property
    def is_on(self) -> bool:
        """Whether the match stands still."""
        return self._is_on

    @property
    def is_told(self) -> bool:
        """Whether the game tells it, so that nothing has to be concluded."""
        return self._is_told

    def begin(self) -> None:
        """A match begins, which nobody has asked to stand still."""
        self._is_on = self._is_told = False
        self._asked_s = self._began_s = self._newest_s = float("-inf")

    def ask(self, *, is_wanted: bool) -> None:
        """The match was asked to stand still, or to go on."""
        self._is_on = is_wanted
        self._asked_s = self._began_s = self._newest_s = self._clock()

    def tell(self, *, is_on: bool) -> None:
        """The game says whether it stands still."""
        self._is_told = True
        if self._clock() - self._asked_s >= PATIENCE_S:
            self._is_on = is_on

    def frame(self) -> None:
        """A frame arrived."""
        now_s = self._clock()
        if now_s - self._newest_s >= GAP_S:
            self._began_s = now_s
        self._newest_s = now_s
        if not self._is_told and now_s - self._began_s >= STREAM_S:
            self._is_on = False
