"""The result card fits into every view, ranks the cars of each team, and marks unknown values."""

from dataclasses import replace

import pytest

from widgets.stage.hud.result_card import NONE, SCORE_COLUMN, ResultRow, ResultValue
from widgets.stage.stage_panel import StagePanel

ROW = ResultRow(name="Ada", team=0, score=300, goals=2, assists=1, saves=3, shots=4, demolitions=5, boost=812.4, late=6)


def value(*rows):
    return ResultValue(words="Blue wins 2-0 after 5:00", score=(2, 0), rows=rows)


@pytest.fixture
def card(qtbot, dark):
    panels = []

    def make(width, height, *rows):
        panels.append(panel := StagePanel(dark))
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.show()
        panel.result_card.show_value(value(*rows))
        return panel.result_card

    return make


def test_cars_are_ranked_within_their_team():
    better = replace(ROW, name="Bob", score=301)
    orange = replace(ROW, name="Cleo", team=1, score=999)
    assert [row.name for row in value(orange, ROW, better).ranked] == ["Bob", "Ada", "Cleo"]


def test_unknown_figures_are_no_numbers(card):
    table = card(900, 640, ROW, replace(ROW, name="You", score=0, boost=None, late=None)).table
    assert [table.item(0, column).text() for column in (1, 7, 8)] == ["300", "812", "6"]
    assert [table.item(1, column).text() for column in (7, 8)] == [NONE, NONE]


@pytest.mark.parametrize("size", [(320, 220), (500, 330), (900, 640), (1920, 1060)])
@pytest.mark.parametrize("count", [1, 6, 64])
def test_the_card_fits_into_the_view(card, qtbot, size, count):
    shown = card(*size, *(replace(ROW, name=f"Car {number}", team=number % 2) for number in range(count)))
    over = shown.parentWidget()
    qtbot.waitUntil(lambda: over.rect().contains(shown.geometry()))
    over.window().resize(640, 480)
    qtbot.waitUntil(lambda: over.rect().contains(shown.geometry()))
    if count == 6 and size[0] > 320:
        qtbot.waitUntil(lambda: not shown.table.verticalScrollBar().isVisible())
    assert all(button.isVisible() for button in (shown.rematch_button, shown.swap_button, shown.save_button))


def test_text_is_larger_in_a_larger_view(card):
    small, large = (card(*size, ROW, replace(ROW, team=1)) for size in ((500, 330), (1920, 1060)))
    assert large.table.font().pointSizeF() > 2 * small.table.font().pointSizeF()


def test_copies_in_different_teams_have_no_numbers(card):
    table = card(900, 640, replace(ROW, name="Keeper"), replace(ROW, name="Keeper (2)", team=1)).table
    assert [table.item(row, 0).text() for row in (0, 1)] == ["Keeper", "Keeper"]


@pytest.mark.parametrize("width", [700, 1000, 1900])
@pytest.mark.parametrize("name", ["Bo", "Striker", "Bot with a long name"])
def test_the_score_is_shown_where_there_is_room(card, width, name):
    shown = card(width, 560, *(replace(ROW, name=name, team=number % 2, late=1000) for number in range(6)))
    assert not shown.table.isColumnHidden(SCORE_COLUMN)
    assert shown.width() < shown.parentWidget().width()
