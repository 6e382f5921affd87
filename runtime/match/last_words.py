"""What a program said last: the line that best explains why it ended."""

from collections.abc import Iterable
from typing import Final

LONGEST: Final = 300
_OPENING: Final = "Traceback (most recent call last):"
_PANIC: Final = "panicked at"


class LastWords:
    """Follows a program's output and keeps the one line that explains its end; owned by one thread.

    That is the exception line of the last Python traceback, or a panic line; where there was neither, the last line
    that is not empty.
    """

    __slots__ = ("_fault", "_in_traceback", "_last")

    def __init__(self) -> None:
        self._fault = ""
        self._last = ""
        self._in_traceback = False

    @property
    def text(self) -> str:
        """The explanation, at most 300 characters; empty when the program said nothing."""
        return (self._fault or self._last)[:LONGEST]

    def add(self, lines: Iterable[str]) -> None:
        """Takes the next lines of output."""
        for line in lines:
            if line.strip():
                self._add(line)

    def _add(self, line: str) -> None:
        self._last = line.strip()
        if line.startswith(_OPENING):
            self._in_traceback = True
        elif self._in_traceback and not line[0].isspace():
            self._in_traceback = False
            self._fault = self._last
        elif _PANIC in line:
            self._fault = self._last
