"""The command palette finds commands, the best match first, and runs them by keys or mouse."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QStyle, QWidget

from tests.labels import texts
from widgets.palette.command_palette import GAP_PX, CommandPalette
from widgets.shared.matching import rank


@pytest.mark.parametrize(
    ("text", "typed", "fits"),
    [
        ("Start the match", "", True),
        ("Start the match", "start", True),
        ("Start the match", "MATCH start", True),
        ("Start the match", "art", True),
        ("Start the match", "stop", False),
        ("Schließen", "schlies", True),
        ("Größe ändern", "grosse andern", True),
    ],
)
def test_texts_that_fit(text, typed, fits):
    assert (rank(text, typed) is not None) is fits


def test_the_start_of_the_text_wins_over_a_word_and_a_word_over_its_inside():
    assert rank("Stop the match", "st") < rank("Do stop it", "st") < rank("Costs", "st")


@pytest.fixture
def window(qtbot):
    made = QWidget()
    made.resize(900, 600)
    made.button = QPushButton("focus", made)
    made.palette_box = CommandPalette(made)
    made.done = []
    made.commands = []
    for text, keys in (("Start the match", "Ctrl+Return"), ("Stop the match", ""), ("Save the match", "Ctrl+S")):
        action = QAction(text, made)
        action.setShortcut(keys)
        action.triggered.connect(lambda _checked=False, text=text: made.done.append(text))
        made.commands.append(action)
    made.palette_box.set_actions(made.commands)
    qtbot.addWidget(made)
    made.show()
    made.button.setFocus()
    return made


def rows(window):
    box = window.palette_box.rows
    return [box.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(box.count())]


def test_all_commands_with_their_keys(window):
    window.palette_box.open()
    assert rows(window) == ["Start the match Ctrl+Enter", "Stop the match", "Save the match Ctrl+S"]
    assert window.palette_box.typed.hasFocus()


def ink(window, row):
    """Returns the columns of a row in which something is drawn."""
    box = window.palette_box.rows
    shown = box.viewport().grab(box.visualItemRect(box.item(row))).toImage()
    ground = shown.pixel(shown.width() // 2, 1)
    columns = range(shown.width())
    return [x for x in columns if any(shown.pixel(x, y) != ground for y in range(4, shown.height() - 4))]


def test_the_keys_end_at_the_right_whatever_the_command_says(window):
    window.commands[1].setText("Stop the match, with every program that plays in it, " * 3)
    window.commands[1].setShortcut("F7")
    window.palette_box.open()
    window.palette_box.rows.setCurrentRow(-1)
    starts, long, save = (ink(window, row) for row in range(3))
    assert max(starts) == pytest.approx(max(save), abs=2)
    assert max(long) == pytest.approx(max(save), abs=3)
    assert max(later - before for before, later in pairwise(long)) >= GAP_PX - 6, "the words stop before the keys"


def test_typed_words_and_return(window, qtbot):
    window.palette_box.open()
    qtbot.keyClicks(window.palette_box.typed, "match st")
    assert rows(window) == ["Start the match Ctrl+Enter", "Stop the match"]
    qtbot.keyClick(window.palette_box.typed, Qt.Key.Key_Down)
    qtbot.keyClick(window.palette_box.typed, Qt.Key.Key_Return)
    assert window.done == ["Stop the match"]
    assert not window.palette_box.isVisible()
    assert window.button.hasFocus()


def test_the_entry_used_last_comes_first(window, qtbot):
    window.palette_box.open()
    qtbot.keyClick(window.palette_box.typed, Qt.Key.Key_Up)
    qtbot.keyClick(window.palette_box.typed, Qt.Key.Key_Return)
    window.palette_box.open()
    assert rows(window)[0].startswith("Save")


def test_escape_changes_nothing(window, qtbot):
    window.palette_box.open()
    qtbot.keyClick(window.palette_box.typed, Qt.Key.Key_Escape)
    assert not window.palette_box.isVisible()
    assert window.done == []
    assert window.button.hasFocus()


def test_nothing_fits(window, qtbot):
    window.palette_box.open()
    qtbot.keyClicks(window.palette_box.typed, "zzz")
    assert rows(window) == []
    assert texts(window.palette_box) == ["No matching commands"]
    qtbot.keyClick(window.palette_box.typed, Qt.Key.Key_Return)
    assert window.done == []


def test_a_command_that_is_off_is_shown_and_not_carried_out(window, qtbot):
    window.commands[1].setEnabled(False)
    window.palette_box.open()
    qtbot.keyClicks(window.palette_box.typed, "stop")
    qtbot.keyClick(window.palette_box.typed, Qt.Key.Key_Return)
    assert rows(window) == ["Stop the match"]
    assert window.done == []


def test_a_click_carries_out(window, qtbot):
    window.palette_box.open()
    box = window.palette_box.rows
    qtbot.mouseClick(box.viewport(), Qt.MouseButton.LeftButton, pos=box.visualItemRect(box.item(2)).center())
    assert window.done == ["Save the match"]


def test_it_closes_when_the_focus_goes_elsewhere(window, qtbot):
    window.palette_box.open()
    window.button.setFocus()
    qtbot.waitUntil(lambda: not window.palette_box.isVisible())


def test_a_command_that_is_on_has_one_tick(window):
    command = window.commands[0]
    command.setCheckable(True)
    command.setChecked(True)
    command.setIcon(window.style().standardIcon(QStyle.StandardPixmap.SP_DialogApplyButton))
    window.palette_box.open()
    item = window.palette_box.rows.item(0)
    assert item.text().count("✓") == 1
    assert item.icon().isNull()
    assert item.data(Qt.ItemDataRole.CheckStateRole) is None
    window.palette_box.close()
