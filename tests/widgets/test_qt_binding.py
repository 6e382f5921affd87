"""PySide6 6.12.0 loses a reference to None or True per call on Python < 3.12, until the interpreter aborts."""

import sys

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

CALLS = 1000
TOLERATED = 50


class Emitter(QObject):
    happened = Signal(bool)


def test_qt_calls_keep_the_references_to_none(qtbot):
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        label.setText("a")
    assert abs(sys.getrefcount(None) - before) < TOLERATED


def test_emitting_keeps_the_references_to_true():
    emitter = Emitter()
    before = sys.getrefcount(True)
    for _ in range(CALLS):
        emitter.happened.emit(True)
    assert abs(sys.getrefcount(True) - before) < TOLERATED
