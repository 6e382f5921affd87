"""kill -9 of a worker, the learner or the launcher: no process is left, and the run continues from a checkpoint."""

import contextlib
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
CHASER = ROOT / "resources" / "bots" / "chaser" / "bot.toml"
MARK = "TEST_OF_KILLED_RUNS"
VICTIMS = {"launcher": "train", "learner": "learner_program", "worker": "spawn_main"}
"""The processes to kill, each with a part of its command line."""
RUN = "restarts = -1\nrestarts_in_period = -1"
ENDLESS = "[checkpoints]\nevery_steps = 1\n[[phases]]\nsteps = 1_000_000_000\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and /dev/shm")


def running(mark, victim):
    """Returns the running victims of a run, the oldest process first."""
    found = []
    for process in with_variable(MARK, mark):
        with contextlib.suppress(psutil.Error):
            found += [process] if VICTIMS[victim] in " ".join(process.cmdline()) else []
    return sorted(found, key=lambda process: process.create_time())


def kill_at(victim, seed, path, watched):
    """Kills a process of a run within its first seconds, then its launcher; resumes the run and lets it end."""
    chance, mark, began_s = random.Random(f"{victim} {seed}"), uuid.uuid4().hex, time.time()
    plan = read_run(path).value
    environment = os.environ | {MARK: mark, "PYTHONPATH": str(ROOT)}
    arguments = [sys.executable, "-m", "app", "train", str(path), "--resume"]
    with subprocess.Popen(arguments, env=environment, cwd=ROOT, stderr=subprocess.DEVNULL) as launcher:
        try:
            wait_until(lambda: running(mark, victim))
            time.sleep(chance.uniform(0.0, 3.0))
            running(mark, victim)[0].kill()
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
    kill_at("launcher", 0, run_file(ENDLESS, run=RUN, pause_s=0.02), watched)


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("victim", VICTIMS)
def test_nothing_of_matches_against_a_bot_is_left_after_a_kill(run_file, watched, victim, seed):
    path = run_file(ENDLESS, run=RUN)
    opponents = f"orange = 1\nopponents = {{ name = 'bot', path = '{CHASER.as_posix()}' }}"
    path.write_text(path.read_text().replace("orange = 0", opponents))
    kill_at(victim, seed, path, watched)


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(1, 18))
@pytest.mark.parametrize("victim", VICTIMS)
def test_nothing_is_left_after_fifty_kills(run_file, watched, victim, seed):
    kill_at(victim, seed, run_file(ENDLESS, run=RUN, pause_s=0.02), watched)
