import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.match.pace import CATCH_UP_FRAMES, FRAME_S, Clock


def test_frames_are_due_on_an_absolute_schedule():
    clock = Clock(1.0, 100.0)
    for number in range(1000):
        assert clock.due_s == pytest.approx(100.0 + number / 120)
        clock.begin(clock.due_s + 0.002)
    assert clock.overruns == 0
    assert max(clock.errors_s) == pytest.approx(0.002)


@pytest.mark.parametrize("factor", [0.5, 2.0, 1000.0])
def test_factor_sets_the_interval(factor):
    clock = Clock(factor, 0.0)
    clock.begin(0.0)
    assert clock.due_s == pytest.approx(FRAME_S / factor)


@pytest.mark.parametrize(("behind", "overruns"), [(CATCH_UP_FRAMES - 0.01, 0), (CATCH_UP_FRAMES + 0.01, 4), (25.5, 25)])
def test_short_hiccups_are_made_up_for_and_long_ones_left_out(behind, overruns):
    clock = Clock(1.0, 0.0)
    now_s = behind * FRAME_S
    clock.begin(now_s)
    assert clock.overruns == overruns
    if overruns:
        assert clock.due_s > now_s
    else:
        assert clock.due_s == pytest.approx(FRAME_S)


def test_fast_paces_forgive_a_hiccup_of_the_machine():
    clock = Clock(100.0, 0.0)
    clock.begin(0.03)
    assert clock.overruns == 0


def test_restart_forgets_a_pause():
    clock = Clock(1.0, 0.0)
    clock.begin(0.0)
    clock.restart(60.0)
    clock.begin(60.0)
    assert clock.overruns == 0
    assert clock.due_s == pytest.approx(60.0 + FRAME_S)


@given(st.lists(st.floats(0.0, 0.5), max_size=50), st.floats(0.1, 100.0))
def test_played_and_left_out_frames_fill_the_time(delays, factor):
    clock = Clock(factor, 0.0)
    now_s = 0.0
    for delay in delays:
        now_s = max(now_s + delay, clock.due_s)
        clock.begin(now_s)
        assert clock.due_s == pytest.approx((len(clock.errors_s) + clock.overruns) * FRAME_S / factor)
        assert clock.due_s > now_s - max(CATCH_UP_FRAMES * FRAME_S / factor, CATCH_UP_FRAMES * FRAME_S) - 1e-9
