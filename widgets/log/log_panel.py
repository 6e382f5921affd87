"""The log of one agent, of the game, or of all: coloured, filtered, searched, copied."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from resources.looks import Looks
from widgets.log.console_bar import ConsoleBar
from widgets.log.log_lines import Level
from widgets.log.log_view import MOST_MARKS, LogRow, LogView
from widgets.log.traceback_box import SourcePlace, TracebackBox
from widgets.looks import Tinted, set_tone, tinted_icon
from widgets.shared.boxes import ElidingBox
from widgets.shared.search_line import SearchLine
from widgets.words import key_text

SEARCH_KEYS = "Ctrl+F"
CONSOLE_KEYS = "Ctrl+T"
LEAST_LIST_PX = 70
"""So narrow may the choices above the log become where the window is narrow."""
COMFORTABLE_LINES: Final = 6
"""So many lines of the log come before an error is pinned whole above them."""
LOW_PX: Final = 300
"""A panel lower than this leaves its height to the lines: filter and search open on request."""
ALL = "*"
"""Key of the source that shows every log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSource:
    """An entry of the choice of logs."""

    key: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWish:
    """Which lines the user wants to see."""

    level: Level = Level.DETAIL
    text: str = ""
    """Only lines with this in them, whatever the case."""


class LogPanel(QFrame):
    """Shows rows in batches and follows the end unless the user looks elsewhere; GUI thread.

    Signals:
        source_chosen: the `LogSource` whose log the user wants to read.
        wish_changed: a `LogWish`.
        report_requested: a report of the match is to be copied.
        place_requested: the `SourcePlace` of an error that the user wants to see.
    """

    source_chosen = Signal(LogSource)
    wish_changed = Signal(LogWish)
    report_requested = Signal()
    place_requested = Signal(SourcePlace)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self._sources: tuple[LogSource, ...] = ()
        self.choice = self._list(self.tr("Log to show"), 8)
        self.choice.setToolTip(self.tr("Log to show; clicking a card selects it too"))
        self.level = self._list(self.tr("Minimum level"), 6)
        for level, words in (
            (Level.DETAIL, self.tr("All lines")),
            (Level.INFO, self.tr("No debug lines")),
            (Level.WARNING, self.tr("Warnings")),
            (Level.ERROR, self.tr("Errors")),
        ):
            self.level.addItem(words, level)
        self.filter = self._field(self.tr("Filter"), self.tr("Show only lines with this text"))
        self.follow = self._switch(self.tr("Scroll to new lines"))
        self.copy_button = self._button(self.tr("Copy"), self.tr("Copy the selected lines, or all shown lines"))
        self.report_button = self._button(
            self.tr("Copy report"),
            self.tr("Copy versions, match, agents and their last log lines; your user name is removed from paths"),
        )
        self.search = self._field(
            self.tr("Search"), self.tr("Find this text; Enter for next, Shift+Enter for previous")
        )
        self.console = ConsoleBar()
        self.console_button = self._switch(self.tr("Show the game console"), CONSOLE_KEYS)
        self.search_button = self._switch(self.tr("Show filter and search"), SEARCH_KEYS)
        self._search_row = QWidget()
        self._is_low = False
        self.found = QLabel()
        self.found.hide()
        set_tone(self.found, "muted")
        self.traceback = TracebackBox(looks)
        self.view = LogView(looks)
        self._column = QVBoxLayout(self)
        self.say_why_empty(is_filtered=False)
        self._connect()
        self._arrange()
        self.set_looks(looks)

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

    def show_rows(self, rows: Sequence[LogRow]) -> None:
        """Shows other rows from their beginning."""
        self.view.replace_rows(rows)
        self.view.scroll_to_end()

    def append_rows(self, rows: Sequence[LogRow]) -> None:
        """Adds newer rows in one go."""
        if not rows:
            return
        self.view.append_rows(rows)

    def prepend_rows(self, rows: Sequence[LogRow]) -> None:
        """Adds older rows above those that are shown."""
        self.view.prepend_rows(rows)

    def say_why_empty(self, *, is_filtered: bool) -> None:
        """Chooses what stands in place of the lines where there are none."""
        words = self.tr("No line matches the filter.") if is_filtered else self.tr("Nothing printed yet.")
        self.view.setPlaceholderText(words)

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme; whoever fills the log shows its rows anew."""
        self.traceback.set_looks(looks)
        self.view.set_looks(looks)
        buttons = (
            (self.follow, "follow"),
            (self.copy_button, "copy"),
            (self.report_button, "info"),
            (self.search_button, "filter"),
            (self.console_button, "console"),
        )
        for button, name in buttons:
            button.setIcon(tinted_icon(Tinted(name=name, colour=looks.text)))

    @Slot()
    def start_search(self) -> None:
        """Puts the cursor into the search field."""
        self.search_button.setChecked(True)
        self.search.setFocus()
        self.search.selectAll()

    @Slot()
    def start_command(self) -> None:
        """Puts the cursor into the line for commands, where one can be typed."""
        self.console_button.setChecked(True)
        self.console.line.setFocus()
        self.console.line.selectAll()

    @Slot()
    def copy_lines(self) -> None:
        """Copies the chosen lines, or all that are shown."""
        if self.view.textCursor().hasSelection():
            self.view.copy()
        else:
            QGuiApplication.clipboard().setText(self.view.toPlainText())

    @Slot(int)
    def _on_choice_activated(self, place: int) -> None:
        if 0 <= place < len(self._sources):
            self.source_chosen.emit(self._sources[place])

    @Slot()
    def _on_wish_changed(self) -> None:
        self.wish_changed.emit(LogWish(level=self.level.currentData(), text=self.filter.text().strip()))

    @Slot(bool)
    def _on_follow_toggled(self, is_on: bool) -> None:
        self.view.follows = is_on
        if is_on:
            self.view.scroll_to_end()

    @Slot()
    def _on_search_entered(self) -> None:
        is_back = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self.search.text():
            self.follow.setChecked(False)
            self.view.go_on(backwards=is_back)

    @Slot(int)
    def _on_found(self, count: int) -> None:
        most = self.tr("{0} or more").format(count) if count == MOST_MARKS else str(count)
        self.found.setText(most if self.search.text() else "")
        self.found.setVisible(bool(self.found.text()))

    @Slot()
    def _share_room(self) -> None:
        """Leaves the pinned error what the lines of the log do not need."""
        around = self._column.contentsMargins()
        rows = [self.choice, *(row for row in (self._search_row, self.console) if row.isVisibleTo(self))]
        taken = sum(row.sizeHint().height() for row in rows) + (len(rows) + 1) * self._column.spacing()
        free = self.height() - around.top() - around.bottom() - taken
        lines = COMFORTABLE_LINES * self.view.fontMetrics().lineSpacing()
        self.traceback.set_room(free - lines - self.view.minimumHeight() // 2, free - self.view.minimumHeight())

    def _fit_height(self) -> None:
        """Hides filter and search when the panel becomes low, unless they are in use; shows them when it grows."""
        is_low = self.height() < LOW_PX
        if is_low is self._is_low:
            return
        self._is_low = is_low
        if not (self.filter.text() or self.search.text()):
            self.search_button.setChecked(not is_low)

    def _connect(self) -> None:
        self.choice.activated.connect(self._on_choice_activated)
        self.level.activated.connect(self._on_wish_changed)
        self.filter.textChanged.connect(self._on_wish_changed)
        self.follow.toggled.connect(self._on_follow_toggled)
        self.copy_button.clicked.connect(self.copy_lines)
        self.report_button.clicked.connect(self.report_requested)
        self.console_button.toggled.connect(self.console.setVisible)
        self.search_button.toggled.connect(self._search_row.setVisible)
        self.search_button.toggled.connect(self._share_room)
        self.console.answered.connect(self.view.yield_room)
        self.search.textChanged.connect(self.view.search)
        self.search.returnPressed.connect(self._on_search_entered)
        self.view.found.connect(self._on_found)
        self.traceback.place_requested.connect(self.place_requested)
        self.console_button.toggled.connect(self._share_room)
        find = QAction(self.tr("Search the log"), self)
        find.setShortcut(QKeySequence(SEARCH_KEYS))
        find.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.triggered.connect(self.start_search)
        self.addAction(find)

    def _arrange(self) -> None:
        upper, lower = QHBoxLayout(), QHBoxLayout(self._search_row)
        lower.setContentsMargins(0, 0, 0, 0)
        upper.setSpacing(4)
        lower.setSpacing(6)
        upper.addWidget(self.choice, 1)
        upper.addWidget(self.level, 1)
        upper.addWidget(self.follow)
        upper.addWidget(self.copy_button)
        upper.addWidget(self.report_button)
        upper.addWidget(self.search_button)
        upper.addWidget(self.console_button)
        lower.addWidget(self.filter, 1)
        lower.addWidget(self.search, 1)
        lower.addWidget(self.found)
        self._column.setContentsMargins(10, 8, 8, 8)
        self._column.setSpacing(6)
        self._column.addLayout(upper)
        self._column.addWidget(self._search_row)
        self._column.addWidget(self.traceback)
        self._column.addWidget(self.view, 1)
        self._column.addWidget(self.console)

    def _list(self, name: str, characters: int) -> QComboBox:
        box = ElidingBox()
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(characters)
        box.setMinimumWidth(LEAST_LIST_PX)
        return box

    def _field(self, words: str, hint: str) -> QLineEdit:
        field = SearchLine()
        field.setPlaceholderText(words)
        field.setAccessibleName(hint)
        field.setToolTip(hint)
        field.setClearButtonEnabled(True)
        return field

    def _switch(self, words: str, keys: str = "") -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "small")
        button.setCheckable(True)
        button.setChecked(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName(words)
        button.setToolTip(f"{words} ({key_text(keys)})" if keys else words)
        return button

    def _button(self, words: str, hint: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "small")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName(words)
        button.setToolTip(hint)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()
        self._share_room()
