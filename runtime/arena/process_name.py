"""Lets the arena be found by clients that look for a process named RLBotServer."""

import sys
from pathlib import Path
from typing import Final

NAME: Final = "RLBotServer"
_OWN_NAME: Final = Path("/proc/self/comm")


def take_name() -> bool:
    """Gives this process the name that the official clients look for; whether this system lets a process do that."""
    if sys.platform != "linux":
        return False
    try:
        _OWN_NAME.write_text(NAME, encoding="ascii")
    except OSError:
        return False
    return True
