"""When the next frame is played by the clock; the caller brings the time."""

from collections import deque
from typing import Final

FRAME_S: Final = 1.0 / 120.0
"""Game time of one frame."""
CATCH_UP_FRAMES: Final = 4
"""So many frames behind are made up for; what is beyond is left out."""
CATCH_UP_S: Final = CATCH_UP_FRAMES * FRAME_S
"""The same for fast paces, where four frames would be shorter than a hiccup of the machine."""
_ERRORS_KEPT: Final = 1 << 14


class Clock:
    """An absolute schedule of frames: no drift, short hiccups are made up for, long ones are left out and counted.

    Times are seconds of one monotonic clock.
    """

    __slots__ = ("_due_s", "_interval_s", "_slack_s", "errors_s", "overruns")

    def __init__(self, factor: float, now_s: float) -> None:
        self._interval_s = FRAME_S / factor
        self._slack_s = max(CATCH_UP_FRAMES * self._interval_s, CATCH_UP_S)
        self._due_s = now_s
        self.errors_s: deque[float] = deque(maxlen=_ERRORS_KEPT)
        """How late each of the last frames began."""
        self.overruns = 0
        """Frames left out because the machine was too slow."""

    @property
    def due_s(self) -> float:
        """When the next frame begins."""
        return self._due_s

    def restart(self, now_s: float) -> None:
        """Lets the next frame begin now; what was missed during a pause is not made up for."""
        self._due_s = now_s

    def begin(self, now_s: float) -> None:
        """Notes that a frame begins, and sets when the next one is due."""
        behind_s = now_s - self._due_s
        self.errors_s.append(behind_s)
        self._due_s += self._interval_s
        if behind_s > self._slack_s:
            left_out = int(behind_s / self._interval_s)
            self._due_s += left_out * self._interval_s
            self.overruns += left_out
