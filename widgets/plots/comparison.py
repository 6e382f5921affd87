"""A table that compares a car's or agent's values before and after an event, such as a new version."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, push_button, vbox
from widgets.shared.screen_dialog import ScreenDialog
from widgets.words import number

NOTHING: Final = "\u2013"
"""Shown in place of a value that is not known."""
MAX_PERCENT: Final = 1000
"""A larger change is not shown in percent, because the value before was close to 0."""
FIGURES: Final = 4
"""Mean, median, minimum and maximum."""
LENGTHS_S: Final = (10.0, 30.0, 60.0, 0.0)
"""Lengths of the intervals that can be chosen; 0 reaches to the next event of the same subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonRow:
    """One channel in both intervals; NaN where there is no sample."""

    title: str
    hint: str
    before: tuple[float, ...]
    """Mean, median, minimum and maximum."""
    after: tuple[float, ...]
    decimals: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonValue:
    """All that the table shows."""

    events: tuple[str, ...]
    """The events that can be chosen, in words, newest first."""
    chosen: int
    about: str
    """The intervals in a sentence."""
    rows: tuple[ComparisonRow, ...]


class ComparisonDialog(ScreenDialog):
    """Shows one comparison; does not block the window. GUI thread.

    Signals:
        event_chosen: number of the event in `ComparisonValue.events`.
        length_chosen: length of both intervals in seconds, one of `LENGTHS_S`.
        refresh_requested: the current values.
    """

    event_chosen = Signal(int)
    length_chosen = Signal(float)
    refresh_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Compare before and after"))
        self.resize(900, 560)
        self.events = ElidingBox(self.tr("Event"), min_characters=24)
        self.length = ElidingBox(self.tr("Length of the intervals"), min_characters=10)
        for length_s in LENGTHS_S:
            words = self.tr("{0} s before and after").format(round(length_s)) if length_s else self.tr("Whole version")
            self.length.addItem(words, length_s)
        self.length.setCurrentIndex(len(LENGTHS_S) - 1)
        self.about = label(tone="muted", wraps=True)
        self.table = QTableWidget()
        self.table.setAccessibleName(self.tr("Values before and after"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.texts: Sequence[Sequence[str]] = ()
        """The cells of the table, by rows."""
        figures = (self.tr("mean"), self.tr("median"), self.tr("min"), self.tr("max"))
        self._heads = [
            self.tr("Channel"),
            *(self.tr("before: {0}").format(figure) for figure in figures),
            *(self.tr("after: {0}").format(figure) for figure in figures),
            self.tr("change of mean"),
        ]
        self.table.setColumnCount(len(self._heads))
        self.table.setHorizontalHeaderLabels([head.replace(": ", ":\n") for head in self._heads])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setMinimumSectionSize(54)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        refresh = push_button(self.tr("Refresh"), self.tr("Use the current values"))
        copy = push_button(self.tr("Copy table"), self.tr("Copy as text with tabs, for a spreadsheet"))
        close = push_button(self.tr("Close"))
        refresh.clicked.connect(self.refresh_requested)
        copy.clicked.connect(self.copy_table)
        close.clicked.connect(self.close)
        self.events.activated.connect(self.event_chosen)
        self.length.activated.connect(lambda place: self.length_chosen.emit(LENGTHS_S[place]))
        vbox(
            hbox((self.events, 1), self.length),
            self.about,
            (self.table, 1),
            hbox(refresh, copy, None, close),
            spacing=8,
            margins=12,
            parent=self,
        )

    def show_value(self, value: ComparisonValue) -> None:
        """Shows a comparison."""
        if [self.events.itemText(place) for place in range(self.events.count())] != list(value.events):
            self.events.clear()
            self.events.addItems(value.events)
        self.events.setCurrentIndex(value.chosen)
        self.about.setText(value.about)
        self.texts = [_texts(row) for row in value.rows]
        self.table.setRowCount(len(value.rows))
        for row, shown in enumerate(value.rows):
            for column, text in enumerate(self.texts[row]):
                item = QTableWidgetItem(text)
                item.setToolTip(shown.hint)
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)

    @Slot()
    def copy_table(self) -> None:
        """Copies the table with tabs between the columns."""
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in (self._heads, *self.texts)))


def _texts(row: ComparisonRow) -> Sequence[str]:
    figures = (*row.before[:FIGURES], *row.after[:FIGURES])
    change = row.after[0] - row.before[0]
    percent = 100 * change / row.before[0] if row.before[0] > 0 else float("inf")
    share = f" ({percent:+.0f} %)" if abs(percent) < MAX_PERCENT else ""
    words = f"{'+' if change >= 0 else ''}{number(change, row.decimals)}{share}" if isfinite(change) else NOTHING
    return (row.title, *(number(value, row.decimals) if isfinite(value) else NOTHING for value in figures), words)
