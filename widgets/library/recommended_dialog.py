"""The teams that packs of bots recommend: one of them fills both teams of the match."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from widgets.library.values import Opponent, RecommendedRow, RecommendedTeamChosen
from widgets.looks import set_tone
from widgets.shared.boxes import ElidingBox

USUAL_SIZE: Final = QSize(420, 460)


class RecommendedDialog(QDialog):
    """Shows `RecommendedRow`s beside the window; blocks nothing. GUI thread.

    Signals:
        chosen: a `RecommendedTeamChosen`.
    """

    chosen = Signal(RecommendedTeamChosen)

    def __init__(self, opponent: Opponent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Recommended teams"))
        self.resize(USUAL_SIZE)
        self._rows: tuple[RecommendedRow, ...] = ()
        self._lock = ""
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(self.tr("Recommended teams"))
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.opponent = ElidingBox()
        self.opponent.setAccessibleName(self.tr("Opponents"))
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setAccessibleName(self.tr("Preview"))
        set_tone(self.about, "muted")
        self.fill_button = QPushButton(self.tr("Fill the teams"))
        self.fill_button.setDefault(True)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setAutoDefault(False)
        self.close_button.setToolTip(self.tr("Close without changing the teams (Esc)"))
        self._offer(opponent)
        self._arrange()
        self.list.currentRowChanged.connect(self._show)
        self.list.itemDoubleClicked.connect(self._on_fill)
        self.opponent.currentIndexChanged.connect(self._show)
        self.fill_button.clicked.connect(self._on_fill)
        self.close_button.clicked.connect(self.close)
        self._show()

    def show_rows(self, rows: tuple[RecommendedRow, ...]) -> None:
        """Shows these teams; the current one stays the current one."""
        if rows == self._rows:
            return
        current = max(self.list.currentRow(), 0)
        self._rows = rows
        self.list.clear()
        for row in rows:
            item = QListWidgetItem(f"{row.names}\n{row.reason or row.about}")
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (row.names, row.reason, row.about)))
            )
            item.setToolTip("\n".join(filter(None, (row.path, row.reason))))
            if row.reason:
                item.setForeground(self.palette().placeholderText())
            self.list.addItem(item)
        self.list.setCurrentRow(min(current, len(rows) - 1))
        self._show()

    def set_lock(self, reason: str) -> None:
        """Says why nothing can be chosen now; an empty text lets it."""
        self._lock = reason
        self._show()

    @Slot()
    def _show(self) -> None:
        row = self._current()
        if row is None:
            nothing = self.tr("No recommended teams found. Bot packs provide them in a file called {name}.")
            words = nothing.format(name="recommendations.json")
        elif self._lock or row.reason:
            words = self._lock or row.reason
        else:
            words = self._outcome(row)
        self.about.setText(words)
        is_ready = row is not None and not row.reason and not self._lock
        self.fill_button.setEnabled(is_ready)
        self.fill_button.setToolTip(self.tr("Replace all cars of the match (Enter)") if is_ready else words)

    @Slot()
    def _on_fill(self) -> None:
        row = self._current()
        if row is not None and self.fill_button.isEnabled():
            self.chosen.emit(RecommendedTeamChosen(key=row.key, opponent=self.opponent.currentData()))

    def _outcome(self, row: RecommendedRow) -> str:
        blue = self.tr("you") if self.opponent.currentData() is Opponent.PERSON else row.names
        return self.tr("Blue: {blue}. Orange: {orange}.").format(blue=blue, orange=row.names)

    def _current(self) -> RecommendedRow | None:
        place = self.list.currentRow()
        return self._rows[place] if 0 <= place < len(self._rows) else None

    def _offer(self, opponent: Opponent) -> None:
        self.opponent.addItem(self.tr("The same bots"), Opponent.SAME)
        self.opponent.addItem(self.tr("You"), Opponent.PERSON)
        self.opponent.setCurrentIndex(0 if opponent is Opponent.SAME else 1)
        self.opponent.setToolTip(self.tr("Humans cannot play in the arena yet; use Rocket League to play yourself"))

    def _arrange(self) -> None:
        against = QLabel(self.tr("Against"))
        against.setBuddy(self.opponent)
        choice = QHBoxLayout()
        choice.addWidget(against)
        choice.addWidget(self.opponent, 1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        buttons.addWidget(self.fill_button)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.list, 1)
        column.addLayout(choice)
        column.addWidget(self.about)
        column.addLayout(buttons)
