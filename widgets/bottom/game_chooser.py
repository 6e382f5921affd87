"""The choice of the game that plays the match, of its server, and of its speed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from runtime.model.values import LOCKSTEP, REALTIME, GameChoice
from widgets.looks import set_tone
from widgets.shared.boxes import SHORT_ROLE, ElidingBox
from widgets.shared.controls import hbox, vbox
from widgets.shared.labels import WrappedLabel
from widgets.words import number

PACES: Final = (REALTIME, "0.25", "0.5", "2", "4", "10", LOCKSTEP)
NARROWEST_PX: Final = 84
ADDRESS_PX: Final = 170
MAX_ADDRESS: Final = 300
"""Maximum length of an address; names have at most 253 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEntry:
    """A game in the list."""

    key: str
    name: str
    hint: str
    takes_address: bool
    """True if the user says where its server listens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PacesValue:
    """The paces that can be chosen."""

    refused: Mapping[str, str]
    """Why the game cannot play at a pace, by the pace."""
    reason: str = ""
    """Why no pace can be chosen now; empty if one can."""


class _LabelledBox(ElidingBox):
    """Shows a label before the chosen entry where there is room for both."""

    _pattern = "{0}"

    def __init__(self, name: str, pattern: str) -> None:
        super().__init__(name, min_characters=11)
        self._pattern = pattern

    def wordings(self, words: str) -> tuple[str, ...]:
        return self._pattern.format(words), *super().wordings(words)


class GameChooser(QWidget):
    """Two combo boxes, and a line for the address of a server; GUI thread.

    Signals:
        choice_changed: the `GameChoice` after a choice.
        address_edited: the text of the address while it is typed.
        address_chosen: the text of the address when it is finished.
    """

    choice_changed = Signal(GameChoice)
    address_edited = Signal(str)
    address_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._with_address: frozenset[str] = frozenset()
        self._pace_reason = ""
        self.games = self._list(self.tr("Game"), self.tr("Game: {0}"))
        self.paces = self._list(self.tr("Match speed"), self.tr("Speed: {0}"))
        for pace in PACES:
            self.paces.addItem(self._pace_words(pace), pace)
        self.paces.setItemData(self.paces.findData(LOCKSTEP), self.tr("As fast as possible"), SHORT_ROLE)
        self.games.activated.connect(self._on_activated)
        self.paces.activated.connect(self._on_activated)
        self.address = QLineEdit(maxLength=MAX_ADDRESS)
        self.address.setMinimumWidth(NARROWEST_PX)
        self.address.setMaximumWidth(ADDRESS_PX)
        self.address.setAccessibleName(self.tr("Address of the server"))
        self.address.textEdited.connect(self.address_edited)
        self.address.editingFinished.connect(lambda: self.address_chosen.emit(self.address.text()))
        self.remark = WrappedLabel(2)
        vbox(hbox(self.games, self.address, self.paces, spacing=6), self.remark, spacing=2, parent=self)
        self.show_remark("")

    def show_games(self, games: Iterable[GameEntry]) -> None:
        """Fills the list of games; the first one is chosen."""
        for row, game in enumerate(games):
            self.games.addItem(game.name, game.key)
            self.games.setItemData(row, game.hint, Qt.ItemDataRole.ToolTipRole)
            self._with_address |= {game.key} if game.takes_address else set()
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

    def show_paces(self, value: PacesValue) -> bool:
        """Disables the paces that the game refuses; returns whether that changed the choice, to real time."""
        model = self.paces.model()
        assert isinstance(model, QStandardItemModel)
        for row in range(self.paces.count()):
            reason = value.refused.get(self.paces.itemData(row), "")
            model.item(row).setEnabled(not reason)
            model.item(row).setToolTip(reason)
        self._pace_reason = value.reason
        is_refused = self.paces.currentData() in value.refused
        if is_refused:
            self.paces.setCurrentIndex(self.paces.findData(REALTIME))
        self._show_hints()
        return is_refused

    def show_address(self, text: str, placeholder: str) -> None:
        """Shows the address of the server; `placeholder` is the one that is used if it is empty."""
        self.address.setText(text)
        self.address.setPlaceholderText(placeholder)

    def show_remark(self, text: str, tone: str = "") -> None:
        """Shows a sentence on the address; empty for none."""
        self.remark.setText(text)
        self.remark.setToolTip(text)
        set_tone(self.remark, tone)
        self.remark.setVisible(bool(text))
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
        self.paces.setEnabled(not self._pace_reason)
        self.paces.setToolTip(self._pace_reason or self.tr("Match speed; can be changed while the match runs"))
        self.address.setVisible(self.games.currentData() in self._with_address)
        self.address.setEnabled(self.games.isEnabled())
        self.address.setToolTip(
            self.remark.text() or self.tr("Address and port of the server, such as {0}").format("192.168.1.5:23234")
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
