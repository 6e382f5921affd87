import pytest

from runtime.arena.match.commands import LOCKSTEP, REALTIME, Pause, Resume, SetPace, Step, parse_pace
from runtime.arena.match.pace import FRAME_S
from runtime.arena.match.tempo import Tempo


@pytest.mark.parametrize("frames", [1, 2, 5])
def test_a_step_is_so_many_frames_and_then_stands_still(frames):
    tempo = Tempo(LOCKSTEP, 0.0)
    tempo.apply(Pause(), 0.0)
    tempo.apply(Step(frames=frames), 1.0)
    for left in range(frames, 0, -1):
        assert not tempo.is_paused
        assert tempo.steps_left == left
        tempo.count_frame()
    assert tempo.is_paused
    assert tempo.steps_left == 0


def test_frames_without_a_step_go_on():
    tempo = Tempo(REALTIME, 0.0)
    tempo.count_frame()
    assert not tempo.is_paused


def test_resume_forgets_a_step_and_the_time_that_passed():
    tempo = Tempo(REALTIME, 0.0)
    tempo.apply(Step(frames=2), 0.0)
    tempo.apply(Resume(), 50.0)
    for _ in range(3):
        tempo.count_frame()
    assert not tempo.is_paused
    assert tempo.clock.due_s == 50.0


def test_pace_changes_from_now_and_keeps_a_pause():
    tempo = Tempo(LOCKSTEP, 0.0)
    tempo.apply(Pause(), 0.0)
    tempo.apply(SetPace(pace=parse_pace("2")), 7.0)
    assert not tempo.is_lockstep
    assert tempo.is_paused
    tempo.clock.begin(7.0)
    assert tempo.clock.due_s == pytest.approx(7.0 + FRAME_S / 2)


def test_a_new_match_runs():
    tempo = Tempo(REALTIME, 0.0)
    tempo.apply(Pause(), 0.0)
    tempo.clock.begin(9.0)
    tempo.restart(10.0)
    assert not tempo.is_paused
    assert tempo.clock.overruns == 0
    assert tempo.clock.due_s == 10.0
