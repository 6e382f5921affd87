"""The log panel: the output of one agent, of the game or of all, with filter, search and command line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from resources.looks import Looks
from widgets.log.console_bar import ConsoleBar
from widgets.log.log_lines import Level
from widgets.log.log_view import MAX_MARKS, LogRow, LogView
from widgets.log.traceback_box import SourcePlace, TracebackBox
from widgets.looks import SWATCH_PX, swatch
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, set_icons, tool_button, vbox
from widgets.shared.search_line import SearchLine

SEARCH_KEYS = "Ctrl+F"
CONSOLE_KEYS = "Ctrl+T"
MIN_LIST_PX = 70
"""Minimum width of the boxes above the log."""
COMFORTABLE_LINES: Final = 6
"""Lines of the log that stay visible before an error is pinned above them with its traceback."""
LOW_PX: Final = 300
"""Below this height, filter and search are hidden until they are requested."""
ALL = "*"
"""Key of the source that shows every log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSource:
    """One log that can be shown."""

    key: str
    name: str
    team: int | None = None
    """Of the agent; shown by its colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
    """The lines to show."""

    level: Level = Level.DETAIL
    text: str = ""
    """Only lines that contain this, ignoring case."""


class LogPanel(QFrame):
    """Shows rows in batches and follows the end unless the user scrolls away; GUI thread.

    Signals:
        source_chosen: the `LogSource` to show.
        filter_changed: a `LogFilter`.
        report_requested: a report of the match for the clipboard.
        place_requested: the `SourcePlace` of an error, to be opened.
    """

    source_chosen = Signal(LogSource)
    filter_changed = Signal(LogFilter)
    report_requested = Signal()
    place_requested = Signal(SourcePlace)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self._sources: tuple[LogSource, ...] = ()
        words = self.tr("Log to show")
        self.choice = ElidingBox(words, self.tr("Log to show; clicking a card selects it too"), min_characters=8)
        self.level = ElidingBox(self.tr("Minimum level"), min_characters=6)
        for box in (self.choice, self.level):
            box.setMinimumWidth(MIN_LIST_PX)
        for level, words in (
            (Level.DETAIL, self.tr("All lines")),
            (Level.INFO, self.tr("No debug lines")),
            (Level.WARNING, self.tr("Warnings")),
            (Level.ERROR, self.tr("Errors")),
        ):
            self.level.addItem(words, level)
        self.filter = SearchLine(self.tr("Filter"), self.tr("Show only lines with this text"))
        self.search = SearchLine(self.tr("Search"), self.tr("Find this text; Enter for next, Shift+Enter for previous"))
        self.follow = self._switch(self.tr("Scroll to new lines"))
        self.copy_button = tool_button(
            hint=self.tr("Copy the selected lines, or all shown lines"), name=self.tr("Copy")
        )
        self.report_button = tool_button(
            hint=self.tr("Copy versions, match, agents and their last log lines; your user name is removed from paths"),
            name=self.tr("Copy report"),
        )
        self.console = ConsoleBar()
        self.console_button = self._switch(self.tr("Show the game console"), CONSOLE_KEYS)
        self.search_button = self._switch(self.tr("Show filter and search"), SEARCH_KEYS)
        self._search_row = QWidget()
        self._is_low = False
        self.found = label(tone="muted")
        self.found.hide()
        self.traceback = TracebackBox(looks)
        self.view = LogView(looks)
        self.say_why_empty(is_filtered=False)
        self._connect()
        hbox((self.filter, 1), (self.search, 1), self.found, spacing=6, parent=self._search_row)
        buttons = (self.follow, self.copy_button, self.report_button, self.search_button, self.console_button)
        self._column = vbox(
            hbox((self.choice, 1), (self.level, 1), *buttons),
            self._search_row,
            self.traceback,
            (self.view, 1),
            self.console,
            spacing=6,
            margins=(10, 8, 8, 8),
            parent=self,
        )
        self.set_looks(looks)

    def show_sources(self, sources: tuple[LogSource, ...], chosen: str) -> None:
        """Offers these logs and selects the one with the key `chosen`."""
        blocker = QSignalBlocker(self.choice)
        if sources != self._sources:
            self._sources = sources
            self.choice.clear()
            self.choice.setIconSize(QSize(SWATCH_PX, SWATCH_PX))
            for source in sources:
                self.choice.addItem(self._swatch(source), source.name)
        keys = [source.key for source in sources]
        self.choice.setCurrentIndex(keys.index(chosen) if chosen in keys else -1)
        blocker.unblock()

    def _swatch(self, source: LogSource) -> QIcon:
        return QIcon() if source.team is None else swatch(self._looks.team(source.team))

    def show_rows(self, rows: Sequence[LogRow]) -> None:
        """Replaces all rows."""
        self.view.replace_rows(rows)
        self.view.scroll_to_end()

    def append_rows(self, rows: Sequence[LogRow]) -> None:
        """Adds newer rows."""
        self.view.append_rows(rows)

    def prepend_rows(self, rows: Sequence[LogRow]) -> None:
        """Adds older rows above the others."""
        self.view.prepend_rows(rows)

    def show_time(self, time_s: float) -> None:
        """Shows the lines at a time, in seconds since the start of the match, and no longer follows new ones."""
        self.follow.setChecked(False)
        self.view.scroll_to_time(time_s)

    def say_why_empty(self, *, is_filtered: bool) -> None:
        """Sets the text of an empty log."""
        words = self.tr("No line matches the filter.") if is_filtered else self.tr("Nothing printed yet.")
        self.view.setPlaceholderText(words)

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme; the rows have to be shown again by the caller."""
        self._looks = looks
        for place, source in enumerate(self._sources):
            self.choice.setItemIcon(place, self._swatch(source))
        self.traceback.set_looks(looks)
        self.view.set_looks(looks)
        buttons = (
            (self.follow, "follow"),
            (self.copy_button, "copy"),
            (self.report_button, "info"),
            (self.search_button, "filter"),
            (self.console_button, "console"),
        )
        set_icons(looks.text, buttons)

    @Slot()
    def start_search(self) -> None:
        """Focuses the search field."""
        self.search_button.setChecked(True)
        self.search.setFocus()
        self.search.selectAll()

    @Slot()
    def start_command(self) -> None:
        """Shows and focuses the command line."""
        self.console_button.setChecked(True)
        self.console.line.setFocus()
        self.console.line.selectAll()

    @Slot()
    def copy_lines(self) -> None:
        """Copies the selected lines, or all that are shown."""
        if self.view.textCursor().hasSelection():
            self.view.copy()
        else:
            QGuiApplication.clipboard().setText(self.view.toPlainText())

    @Slot(int)
    def _on_choice_activated(self, place: int) -> None:
        if 0 <= place < len(self._sources):
            self.source_chosen.emit(self._sources[place])

    @Slot()
    def _on_filter_changed(self) -> None:
        self.filter_changed.emit(LogFilter(level=self.level.currentData(), text=self.filter.text().strip()))

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
        count_text = self.tr("{0} or more").format(count) if count == MAX_MARKS else str(count)
        self.found.setText(count_text if self.search.text() else "")
        self.found.setVisible(bool(self.found.text()))

    @Slot()
    def _share_room(self) -> None:
        """Gives the pinned error the height that the lines do not need."""
        around = self._column.contentsMargins()
        rows = [self.choice, *(row for row in (self._search_row, self.console) if row.isVisibleTo(self))]
        taken = sum(row.sizeHint().height() for row in rows) + (len(rows) + 1) * self._column.spacing()
        free = self.height() - around.top() - around.bottom() - taken
        lines = COMFORTABLE_LINES * self.view.fontMetrics().lineSpacing()
        self.traceback.set_room(free - lines - self.view.minimumHeight() // 2, free - self.view.minimumHeight())

    def _fit_height(self) -> None:
        """Hides filter and search in a low panel unless they are in use; shows them in a high one."""
        is_low = self.height() < LOW_PX
        if is_low is self._is_low:
            return
        self._is_low = is_low
        if not (self.filter.text() or self.search.text()):
            self.search_button.setChecked(not is_low)

    def _connect(self) -> None:
        self.choice.activated.connect(self._on_choice_activated)
        self.level.activated.connect(self._on_filter_changed)
        self.filter.textChanged.connect(self._on_filter_changed)
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
        self.view.scrolled.connect(self.follow.setChecked)
        self.traceback.place_requested.connect(self.place_requested)
        self.console_button.toggled.connect(self._share_room)
        find = QAction(self.tr("Search the log"), self)
        find.setShortcut(QKeySequence(SEARCH_KEYS))
        find.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.triggered.connect(self.start_search)
        self.addAction(find)

    def _switch(self, words: str, keys: str = "") -> QToolButton:
        button = tool_button(hint=words, keys=keys, is_checkable=True)
        button.setChecked(True)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()
        self._share_room()
