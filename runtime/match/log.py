"""The log lines of a match, emitted in batches, so that a program that prints without end does no harm."""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Final

from runtime.model.events import LinesLogged
from runtime.model.values import LogLine

BATCH_S: Final = 0.075
LINES_PER_PROGRAM: Final = 200
"""Number of lines of one program in a batch; the newest are kept, and a line gives the number of the others."""


class MatchLog:
    """Collects lines and emits them every 75 ms at most; owned by the match's thread."""

    def __init__(self, emit: Callable[[LinesLogged], None], clock: Callable[[], float]) -> None:
        self._emit = emit
        self._clock = clock
        self._origin = clock()
        self._told_at = float("-inf")
        self._lines: dict[str, deque[LogLine]] = {}
        self._left_out: Counter[str] = Counter()

    def add(self, key: str, lines: Iterable[str], dropped: int = 0) -> None:
        """Takes lines that the program behind `key` printed, and how many were lost before them."""
        kept = self._lines.setdefault(key, deque(maxlen=LINES_PER_PROGRAM))
        time_s = self._clock() - self._origin
        self._left_out[key] += dropped
        for text in lines:
            self._left_out[key] += len(kept) == LINES_PER_PROGRAM
            kept.append(LogLine(key=key, text=text, time_s=time_s))

    def flush(self, *, at_once: bool = False) -> None:
        """Emits the lines in the order in which they came, if it is time or `at_once`."""
        now = self._clock()
        if not self._lines or (now - self._told_at < BATCH_S and not at_once):
            return
        self._told_at = now
        lines = [line for key, kept in self._lines.items() for line in (*self._gap(key, kept), *kept)]
        self._lines.clear()
        self._left_out.clear()
        if lines:
            self._emit(LinesLogged(lines=tuple(sorted(lines, key=lambda line: line.time_s))))

    def _gap(self, key: str, kept: deque[LogLine]) -> tuple[LogLine, ...]:
        left_out = self._left_out[key]
        if not left_out:
            return ()
        time_s = kept[0].time_s if kept else self._clock() - self._origin
        return (LogLine(key=key, text=f"[{left_out:,} lines left out]", time_s=time_s),)
