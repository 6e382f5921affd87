"""A closed box without room for its text ends it with an ellipsis, or shows a shorter text."""

import pytest
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox

from widgets.shared.boxes import SHORT_ROLE, ElidingBox

WORDS = "As fast as the bots answer"


@pytest.fixture
def box(qtbot):
    made = ElidingBox()
    qtbot.addWidget(made)
    made.addItem(WORDS)
    made.addItem(f"{WORDS}, and faster")
    made.setItemData(1, "Fast", SHORT_ROLE)
    return made


def drawn(box, width):
    box.resize(width, 30)
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    return option.currentText


def test_a_text_with_room_is_whole_and_one_without_ends_with_an_ellipsis(box):
    assert drawn(box, 600) == WORDS
    short = drawn(box, 120)
    assert short.endswith("…")
    assert WORDS.startswith(short[:-1])
    assert box.currentText() == WORDS


@pytest.mark.parametrize(("missing", "is_whole"), [(-1, True), (0, True), (1, False)])
def test_a_text_that_just_fits_is_whole(box, missing, is_whole):
    box.resize(400, 30)
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box).width()
    shown = drawn(box, 400 - room + box.fontMetrics().horizontalAdvance(WORDS) - missing)
    assert (shown == WORDS) is is_whole


def test_shorter_words_stand_in_where_there_are_any(box):
    box.setCurrentIndex(1)
    assert drawn(box, 600) == f"{WORDS}, and faster"
    assert drawn(box, 120) == "Fast"
    shown = [drawn(box, width) for width in range(120, 20, -1)]
    assert any(words.endswith("…") for words in shown), "where not even those have room, that is seen"
