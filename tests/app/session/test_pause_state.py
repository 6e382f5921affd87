"""A requested pause counts until the game reports another state or, in a game without reports, frames stream again."""

import pytest

from app.session.match_session import GAP_S, REQUEST_S, STREAM_S, PauseState
from tests.clock import Clock


@pytest.fixture
def pause():
    clock = Clock(5.0)
    made = PauseState(clock)
    made.clock = clock
    made.request(is_on=True)
    return made


def stream(pause, seconds, step_s=0.0625):
    for _ in range(round(seconds / step_s)):
        pause.clock.now += step_s
        pause.on_frame()


def test_a_request_counts(pause):
    assert pause.is_on
    pause.request(is_on=False)
    assert not pause.is_on
    assert not PauseState().is_on


@pytest.mark.parametrize(
    ("seconds", "is_on"), [(STREAM_S - 0.0625, True), (STREAM_S, False), (STREAM_S + 0.0625, False)]
)
def test_the_last_frames_are_no_sign_but_a_stream_is(pause, seconds, is_on):
    stream(pause, seconds)
    assert pause.is_on is is_on


@pytest.mark.parametrize(("gap_s", "is_on"), [(GAP_S - 0.125, False), (GAP_S, True), (GAP_S + 0.125, True)])
def test_single_steps_are_no_stream(pause, gap_s, is_on):
    stream(pause, 20 * gap_s, gap_s)
    assert pause.is_on is is_on


@pytest.mark.parametrize(
    ("later_s", "is_on"), [(REQUEST_S - 0.0625, True), (REQUEST_S, False), (REQUEST_S + 0.0625, False)]
)
def test_a_report_may_have_been_sent_before_the_request(pause, later_s, is_on):
    pause.clock.now += later_s
    pause.report(is_on=False)
    assert pause.is_on is is_on


def test_where_the_game_reports_frames_are_no_sign(pause):
    pause.report(is_on=True)
    stream(pause, 2 * STREAM_S)
    assert pause.is_on
    pause.report(is_on=False)
    assert not pause.is_on


def test_a_pause_by_another_program_counts_at_once():
    pause = PauseState()
    assert not pause.is_reported
    pause.report(is_on=True)
    assert pause.is_on
    assert pause.is_reported


def test_another_match_is_not_paused(pause):
    pause.report(is_on=True)
    pause.reset()
    assert (pause.is_on, pause.is_reported) == (False, False)
