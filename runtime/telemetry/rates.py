"""How fast a counter grows, measured over a sliding window."""

from collections import deque


class Rate:
    """Growth per second of a counter over about the last `window_s` seconds; owned by one thread.

    Keeps one sample per `window_s / 16` at most, so its size does not depend on how often it is fed.
    """

    __slots__ = ("_newest", "_samples", "_window_s")

    def __init__(self, *, window_s: float) -> None:
        if window_s <= 0:
            raise ValueError(f"A window lasts longer than {window_s:g} s.")
        self._window_s = window_s
        self._samples: deque[tuple[float, float]] = deque()
        self._newest: tuple[float, float] | None = None

    def add(self, time_s: float, count: float) -> None:
        """Takes the counter's value at `time_s`; a counter or clock that went backwards starts anew."""
        if self._newest is not None and (time_s < self._newest[0] or count < self._newest[1]):
            self._samples.clear()
        self._newest = (time_s, count)
        if not self._samples or time_s - self._samples[-1][0] >= self._window_s / 16:
            self._samples.append(self._newest)
        while len(self._samples) > 1 and self._samples[1][0] <= time_s - self._window_s:
            self._samples.popleft()

    @property
    def per_second(self) -> float:
        """Growth per second; 0 before two samples at different times."""
        if self._newest is None or not self._samples:
            return 0.0
        elapsed_s = self._newest[0] - self._samples[0][0]
        return (self._newest[1] - self._samples[0][1]) / elapsed_s if elapsed_s > 0 else 0.0
