"""How much of a wait for a time is spent without sleep: a sleep can end late, and then so does the wait.

How late is a matter of the machine: some 0.1 ms where waking is quick, several ms where other machines' programs have
the processor first. So it is learned (decision 0008).
"""

from typing import Final

LEAST_S: Final = 0.0002
LEAST_SHARE: Final = 0.05
"""At least so long, and at least so much of the wait, whichever is shorter."""
MOST_S: Final = 0.003
MOST_SHARE: Final = 0.5
LONG_S: Final = 0.004
"""Shorter waits never make it longer: at fast paces the processor is left to the bots."""
LATE_SHARE: Final = 0.003
"""So many of the waits may end late because of a sleep."""
_RISE_S: Final = 0.0005
_FALL_S: Final = _RISE_S * LATE_SHARE / (1.0 - LATE_SHARE)
"""With these steps, what is learned stays where `LATE_SHARE` of the sleeps end late."""


class Alertness:
    """Owned by the server's thread; times are seconds of one clock."""

    __slots__ = ("_learned_s",)

    def __init__(self) -> None:
        self._learned_s = 0.0

    def awake_s(self, wait_s: float) -> float:
        """The last part of a wait, which is spent without sleep."""
        return max(min(LEAST_S, LEAST_SHARE * wait_s), min(self._learned_s, MOST_SHARE * wait_s))

    def learn(self, wait_s: float, late_s: float) -> None:
        """Notes how long after the wait's time the sleep in it ended, or how long before: then `late_s` is below 0.

        A sleep that was later than any awake part could be teaches nothing: a coarse clock, or a machine at its end.
        """
        if late_s <= 0.0:
            self._learned_s = max(0.0, self._learned_s - _FALL_S)
        elif wait_s >= LONG_S and late_s <= MOST_S:
            self._learned_s = min(MOST_S, self._learned_s + _RISE_S)
