import os
import subprocess
import sys
import time

import pytest

from runtime.processes.census import ProcessId
from runtime.processes.platforms import lookup
from runtime.processes.records import identity_of, is_abandoned, owners_of, owners_text


@pytest.fixture
def dead():
    """A process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    identity = identity_of(process.pid)
    process.communicate(b"\n")
    return identity


def test_owners_survive_the_environment():
    owners = (ProcessId(12, 93214.0), ProcessId(7, 1700000000.25))
    assert owners_of(owners_text([*owners, None])) == owners


@pytest.mark.parametrize("text", ["", "x", "12", "12@", "@1.0", "12@1.0@2", "1@1.0,x"])
def test_other_text_has_no_owners_and_is_not_abandoned(text):
    assert owners_of(text) == ()
    assert not is_abandoned(text)


def test_a_run_is_abandoned_when_none_of_its_owners_lives(dead):
    ours = identity_of(os.getpid())
    assert is_abandoned(owners_text([dead]))
    assert is_abandoned(owners_text([dead, dead]))
    assert not is_abandoned(owners_text([dead, ours]))
    assert not is_abandoned(owners_text([ours]))


def test_a_reused_number_is_another_process():
    pid, started = identity_of(os.getpid())
    assert is_abandoned(owners_text([ProcessId(pid, started + 1.0)]))
    assert not is_abandoned(owners_text([ProcessId(pid, started + 0.25)]))


def test_a_zombie_owns_nothing():
    process = subprocess.Popen([sys.executable, "-c", ""])
    deadline = time.monotonic() + 10
    while lookup.started(process.pid) is not None and time.monotonic() < deadline:
        time.sleep(0.005)
    assert identity_of(process.pid) is None
    process.wait()


def test_environments_are_searched_for_a_name_not_for_a_part_of_one(monkeypatch):
    code = "import sys; print('up', flush=True); sys.stdin.read()"
    processes = []
    for variables in ({"SOME_MARK": "yes"}, {"NOT_SOME_MARK": "1"}, {"OTHER": "SOME_MARK=1"}):
        process = subprocess.Popen(
            [sys.executable, "-c", code], env=os.environ | variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        process.stdout.readline()
        processes.append(process)
    monkeypatch.setenv("SOME_MARK", "ours")
    found = {pid: environment["SOME_MARK"] for pid, environment in lookup.environments("SOME_MARK")}
    for process in processes:
        process.communicate()
    assert found == {processes[0].pid: "yes"}
