import json
import shutil
from pathlib import Path

import pytest

from runtime.model.training import StopRun
from runtime.training.runs.document import read_run
from tests.runtime.training.runs.watching import WatchedRun

HERE = Path(__file__).parent

REACH = """
[run]
seed = 3

[environment]
blue = 1
orange = 0
controlled = "blue"
start = "random"
terminations = []
truncations = [{ name = "time_limit", seconds = 2.0 }]

[[environment.rewards]]
name = "velocity_to_ball"

[learner]
name = "random_search:RandomSearch"

[workers]
count = 1
arenas = 2
"""


@pytest.fixture
def clock():
    class Clock:
        now = 100.0

        def __call__(self):
            return self.now

    return Clock()


@pytest.fixture
def run_file(tmp_path):
    """Writes a run.toml with a custom learner beside it; `run` goes into [run], `learner` are its parameters."""

    def write(rest, *, run="", **learner):
        shutil.copy(HERE / "random_search.py", tmp_path)
        parameters = "".join(f"{key} = {json.dumps(value)}\n" for key, value in learner.items())
        text = REACH.replace("[run]\n", f"[run]\n{run}\n").replace('RandomSearch"\n', f'RandomSearch"\n{parameters}')
        path = tmp_path / "reach.toml"
        path.write_text(text + rest)
        return path

    return write


@pytest.fixture
def plan_of(run_file):
    def read(rest, **options):
        reading = read_run(run_file(rest, **options))
        assert reading.value is not None, reading.problems
        return reading.value

    return read


@pytest.fixture
def watched():
    """Starts runs; those that a test leaves running are stopped."""
    runs = []

    def start(path, **options):
        runs.append(WatchedRun(path, **options))
        return runs[-1]

    yield start
    for run in runs:
        run.post(StopRun())
        run.end()
