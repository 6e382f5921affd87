"""Team columns keep their cards, and cards say what an agent does."""

import pytest
from PySide6.QtCore import Qt

from runtime.states import AgentState
from widgets.drops import DropKind
from widgets.teams.agent_card import LATE_BAD, LATE_WARNING, AgentCard
from widgets.teams.team_column import TeamColumn


@pytest.fixture
def column(qtbot):
    made = TeamColumn(0, lambda path: DropKind.BOT)
    qtbot.addWidget(made)
    made.resize(208, 500)
    made.show()
    return made


def words(card):
    return [label.text() for label in (card._name, card._state, card._figures, card._late) if label.isVisibleTo(card)]


def test_an_empty_team_says_how_to_fill_it(column, a_card):
    assert column._hint.isVisible()
    column.show_cards([a_card()])
    assert not column._hint.isVisible()
    assert column._count.text() == "1"


def test_a_card_shows_name_state_and_figures(qtbot, a_card):
    card = AgentCard(a_card(answers_per_s=119.6, late_share=0.004))
    qtbot.addWidget(card)
    assert words(card) == ["Striker", "● playing", "120 answers/s", "0.4 % late"]
    assert card.accessibleName() == "Striker, blue, ● playing"


@pytest.mark.parametrize(
    ("state", "tone"), [(AgentState.CRASHED, "bad"), (AgentState.HUNG, "bad"), (AgentState.RESTARTING, "warning")]
)
def test_a_fault_comes_with_its_reason(qtbot, a_card, state, tone):
    card = AgentCard(a_card(state=state, reason="exit code 3"))
    qtbot.addWidget(card)
    assert words(card)[1] == f"● {state.value}: exit code 3"
    assert card._state.property("tone") == tone


def test_a_car_without_a_program_shows_who_drives(qtbot, a_card):
    card = AgentCard(a_card(state=None, about="driven by the game"))
    qtbot.addWidget(card)
    assert words(card) == ["Striker", "driven by the game"]


@pytest.mark.parametrize(
    ("share", "tone"),
    [
        (0.0, "muted"),
        (LATE_WARNING - 1e-6, "muted"),
        (LATE_WARNING, "warning"),
        (LATE_BAD - 1e-6, "warning"),
        (LATE_BAD, "bad"),
        (1.0, "bad"),
    ],
)
def test_late_answers_change_their_tone(qtbot, a_card, share, tone):
    card = AgentCard(a_card(late_share=share))
    qtbot.addWidget(card)
    assert card._late.property("tone") == tone


@pytest.mark.parametrize("state", AgentState)
def test_every_state_has_a_word_and_a_tone(qtbot, a_card, state):
    card = AgentCard(a_card(state=state))
    qtbot.addWidget(card)
    assert state.value in words(card)[1]
    assert card._state.property("tone")


def test_cards_are_kept_while_their_keys_are(column, a_card):
    column.show_cards([a_card("a"), a_card("b")])
    first, second = column.cards
    column.show_cards([a_card("a", name="Renamed"), a_card("b")])
    assert column.cards == (first, second)
    assert first._name.text() == "Renamed"
    column.show_cards([a_card("b"), a_card("c")])
    assert column.cards[0] is second
    assert [card.card.key for card in column.cards] == ["b", "c"]
    column.show_cards([a_card("c"), a_card("b")])
    assert [column._list.itemAt(place).widget().card.key for place in range(2)] == ["c", "b"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_choose_a_card(column, a_card, qtbot, key):
    column.show_cards([a_card()])
    with qtbot.waitSignal(column.card_chosen) as chosen:
        qtbot.keyClick(column.cards[0], key)
    assert chosen.args[0].card.key == "car:0"


def test_a_click_chooses_a_card(column, a_card, qtbot):
    column.show_cards([a_card()])
    with qtbot.waitSignal(column.card_chosen):
        qtbot.mouseClick(column.cards[0], Qt.MouseButton.LeftButton)
    with qtbot.assertNotEmitted(column.card_chosen):
        qtbot.mouseClick(column.cards[0], Qt.MouseButton.RightButton)


def test_removal_by_button_and_key_but_not_while_locked(column, a_card, qtbot):
    column.show_cards([a_card(position=3)])
    card = column.cards[0]
    with qtbot.waitSignal(column.removal_requested) as request:
        qtbot.mouseClick(card._remove, Qt.MouseButton.LeftButton)
    assert request.args[0].position == 3
    with qtbot.waitSignal(column.removal_requested):
        qtbot.keyClick(card, Qt.Key.Key_Delete)
    column.set_locked(is_locked=True)
    assert not card._remove.isVisible()
    assert not column.add_button.isVisible()
    with qtbot.assertNotEmitted(column.removal_requested):
        qtbot.keyClick(card, Qt.Key.Key_Delete)
    column.set_locked(is_locked=False)
    assert column.add_button.isVisible()


def test_what_is_not_in_the_document_cannot_be_removed(column, a_card, qtbot):
    column.show_cards([a_card(position=None)])
    assert not column.cards[0]._remove.isVisible()
    with qtbot.assertNotEmitted(column.removal_requested):
        qtbot.keyClick(column.cards[0], Qt.Key.Key_Delete)


def test_the_chosen_card_is_marked(column, a_card):
    column.set_chosen("b")
    column.show_cards([a_card("a"), a_card("b")])
    assert [card.property("chosen") for card in column.cards] == [False, True]
    column.set_chosen("a")
    assert [card.property("chosen") for card in column.cards] == [True, False]


def test_adding_names_the_team(column, qtbot):
    with qtbot.waitSignal(column.add_requested) as request:
        qtbot.mouseClick(column.add_button, Qt.MouseButton.LeftButton)
    assert request.args == [0]
