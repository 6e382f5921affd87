"""The generated meshes in the physics engine. Each trial has its own process: init works only once per process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
TRIAL = Path(__file__).with_name("physics_trial.py")


@pytest.fixture
def trials(mesh_cache):
    """Runs trials at the same time and returns their findings."""
    running = []

    def run(*trials, timeout_s=100.0):
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        for trial, count, seed in trials:
            argv = [sys.executable, str(TRIAL), str(mesh_cache), trial, str(count), str(seed)]
            running.append(subprocess.Popen(argv, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True))
        outputs = [child.communicate(timeout=timeout_s)[0] for child in running]
        assert [child.returncode for child in running] == [0] * len(running)
        return [json.loads(output) for output in outputs]

    yield run
    for child in running:
        child.kill()
        child.communicate()


def test_ball_rests_on_the_floor_and_a_car_drives_up_the_side_wall(trials):
    (found,) = trials(("simple", 1, 1))
    assert found["rest"]["z"] == pytest.approx(93.15, abs=0.1)
    assert found["wall"]["z"] > 1500
    assert found["wall"]["nearest"] > 10
    assert found["wall"]["on_ground"] == 1.0


def test_balls_and_cars_never_leave(trials):
    for found in trials(("random", 80, 1), ("aimed", 120, 2), ("cars", 4, 3)):
        assert found["left"] == 0
        assert found["nearest"] > (30 if found["shots"] >= 80 else -10)


def test_nothing_leaves_the_hoops_arena_and_nets_hold(trials):
    shots, aimed, cars, nets, drops = trials(
        *(("hoops random", 80, 1), ("hoops aimed", 120, 2), ("hoops cars", 4, 3)),
        *(("hoops nets", 80, 4), ("hoops drops", 100, 5)),
    )
    assert [found["left"] for found in (shots, aimed, cars, nets)] == [0, 0, 0, 0]
    assert min(shots["nearest"], aimed["nearest"]) > 30
    assert cars["nearest"] > -10
    assert drops["wrong"] == 0
    assert min(drops["goals"], drops["free"], 100 - drops["goals"]) > 10


def test_pucks_never_leave(trials):
    for found in trials(("puck random", 20, 1), ("puck aimed", 40, 2)):
        assert found["left"] == 0


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("trial", "count", "nearest"),
    [
        *(("random", 20_000, 30), ("aimed", 20_000, 30), ("cars", 4000, -10)),
        *(("hoops random", 20_000, 30), ("hoops aimed", 20_000, 30), ("hoops cars", 4000, -10)),
        *(("puck random", 20_000, -1), ("puck aimed", 20_000, -1)),
    ],
)
def test_balls_and_cars_never_leave_in_the_long_run(trials, trial, count, nearest):
    for found in trials((trial, count // 2, 11), (trial, count // 2, 12), timeout_s=1700.0):
        assert found["left"] == 0
        assert found["nearest"] > nearest
