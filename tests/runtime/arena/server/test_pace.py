import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.server.pace import (
    ANSWER_DEADLINE_S,
    CATCH_UP_FRAMES,
    FRAME_S,
    RECALL_FRAMES,
    RECALL_S,
    URGENT_RECALL_FRAMES,
    Clock,
    RollCall,
)


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


def called(*cars):
    roll = RollCall()
    roll.expect(cars)
    roll.begin(0.0)
    return roll


def test_complete_when_every_car_has_its_answer():
    roll = called(0, 2, 1)
    assert not roll.is_complete
    for car in (0, 1, 1, 7):
        roll.answer(car)
    assert not roll.is_complete
    roll.answer(2)
    assert roll.is_complete


def test_every_frame_is_called_anew():
    roll = called(0)
    roll.answer(0)
    roll.begin(1.0)
    assert not roll.is_complete


def test_deadline_is_a_second_after_the_frame():
    roll = called(0)
    roll.begin(5.0)
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S


def test_nobody_called_is_complete():
    assert called().is_complete


def test_who_misses_is_not_called_again_before_an_answer():
    roll = called(0, 1)
    roll.answer(1)
    assert roll.give_up() == {0}
    assert roll.is_complete
    roll.begin(1.0)
    roll.answer(1)
    assert roll.is_complete
    roll.answer(0)
    roll.begin(2.0)
    roll.answer(1)
    assert not roll.is_complete


@pytest.mark.parametrize(("is_urgent", "frames"), [(False, RECALL_FRAMES), (True, URGENT_RECALL_FRAMES)])
def test_who_misses_is_called_again_for_a_moment_now_and_then(is_urgent, frames):
    roll = called(0, 1)
    roll.answer(1)
    roll.give_up()
    assert roll.has_absent
    for number in range(1, frames + 1):
        roll.begin(float(number), is_urgent=is_urgent)
        roll.answer(1)
        assert roll.is_complete == (number < frames)
    assert roll.deadline_s == pytest.approx(frames + RECALL_S)
    assert roll.give_up() == frozenset()
    assert roll.is_complete
    roll.begin(float(frames + 1), is_urgent=is_urgent)
    roll.answer(1)
    assert roll.is_complete


def test_who_answers_at_such_a_moment_is_waited_for_from_then_on():
    roll = called(0)
    roll.give_up()
    for _ in range(URGENT_RECALL_FRAMES):
        roll.begin(1.0, is_urgent=True)
    roll.answer(0)
    assert roll.is_complete
    assert not roll.has_absent
    roll.begin(2.0)
    assert not roll.is_complete
    assert roll.deadline_s == 2.0 + ANSWER_DEADLINE_S


def test_such_a_moment_shortens_nobody_elses_time():
    roll = called(0, 1)
    roll.answer(1)
    roll.give_up()
    for _ in range(URGENT_RECALL_FRAMES):
        roll.begin(5.0, is_urgent=True)
    assert roll.give_up() == frozenset()
    assert not roll.is_complete
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert roll.give_up() == {1}


def test_a_change_among_the_others_does_not_call_the_absent():
    roll = called(0, 1)
    roll.give_up()
    roll.expect([0, 1, 2])
    roll.begin(1.0)
    roll.answer(2)
    assert roll.is_complete


def test_who_leaves_is_not_waited_for_and_called_again_when_back():
    roll = called(0, 1)
    roll.expect([1])
    roll.answer(1)
    assert roll.is_complete
    roll.expect([0, 1])
    roll.begin(1.0)
    roll.give_up()
    roll.expect([1])
    roll.expect([0, 1])
    roll.begin(2.0)
    assert not roll.is_complete


def test_who_comes_during_a_frame_is_called_for_the_next():
    roll = called(0)
    roll.expect([0, 1])
    roll.answer(0)
    assert roll.is_complete
    roll.begin(1.0)
    roll.answer(0)
    assert not roll.is_complete


def test_drop_blames_nobody():
    roll = called(0)
    roll.drop()
    assert roll.is_complete
    roll.begin(1.0)
    assert not roll.is_complete
