"""kill -9 of workers and of the pool's process at random moments: no process is left."""

import os
import random
import subprocess
import sys
import time
import uuid

import pytest

from tests.process_table import with_variable
from tests.runtime.training.killing import abandoned_memory

PROGRAM = "tests.runtime.training.workers.stepping_program"
GONE_S = 30.0
MARK = "KICKABOUT_KILL_TEST"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and /dev/shm")


def wait_until(is_true):
    deadline = time.monotonic() + GONE_S
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def kill_at(seed):
    """Kills a worker or the pool's process at a random moment within two seconds of its start."""
    chance, mark, began_s = random.Random(seed), uuid.uuid4().hex, time.time()
    environment = os.environ | {MARK: mark}
    with subprocess.Popen(
        [sys.executable, "-m", PROGRAM], env=environment, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            if seed % 2:
                assert program.stdout.readline() == "stepping\n"
                workers = [one for one in with_variable(MARK, mark) if "spawn_main" in " ".join(one.cmdline())]
                time.sleep(chance.uniform(0.0, 0.2))
                chance.choice(workers).kill()
                assert program.stdout.readline() == "restarted\n"
            time.sleep(chance.uniform(0.0, 2.0))
        finally:
            program.kill()
    wait_until(lambda: not with_variable(MARK, mark))
    wait_until(lambda: not abandoned_memory(began_s))


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_left_after_a_kill(seed):
    kill_at(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 150))
def test_nothing_is_left_after_fifty_kills(seed):
    kill_at(seed)
