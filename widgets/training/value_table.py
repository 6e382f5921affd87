"""Tables of numbers of a training run: times of its parts, and ratings."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from runtime.model.ratings import Rating
from runtime.model.workers import TimerView
from widgets.shared.controls import label, set_columns, vbox
from widgets.words import amount, number

INDENT = "    "


class ValueTable(QTreeWidget):
    """Rows of a name and numbers; GUI thread."""

    def __init__(self, name: str, heads: Sequence[str], hint: str, parent: QWidget | None = None) -> None:
        """`hint` says what appears in the table, while it is empty."""
        super().__init__(parent)
        self._rows: list[tuple[str, ...]] = []
        set_columns(self, name, heads)
        for column in range(1, len(heads)):
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.hint = label(hint, "muted", wraps=True)
        vbox(self.hint, None, margins=10, parent=self.viewport())

    def show_rows(self, rows: Sequence[tuple[str, ...]]) -> None:
        """Shows rows; unchanged ones keep their selection."""
        if len(rows) != len(self._rows):
            self.clear()
            self._rows = []
            self.addTopLevelItems([QTreeWidgetItem() for _ in rows])
        for place, row in enumerate(rows):
            item = self.topLevelItem(place)
            if item is not None and (place >= len(self._rows) or self._rows[place] != row):
                for column, text in enumerate(row):
                    item.setText(column, text)
                    if column:
                        item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._rows = list(rows)
        self.hint.setVisible(not rows)

    def show_timers(self, timers: Sequence[TimerView]) -> None:
        """Shows a tree of timed blocks: name, seconds, calls, milliseconds per call."""
        self.show_rows(
            [
                (
                    f"{INDENT * timer.depth}{timer.name}",
                    number(timer.total_s, 1),
                    amount(timer.count),
                    number(1000 * timer.total_s / timer.count, 2) if timer.count else "\u2013",
                )
                for timer in timers
            ]
        )

    def show_ratings(self, ratings: Sequence[Rating]) -> None:
        """Shows ratings, the best first: name, rating with its uncertainty, games, won, drawn and lost ones."""
        ordered = sorted(ratings, key=lambda rating: -rating.mu)
        self.show_rows(
            [
                (
                    one.name,
                    f"{number(one.mu, 1)} \u00b1 {number(one.sigma, 1)}",
                    str(one.games),
                    f"{one.wins} / {one.draws} / {one.losses}",
                )
                for one in ordered
            ]
        )
