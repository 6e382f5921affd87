"""Modules that processes of a training load before they play, because every start and restart waits for them."""

import subprocess
import sys

PROGRAM = """
import runpy
import sys

runpy.run_module("runtime.training.learner_program", run_name="__mp_main__")  # as each worker of a run does
from runtime.training import EnvironmentSpec
from runtime.training.workers.program import built

environment = built(EnvironmentSpec(), {}, 1, 1)
environment.reset()
print(*(name for name in sys.argv[1:] if name in sys.modules))
"""
NOT_NEEDED = (
    *("runtime.model.events", "runtime.model.training", "runtime.model.values", "runtime.documents.examination"),
    *("runtime.training.runs", "runtime.training.workers.pool", "runtime.training.stepping", "psutil"),
)


def test_a_worker_loads_neither_the_run_nor_the_pool_nor_what_front_ends_show():
    loaded = subprocess.run(
        [sys.executable, "-c", PROGRAM, *NOT_NEEDED], check=False, capture_output=True, text=True, timeout=60.0
    )
    assert (loaded.stdout.strip(), loaded.stderr) == ("", "")


def test_a_learner_process_loads_neither_matches_nor_the_library():
    program = "import sys, runtime.training.runs.program; print(*(one for one in sys.argv[1:] if one in sys.modules))"
    unwanted = ("runtime.match", "runtime.agents", "runtime.games", "runtime.library", "runtime.training.runs.gallery")
    loaded = subprocess.run(
        [sys.executable, "-c", program, *unwanted], check=False, capture_output=True, text=True, timeout=60.0
    )
    assert (loaded.stdout.strip(), loaded.stderr) == ("", "")
