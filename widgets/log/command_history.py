"""What was typed before, a bounded number of lines, and where in them the user is."""

from collections.abc import Iterable
from typing import Final

MOST_KEPT: Final = 50
"""Older lines are forgotten."""


class CommandHistory:
    """Goes from the newest line to older ones and back to what was being typed; no Qt."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._lines: list[str] = []
        self._place = 0
        self._draft = ""
        for line in lines:
            self.add(line)

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line that is kept, the oldest first, none twice."""
        return tuple(self._lines)

    def add(self, line: str) -> None:
        """Takes a line as the newest; the next step back begins there."""
        if line in self._lines:
            self._lines.remove(line)
        self._lines.append(line)
        del self._lines[:-MOST_KEPT]
        self._place, self._draft = len(self._lines), ""

    def older(self, typed: str) -> str | None:
        """The line before; None at the oldest. What is typed, and no line of the past, is kept for the way back."""
        if self._place == 0:
            return None
        if self._place == len(self._lines):
            self._draft = typed
        self._place -= 1
        return self._lines[self._place]

    def newer(self) -> str | None:
        """The line after, in the end what was being typed; None where that is shown already."""
        if self._place == len(self._lines):
            return None
        self._place += 1
        return self._lines[self._place] if self._place < len(self._lines) else self._draft
