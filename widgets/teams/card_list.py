"""The cards of one team, one below the other."""

import time
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout

from widgets.teams.agent_card import AgentCard
from widgets.teams.card_value import CardValue

AT_ONCE: Final = 2
"""So many cards are made when they are first shown; of a larger team, the others follow."""
MAKING_S: Final = 0.005
"""So long cards are made before the event loop has its turn."""


class CardList(QObject):
    """Keeps the cards whose keys stay, and makes new ones, a few per turn of the event loop; GUI thread.

    `make` makes a card in the state that all of the team have.

    Signals:
        reordered: there are other cards, or in another order.
    """

    reordered = Signal()

    def __init__(self, make: Callable[[CardValue], AgentCard], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._values: dict[str, CardValue] = {}
        self._cards: dict[str, AgentCard] = {}
        self._ordered: tuple[AgentCard, ...] = ()
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_some)
        self.column = QVBoxLayout()

    @property
    def cards(self) -> tuple[AgentCard, ...]:
        """Those that are made, from top to bottom."""
        return tuple(self._cards.values())

    @property
    def keys(self) -> tuple[str, ...]:
        """Of all cards, also of those that are still to be made."""
        return tuple(self._values)

    def show_cards(self, values: Iterable[CardValue]) -> None:
        """Shows these cards in this order."""
        self._values = {value.key: value for value in values}
        self._drop_others()
        if not self._making.isActive():
            for key in self._unmade[:AT_ONCE]:
                self._cards[key] = self._make(self._values[key])
        self._put_in_order()
        for key, card in self._cards.items():
            if card.card != self._values[key]:
                card.show_card(self._values[key])
        self._go_on()

    @property
    def _unmade(self) -> list[str]:
        return [key for key in self._values if key not in self._cards]

    @Slot()
    def _make_some(self) -> None:
        began_s = time.perf_counter()
        for key in self._unmade:
            self._cards[key] = self._make(self._values[key])
            if time.perf_counter() - began_s >= MAKING_S:
                break
        self._put_in_order()
        self._go_on()

    def _go_on(self) -> None:
        if not self._unmade:
            self._making.stop()
        elif not self._making.isActive():
            self._making.start()

    def _drop_others(self) -> None:
        for key in [key for key in self._cards if key not in self._values]:
            card = self._cards.pop(key)
            self.column.removeWidget(card)
            card.hide()
            card.deleteLater()

    def _put_in_order(self) -> None:
        self._cards = {key: self._cards[key] for key in self._values if key in self._cards}
        for place, card in enumerate(self._cards.values()):
            if self.column.indexOf(card) != place:
                self.column.insertWidget(place, card)
        if self.cards != self._ordered:
            self._ordered = self.cards
            self.reordered.emit()
