"""kill -9 of workers and of the pool's process at random moments: nothing is left behind."""

import os
import random
import subprocess
import sys
import time
import uuid
from pathlib import Path

import psutil
import pytest

PROGRAM = "tests.runtime.training.workers.stepping_program"
GONE_S = 30.0
MARK = "KICKABOUT_KILL_TEST"
SHARED = Path("/dev/shm")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and /dev/shm")


def processes_of(mark):
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def abandoned_memory(since_s):
    """Names in /dev/shm newer than `since_s` that no process has mapped, whoever had made them."""
    names = set()
    for entry in SHARED.iterdir():
        try:
            if entry.name.startswith(("psm_", "sem.mp-")) and entry.stat().st_mtime >= since_s:
                names.add(entry.name)
        except FileNotFoundError:
            continue
    for maps in Path("/proc").glob("[0-9]*/maps"):
        try:
            text = maps.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        names -= {name for name in names if name in text}
    return names


def wait_until(is_true):
    deadline = time.monotonic() + GONE_S
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def kill_at(seed):
    """Kills a worker or the pool's process, at a moment between its start and two seconds later."""
    chance, mark, began_s = random.Random(seed), uuid.uuid4().hex, time.time()
    environment = os.environ | {MARK: mark}
    with subprocess.Popen(
        [sys.executable, "-m", PROGRAM], env=environment, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            if seed % 2:
                assert program.stdout.readline() == "stepping\n"
                workers = [one for one in processes_of(mark) if "spawn_main" in " ".join(one.cmdline())]
                time.sleep(chance.uniform(0.0, 0.2))
                chance.choice(workers).kill()
                assert program.stdout.readline() == "restarted\n"
            time.sleep(chance.uniform(0.0, 2.0))
        finally:
            program.kill()
    wait_until(lambda: not processes_of(mark))
    wait_until(lambda: not abandoned_memory(began_s))


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_left_after_a_kill(seed):
    kill_at(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 150))
def test_nothing_is_left_after_fifty_kills(seed):
    kill_at(seed)
