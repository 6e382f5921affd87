"""The search for running timers, which other tests use to find timers that are left behind."""

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


def test_a_frozen_timer_is_found_while_it_runs(timer):
    heap.set_aside()
    assert timer not in heap.running_timers()
    timer.start(10_000)
    assert timer in heap.running_timers()


def test_a_timer_deleted_by_qt_is_not_found(qapp):
    made = QTimer()
    made.start(10_000)
    heap.set_aside()
    delete(made)
    assert made not in heap.running_timers()


def test_garbage_is_collected_before_freezing(qapp):
    timer = QTimer()
    timer.itself = timer
    freed = weakref.ref(timer)
    del timer
    assert freed() is not None
    heap.set_aside()
    assert freed() is None
