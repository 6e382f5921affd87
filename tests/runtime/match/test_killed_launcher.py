import os
import random
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from tests.process_table import MARK, marked

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LIMIT_S = 5.0
"""Usually takes a tenth of a second; other tests may run at the same time."""


def kill_in(stage, after_s, agents, meshes):
    """Starts a launcher, kills it `after_s` into `stage`; returns the processes that still run after `LIMIT_S`."""
    mark = uuid.uuid4().hex
    launcher = subprocess.Popen(
        [sys.executable, str(HERE / "doomed_launcher.py"), str(agents), str(meshes)],
        env=os.environ | {MARK: mark, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with launcher:
        for line in launcher.stdout:
            if line.strip() == stage:
                break
        time.sleep(after_s)
        assert marked(mark)
        launcher.kill()
    deadline = time.monotonic() + LIMIT_S
    while (left := marked(mark)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return left


@pytest.mark.parametrize("stage", ["CHECK", "GAME", "AGENTS", "KICKOFF", "PLAY"])
def test_nothing_outlives_a_killed_launcher(stage, agents, mesh_cache):
    assert kill_in(stage, 0.0, agents, mesh_cache) == {}


@pytest.mark.soak
def test_nothing_outlives_a_launcher_killed_at_any_moment(agents, mesh_cache):
    chance = random.Random(7)
    stages = ["CHECK", "GAME", "AGENTS", "READY", "KICKOFF", "PLAY"]
    survivors = [
        kill_in(chance.choice(stages), chance.choice([0.0, 0.01, 0.1, 0.3, 1.0]), agents, mesh_cache) for _ in range(20)
    ]
    assert survivors == [{}] * 20
