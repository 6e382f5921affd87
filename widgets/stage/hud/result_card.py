"""The card over the arena view that shows how a match ended, car by car."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from resources.looks import Looks
from runtime.model.game_facts import BLUE, ORANGE
from widgets.looks import TEAM_TONES, scaled_font
from widgets.shared.controls import hbox, label, push_button, set_icons, tool_button, vbox
from widgets.words import names_in_teams, number, team_name

FACTORS: Final = (3.2, 2.7, 2.2, 1.9, 1.6, 1.35, 1.15, 1.0, 0.85, 0.75)
"""Sizes of the text; the largest one that fits into the view is used."""
MARGIN_PX: Final = 10
SCORE_COLUMN: Final = 1
ICON_PX: Final = 48
NONE: Final = "-"
MIN_LETTERS: Final = 9
NAME_LETTERS: Final = 24
"""Minimum and maximum width of the names, in letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One car of a finished match."""

    name: str
    team: int
    score: int
    goals: int
    assists: int
    saves: int
    shots: int
    demolitions: int
    boost: float | None
    """Boost collected; None if nothing was recorded."""
    late: int | None
    """Late answers of its agent; None for a car without one."""

    @property
    def figures(self) -> tuple[float | None, ...]:
        """The columns after the name."""
        return (
            self.score,
            self.goals,
            self.assists,
            self.saves,
            self.shots,
            self.demolitions,
            self.boost,
            self.late,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultValue:
    """A finished match."""

    words: str
    """The result in one line."""
    score: tuple[int, int]
    rows: tuple[ResultRow, ...]

    @property
    def ranked(self) -> tuple[ResultRow, ...]:
        """The cars by team, each team's best first."""
        return tuple(sorted(self.rows, key=lambda row: (row.team, -row.score, row.name)))


