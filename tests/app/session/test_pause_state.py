"""What was asked for is believed until the game says otherwise, or where it is silent, until frames stream again."""

import pytest

from app.session.pause_state import GAP_S, PATIENCE_S, STREAM_S, Standstill


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


@pytest.mark.parametrize(
    ("later_s", "is_on"), [(PATIENCE_S - 0.0625, True), (PATIENCE_S, False), (PATIENCE_S + 0.0625, False)]
)
def test_the_game_may_have_spoken_before_it_heard_what_was_asked_for(still, later_s, is_on):
    still.clock.now += later_s
    still.tell(is_on=False)
    assert still.is_on is is_on


def test_where_the_game_tells_frames_are_no_sign(still):
    still.tell(is_on=True)
    stream(still, 2 * STREAM_S)
    assert still.is_on
    still.tell(is_on=False)
    assert not still.is_on


def test_a_halt_that_nobody_here_asked_for_is_believed_at_once():
    still = Standstill()
    assert not still.is_told
    still.tell(is_on=True)
    assert still.is_on
    assert still.is_told


def test_another_match_is_another_game(still):
    still.tell(is_on=True)
    still.begin()
    assert (still.is_on, still.is_told) == (False, False)
