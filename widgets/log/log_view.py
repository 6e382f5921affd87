"""The lines of a log in colour, up to 5,000."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QKeyEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from resources.looks import Looks, Theme
from widgets.log.log_lines import PLAIN, Run, Style
from widgets.looks import mixed

_TABLES: Final = {
    Theme.DARK: (
        ("#8795a4", "#ff8a80", "#5bcb7c", "#e8b93f", "#5aa9ff", "#d59bf6", "#4fc9d8", "#d5dee7"),
        ("#a3b3c4", "#ffaaa2", "#86e0a0", "#ffd76a", "#8cc4ff", "#e6bcff", "#86e3ee", "#ffffff"),
    ),
    Theme.LIGHT: (
        ("#3b4650", "#bf2720", "#1a7438", "#855b00", "#0b5fc4", "#7c3aa8", "#0b6e7c", "#52616f"),
        ("#52616f", "#a31f19", "#14602d", "#704c00", "#094e9f", "#66308a", "#085a66", "#17202a"),
    ),
}
"""Black, red, green, yellow, blue, magenta, cyan, white, and the bright ones; each with a contrast above 4.5."""
MIN_CONTRAST: Final = 4.5
"""WCAG 2.1, level AA."""
_STEPS: Final = 10


class LogColours:
    """Text formats of one theme, cached; GUI thread."""

    def __init__(self, looks: Looks) -> None:
        self._looks = looks
        self._formats: dict[Style, QTextCharFormat] = {}

    def format_of(self, style: Style) -> QTextCharFormat:
        """Returns the text format of a style."""
        known = self._formats.get(style)
        if known is None:
            known = self._formats[style] = self._made(style)
        return known

    def _made(self, style: Style) -> QTextCharFormat:
        text_format = QTextCharFormat()
        text_format.setForeground(QColor(self._colour(style.colour)))
        if style.is_bold:
            text_format.setFontWeight(QFont.Weight.Bold)
        text_format.setFontItalic(style.is_italic)
        text_format.setFontUnderline(style.is_underlined)
        return text_format

    def _colour(self, colour: int | str | None) -> str:
        if colour is None:
            return self._looks.text
        if isinstance(colour, int):
            return [*_TABLES[self._looks.theme][0], *_TABLES[self._looks.theme][1]][colour]
        return readable(colour, self._looks.text, self._looks.surface)


def readable(colour: str, text: str, ground: str) -> str:
    """Returns the colour, mixed with the text colour until it is readable on `ground`."""
    for step in range(_STEPS + 1):
        mixture = mixed(colour, text, step / _STEPS)
        if contrast(mixture, ground) >= MIN_CONTRAST:
            return mixture
    return text


def contrast(first: str, second: str) -> float:
    """Returns the contrast of two colours, 1 to 21 (WCAG 2.1)."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = QColor(colour)
    red, green, blue = (_linear(value) for value in (parts.redF(), parts.greenF(), parts.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.03928 else float(((value + 0.055) / 1.055) ** 2.4)


MAX_LINES: Final = 5000
MIN_HEIGHT_PX: Final = 34
"""Minimum height: one line and the scroll bar."""
SLICE_LINES: Final = 100
"""Lines that are searched per turn of the event loop."""
MAX_MARKS: Final = 500
"""Maximum number of highlighted matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """One displayed line."""

    prefix: str
    """The time, and the agent if several logs are shown."""
    runs: tuple[Run, ...]
    time_s: float = 0.0
    """Seconds since the start of the match."""


class LogView(QPlainTextEdit):
    """Shows rows in batches; GUI thread.

    Signals:
        found: how many places the search has found, at most `MAX_MARKS`.
        scrolled: the user scrolled; whether the last line is visible.
    """

    found = Signal(int)
    scrolled = Signal(bool)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptDrops(False)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MAX_LINES)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setMinimumHeight(MIN_HEIGHT_PX)
        self.setAccessibleName(self.tr("Log"))
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(max(6.0, self.fontInfo().pointSizeF() * 0.92))
        self.setFont(fixed)
        self._looks = looks
        self._colours = LogColours(looks)
        self.follows = True
        """True if a view that shows the last line scrolls to new lines."""
        self.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self._wanted = ""
        self._marks: list[QTextEdit.ExtraSelection] = []
        self._unsearched = 0
        """Number of blocks at the beginning that are not searched yet."""
        self._searching = QTimer(self, interval=0)
        self._searching.timeout.connect(self._search_some)

    def replace_rows(self, rows: Sequence[LogRow]) -> None:
        """Shows other rows from their beginning."""
        self._marks.clear()
        self._unsearched = 0
        self.clear()
        self.append_rows(rows)
        self._show_marks()

    def append_rows(self, rows: Sequence[LogRow]) -> None:
        """Appends rows; the visible lines stay in place unless the view follows the last line."""
        rows = rows[-MAX_LINES:]
        if not rows:
            return
        bar = self.verticalScrollBar()
        place, was_at_end = bar.value(), bar.value() == bar.maximum()
        is_first = self.document().isEmpty()
        before = 0 if is_first else self.blockCount()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._insert(cursor, _merged(rows, is_first=is_first))
        self._set_times(self.blockCount() - len(rows), rows)
        dropped = before + len(rows) - self.blockCount()
        self._unsearched = max(0, self._unsearched - dropped)
        if was_at_end and self.follows:
            self.scroll_to_end()
        else:
            bar.setValue(place - dropped)
        self._search_blocks(self.blockCount() - len(rows), len(rows))

    def prepend_rows(self, rows: Sequence[LogRow]) -> None:
        """Inserts older rows up to `MAX_LINES`; the visible lines stay in place."""
        if self.document().isEmpty():
            self.append_rows(rows)
            return
        rows = rows[max(0, len(rows) - (MAX_LINES - self.blockCount())) :]
        if not rows:
            return
        bar = self.verticalScrollBar()
        place, was_at_end = bar.value(), bar.value() == bar.maximum()
        self._insert(QTextCursor(self.document()), [*_merged(rows, is_first=True), Run("\n")])
        self._set_times(0, rows)
        if self._unsearched:
            self._unsearched += len(rows)
        else:
            self._search_blocks(0, len(rows))
        if was_at_end:
            self.scroll_to_end()
        else:
            bar.setValue(place + len(rows))

    def _insert(self, cursor: QTextCursor, runs: Sequence[Run]) -> None:
        cursor.beginEditBlock()
        for run in runs:
            cursor.insertText(run.text, self._colours.format_of(run.style))
        cursor.endEditBlock()

    def _set_times(self, first: int, rows: Sequence[LogRow]) -> None:
        """Notes the times of rows in their blocks, as milliseconds, beginning with the block of number `first`."""
        block = self.document().findBlockByNumber(first)
        for row in rows:
            block.setUserState(round(1000 * row.time_s))
            block = block.next()

    @Slot(bool)
    def yield_room(self, is_needed: bool) -> None:
        """Lets the view shrink to nothing while an answer of the console needs the space."""
        self.setMinimumHeight(0 if is_needed else MIN_HEIGHT_PX)

    def scroll_to_end(self) -> None:
        """Scrolls to the last line."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())

    def scroll_to_time(self, time_s: float) -> None:
        """Selects the last line that is not later than this, and scrolls it into the middle."""
        low, high = 0, self.blockCount()
        while low < high:
            middle = (low + high) // 2
            if self.document().findBlockByNumber(middle).userState() <= round(1000 * time_s):
                low = middle + 1
            else:
                high = middle
        cursor = QTextCursor(self.document().findBlockByNumber(max(0, low - 1)))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    @Slot(str)
    def search(self, text: str) -> None:
        """Highlights all matches, ignoring case; a long log is searched in slices from its end."""
        self._wanted = text
        self._marks.clear()
        self._unsearched = self.blockCount() if text else 0
        self._show_marks()
        self._search_some()

    def go_on(self, *, backwards: bool = False) -> bool:
        """Selects the next match, wrapping around; returns False if there is none."""
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
        """Uses the colours of the theme for new rows; the caller shows the old ones again."""
        self._looks = looks
        self._colours = LogColours(looks)
        self.search(self._wanted)

    @Slot()
    def _search_some(self) -> None:
        """Searches the next slice."""
        count = min(SLICE_LINES, self._unsearched)
        self._unsearched -= count
        self._search_blocks(self._unsearched, count)
        if self._unsearched and len(self._marks) < MAX_MARKS:
            self._searching.start()
        else:
            self._unsearched = 0
            self._searching.stop()

    def _search_blocks(self, first: int, count: int) -> None:
        """Highlights the matches in `count` blocks."""
        text = self._wanted.casefold()
        if not text:
            return
        before = len(self._marks)
        self._marks = [mark for mark in self._marks if mark.cursor.hasSelection()]
        block = self.document().findBlockByNumber(first)
        for _ in range(count):
            if text in block.text().casefold():
                self._mark(block)
            block = block.next()
        del self._marks[MAX_MARKS:]
        if len(self._marks) != before:
            self._show_marks()

    def _mark(self, block: QTextBlock) -> None:
        cursor = QTextCursor(block)
        while len(self._marks) < MAX_MARKS:
            cursor = self.document().find(self._wanted, cursor)
            if cursor.isNull() or cursor.block() != block:
                return
            mark = QTextEdit.ExtraSelection()
            cursor.setKeepPositionOnInsert(True)
            mark.cursor = cursor
            mark.format.setBackground(QColor(self._looks.selected))
            mark.format.setFontUnderline(True)
            self._marks.append(mark)

    def _show_marks(self) -> None:
        self.setExtraSelections(self._marks)
        self.found.emit(len(self._marks))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the last line visible if it was."""
        bar = self.verticalScrollBar()
        was_at_end = bar.value() == bar.maximum()
        super().resizeEvent(event)
        if was_at_end:
            self.scroll_to_end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        self._on_scrolled()

    @Slot()
    def _on_scrolled(self) -> None:
        bar = self.verticalScrollBar()
        self.scrolled.emit(bar.sliderPosition() == bar.maximum())


def _merged(rows: Sequence[LogRow], *, is_first: bool) -> list[Run]:
    """Returns the rows as runs; neighbouring runs of one style are merged."""
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
