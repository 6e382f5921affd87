"""Texts can be read: measured where they are drawn."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget

from tests.app.pictures.contrast import contrast, pale_texts


def grey(*values):
    return np.array([[[value] * 3 for value in values]], np.uint8)


def test_the_formula():
    assert contrast(grey(255, 255, 255, 0, 0)) == pytest.approx(21.0)
    assert contrast(grey(255, 255, 255, 119, 119)) == pytest.approx(4.48, abs=0.01)
    assert contrast(grey(7, 7)) is None


@pytest.mark.parametrize(("colour", "is_pale"), [("#767676", False), ("#808080", True)])
def test_what_is_too_pale_is_found(qtbot, colour, is_pale):
    window = QWidget()
    qtbot.addWidget(window)
    label = QLabel("Words that somebody wants to read")
    QVBoxLayout(window).addWidget(label)
    window.setStyleSheet(f"QWidget {{ background: white; }} QLabel {{ color: {colour}; font-size: 22px; }}")
    window.show()
    qtbot.waitExposed(window)
    assert bool(pale_texts(window)) is is_pale
    label.setEnabled(False)
    assert pale_texts(window) == []
    assert QApplication.topLevelWidgets()


@pytest.mark.parametrize(("height", "is_pale"), [(20, False), (80, True)])
def test_what_is_mostly_scrolled_out_of_view_is_not_measured(qtbot, height, is_pale):
    window, page = QWidget(), QWidget()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(page)
    label = QLabel("Words that somebody wants to read")
    label.setFixedHeight(50)
    area = QScrollArea()
    area.setWidget(label)
    area.setFixedHeight(height)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    QVBoxLayout(page).addWidget(area)
    window.setStyleSheet("QWidget { background: white; } QLabel { color: #dddddd; font-size: 22px; }")
    window.show()
    qtbot.waitExposed(window)
    assert bool(pale_texts(window)) is is_pale
