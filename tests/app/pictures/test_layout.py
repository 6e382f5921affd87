"""The layout and contrast rules find faults in small windows; the smallest main window follows the layout rules."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from tests.app.pictures.contrast import pale_texts
from tests.app.pictures.layout import SLACK_PX, faults, lasting_faults
from widgets.main_window import MIN_SIZE
from widgets.notices.notice import WARNING, Notice

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
def test_a_text_without_room_is_cut_off(window, make, missing, is_fault):
    widget = put(window, make(WORDS), 10, 10, 390, 40)
    text = widget.fontMetrics().horizontalAdvance(WORDS)
    needed = text if make is QPushButton else widget.sizeHint().width()
    widget.resize(needed - missing, 40)
    window.show()
    assert any("cut off" in fault for fault in faults(window)) is is_fault


def test_a_combo_box_without_room_for_its_choice_is_cut_off(window):
    box = put(window, QComboBox(), 10, 10, 60, 30)
    box.addItem(WORDS)
    window.show()
    assert any("cut off" in fault for fault in faults(window))
    box.resize(350, 30)
    assert faults(window) == []


@pytest.mark.parametrize(("x", "is_fault"), [(111, False), (110 - SLACK_PX, False), (110 - SLACK_PX - 1, True)])
def test_siblings_must_not_overlap(window, x, is_fault):
    put(window, QPushButton("a"), 10, 10, 100, 40)
    put(window, QPushButton("b"), x, 20, 100, 40)
    window.show()
    assert any("overlaps" in fault for fault in faults(window)) is is_fault


@pytest.mark.parametrize(("x", "is_fault"), [(300, False), (301, True)])
def test_widgets_must_not_be_outside_the_window(window, x, is_fault):
    put(window, QPushButton("a"), x, 10, 100, 40)
    window.show()
    assert any("outside" in fault for fault in faults(window)) is is_fault


def test_wide_content_needs_a_horizontal_scroll_bar(window):
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


def white_window(window, colour, qtbot):
    """Shows a window with texts of a colour on white."""
    window.setStyleSheet(f"QWidget {{ background: white; }} QLabel {{ color: {colour}; font-size: 22px; }}")
    window.show()
    qtbot.waitExposed(window)


@pytest.mark.parametrize(("colour", "is_pale"), [("#767676", False), ("#808080", True)])
def test_pale_texts_are_found_unless_disabled(window, qtbot, colour, is_pale):
    label = QLabel(WORDS)
    QVBoxLayout(window).addWidget(label)
    white_window(window, colour, qtbot)
    assert bool(pale_texts(window)) is is_pale
    label.setEnabled(False)
    assert pale_texts(window) == []


def test_the_smallest_window_shows_every_panel(styled, desktop, qtbot):
    """Texts may be cut off in it, but no panel is outside or covered, with and without a notice."""
    window = desktop.window
    window.resize(1, 1)
    assert window.size() == MIN_SIZE
    qtbot.waitUntil(lambda: window.plots.is_built and not desktop.panels["library"].is_scanning)
    for has_notice in (False, True):
        if has_notice:
            words = "A bot has changed, its new version waits for an answer. " * 3
            window.show_notice(Notice(text=words, tone=WARNING))
        for panel in ("plots", "log", "problems", "notices", "feed"):
            window.workspace.show_panel(panel)
            assert [fault for fault in lasting_faults(window) if "cut off" not in fault] == []
