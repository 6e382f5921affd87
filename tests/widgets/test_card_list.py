"""The cards of a large team are made in order, a few per turn of the event loop, even if the team changes meanwhile."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from widgets.teams.agent_card import AgentCard
from widgets.teams.team_column import AT_ONCE, CardList


@pytest.fixture
def made():
    return []


@pytest.fixture
def cards(qtbot, made):
    def make(value):
        made.append(value.key)
        return AgentCard(value)

    widget = QWidget()
    qtbot.addWidget(widget)
    cards = CardList(make, widget)
    widget.setLayout(cards.column)
    widget.show()
    yield cards
    widget.close()


def shown(cards):
    """Returns the keys of the cards from top to bottom."""
    return [cards.column.itemAt(place).widget().card.key for place in range(cards.column.count())]


@pytest.mark.parametrize("count", [0, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 16])
def test_a_few_are_there_at_once_and_the_others_soon(cards, a_card, qtbot, count):
    keys = [f"car:{place}" for place in range(count)]
    cards.show_cards(map(a_card, keys))
    assert shown(cards) == keys[:AT_ONCE]
    assert cards.keys == tuple(keys)
    qtbot.waitUntil(lambda: len(cards.cards) == count)
    assert shown(cards) == [card.card.key for card in cards.cards] == keys


def test_what_changes_while_cards_are_made_is_respected(cards, a_card, made, qtbot):
    cards.show_cards(a_card(key) for key in "abcdef")
    cards.show_cards(a_card(key, name=key.upper()) for key in "fxba")
    assert len(made) == AT_ONCE, "those of the next turns are enough"
    qtbot.waitUntil(lambda: len(cards.cards) == 4)
    assert shown(cards) == ["f", "x", "b", "a"]
    assert [card.card.name for card in cards.cards] == ["F", "X", "B", "A"]
    assert sorted(made) == ["a", "b", "f", "x"]


def test_a_team_that_is_emptied_meanwhile_stays_empty(cards, a_card, made, qtbot):
    cards.show_cards(a_card(key) for key in "abcdef")
    cards.show_cards(())
    qtbot.waitUntil(lambda: not cards.findChild(QTimer).isActive())
    assert shown(cards) == []
    assert len(made) == AT_ONCE
