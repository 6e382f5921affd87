"""The signals by which the system, a launcher or Ctrl+C tell the arena's program to end."""

import signal
from collections.abc import Callable, Mapping
from functools import partial
from types import FrameType, MappingProxyType
from typing import Final

from runtime.arena.exit_codes import EXIT_INTERRUPTED

_CODES: Final[Mapping[str, int]] = MappingProxyType({"SIGTERM": 0, "SIGBREAK": 0, "SIGINT": EXIT_INTERRUPTED})


def when_told_to_end(end: Callable[[int], object]) -> None:
    """Has `end` called with the exit code by each such signal from now on; called, and calls, in the main thread."""
    for name, code in _CODES.items():
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, partial(_told, end, code))


def _told(end: Callable[[int], object], code: int, _number: int, _frame: FrameType | None) -> None:
    end(code)
