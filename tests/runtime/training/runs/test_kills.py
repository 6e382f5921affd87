"""kill -9 of a worker, the learner or the launcher: nothing is left, and the run continues from a checkpoint."""

import os
import random
import subprocess
import sys
import time
import uuid
from pathlib import Path

import psutil
import pytest

from runtime.training.runs import newest_checkpoint, read_run
from tests.process_table import with_variable
from tests.runtime.training.killing import abandoned_memory
from tests.runtime.training.runs.watching import wait_until

ROOT = Path(__file__).parents[4]
MARK = "TEST_OF_KILLED_RUNS"
VICTIMS = ("launcher", "learner", "worker")
RUN = "restarts = -1\nrestarts_in_period = -1"
ENDLESS = "[checkpoints]\nevery_steps = 1\n[[phases]]\nsteps = 1_000_000_000\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and /dev/shm")


def victims_of(mark, kind):
    def is_one(process):
        line = " ".join(process.cmdline())
        return {"learner": "runs.program" in line, "worker": "spawn_main" in line, "launcher": "train" in line}[kind]

    found = []
    for process in with_variable(MARK, mark):
        try:
            found += [process] if is_one(process) else []
        except psutil.Error:
            continue
    return found


def kill_at(seed, path, watched):
    """Kills one process of a run at a moment of its first seconds, then its launcher, and lets the run end."""
    chance, mark, began_s = random.Random(seed), uuid.uuid4().hex, time.time()
    victim, plan = VICTIMS[seed % len(VICTIMS)], read_run(path).value
    environment = os.environ | {MARK: mark, "PYTHONPATH": str(ROOT)}
    arguments = [sys.executable, "-m", "app", "train", str(path), "--resume"]
    with subprocess.Popen(arguments, env=environment, cwd=ROOT, stderr=subprocess.DEVNULL) as launcher:
        try:
            if victim != "launcher":
                wait_until(lambda: victims_of(mark, victim) or launcher.poll() is not None)
            time.sleep(chance.uniform(0.0, 3.0))
            for process in victims_of(mark, victim)[:1]:
                process.kill()
            if victim != "launcher":
                before = newest_checkpoint(plan)
                wait_until(lambda: (now := newest_checkpoint(plan)) and (not before or now.step > before.step + 20))
        finally:
            launcher.kill()
    wait_until(lambda: not with_variable(MARK, mark))
    wait_until(lambda: not abandoned_memory(began_s))
    newest = newest_checkpoint(plan)
    reached = newest.step if newest is not None else 0
    path.write_text(path.read_text().replace("steps = 1_000_000_000", f"steps = {reached + 8}"))
    run = watched(path, is_resumed=True)
    result = run.end()
    assert result.view.phases[0].steps == reached + 8, run.explained()
    if newest is not None:
        assert f"step {reached}" in str(next(view.phases[0].text for view in run.views if view.phases[0].text))
    wait_until(lambda: not abandoned_memory(began_s))


def test_nothing_is_left_after_the_launcher_is_killed(run_file, watched):
    kill_at(0, run_file(ENDLESS, run=RUN, pause_s=0.02), watched)


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(1, 51))
def test_nothing_is_left_after_any_kill(run_file, watched, seed):
    kill_at(seed, run_file(ENDLESS, run=RUN, pause_s=0.02), watched)
