"""Work on other threads: results come back to this one, the newest first, and nothing is left in the end."""

import logging
import threading
import time

import pytest

from app.services import background_tasks as rooms
from app.services.background_tasks import Errands


@pytest.fixture
def errands(qapp):
    made = Errands(2)
    yield made
    assert made.stop(10.0)


def test_results_come_back_to_the_windows_thread(errands, qtbot):
    got = []

    def work():
        return threading.current_thread()

    errands.run(work, lambda thread: got.append((thread, threading.current_thread())))
    assert errands.is_busy
    qtbot.waitUntil(lambda: bool(got))
    worker, receiver = got[0]
    assert worker is not receiver
    assert receiver is threading.main_thread()
    qtbot.waitUntil(lambda: not errands._timer.isActive())


def test_the_newest_comes_first(qapp, qtbot):
    errands, gate, got = Errands(1), threading.Event(), []
    errands.run(lambda: gate.wait(10.0), lambda _: None)
    time.sleep(0.02)
    for name in "abc":
        errands.run(lambda name=name: name, got.append)
    gate.set()
    qtbot.waitUntil(lambda: len(got) == 3)
    assert got == ["c", "b", "a"]
    assert errands.stop(10.0)


def test_two_run_at_once(errands, qtbot):
    both, got = threading.Barrier(2, timeout=10.0), []
    for _ in range(2):
        errands.run(both.wait, got.append)
    qtbot.waitUntil(lambda: len(got) == 2)


@pytest.mark.parametrize("idle", [1, 2, 3])
def test_as_many_run_at_once_as_there_may_be_threads_also_when_some_wait(qapp, qtbot, idle):
    errands, got = Errands(3), []
    first, all_three = threading.Barrier(idle, timeout=10.0), threading.Barrier(3, timeout=10.0)
    for _ in range(idle):
        errands.run(first.wait, got.append)
    qtbot.waitUntil(lambda: len(got) == idle and errands._idle == idle)
    for _ in range(3):
        errands.run(all_three.wait, got.append)
    qtbot.waitUntil(lambda: len(got) == idle + 3)
    assert errands.stop(10.0)


def test_work_that_fails_is_logged_and_the_next_is_done(errands, qtbot, caplog):
    got = []
    with caplog.at_level(logging.ERROR):
        errands.run(lambda: 1 / 0, got.append)
        errands.run(lambda: 7, got.append)
        qtbot.waitUntil(lambda: got == [7])
        qtbot.waitUntil(lambda: not errands.is_busy)
    assert "ZeroDivisionError" in caplog.text


def test_an_idle_thread_ends_and_another_takes_over(errands, qtbot, monkeypatch):
    monkeypatch.setattr(rooms, "LINGER_S", 0.02)
    got = []
    errands.run(lambda: 1, got.append)
    qtbot.waitUntil(lambda: got == [1] and not errands._threads)
    errands.run(lambda: 2, got.append)
    qtbot.waitUntil(lambda: got == [1, 2])


def test_stopping_forgets_what_has_not_begun(qapp, qtbot):
    errands, gate, got = Errands(1), threading.Event(), []
    errands.run(lambda: gate.wait(10.0), got.append)
    time.sleep(0.02)
    errands.run(lambda: 2, got.append)
    threading.Timer(0.05, gate.set).start()
    assert errands.stop(10.0)
    errands.run(lambda: 3, got.append)
    qtbot.wait(60)
    assert got == []
    assert not errands.is_busy


def test_stopping_does_not_wait_for_ever(qapp):
    errands, gate = Errands(1), threading.Event()
    errands.run(lambda: gate.wait(10.0), lambda _: None)
    time.sleep(0.02)
    assert not errands.stop(0.05)
    gate.set()
    assert errands.stop(10.0)
