"""Keeps the newest lines of every agent and of the game, and shows those of one."""

from collections import defaultdict, deque

from PySide6.QtCore import QObject, Slot

from app.bridge import LineBatch
from runtime.values import GAME_LOG, LogLine
from widgets.log.log_panel import MAX_LINES, LogPanel


class LogController(QObject):
    """Owns the lines of the match; GUI thread."""

    def __init__(self, panel: LogPanel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self._key = GAME_LOG
        self._lines: defaultdict[str, deque[LogLine]] = defaultdict(lambda: deque(maxlen=MAX_LINES))

    @Slot()
    def begin(self) -> None:
        """A match begins: the lines of the last one are forgotten."""
        self._lines.clear()
        self._panel.show_lines(())

    @Slot(str)
    def choose(self, key: str) -> None:
        """Shows another log."""
        if key != self._key:
            self._key = key
            self._panel.show_lines(tuple(self._lines[key]))

    @Slot(LineBatch)
    def take(self, batch: LineBatch) -> None:
        """Keeps new lines, and shows those of the chosen log."""
        for line in batch.lines:
            self._lines[line.key].append(line)
        if batch.dropped:
            text = f"{batch.dropped} lines were left out: more came than can be shown."
            note = LogLine(key=self._key, text=text, time_s=batch.lines[0].time_s)
            self._lines[self._key].append(note)
            self._panel.append_lines((note,))
        self._panel.append_lines(tuple(line for line in batch.lines if line.key == self._key))
