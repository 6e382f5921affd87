"""Whether lockstep asks for answers without sleep: to fall asleep and be woken can take longer than bots think.

Slow bots, and more bots than there are processors, get the processor instead.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Final

_yield: Final[Callable[[], None]] = getattr(os, "sched_yield", partial(time.sleep, 0))
_YIELDS: Final = 3
"""To ask more often is to stand in the way of the answer: measured, one and eight were slower (decision 0006)."""
SPIN_S: Final = 0.0002
"""Where the bots answered the last frame within this time, the next answers are asked for without sleep for as long."""


class Wakefulness:
    """Owned by the server's thread; `processors` is how many there are to use. Times are seconds of one clock."""

    __slots__ = ("_processors", "awake_s")

    def __init__(self, processors: int) -> None:
        self._processors = processors
        self.awake_s = 0.0
        """So long after a frame was sent its answers are asked for without sleep."""

    def learn(self, waited_s: float, sessions: int) -> None:
        """Notes how long the last answer to a frame took, and how many `sessions` were waited for."""
        self.awake_s = SPIN_S if waited_s < SPIN_S and sessions <= self._processors else 0.0


def give_way() -> None:
    """Lets a bot go first that the system put on the server's processor: after a frame, and between two questions."""
    for _ in range(_YIELDS):
        _yield()