class ResultCard(QFrame):
    """Shows a `ResultValue` in the middle of the arena view; GUI thread.

    Signals:
        rematch_requested, swap_requested: the same match again, or with sides swapped.
        save_requested: the result as a file.
    """

    rematch_requested = Signal()
    swap_requested = Signal()
    save_requested = Signal()

    def __init__(self, looks: Looks, over: QWidget) -> None:
        super().__init__(over)
        self._looks = looks
        self._over = over
        self._value: ResultValue | None = None
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Result of the match"))
        self._teams = tuple(label(team_name(team), TEAM_TONES[team]) for team in (BLUE, ORANGE))
        self._goals = tuple(label("", TEAM_TONES[team], name=team_name(team)) for team in (BLUE, ORANGE))
        self._colon = label(":")
        self._words = label("", "muted", wraps=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.close_button = tool_button("✕", self.tr("Close the result (Esc)"), name=self.tr("Close"), role="quiet")
        self.close_button.clicked.connect(self.hide)
        self.rematch_button = push_button(self.tr("Rematch"), self.tr("Play this match again"))
        self.rematch_button.clicked.connect(self.rematch_requested)
        self.swap_button = push_button(self.tr("Swap sides"), self.tr("Swap the teams and play again"))
        self.swap_button.clicked.connect(self.swap_requested)
        self.save_button = push_button(self.tr("Save …"), self.tr("Save the result as JSON, CSV or picture"))
        self.save_button.clicked.connect(self.save_requested)
        self.table = self._made_table()
        self._balance = QWidget()
        score = (self._teams[0], 10, self._goals[0], self._colon, self._goals[1], 10, self._teams[1])
        self._head = hbox(self._balance, None, *score, None, (self.close_button, Qt.AlignmentFlag.AlignTop))
        self._buttons = (self.rematch_button, self.swap_button, self.save_button)
        self._foot = hbox(None, *self._buttons, None, spacing=8)
        self._margin = 12
        parts = (self._head, self._words, (self.table, 1), self._foot)
        self._layout = vbox(*parts, spacing=8, margins=self._margin, parent=self)
        over.installEventFilter(self)
        self.hide()

    @property
    def value(self) -> ResultValue | None:
        """The shown result."""
        return self._value

    def show_value(self, value: ResultValue) -> None:
        """Shows a result."""
        self._value = value
        for shown, goals in zip(self._goals, value.score, strict=True):
            shown.setText(str(goals))
        self._words.setText(value.words)
        self._fill()
        self.show()
        self.raise_()
        self._fit()
        self.rematch_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_reason(self, reason: str) -> None:
        """Disables what starts a match if there is a reason against it."""
        for button in (self.rematch_button, self.swap_button):
            button.setEnabled(not reason)

    def set_looks(self, looks: Looks) -> None:
        """Paints in the colours of the theme."""
        self._looks = looks
        set_icons(
            looks.text,
            ((self.save_button, "save"), (self.rematch_button, "restart"), (self.swap_button, "swap")),
            ICON_PX,
        )
        if self._value is not None:
            self._fill()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the card in the middle of the view."""
        if watched is self._over and event.type() is QEvent.Type.Resize and self.isVisible():
            self._fit()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _made_table(self) -> QTableWidget:
        table = QTableWidget()
        table.setAccessibleName(self.tr("Statistics of the cars"))
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setCornerButtonEnabled(False)
        table.verticalHeader().hide()
        for header in (table.verticalHeader(), table.horizontalHeader()):
            header.setMinimumSectionSize(1)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.horizontalHeader().setHighlightSections(False)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        return table

    def _columns(self) -> Sequence[tuple[str, str]]:
        """Returns heading and explanation of each column."""
        return (
            (self.tr("Car"), ""),
            (self.tr("Score"), self.tr("Points of the scoreboard")),
            (self.tr("Goals"), ""),
            (self.tr("Assists"), ""),
            (self.tr("Saves"), ""),
            (self.tr("Shots"), ""),
            (self.tr("Demos"), self.tr("Demolitions of other cars")),
            (self.tr("Boost"), self.tr("Boost collected from pads")),
            (self.tr("Late"), self.tr("Answers that came after the tick's budget")),
        )

    def _fill(self) -> None:
        value, columns = self._value, self._columns()
        assert value is not None
        table = self.table
        table.setColumnCount(len(columns))
        table.setRowCount(len(value.rows))
        for column, (words, hint) in enumerate(columns):
            item = QTableWidgetItem(words)
            item.setToolTip(hint)
            item.setForeground(QColor(self._looks.muted))
            item.setTextAlignment(_alignment(column))
            table.setHorizontalHeaderItem(column, item)
        names = names_in_teams((row.name, row.team) for row in value.ranked)
        for place, (row, name) in enumerate(zip(value.ranked, names, strict=True)):
            texts = (name, *(NONE if figure is None else number(figure) for figure in row.figures))
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setTextAlignment(_alignment(column))
                is_late = column == len(texts) - 1 and bool(row.late)
                ink = (
                    self._looks.team(row.team) if column == 0 else self._looks.warning if is_late else self._looks.text
                )
                item.setForeground(QColor(ink))
                item.setToolTip(name if column == 0 else "")
                table.setItem(place, column, item)

    def _fit(self) -> None:
        """Uses the largest text with which the card fits into the view."""
        room = self._over.size() - QSize(2 * MARGIN_PX, 2 * MARGIN_PX)
        size = QSize()
        for factor in FACTORS:
            size = self._sized(factor)
            if size.width() <= room.width() and size.height() <= room.height():
                break
        has_bar, size = size.height() > room.height(), size.boundedTo(room)
        bar_px = self.table.verticalScrollBar().sizeHint().width() if has_bar else 0
        self._fit_names(size.width() - 2 * self._margin - 2 - bar_px)
        self.setGeometry(
            (self._over.width() - size.width()) // 2,
            (self._over.height() - size.height()) // 2,
            size.width(),
            size.height(),
        )

    def _fit_names(self, room_px: int) -> None:
        """Gives the names what the figures leave; if that is too little, the score gives way."""
        table = self.table
        table.setColumnHidden(SCORE_COLUMN, False)
        min_px = min(table.columnWidth(0), QFontMetrics(table.font()).averageCharWidth() * MIN_LETTERS)
        figures_px = sum(map(table.columnWidth, range(1, table.columnCount())))
        is_narrow = room_px - figures_px < min_px
        names_px = room_px - figures_px + (table.columnWidth(SCORE_COLUMN) if is_narrow else 0)
        table.setColumnHidden(SCORE_COLUMN, is_narrow)
        table.setColumnWidth(0, max(min_px, names_px))

    def _sized(self, factor: float) -> QSize:
        """Sets the size of the text; returns the size of the card."""
        font = scaled_font(self, factor)
        for part in (*self._teams, self._words, self.table, self.table.horizontalHeader(), *self._buttons):
            part.setFont(font)
        for part in (*self._goals, self._colon):
            part.setFont(scaled_font(self, 2.0 * factor, QFont.Weight.Bold))
        self._balance.setFixedWidth(self.close_button.sizeHint().width())
        metrics = QFontMetrics(font)
        for button in self._buttons:
            button.setIconSize(QSize(metrics.height(), metrics.height()))
        row_px = metrics.height() + round(5 * factor)
        self.table.verticalHeader().setDefaultSectionSize(row_px)
        self.table.horizontalHeader().setFixedHeight(row_px + 4)
        frame = 2 * self._margin
        width = max(self._columns_px(metrics, round(10 * factor)), self._layout.minimumSize().width() - frame)
        heights = (
            self._colon.sizeHint().height(),
            self._words.heightForWidth(width),
            row_px * (self.table.rowCount() + 1) + 14,
            self.save_button.sizeHint().height(),
        )
        return QSize(width + frame, sum(heights) + frame + (len(heights) - 1) * self._layout.spacing())

    def _columns_px(self, metrics: QFontMetrics, padding_px: int) -> int:
        """Gives each column the width of its widest text; returns the width of the table."""
        table, width = self.table, 4
        for column, (heading, _) in enumerate(self._columns()):
            if (head := table.horizontalHeaderItem(column)) is not None:
                head.setFont(table.font())
            cells = (table.item(row, column) for row in range(table.rowCount()))
            widest = max(
                map(metrics.horizontalAdvance, (heading, *(cell.text() for cell in cells if cell is not None)))
            )
            maximum = metrics.averageCharWidth() * NAME_LETTERS if column == 0 else widest
            width += min(widest, maximum) + padding_px
            table.setColumnWidth(column, min(widest, maximum) + padding_px)
        return width


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
