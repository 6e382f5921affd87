"""Work on other threads: results arrive on this thread, and nothing is left running."""

import logging
import threading
import time

import pytest
import shiboken6
from PySide6.QtCore import QObject

from app.services.background_tasks import BackgroundTasks, has_abandoned_tasks


@pytest.fixture
def tasks(qapp):
    made = BackgroundTasks(2)
    yield made
    assert made.stop(10.0)


def test_results_come_back_to_the_gui_thread(tasks, qtbot):
    got = []
    tasks.run(threading.current_thread, lambda thread: got.append((thread, threading.current_thread())))
    assert tasks.is_busy
    qtbot.waitUntil(lambda: bool(got))
    worker, receiver = got[0]
    assert worker is not receiver
    assert receiver is threading.main_thread()
    assert not tasks.is_busy


def test_as_many_run_at_once_as_there_are_threads(tasks, qtbot):
    both, got = threading.Barrier(2, timeout=10.0), []
    for _ in range(2):
        tasks.run(both.wait, got.append)
    qtbot.waitUntil(lambda: len(got) == 2)


def test_a_task_that_fails_is_logged_and_the_next_is_done(tasks, qtbot, caplog):
    got = []
    with caplog.at_level(logging.ERROR):
        tasks.run(lambda: 1 / 0, got.append)
        tasks.run(lambda: 7, got.append)
        qtbot.waitUntil(lambda: not tasks.is_busy)
    assert got == [7]
    assert "ZeroDivisionError" in caplog.text


def test_stopping_drops_what_has_not_begun(qapp, qtbot):
    tasks, gate, got = BackgroundTasks(1), threading.Event(), []
    tasks.run(lambda: gate.wait(10.0), got.append)
    tasks.run(lambda: 2, got.append)
    threading.Timer(0.05, gate.set).start()
    assert tasks.stop(10.0)
    tasks.run(lambda: 3, got.append)
    qtbot.wait(60)
    assert got == []
    assert not tasks.is_busy


def test_stopping_does_not_wait_for_ever(qapp, qtbot):
    tasks, gate = BackgroundTasks(1), threading.Event()
    tasks.run(lambda: gate.wait(10.0), lambda _: None)
    began = time.monotonic()
    assert not tasks.stop(0.05)
    assert time.monotonic() - began < 5.0
    assert has_abandoned_tasks()
    gate.set()
    qtbot.waitUntil(lambda: not has_abandoned_tasks())


def test_a_result_that_comes_after_the_owner_was_deleted_is_dropped(qapp, qtbot, caplog):
    owner, gate, got = QObject(), threading.Event(), []
    tasks = BackgroundTasks(1, owner)
    tasks.run(lambda: gate.wait(10.0), got.append)
    shiboken6.delete(owner)
    gate.set()
    tasks._pool.shutdown()
    qtbot.wait(20)
    assert got == []
    assert caplog.text == ""
