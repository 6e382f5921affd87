"""What a program said last: the line that best explains why it ended."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from runtime.agents.traceback_reader import TracebackReader
from runtime.model.tracebacks import Traceback, TracebackFrame

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
    def errors(self) -> int:
        """The number of tracebacks."""
        return self._tracebacks.count

    @property
    def has_error(self) -> bool:
        """Whether `text` is an error, and not just the last line."""
        return bool(self._fault)

    @property
    def text(self) -> str:
        """The explanation, at most 300 characters; empty when the program said nothing."""
        return (self._fault or self._last)[:LONGEST]

    def culprit(self, folder: Path) -> TracebackFrame | None:
        """The innermost place in an agent's own source through which the newest error came; None where there is none.

        Packages that are installed below its folder are not its own.
        """
        frames = self.traceback.frames if self.traceback is not None else ()
        return next((frame for frame in reversed(frames) if _is_own(frame.file, folder)), None)

    def explained(self, folder: Path) -> str:
        """`text`, behind its place in an agent's own source, where it has one: `bot.py:12: ValueError: no engine`."""
        culprit = self.culprit(folder)
        is_error = self.traceback is not None and self.traceback.error[:LONGEST] == self.text
        if culprit is None or not is_error:
            return self.text
        return f"{(folder / culprit.file).relative_to(folder)}:{culprit.line}: {self.text}"

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


def _is_own(file: str, folder: Path) -> bool:
    """Whether a program's name for a file means one of the agent's own; `<string>` and the like mean none."""
    path = folder / file
    return not file.startswith("<") and path.is_relative_to(folder) and "site-packages" not in path.parts
