"""Rates of a learner's actions in step mode, and the duration of its commands."""

from collections import deque
from typing import Final

from runtime.model.game_facts import TICKS_PER_S

ACTIONS_MEASURED: Final = 100
COMMANDS_MEASURED: Final = 10_000


class Mean:
    """Mean over up to `COMMANDS_MEASURED` values, after which a new set of values begins."""

    __slots__ = ("_count", "_last", "_sum")

    def __init__(self) -> None:
        self._count, self._sum, self._last = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        """Adds a value."""
        self._count, self._sum = self._count + 1, self._sum + value
        if self._count == COMMANDS_MEASURED:
            self._count, self._sum, self._last = 0, 0.0, self._sum / COMMANDS_MEASURED

    @property
    def value(self) -> float:
        """The mean of the present set, or of the last one if the present set is empty; 0 before the first value."""
        return self._sum / self._count if self._count else self._last


class ActionRates:
    """Number of actions, and their rates over the last `ACTIONS_MEASURED`."""

    __slots__ = ("_times", "count")

    def __init__(self) -> None:
        self.count = 0
        self._times: deque[tuple[float, int]] = deque(maxlen=ACTIONS_MEASURED + 1)

    def add(self, now_s: float, frame: int) -> None:
        """Counts an action at a wall time and a frame."""
        self.count += 1
        self._times.append((now_s, frame))

    @property
    def rates(self) -> tuple[float, float]:
        """Actions per second of wall time and of game time; 0 before there are two."""
        if len(self._times) < 2:
            return 0.0, 0.0
        (first_s, first), (last_s, last) = self._times[0], self._times[-1]
        count = len(self._times) - 1
        return (
            round(count / (last_s - first_s), 3) if last_s > first_s else 0.0,
            round(count * TICKS_PER_S / (last - first), 3) if last > first else 0.0,
        )
