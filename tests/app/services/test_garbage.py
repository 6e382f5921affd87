"""Cycles are collected only on the GUI thread."""

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QTimer

from app.services.garbage import GarbageCollector
from tests import heap


class Knot:
    def __init__(self, freed_on):
        self.itself = self
        weakref.finalize(self, lambda: freed_on.append(threading.current_thread()))


@pytest.fixture
def collector(qapp, no_timer_left):
    was_on, thresholds = gc.isenabled(), gc.get_threshold()
    gc.enable()
    gc.set_threshold(100, 2, 2)  # a full collection is due after few checks
    made = GarbageCollector()
    yield made
    made.stop()
    assert gc.isenabled()
    gc.set_threshold(*thresholds)
    if not was_on:
        gc.disable()
    made.deleteLater()


def litter(freed_on):
    Knot(freed_on)
    for _ in range(gc.get_threshold()[0] * 3):
        [[]].append([])
    keep = [[] for _ in range(gc.get_threshold()[0] * 3)]
    assert keep


def test_another_threads_rubbish_is_collected_here(collector, qtbot):
    freed_on = []
    thread = threading.Thread(target=litter, args=(freed_on,))
    thread.start()
    thread.join()
    assert freed_on == []
    for _ in range(100):
        collector.check()
        _keep = [[] for _ in range(gc.get_threshold()[0] + 1)]
        if freed_on:
            break
    assert freed_on == [threading.main_thread()]


def test_a_little_garbage_waits_for_no_more(collector):
    freed_on = []
    Knot(freed_on)
    collector.check()
    assert freed_on == [threading.main_thread()]


def test_it_looks_by_itself(collector, qtbot):
    collector.findChild(QTimer).setInterval(5)
    freed_on = []
    litter(freed_on)
    kept = []

    def is_freed():
        kept.extend([] for _ in range(gc.get_threshold()[0] + 1))
        return bool(freed_on)

    qtbot.waitUntil(is_freed)


def test_what_is_set_aside_is_looked_through_no_more(collector):
    freed_on = []
    Knot(freed_on)
    collector.set_aside()
    gc.collect()
    assert freed_on == []
    gc.unfreeze()
    heap.set_aside()
    assert freed_on == [threading.main_thread()]


def test_a_full_collection_sets_aside_what_it_leaves_until_all_is_looked_through(collector):
    heap.set_aside()
    freed_on, kept = [], []
    knot = Knot(freed_on)
    before = gc.get_freeze_count()
    while gc.get_freeze_count() <= before:  # the count falls when objects of other tests end
        kept += [[] for _ in range(gc.get_threshold()[0] + 1)]
        collector.check()
    assert freed_on == []
    del knot
    gc.collect()
    assert freed_on == [], "set aside"
    collector.look_through_all()
    assert freed_on == [threading.main_thread()]
    gc.unfreeze()
    heap.set_aside()
