"""What a program said last: the line that best explains why it ended."""

import re
from collections.abc import Iterable
from typing import Final

from runtime.match.traceback_reader import TracebackReader
from runtime.tracebacks import Traceback

LONGEST: Final = 300
_OPENING: Final = "Traceback (most recent call last):"
_PANIC: Final = "panicked at"
_STYLE: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
"""Colours and the like, by which programs decorate their log on a terminal (ECMA-48 control sequences)."""
_CHATTER: Final = re.compile(r"\b(?:INFO|DEBUG|TRACE)\b")
"""Log levels of what went well, which explains no end."""


class LastWords:
    """Follows a program's output and keeps the one line that explains its end; owned by one thread.

    That is the exception line of the last Python traceback, or a panic line; where there was neither, the last line
    that is neither empty nor a log line of what went well. Colours are left out.
    """

    __slots__ = ("_fault", "_in_traceback", "_last", "_tracebacks")

    def __init__(self) -> None:
        self._fault = ""
        self._last = ""
        self._in_traceback = False
        self._tracebacks = TracebackReader()

    @property
    def traceback(self) -> Traceback | None:
        """The newest traceback as a whole, however long ago it came."""
        return self._tracebacks.newest

    @property
    def text(self) -> str:
        """The explanation, at most 300 characters; empty when the program said nothing."""
        return (self._fault or self._last)[:LONGEST]

    def add(self, lines: Iterable[str]) -> None:
        """Takes the next lines of output."""
        for line in lines:
            plain = _STYLE.sub("", line)
            self._tracebacks.add(plain)
            if plain.strip() and (self._in_traceback or not _CHATTER.search(plain)):
                self._add(plain)

    def _add(self, line: str) -> None:
        self._last = line.strip()
        if line.startswith(_OPENING):
            self._in_traceback = True
        elif self._in_traceback and not line[0].isspace():
            self._in_traceback = False
            self._fault = self._last
        elif _PANIC in line:
            self._fault = self._last
