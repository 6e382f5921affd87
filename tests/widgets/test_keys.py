"""The list of all keys names every command of the window and every key of a card, and is searched by typing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from widgets.keys.key_overview import KeyOverview
from widgets.keys.key_rows import key_rows
from widgets.teams.card_value import CardAction
from widgets.teams.card_words import KEYS, action_words


@pytest.fixture
def overview(qtbot, main_window):
    made = KeyOverview(key_rows(main_window.commands.all), main_window)
    qtbot.addWidget(made)
    made.show()
    return made


def test_every_command_and_every_key_of_a_card_is_listed(overview, main_window):
    shown = dict(overview.shown)
    for action in main_window.commands.all:
        words = action.text().replace("&", "")
        assert words in shown
        for keys in action.shortcuts():
            assert keys.toString(QKeySequence.SequenceFormat.NativeText) in shown[words]
    assert shown["Start the match"] == "Ctrl+Return, Ctrl+Enter"
    assert shown["All keys"] == "F1"
    for action in KEYS:
        assert action_words(action) in shown
    listed = [words for words, _ in overview.shown]
    assert listed.count(action_words(CardAction.OTHER_TEAM)) == 2, "to the left and to the right"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("start match", "Start the match"),
        ("F1", "All keys"),
        ("del", "Remove from the match"),
        ("search", "Search"),
    ],
)
def test_typing_sifts(overview, qtbot, typed, found):
    count = len(overview.shown)
    qtbot.keyClicks(overview.typed, typed)
    assert found in [words for words, _ in overview.shown]
    assert len(overview.shown) < count
    overview.typed.clear()
    assert len(overview.shown) == count


def test_what_nothing_has_leaves_no_empty_head(overview, qtbot):
    qtbot.keyClicks(overview.typed, "zzzz")
    assert overview.shown == ()
    assert all(place.isHidden() for place in overview._places())


def test_escape_closes(overview, qtbot):
    qtbot.keyClick(overview, Qt.Key.Key_Escape)
    assert not overview.isVisible()
