"""What the measure of layouts finds, and what it leaves alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from tests.app.pictures.layout import SLACK_PX, faults
from widgets.shared.labels import ElidedLabel

WORDS = "Words that need some room"


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(400, 300)
    return made


def put(window, widget, x, y, width, height):
    widget.setParent(window)
    widget.setGeometry(x, y, width, height)
    return widget


@pytest.mark.parametrize("make", [QLabel, QPushButton, QCheckBox])
@pytest.mark.parametrize(("missing", "is_fault"), [(0, False), (SLACK_PX, False), (SLACK_PX + 1, True)])
def test_texts_without_room(window, make, missing, is_fault):
    widget = put(window, make(WORDS), 10, 10, 390, 40)
    text = widget.fontMetrics().horizontalAdvance(WORDS)
    needed = text if make is QPushButton else widget.sizeHint().width()
    widget.resize(needed - missing, 40)
    window.show()
    assert any("cut off" in fault for fault in faults(window)) is is_fault


def test_a_list_without_room_for_its_choice(window):
    box = put(window, QComboBox(), 10, 10, 60, 30)
    box.addItem(WORDS)
    window.show()
    assert any("cut off" in fault for fault in faults(window))
    box.resize(350, 30)
    assert faults(window) == []


def test_texts_that_are_shortened_with_an_ellipsis_need_no_width(window):
    put(window, ElidedLabel(WORDS), 10, 10, 40, 30)
    window.show()
    assert faults(window) == []


@pytest.mark.parametrize(("x", "is_fault"), [(111, False), (110 - SLACK_PX, False), (110 - SLACK_PX - 1, True)])
def test_siblings_that_cover_each_other(window, x, is_fault):
    put(window, QPushButton("a"), 10, 10, 100, 40)
    put(window, QPushButton("b"), x, 20, 100, 40)
    window.show()
    assert any("overlaps" in fault for fault in faults(window)) is is_fault


@pytest.mark.parametrize(("x", "is_fault"), [(300, False), (301, True)])
def test_what_is_outside_of_the_window(window, x, is_fault):
    put(window, QPushButton("a"), x, 10, 100, 40)
    window.show()
    assert any("outside" in fault for fault in faults(window)) is is_fault


def test_content_that_nothing_scrolls_to(window):
    area = put(window, QScrollArea(), 0, 0, 300, 200)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidgetResizable(True)
    content = QWidget()
    QVBoxLayout(content).addWidget(QLabel(WORDS * 4))
    area.setWidget(content)
    window.show()
    assert any("cannot be scrolled to" in fault for fault in faults(window))
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    assert faults(window) == []


def test_what_is_hidden_does_not_count(window):
    put(window, QPushButton("a"), 10, 10, 100, 40)
    put(window, QPushButton("b"), 10, 10, 100, 40).hide()
    window.show()
    assert faults(window) == []
