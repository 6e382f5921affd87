"""How much of a wait for a time is spent without sleep: a sleep can end late, and then so does the wait.

How late is a matter of the machine: some 0.1 ms where waking is quick, several ms where other machines' programs have
the processor first. So it is learned, and so is where being awake does not help (decision 0008).
"""

from typing import Final

LEAST_S: Final = 0.0002
LEAST_SHARE: Final = 0.05
"""At least so long, and at least so much of the wait, whichever is shorter."""
MOST_S: Final = 0.008
"""At most so long: all but the first moment of a frame at 120 Hz."""
LONG_S: Final = 0.004
"""Shorter waits never make it longer: at fast paces the processor is left to the bots."""
MEAN_LATE_S: Final = 0.000002
"""So late the sleeps may make a wait on average."""


class Alertness:
    """Owned by the server's thread; times are seconds of one clock."""

    __slots__ = ("_learned_s",)

    def __init__(self) -> None:
        self._learned_s = 0.0

    def awake_s(self, wait_s: float) -> float:
        """The last part of a wait, which is spent without sleep."""
        return max(min(LEAST_S, LEAST_SHARE * wait_s), min(self._learned_s, wait_s))

    def learn(self, wait_s: float, late_s: float) -> None:
        """Notes how long after the wait's time the sleep in it ended, or how long before: then `late_s` is below 0.

        The next waits are awake for as much longer as would have mended it.
        """
        if late_s <= 0.0:
            self._learned_s = max(0.0, self._learned_s - MEAN_LATE_S)
        elif wait_s >= LONG_S:
            self._learned_s = min(MOST_S, max(LEAST_S, self._learned_s) + late_s)

    def relent(self, late_s: float) -> None:
        """Notes that a wait ended late although it was awake, because this machine's other programs had their turn.

        They get it sooner from who sleeps, and whoever slept is woken before them.
        """
        self._learned_s = max(0.0, self._learned_s - late_s)
