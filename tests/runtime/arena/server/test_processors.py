"""How many processors there are to use, and the way from one to another."""

import os
import subprocess
import sys
import threading
import time

import pytest

from runtime.arena.server import processors
from runtime.arena.server.processors import change_processor, current_processor, interruptions, usable_processors

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a thread choose")


def test_only_processors_that_may_be_used_count(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 7}, raising=False)
    assert usable_processors() == 2


@pytest.mark.parametrize(("there", "counted"), [(6, 6), (None, 1)])
def test_where_the_system_does_not_tell_all_count(monkeypatch, there, counted):
    monkeypatch.setattr(os, "cpu_count", lambda: there)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_processors() == counted


class Affinity:
    """A system with processors that a thread may use, on one of which it is."""

    def __init__(self, monkeypatch, tmp_path, *, allowed, current, name="python3"):
        self.allowed = allowed
        self.wishes = []
        state = tmp_path / "stat"
        state.write_text(f"4242 ({name}) R " + " ".join(str(-number) for number in range(4, 39)) + f" {current} 0 0\n")
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setattr(processors, "_OWN_STATE", state)
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(self.allowed), raising=False)
        monkeypatch.setattr(os, "sched_setaffinity", self._wish, raising=False)

    def _wish(self, _thread, wanted):
        self.wishes.append(set(wanted))


@pytest.mark.parametrize("name", ["python3", "a) R 1 (b", "with spaces"])
def test_the_thread_is_moved_off_its_processor_and_left_free_again(monkeypatch, tmp_path, name):
    system = Affinity(monkeypatch, tmp_path, allowed={2, 5}, current=5, name=name)
    change_processor()
    assert system.wishes == [{2}, {2, 5}]


def test_with_one_processor_nothing_is_wished(monkeypatch, tmp_path):
    system = Affinity(monkeypatch, tmp_path, allowed={5}, current=5)
    change_processor()
    assert system.wishes == []


def test_it_is_left_free_where_the_system_refuses(monkeypatch, tmp_path):
    system = Affinity(monkeypatch, tmp_path, allowed={2, 5}, current=5)

    def refuse_one(_thread, wanted):
        system.wishes.append(set(wanted))
        if len(wanted) == 1:
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "sched_setaffinity", refuse_one)
    change_processor()
    assert system.wishes == [{2}, {2, 5}]


def test_other_systems_are_not_asked(monkeypatch, tmp_path):
    system = Affinity(monkeypatch, tmp_path, allowed={2, 5}, current=5)
    monkeypatch.setattr(sys, "platform", "darwin")
    change_processor()
    assert system.wishes == []


@pytest.mark.parametrize("text", ["", "4242 (python3) R 1 2 3", "4242 (python3) R " + "x " * 50])
def test_a_state_that_cannot_be_read_tells_no_processor(monkeypatch, tmp_path, text):
    state = tmp_path / "stat"
    monkeypatch.setattr(processors, "_OWN_STATE", state)
    assert current_processor() == -1
    state.write_text(text)
    assert current_processor() == -1


@on_linux
def test_a_thread_of_this_machine_gets_to_another_processor_and_keeps_its_rights(monkeypatch):
    really, allowed = os.sched_setaffinity, os.sched_getaffinity(0)
    was_on = []

    def wish(thread, wanted):
        really(thread, wanted)
        was_on.append(current_processor())

    def work():
        really(0, {min(allowed)})
        change_processor()
        was_on.append("alone")
        really(0, allowed)
        before = current_processor()
        change_processor()
        was_on.append(before)
        was_on.append(os.sched_getaffinity(0))

    monkeypatch.setattr(os, "sched_setaffinity", wish)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    alone, *moved, before, rights = was_on
    assert alone == "alone"
    assert rights == allowed
    if len(allowed) > 1:
        assert moved[0] != before
        assert moved[0] in allowed


def test_where_the_system_does_not_tell_who_lost_time_counts_as_interrupted(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    before = interruptions()
    assert interruptions() > before


@on_linux
def test_only_a_thread_that_others_take_the_processor_from_counts_as_interrupted():
    """To sleep is to give the processor up, which does not count; beside a program that never sleeps it is taken."""
    counts, is_over = [], threading.Event()
    load = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])}); print(flush=True)\nwhile True: pass"

    def work(processor):
        os.sched_setaffinity(0, {processor})
        counts.append(interruptions())
        for _ in range(20):
            time.sleep(0.001)  # nothing is waited for: each sleep is one switch of the thread's own
        counts.append(interruptions())
        is_over.wait(10.0)
        end_s = time.thread_time() + 0.1
        while time.thread_time() < end_s:
            pass
        counts.append(interruptions())

    processor = min(os.sched_getaffinity(0))
    thread = threading.Thread(target=work, args=(processor,))
    thread.start()
    with subprocess.Popen([sys.executable, "-c", load, str(processor)], stdout=subprocess.PIPE) as other:
        try:
            other.stdout.readline()
            is_over.set()
            thread.join()
        finally:
            other.kill()
    begun, slept, fought = counts
    assert slept - begun <= 5
    assert fought - slept >= 3
