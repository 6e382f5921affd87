"""The choice of the game that plays the match, and of its speed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QWidget

from runtime.model.values import LOCKSTEP, REALTIME, GameChoice
from widgets.shared.boxes import SHORT_ROLE, ElidingBox
from widgets.shared.controls import hbox
from widgets.words import number

PACES: Final = (REALTIME, "0.25", "0.5", "2", "4", "10", LOCKSTEP)
NARROWEST_PX: Final = 84


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEntry:
    """A game in the list."""

    key: str
    name: str
    hint: str
    has_pace: bool
    """True if its pace can be chosen."""


class _LabelledBox(ElidingBox):
    """Shows a label before the chosen entry where there is room for both."""

    _pattern = "{0}"

    def __init__(self, name: str, pattern: str) -> None:
        super().__init__(name, min_characters=11)
        self._pattern = pattern

    def wordings(self, words: str) -> tuple[str, ...]:
        return self._pattern.format(words), *super().wordings(words)


class GameChooser(QWidget):
    """Two combo boxes; GUI thread.

    Signals:
        choice_changed: the `GameChoice` after a choice.
    """

    choice_changed = Signal(GameChoice)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._with_pace: frozenset[str] = frozenset()
        self.games = self._list(self.tr("Game"), self.tr("Game: {0}"))
        self.paces = self._list(self.tr("Match speed"), self.tr("Speed: {0}"))
        for pace in PACES:
            self.paces.addItem(self._pace_words(pace), pace)
        self.paces.setItemData(self.paces.findData(LOCKSTEP), self.tr("As fast as possible"), SHORT_ROLE)
        self.games.activated.connect(self._on_activated)
        self.paces.activated.connect(self._on_activated)
        hbox(self.games, self.paces, spacing=6, parent=self)

    def show_games(self, games: Iterable[GameEntry]) -> None:
        """Fills the list of games; the first one is chosen."""
        for row, game in enumerate(games):
            self.games.addItem(game.name, game.key)
            self.games.setItemData(row, game.hint, Qt.ItemDataRole.ToolTipRole)
            self._with_pace |= {game.key} if game.has_pace else set()
        self._show_hints()

    @property
    def choice(self) -> GameChoice:
        """The current choice."""
        return GameChoice(game=self.games.currentData(), pace=self.paces.currentData())

    def show_choice(self, choice: GameChoice) -> None:
        """Shows a choice; values that are not in the lists are ignored."""
        for box, value in ((self.games, choice.game), (self.paces, choice.pace)):
            place = box.findData(value)
            if place >= 0:
                box.setCurrentIndex(place)
        self._show_hints()

    def set_running(self, *, is_running: bool) -> None:
        """Disables the choice of the game while a match runs; the pace can still change."""
        if self.games.isEnabledTo(self) is is_running:
            self.games.setEnabled(not is_running)
            self._show_hints()

    @Slot()
    def _on_activated(self) -> None:
        self._show_hints()
        self.choice_changed.emit(self.choice)

    def _show_hints(self) -> None:
        has_pace = self.games.currentData() in self._with_pace
        self.paces.setEnabled(has_pace)
        self.paces.setToolTip(
            self.tr("Match speed; can be changed while the match runs")
            if has_pace
            else self.tr("The speed of a running server cannot be set here")
        )
        why = (
            self.games.currentData(Qt.ItemDataRole.ToolTipRole)
            if self.games.isEnabled()
            else self.tr("The game cannot be changed while a match is running")
        )
        self.games.setToolTip(why)

    def _pace_words(self, pace: str) -> str:
        if pace == REALTIME:
            return self.tr("Real time")
        return self.tr("As fast as possible") if pace == LOCKSTEP else f"{_factor(pace)}x"

    def _list(self, name: str, pattern: str) -> QComboBox:
        box = _LabelledBox(name, pattern)
        box.setMinimumWidth(NARROWEST_PX)
        box.view().setMinimumWidth(box.fontMetrics().horizontalAdvance(self.tr("As fast as possible")) + 40)
        return box


def _factor(pace: str) -> str:
    return number(float(pace), len(pace.partition(".")[2]))
