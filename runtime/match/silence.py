"""How long the game has said nothing, and when that is worth a word."""

import time
from collections.abc import Callable
from typing import Final

LONGEST_LOOK_S: Final = 0.5
"""Of the time between two looks, so much counts at most: nobody listens while a computer sleeps."""
TOPIC: Final = "silence"


class Silence:
    """Counts the time in which somebody listened and nothing came; owned by the match's thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked_at = clock()
        self._lasts_s = 0.0

    @property
    def lasts_s(self) -> float:
        """How long the game has said nothing; 0 while it speaks."""
        return self._lasts_s

    def hear(self) -> None:
        """Something came."""
        self._looked_at = self._clock()
        self._lasts_s = 0.0

    def look(self) -> None:
        """Nothing has come since the last look."""
        now = self._clock()
        self._lasts_s += min(LONGEST_LOOK_S, now - self._looked_at)
        self._looked_at = now


class Hush:
    """Tells once that the game says nothing, and takes it back when it speaks again; owned by the match's thread.

    Args:
        after_s: so much silence is told; the arena reports once a second, whether it plays, waits or stands still.
        limit_s: so much ends the match.
        tell: gets a sentence, or nothing when the last one no longer holds.
    """

    def __init__(self, *, after_s: float, limit_s: float, tell: Callable[[str], None]) -> None:
        self._after_s = after_s
        self._limit_s = limit_s
        self._tell = tell
        self._is_told = False

    def look(self, lasts_s: float) -> None:
        """Takes how long the silence lasts."""
        is_long = lasts_s >= self._after_s
        if is_long is not self._is_told:
            self._is_told = is_long
            self._tell(self._words if is_long else "")

    @property
    def _words(self) -> str:
        left = f"If it stays silent, the match ends after {self._limit_s:g} s."
        return f"The game has sent nothing for {self._after_s:g} s: it may hang. {left}"
