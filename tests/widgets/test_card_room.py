"""Cards in narrow columns: what is shortened, and what is left out."""

import pytest
from PySide6.QtWidgets import QWidget

from runtime.model.states import AgentState, SwapState
from tests.labels import labels
from widgets.shared.logos import Logos
from widgets.teams.agent_card import (
    BUTTON_PX,
    LOGO_GAP_PX,
    LOGO_PX,
    MARGINS_PX,
    MIN_WIDTH_PX,
    NAME_PX,
    AgentCard,
    CardIcons,
)
from widgets.teams.card_value import CardAction, Figures, SwapValue
from widgets.teams.team_column import TeamColumn

STEP_PX = BUTTON_PX + 1
NONE_FITS_PX = MARGINS_PX + NAME_PX + STEP_PX
WITH_LOGO_PX = NONE_FITS_PX + LOGO_PX + LOGO_GAP_PX


@pytest.fixture
def card(qtbot, a_card, dark):
    host = QWidget()
    qtbot.addWidget(host)
    made = AgentCard(a_card(name="A name that is longer than any card of this width"), host)
    made.set_icons(CardIcons(dark))
    made.set_locked(is_locked=True)
    host.resize(1200, 200)
    host.show()
    yield made
    host.close()


@pytest.mark.parametrize(
    ("width", "fitting"),
    [
        (MIN_WIDTH_PX, 0),
        (WITH_LOGO_PX + 2 * STEP_PX - 1, 1),
        (WITH_LOGO_PX + 2 * STEP_PX, 2),
        (WITH_LOGO_PX + 4 * STEP_PX - 1, 3),
        (WITH_LOGO_PX + 4 * STEP_PX, 4),
        (1000, 4),
    ],
)
def test_a_limited_number_of_buttons_are_shown_as_fit_beside_the_name(card, width, fitting):
    card.resize(width, card.height())
    order = (CardAction.SWAP, CardAction.RESTART, CardAction.BENCH, CardAction.LOG)
    assert [action for action in order if not card.buttons[action].isHidden()] == list(order[:fitting])
    assert not card.menu_button.isHidden()


def test_a_card_can_become_narrow(card):
    assert card.minimumSizeHint().width() == MIN_WIDTH_PX
    assert MIN_WIDTH_PX >= NONE_FITS_PX


@pytest.mark.parametrize(
    ("width", "words"), [(400, ("119 answers/s", "27 % CPU · 96 MB")), (MIN_WIDTH_PX, ("119/s", "27 % · 96 MB"))]
)
def test_figures_are_reported_shorter_rather_than_cut(qtbot, card, a_card, width, words):
    figures = Figures(answers_per_s=119.0, late_share=0.067, cpu_share=0.27, rss_bytes=96_000_000)
    card.show_card(a_card(state=AgentState.PLAYING, figures=figures))
    card.resize(width, card.sizeHint().height())
    qtbot.waitUntil(lambda: labels(card)[-1].width() < width)
    shown = [label.fitting(label.contentsRect().width()) for label in (labels(card)[2], labels(card)[-1])]
    assert tuple(shown) == words


@pytest.mark.parametrize("width", [MIN_WIDTH_PX, 200, 400])
@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"state": AgentState.STOPPED, "reason": "Was restarted 5 times. Left early."}, "● stopped: Was restarted 5"),
        (
            {"swap": SwapValue(state=SwapState.REFUSED, text="bot.py:3: no such module 'helper'.")},
            "rejected: bot.py:3:",
        ),
    ],
)
def test_a_reason_is_wrapped_and_the_card_grows(qtbot, card, a_card, width, values, text):
    card.show_card(a_card(**{"state": AgentState.PLAYING, **values}))
    card.resize(width, card.heightForWidth(width))
    label = labels(card)[-1 if "swap" in values else 1]
    qtbot.waitUntil(lambda: label.height() == label.heightForWidth(label.width()))
    lines = label.lines(label.contentsRect().width())
    assert " ".join(lines) == label.text(), "the whole reason"
    assert label.text().startswith(text)
    assert (len(lines) > 1) is (width < 400)


def test_a_column_gives_each_card_the_height_that_it_needs(qtbot, a_card, dark):
    column = TeamColumn(0, Logos())
    qtbot.addWidget(column)
    column.set_looks(dark)
    column.resize(200, 700)
    column.show()
    reason = "Ended while playing (exited with code 1): bot.py:14: ZeroDivisionError: division by zero."
    cards = (a_card(key="a", state=AgentState.CRASHED, reason=reason), a_card(key="b", state=AgentState.PLAYING))
    column.show_cards(cards)
    qtbot.waitUntil(lambda: all(card.height() == card.heightForWidth(card.width()) for card in column.cards))
    first, second = column.cards
    assert first.height() > second.height() + 2 * first.fontMetrics().lineSpacing()
    column.show_cards((a_card(key="a", state=AgentState.PLAYING), cards[1]))
    qtbot.waitUntil(lambda: first.height() == second.height())
