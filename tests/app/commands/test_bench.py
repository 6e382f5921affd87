"""`kickabout bench` and every process that it started end together."""

import os
import signal
import subprocess
import sys
import time
import uuid

import pytest

from app.commands.bench import ROOT
from tests.process_table import MARK, marked

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

LIMIT_S = 10.0


def until(condition, limit_s):
    deadline = time.monotonic() + limit_s
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


@pytest.mark.parametrize(
    ("name", "number", "code"),
    [
        ("lockstep", signal.SIGINT, 130),
        ("lockstep", signal.SIGTERM, 130),
        ("lockstep", signal.SIGKILL, -signal.SIGKILL),
        ("start", signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_a_benchmark_that_is_broken_off_leaves_nothing(name, number, code):
    mark = uuid.uuid4().hex
    launcher = subprocess.Popen(
        [sys.executable, "-m", "app", "bench", name],
        cwd=ROOT,
        env=os.environ | {MARK: mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with launcher:
        assert until(lambda: any("runtime.arena" in command for command in marked(mark).values()), 30.0)
        launcher.send_signal(number)
        assert until(lambda: not marked(mark), LIMIT_S), marked(mark)
        output, errors = launcher.communicate()
    assert launcher.returncode == code
    if code == 130:  # programs of a killed benchmark may report that they lost it
        assert (output, errors) == ("", "Interrupted.\n")
