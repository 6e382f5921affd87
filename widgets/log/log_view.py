"""The lines of a log in their colours, the newest 5,000."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QColor, QFontDatabase, QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from resources.looks import Looks
from widgets.log.ansi import PLAIN, Run
from widgets.log.colours import LogColours

MAX_LINES: Final = 5000
LEAST_HEIGHT_PX: Final = 34
"""A line and the scroll bar: what stands around the lines has its room before them."""
MOST_MARKS: Final = 500
"""So many places of a search are marked at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """One line as it is shown."""

    prefix: str
    """Time, and whose line it is where several logs are shown."""
    runs: tuple[Run, ...]


class LogView(QPlainTextEdit):
    """Takes rows in batches; GUI thread.

    Signals:
        found: how many places the search has found, at most `MOST_MARKS`.
    """

    found = Signal(int)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptDrops(False)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MAX_LINES)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setMinimumHeight(LEAST_HEIGHT_PX)
        self.setAccessibleName(self.tr("Log"))
        self.setPlaceholderText(self.tr("Nothing printed yet."))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(max(6.0, self.fontInfo().pointSizeF() * 0.92))
        self.setFont(fixed)
        self._looks = looks
        self._colours = LogColours(looks)
        self._wanted = ""

    def replace_rows(self, rows: Sequence[LogRow]) -> None:
        """Shows other rows from their beginning."""
        self.clear()
        self.append_rows(rows)

    def append_rows(self, rows: Sequence[LogRow]) -> None:
        """Adds newer rows in one go."""
        if not rows:
            return
        is_first = self.document().isEmpty()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for run in _merged(rows[-MAX_LINES:], is_first=is_first):
            cursor.insertText(run.text, self._colours.format_of(run.style))
        cursor.endEditBlock()
        if self._wanted:
            self._mark()

    @Slot(bool)
    def yield_room(self, is_needed: bool) -> None:
        """Gives all of its height away where something else has to be read, or keeps the least again."""
        self.setMinimumHeight(0 if is_needed else LEAST_HEIGHT_PX)

    def scroll_to_end(self) -> None:
        """Brings the newest line into view."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())

    @Slot(str)
    def search(self, wanted: str) -> None:
        """Marks every place with this text, whatever its case."""
        self._wanted = wanted
        self._mark()

    def go_on(self, *, backwards: bool = False) -> bool:
        """Goes to the next place of the search, round the end; false when there is none."""
        if not self._wanted:
            return False
        flag = QTextDocument.FindFlag.FindBackward if backwards else QTextDocument.FindFlag(0)
        if self.find(self._wanted, flag):
            return True
        edge = QTextCursor.MoveOperation.End if backwards else QTextCursor.MoveOperation.Start
        before = self.textCursor()
        self.moveCursor(edge)
        if self.find(self._wanted, flag):
            return True
        self.setTextCursor(before)
        return False

    def set_looks(self, looks: Looks) -> None:
        """New rows have the colours of the theme; whoever fills the view shows the old ones anew."""
        self._looks = looks
        self._colours = LogColours(looks)
        self._mark()

    def _mark(self) -> None:
        marks: list[QTextEdit.ExtraSelection] = []
        cursor = QTextCursor(self.document())
        while self._wanted and len(marks) < MOST_MARKS:
            cursor = self.document().find(self._wanted, cursor)
            if cursor.isNull():
                break
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format.setBackground(QColor(self._looks.selected))
            mark.format.setFontUnderline(True)
            marks.append(mark)
        self.setExtraSelections(marks)
        self.found.emit(len(marks))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the newest line in view where it was."""
        bar = self.verticalScrollBar()
        was_at_end = bar.value() == bar.maximum()
        super().resizeEvent(event)
        if was_at_end:
            self.scroll_to_end()


def _merged(rows: Sequence[LogRow], *, is_first: bool) -> list[Run]:
    """The rows as few runs: neighbours of one style are one."""
    merged: list[Run] = []
    text: list[str] = []
    style = PLAIN
    for place, row in enumerate(rows):
        head = Run(row.prefix if place == 0 and is_first else f"\n{row.prefix}")
        for run in (head, *row.runs):
            if run.style != style:
                merged.append(Run("".join(text), style))
                text, style = [], run.style
            text.append(run.text)
    merged.append(Run("".join(text), style))
    return [run for run in merged if run.text]
