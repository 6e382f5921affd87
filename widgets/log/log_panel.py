"""The log of one agent, or of the game, at a time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from runtime.values import LogLine
from widgets.looks import scaled_font

MAX_LINES: Final = 5000
_CONTROLS: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07]*(?:\x07|$)|\x1b.|[\x00-\x08\x0b-\x1f\x7f]")
"""Escape sequences of terminals, and single control characters other than tab and line feed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSource:
    """An entry of the choice of logs."""

    key: str
    name: str


class LogPanel(QFrame):
    """Shows lines in batches, keeps the newest 5,000, and follows the end unless the user looks elsewhere.

    Signals:
        source_chosen: the `LogSource` whose log the user wants to read.
    """

    source_chosen = Signal(LogSource)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self._sources: tuple[LogSource, ...] = ()
        self.choice = QComboBox()
        self.choice.setAccessibleName("Whose log is shown")
        self.choice.setToolTip("Whose log is shown; a click on a card chooses it too")
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.setMinimumContentsLength(14)
        self.choice.activated.connect(self._on_choice_activated)
        self.follow = QCheckBox("Follow")
        self.follow.setChecked(True)
        self.follow.setToolTip("Keep the newest line in view")
        self.follow.setAccessibleName("Follow the newest line")
        self.follow.toggled.connect(self._on_follow_toggled)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAcceptDrops(False)
        self.text.setUndoRedoEnabled(False)
        self.text.setMaximumBlockCount(MAX_LINES)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setAccessibleName("Log")
        self.text.setPlaceholderText("Nothing printed yet.")
        self.text.setTabChangesFocus(True)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPointSizeF(max(6.0, self.fontInfo().pointSizeF() * 0.92))
        self.text.setFont(fixed)
        self._arrange()

    def show_sources(self, sources: tuple[LogSource, ...], chosen: str) -> None:
        """Offers these logs, with the one of key `chosen` in front."""
        blocker = QSignalBlocker(self.choice)
        if sources != self._sources:
            self._sources = sources
            self.choice.clear()
            self.choice.addItems([source.name for source in sources])
        keys = [source.key for source in sources]
        self.choice.setCurrentIndex(keys.index(chosen) if chosen in keys else -1)
        blocker.unblock()

    def show_lines(self, lines: Sequence[LogLine]) -> None:
        """Shows another log from its beginning."""
        self.text.setPlainText(_joined(lines[-MAX_LINES:]))
        self._scroll_to_end()

    def append_lines(self, lines: Sequence[LogLine]) -> None:
        """Adds newer lines of the same log in one go."""
        if not lines:
            return
        self.text.appendPlainText(_joined(lines[-MAX_LINES:]))
        if self.follow.isChecked():
            self._scroll_to_end()

    @Slot(int)
    def _on_choice_activated(self, place: int) -> None:
        if 0 <= place < len(self._sources):
            self.source_chosen.emit(self._sources[place])

    @Slot(bool)
    def _on_follow_toggled(self, is_on: bool) -> None:
        if is_on:
            self._scroll_to_end()

    def _scroll_to_end(self) -> None:
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _arrange(self) -> None:
        title = QLabel("Log")
        title.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        head = QHBoxLayout()
        head.addWidget(title)
        head.addSpacing(4)
        head.addWidget(self.choice)
        head.addStretch(1)
        head.addWidget(self.follow, 0, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 8, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.text, 1)


def _joined(lines: Sequence[LogLine]) -> str:
    return "\n".join(f"{line.time_s:7.2f}  {plain_text(line.text)}" for line in lines)


def plain_text(text: str) -> str:
    """A line without the control sequences by which programs colour a terminal."""
    return _CONTROLS.sub("", text).replace("\t", "    ")
