"""How soon the window's thread gets its turn among the threads of the launcher."""

import sys
from typing import Final

TURN_S: Final = 0.001
"""So long a thread may keep the others waiting; Python's own 5 ms are felt in a window that is painted all the time."""


def give_short_turns() -> None:
    """Lets threads take turns more often than usual; for the whole process."""
    sys.setswitchinterval(TURN_S)
