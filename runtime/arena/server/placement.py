"""Notices that two bots take turns on one of two processors, while the server has the other to itself.

Linux leaves them there as long as the server asks for answers without sleep. So the server changes over to theirs, and
the next bot that is sent a frame is put on the processor that is free now: both work at the same time (decision 0006).
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from runtime.arena.server.processors import change_processor

ANSWERS: Final = 16
MOST: Final = 12
"""Of so many last answers, so many have to come one after the other."""
LONGER: Final = 1.5
LEAST_S: Final = 20e-6
"""They do where the second takes so many times as long as the first, and so much longer."""
LONGEST_REST: Final = 64
"""A change in vain is tried again after twice as many looks as the one before, up to so many."""
_BOTS: Final = 2


class Placement:
    """Owned by the server's thread; `processors` is how many there are to use."""

    __slots__ = ("_change", "_is_tight", "_patience", "_rest")

    def __init__(self, processors: int, change: Callable[[], None] = change_processor) -> None:
        self._is_tight = processors == _BOTS
        self._change = change
        self._patience = 1
        self._rest = 0

    def look(self, answers_s: Sequence[Sequence[float]]) -> None:
        """Changes the processor if need be; `answers_s` is how long each bot's last answers took, the newest last."""
        if not self._is_tight or len(answers_s) != _BOTS:
            return
        if not _take_turns(*answers_s):
            self._patience, self._rest = 1, 0
        elif self._rest:
            self._rest -= 1
        else:
            self._change()
            self._rest, self._patience = self._patience, min(2 * self._patience, LONGEST_REST)


def _take_turns(ones_s: Sequence[float], others_s: Sequence[float]) -> bool:
    late = 0
    for one_s, other_s in islice(zip(reversed(ones_s), reversed(others_s), strict=False), ANSWERS):
        first_s, second_s = sorted((one_s, other_s))
        late += second_s >= LONGER * first_s and second_s - first_s >= LEAST_S
    return late >= MOST
