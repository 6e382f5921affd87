"""How much of a wait for a time is spent without sleep: a sleep can end late, and then so does the wait.

How late is a matter of the machine: some 0.1 ms where waking is quick, several ms where other machines' programs have
the processor first. They seldom take it from a program that does not sleep, so how much to sleep is learned from how
sleeps end, and so is where being awake does not help (decision 0008).
"""

from typing import Final

LEAST_S: Final = 0.0002
LEAST_SHARE: Final = 0.05
"""At least so long, and at least so much of the wait, whichever is shorter."""
MOST_S: Final = 0.008
"""At most so long: all but the first moment of a frame at 120 Hz."""
LAPSE_S: Final = 0.001
"""A sleep that takes longer than it should by more than this counts."""
LONG_S: Final = 0.004
"""Sleeps in shorter waits do not count: at fast paces the processor is left to the bots."""
ONCE_S: Final = 0.004
"""More than this is not learned from one sleep: a machine that stood still says little of the next wait."""
FADE_SHARE: Final = 0.0001
"""So much of each wait is forgotten: 0.1 ms in a second of waiting; with eight bots a frame has about five waits."""


class Alertness:
    """Owned by the server's thread; times are seconds of one clock."""

    __slots__ = ("_learned_s",)

    def __init__(self) -> None:
        self._learned_s = 0.0

    def begin(self, wait_s: float) -> float:
        """Begins a wait, and tells the last part of it, which is to be spent without sleep."""
        self._learned_s = max(0.0, self._learned_s - FADE_SHARE * wait_s)
        return max(min(LEAST_S, LEAST_SHARE * wait_s), min(self._learned_s, wait_s))

    def oversleep(self, wait_s: float, late_s: float) -> None:
        """Notes how much later than it should a sleep of this wait ended; below 0 is one that was cut short.

        The next waits are awake for as much longer, whether this one will end late or not.
        """
        if late_s > LAPSE_S and wait_s >= LONG_S:
            self._learned_s = min(MOST_S, max(LEAST_S, self._learned_s) + min(late_s, ONCE_S))

    def relent(self, late_s: float) -> None:
        """Notes that a wait ended late although it was awake, because this machine's other programs had their turn.

        They get it sooner from who sleeps, and whoever slept is woken before them.
        """
        if late_s > LEAST_S:
            self._learned_s = max(0.0, self._learned_s - late_s)
