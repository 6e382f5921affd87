"""Rates of counters: an agent's answers from the server's reports, and increase over a sliding window."""

from collections import deque
from typing import Final

from runtime.model.game_facts import TICKS_PER_S

MIN_FRAMES: Final = 60
"""Minimum number of frames over which answers are counted; reports may be only a few frames apart."""


class AnswerRate:
    """Answers per second of wall time between the last two reports that were far enough apart; owned by one thread."""

    __slots__ = ("_frame", "_per_s", "_since")

    def __init__(self) -> None:
        self._frame = 0
        self._since: tuple[int, int] | None = None
        self._per_s: float | None = None

    @property
    def per_s(self) -> float | None:
        """The newest rate; None until there are enough frames."""
        return self._per_s

    def add(self, frame: int, answers: int, speed: float) -> None:
        """Adds a report: frame number, answers so far, and game seconds per second of wall time.

        If the counter decreases, it belongs to another session or match, and counting starts again.
        """
        before, self._frame = self._frame, frame
        if self._since is None or frame < self._since[0] or answers < self._since[1]:
            self._since = (frame, answers)
            self._per_s = None
            return
        frames = frame - self._since[0]
        if frames >= MIN_FRAMES:
            self._per_s = (answers - self._since[1]) / frames * TICKS_PER_S * speed
            self._since = (frame, answers)
        elif frame == before and not speed and self._per_s is not None:
            self._per_s = 0.0
            self._since = (frame, answers)

    def clear(self) -> None:
        """Discards all reports, because the agent is not playing."""
        self._since = None
        self._per_s = None


class Rate:
    """Increase per second of a counter over about the last `window_s` seconds; owned by one thread.

    Keeps at most one sample per `window_s / 16`, so frequent calls do not make it larger.
    """

    __slots__ = ("_newest", "_samples", "_window_s")

    def __init__(self, *, window_s: float) -> None:
        if window_s <= 0:
            raise ValueError(f"A window lasts longer than {window_s:g} s.")
        self._window_s = window_s
        self._samples: deque[tuple[float, float]] = deque()
        self._newest: tuple[float, float] | None = None

    def add(self, time_s: float, count: float) -> None:
        """Adds the counter's value at `time_s`; if the counter or the clock decreases, the measurement starts again."""
        if self._newest is not None and (time_s < self._newest[0] or count < self._newest[1]):
            self._samples.clear()
        self._newest = (time_s, count)
        if not self._samples or time_s - self._samples[-1][0] >= self._window_s / 16:
            self._samples.append(self._newest)
        while len(self._samples) > 1 and self._samples[1][0] <= time_s - self._window_s:
            self._samples.popleft()

    @property
    def per_second(self) -> float:
        """Increase per second; 0 until there are two samples at different times."""
        if self._newest is None or not self._samples:
            return 0.0
        elapsed_s = self._newest[0] - self._samples[0][0]
        return (self._newest[1] - self._samples[0][1]) / elapsed_s if elapsed_s > 0 else 0.0
