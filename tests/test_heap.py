"""What the tests' own search for timers finds."""

import weakref

import pytest
from PySide6.QtCore import QTimer
from shiboken6 import delete

from tests import heap


@pytest.fixture
def timer(qapp):
    made = QTimer()
    yield made
    made.stop()


def test_a_timer_is_found_while_it_runs(timer):
    assert timer not in heap.running_timers()
    timer.start(10_000)
    assert timer in heap.running_timers()
    timer.stop()
    assert timer not in heap.running_timers()


def test_a_timer_that_was_set_aside_is_found_when_it_runs(timer):
    heap.set_aside()
    assert timer not in heap.running_timers()
    timer.start(10_000)
    assert timer in heap.running_timers()


def test_a_timer_that_qt_has_deleted_is_none(qapp):
    made = QTimer()
    made.start(10_000)
    heap.set_aside()
    delete(made)
    assert made not in heap.running_timers()


def test_garbage_is_not_set_aside(qapp):
    timer = QTimer()
    timer.itself = timer
    freed = weakref.ref(timer)
    del timer
    assert freed() is not None
    heap.set_aside()
    assert freed() is None
