"""A match that was asked to stand still does so, whatever single frames come, until frames stream again."""

import pytest

from app.standstill import GAP_S, STREAM_S, Standstill


class Clock:
    now = 5.0

    def __call__(self):
        return self.now


@pytest.fixture
def still():
    clock = Clock()
    made = Standstill(clock)
    made.clock = clock
    made.ask(is_wanted=True)
    return made


def stream(still, seconds, step_s=0.0625):
    for _ in range(round(seconds / step_s)):
        still.clock.now += step_s
        still.frame()


def test_asking_decides(still):
    assert still.is_on
    still.ask(is_wanted=False)
    assert not still.is_on
    assert not Standstill().is_on


@pytest.mark.parametrize(
    ("seconds", "is_on"), [(STREAM_S - 0.0625, True), (STREAM_S, False), (STREAM_S + 0.0625, False)]
)
def test_the_last_frames_are_no_sign_but_a_stream_is(still, seconds, is_on):
    stream(still, seconds)
    assert still.is_on is is_on


@pytest.mark.parametrize(("gap_s", "is_on"), [(GAP_S - 0.125, False), (GAP_S, True), (GAP_S + 0.125, True)])
def test_single_steps_are_no_stream(still, gap_s, is_on):
    stream(still, 20 * gap_s, gap_s)
    assert still.is_on is is_on
