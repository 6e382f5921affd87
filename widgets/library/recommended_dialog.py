"""The dialog with the teams that bot packs recommend; one of them fills both teams of the match."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QListWidgetItem, QWidget

from widgets.library.values import Opponent, RecommendedRow, RecommendedTeamChosen
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, list_widget, push_button, vbox
from widgets.shared.screen_dialog import ScreenDialog

USUAL_SIZE: Final = QSize(420, 460)


class RecommendedDialog(ScreenDialog):
    """Shows `RecommendedRow`s; modeless. GUI thread.

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
        self.list = list_widget(self.tr("Recommended teams"))
        self.opponent = ElidingBox(self.tr("Opponents"))
        self.about = label(tone="muted", wraps=True, name=self.tr("Preview"))
        self.fill_button = push_button(self.tr("Fill the teams"), is_default=True)
        self.close_button = push_button(self.tr("Close"), self.tr("Close without changing the teams (Esc)"))
        self._offer(opponent)
        self._arrange()
        self.list.currentRowChanged.connect(self._show)
        self.list.itemDoubleClicked.connect(self._on_fill)
        self.opponent.currentIndexChanged.connect(self._show)
        self.fill_button.clicked.connect(self._on_fill)
        self.close_button.clicked.connect(self.close)
        self._show()

    def show_rows(self, rows: tuple[RecommendedRow, ...]) -> None:
        """Shows these teams; the selected one stays selected."""
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
        """Disables the choice with a reason; an empty reason enables it."""
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
        self.opponent.setToolTip(self.tr("You drive in the Arena panel, or in Rocket League"))

    def _arrange(self) -> None:
        against = label(self.tr("Against"))
        against.setBuddy(self.opponent)
        vbox(
            (self.list, 1),
            hbox(against, (self.opponent, 1), spacing=6),
            self.about,
            hbox(None, self.close_button, self.fill_button, spacing=6),
            spacing=8,
            margins=9,
            parent=self,
        )
