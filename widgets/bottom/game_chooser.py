"""The choice of the game that plays the match, and of its speed."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QWidget

from widgets.shared.boxes import SHORT_ROLE, ElidingBox
from widgets.shared.controls import hbox
from widgets.words import number

ARENA: Final = "arena"
ATTACHED: Final = "attached"
"""A server that runs already and outlives the match."""
GAMES: Final = (ARENA, ATTACHED)
PACES: Final = ("realtime", "0.25", "0.5", "2", "4", "10", "lockstep")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoice:
    """The game and the pace of the next match."""

    game: str = ARENA
    """One of `GAMES`."""
    pace: str = "realtime"
    """One of `PACES`: `realtime`, `lockstep` or a factor."""


REALTIME, LOCKSTEP = PACES[0], PACES[-1]
NARROWEST_PX: Final = 84


class _LabelledBox(ElidingBox):
    """Shows a label before the chosen entry where there is room for both."""

    _pattern = "{0}"

    def __init__(self, name: str, pattern: str) -> None:
        super().__init__(name, least_characters=11)
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
        words = {ARENA: self.tr("Arena"), ATTACHED: self.tr("Running server")}
        hints = {
            ARENA: self.tr("The built-in game: needs nothing else and runs on any machine"),
            ATTACHED: self.tr("A server that you started yourself on port 23234"),
        }
        self.games = self._list(self.tr("Game"), self.tr("Game: {0}"))
        for game in GAMES:
            self.games.addItem(words[game], game)
            self.games.setItemData(self.games.count() - 1, hints[game], Qt.ItemDataRole.ToolTipRole)
        self.paces = self._list(self.tr("Match speed"), self.tr("Speed: {0}"))
        for pace in PACES:
            self.paces.addItem(self._pace_words(pace), pace)
        self.paces.setItemData(self.paces.findData(LOCKSTEP), self.tr("As fast as possible"), SHORT_ROLE)
        self.games.activated.connect(self._on_activated)
        self.paces.activated.connect(self._on_activated)
        hbox(self.games, self.paces, spacing=6, parent=self)
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
        is_arena = self.choice.game == ARENA
        self.paces.setEnabled(is_arena)
        self.paces.setToolTip(
            self.tr("Match speed; can be changed while the match runs")
            if is_arena
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
