"""Exit codes of the arena's program, and the signals that end it.

Exit code 0 means stopped by SIGTERM or by a session, 2 means wrong usage.
"""

import signal
from collections.abc import Callable, Mapping
from types import FrameType, MappingProxyType
from typing import Final

EXIT_BROKEN: Final = 1
EXIT_INFRASTRUCTURE: Final = 3
EXIT_INTERRUPTED: Final = 130

_CODES: Final[Mapping[str, int]] = MappingProxyType({"SIGTERM": 0, "SIGBREAK": 0, "SIGINT": EXIT_INTERRUPTED})


def on_termination(end: Callable[[int], object]) -> None:
    """Calls `end` with the exit code in the main thread for each later signal that ends the program."""
    for name, code in _CODES.items():
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, _handler(end, code))


def _handler(end: Callable[[int], object], code: int) -> Callable[[int, FrameType | None], None]:
    def handle(_number: int, _frame: FrameType | None) -> None:
        end(code)

    return handle
