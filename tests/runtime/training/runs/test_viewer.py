from queue import SimpleQueue
from types import SimpleNamespace

import numpy as np
import pytest

from runtime.model.training import WatchArena
from runtime.training.runs.viewer import FRAME_S, REST_S, ArenaViewer, Pacing

STEP_S = 8 / 120


@pytest.mark.parametrize(("later_s", "is_due"), [(FRAME_S - 0.001, False), (FRAME_S, True), (FRAME_S + 0.001, True)])
def test_thirty_frames_a_second_at_most(later_s, is_due):
    pacing = Pacing(STEP_S, is_realtime=False, now_s=0.0)
    assert pacing.is_frame_due(0.0)
    assert pacing.is_frame_due(later_s) is is_due


def test_in_real_time_a_step_takes_as_long_as_in_the_game():
    pacing = Pacing(STEP_S, is_realtime=True, now_s=10.0)
    assert pacing.wait_s(10.01) == pytest.approx(STEP_S - 0.01)
    assert pacing.wait_s(10.0 + STEP_S + 0.02) == pytest.approx(STEP_S - 0.02)


def test_a_view_that_is_late_does_not_catch_up():
    pacing = Pacing(STEP_S, is_realtime=True, now_s=0.0)
    assert pacing.wait_s(5.0) == 0.0
    assert pacing.wait_s(5.0) == pytest.approx(STEP_S)


def test_at_full_speed_steps_rest_for_a_moment_only():
    assert Pacing(STEP_S, is_realtime=False, now_s=0.0).wait_s(1.0) == REST_S


PATIENCE_S = 60.0


def test_a_view_follows_the_parameters_of_the_run(plan_of):
    spec = plan_of("[[phases]]\nsteps = 10\n").phases[0].environment
    events, parameters = SimpleQueue(), {"weight.velocity_to_ball": 5.0}
    policy = SimpleNamespace(act=lambda observations: np.zeros(len(observations), np.int64))
    viewer = ArenaViewer(events.put)
    viewer.use(spec, parameters, lambda: policy)
    viewer.watch(WatchArena(arena=0, is_realtime=False))
    try:
        while reward_of(events) == 0.0:
            pass
        parameters["weight.velocity_to_ball"] = 0.0
        while reward_of(events) != 0.0:
            pass
    finally:
        viewer.close()


def reward_of(events):
    """Returns the reward in the next frame."""
    return events.get(timeout=PATIENCE_S).reward_terms[0][1]
