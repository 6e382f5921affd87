"""Silence of the game is noticed soon, and the note goes when it sends again; time without reading is no silence."""

import os
import signal

import pytest

from runtime.match import Deadlines
from runtime.match.connection import MAX_PAUSE_S, Silence
from runtime.model.events import FrameShown, MatchNoted, NoteWithdrawn, PaceMeasured
from runtime.model.states import Outcome
from runtime.model.values import GAME_LOG


def test_silence_lasts_until_something_is_heard(clock):
    silence = Silence(clock)
    for _ in range(4):
        clock.now += 0.25
        silence.tick()
    assert silence.lasts_s == 1.0
    silence.end()
    assert silence.lasts_s == 0.0
    clock.now += 0.25
    silence.tick()
    assert silence.lasts_s == 0.25


@pytest.mark.parametrize(("gap_s", "counted_s"), [(0.49, 0.49), (0.5, 0.5), (0.51, 0.5), (3600.0, 0.5)])
def test_a_computer_that_slept_heard_nothing(clock, gap_s, counted_s):
    assert MAX_PAUSE_S == 0.5
    silence = Silence(clock)
    clock.now += gap_s
    silence.tick()
    assert silence.lasts_s == pytest.approx(counted_s)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_an_arena_that_hangs_is_told_until_it_goes_on(stage, car, match_of, arena_pid):
    steps = []

    def hang(event):
        if isinstance(event, FrameShown) and not steps:
            steps.append(arena_pid())
            os.kill(steps[0], signal.SIGSTOP)
        elif isinstance(event, MatchNoted):
            os.kill(steps[0], signal.SIGCONT)
        elif isinstance(event, NoteWithdrawn):
            stage.runner.request_stop()

    stage.on_event = hang
    result = stage.play(match_of(car("driver"), car("driver", team=1)), deadlines=Deadlines(quiet_s=1.0))
    assert result.outcome is Outcome.INTERRUPTED
    (noted,) = stage.of(MatchNoted)
    assert str(noted.text or "").startswith("The game has sent nothing for 1 s: it may hang.")
    assert [note.topic for note in stage.of(NoteWithdrawn)] == [noted.topic] == ["silence"]
    assert {str(noted.text or ""), "The game is sending again."} <= set(stage.lines(GAME_LOG))


def test_slow_bots_in_lockstep_and_a_paused_match_are_no_silence(stage, car, match_of):
    """No bot answers, so each frame takes a second; then the match is paused. The arena sends reports all the time."""
    reports = []

    def watch(event):
        if isinstance(event, PaceMeasured):
            reports.append(event.is_paused)
            if len(reports) == 2:
                stage.runner.send_console("kickabout pause")
        if reports.count(True) == 3 or isinstance(event, MatchNoted):
            stage.runner.request_stop()

    stage.on_event = watch
    stage.play(match_of(car("dreamer")), deadlines=Deadlines(quiet_s=2.0))
    assert stage.of(MatchNoted) == []
    assert reports.count(True) >= 3
