from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.server.pace import (
    ANSWER_DEADLINE_S,
    CATCH_UP_FRAMES,
    CREDIT_S,
    EARNED_S,
    FRAME_S,
    LONGEST_REST_S,
    PATIENT_RECALLS,
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


def gone(*cars):
    """Car 0 has missed, and the moment that the next frame waits for it; the others have answered."""
    roll = called(0, *cars)
    for frame in range(2):
        roll.begin(float(frame))
        for car in cars:
            roll.answer(car)
        roll.give_up()
    return roll


def test_who_misses_is_called_for_a_moment_with_the_next_frame_and_then_not_before_an_answer():
    roll = called(0, 1)
    roll.answer(1)
    assert roll.give_up() == {0}
    assert roll.is_complete
    roll.begin(1.0)
    roll.answer(1)
    assert not roll.is_complete
    assert roll.deadline_s == 1.0 + RECALL_S
    assert roll.give_up() == frozenset()
    assert roll.is_complete
    roll.begin(2.0)
    roll.answer(1)
    assert roll.is_complete
    roll.answer(0)
    roll.begin(3.0)
    roll.answer(1)
    assert not roll.is_complete


def test_who_leaves_out_one_answer_gives_the_next_and_is_waited_for_as_ever():
    roll = called(0, 1)
    roll.answer(1)
    roll.give_up()
    for now_s in (1.0, 2.0):
        roll.begin(now_s)
        roll.answer(1)
        assert not roll.is_complete
        roll.answer(0)
        assert roll.is_complete
        assert not roll.has_absent
    assert roll.deadline_s == 2.0 + ANSWER_DEADLINE_S


@pytest.mark.parametrize(("is_urgent", "frames"), [(False, RECALL_FRAMES), (True, URGENT_RECALL_FRAMES)])
def test_who_misses_is_called_again_for_a_moment_now_and_then(is_urgent, frames):
    roll = gone(1)
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
    roll = gone(1)
    for _ in range(URGENT_RECALL_FRAMES):
        roll.begin(5.0, is_urgent=True)
    assert roll.give_up() == frozenset()
    assert not roll.is_complete
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert roll.give_up() == {1}


def pass_in_vain(roll, now_s, present=()):
    """Lets frames begin, a thousand a second, until the next wait for somebody absent has passed; returns its time."""
    while True:
        now_s += 0.001
        roll.begin(now_s)
        for car in present:
            roll.answer(car)
        if not roll.is_complete:
            assert roll.deadline_s == pytest.approx(now_s + RECALL_S)
            assert roll.give_up() == frozenset()
            return now_s


def vain_waits(roll, count, now_s=1.0, present=()):
    """The times from the end of each of so many waits in vain to the beginning of the next."""
    times = []
    for _ in range(count + 1):
        times.append(pass_in_vain(roll, now_s, present))
        now_s = times[-1] + RECALL_S
    return [late - early - RECALL_S for early, late in pairwise(times)]


def test_when_many_waits_were_in_vain_they_come_at_ever_longer_intervals():
    roll = called(0)
    roll.give_up()
    usual_s = RECALL_FRAMES / 1000
    rests = [usual_s] * (PATIENT_RECALLS - 1)
    rests += [max(rest_s, usual_s) for rest_s in (0.1, 0.2, 0.4, 0.8, LONGEST_REST_S, LONGEST_REST_S)]
    assert vain_waits(roll, len(rests)) == pytest.approx(rests, abs=0.002)


def test_of_the_time_a_tenth_is_waited_at_most_for_one_that_never_comes():
    roll = called(0)
    roll.give_up()
    *_, rest_s = vain_waits(roll, PATIENT_RECALLS + 10)
    assert RECALL_S / (RECALL_S + rest_s) == pytest.approx(0.1, abs=0.001)


def test_an_answer_makes_an_end_of_that():
    roll = called(0)
    roll.give_up()
    vain_waits(roll, PATIENT_RECALLS + 5)
    roll.answer(0)
    roll.begin(100.0)
    assert not roll.is_complete
    assert roll.deadline_s == 100.0 + ANSWER_DEADLINE_S
    assert roll.give_up() == {0}
    usual_s = RECALL_FRAMES / 1000
    assert vain_waits(roll, 3, now_s=101.0) == pytest.approx([usual_s] * 3, abs=0.002)


def test_one_that_is_left_alone_for_long_is_not_called_with_another():
    roll = called(0, 1)
    roll.answer(1)
    roll.give_up()
    vain_waits(roll, PATIENT_RECALLS + 5, present=[1])
    now_s = pass_in_vain(roll, 100.0, present=[1]) + RECALL_S
    roll.begin(now_s)
    assert roll.give_up() == {1}
    roll.begin(now_s + ANSWER_DEADLINE_S / 2)
    assert not roll.is_complete
    roll.answer(1)
    assert roll.is_complete


def test_who_went_and_came_back_is_not_left_alone():
    roll = called(0)
    roll.give_up()
    vain_waits(roll, PATIENT_RECALLS + 5)
    roll.expect([])
    roll.expect([0])
    roll.begin(100.0)
    assert not roll.is_complete
    roll.give_up()
    usual_s = RECALL_FRAMES / 1000
    assert vain_waits(roll, 3, now_s=101.0) == pytest.approx([usual_s] * 3, abs=0.002)


def test_a_change_among_the_others_does_not_call_the_absent():
    roll = gone(1)
    roll.expect([0, 1, 2])
    roll.begin(2.0)
    roll.answer(1)
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


def test_who_owes_an_answer_when_the_match_goes_on_has_a_whole_second_again():
    roll = RollCall()
    roll.expect([0, 1])
    roll.begin(10.0)
    roll.answer(0)
    roll.wait_anew(20.0)
    assert roll.deadline_s == 21.0
    assert not roll.is_complete
    assert roll.give_up() == {1}


def test_drop_blames_nobody():
    roll = called(0)
    roll.drop()
    assert roll.is_complete
    roll.begin(1.0)
    assert not roll.is_complete


def turns(roll, count, now_s, *, left_out=(), took_s=0.001):
    """Plays frames for car 0, which answers all but those at the places `left_out`; when the last of them is over."""
    for place in range(count):
        roll.begin(now_s)
        now_s += took_s
        if place not in left_out:
            roll.answer(0)
        while not roll.is_complete:
            now_s = roll.deadline_s
            roll.give_up()
    return now_s


def spent(roll):
    """Lets car 0 use up its credit."""
    roll.expect([0, 1])
    for _ in range(round(CREDIT_S / ANSWER_DEADLINE_S)):
        roll.begin(0.0)
        roll.answer(1)
        assert roll.deadline_s == ANSWER_DEADLINE_S
        assert roll.give_up() == {0}
        roll.answer(0)
    return roll


@pytest.mark.parametrize("every", [2, 8, 100])
def test_who_leaves_out_an_answer_again_and_again_soon_holds_up_the_match_no_more(every):
    roll = RollCall()
    roll.expect([0])
    frames = 4800
    misses = range(every - 1, frames, every)
    took_s = turns(roll, frames, 0.0, left_out=misses) - frames * 0.001
    granted_s = CREDIT_S + EARNED_S * (frames - len(misses))
    assert took_s <= granted_s + FRAME_S * len(misses)
    assert took_s < frames * FRAME_S
    assert not roll.has_absent


def test_without_credit_there_is_a_frame_of_real_time():
    roll = spent(RollCall())
    roll.begin(5.0)
    assert roll.deadline_s == pytest.approx(5.0 + FRAME_S)
    roll.answer(1)
    assert roll.give_up() == frozenset()
    assert roll.is_complete


def test_a_shorter_time_is_nobody_elses():
    roll = spent(RollCall())
    roll.begin(5.0)
    assert roll.give_up() == frozenset()
    assert not roll.is_complete
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert roll.give_up() == {1}


def test_who_lets_one_short_time_pass_is_called_for_the_next_frame_and_after_two_is_not():
    roll = spent(RollCall())
    for number, is_called in enumerate((True, True, False)):
        roll.begin(float(number))
        roll.answer(1)
        assert roll.is_complete != is_called
        if is_called:
            roll.give_up()
    assert roll.has_absent
    roll.answer(0)
    roll.begin(9.0)
    roll.answer(1)
    assert not roll.is_complete


def test_credit_is_earned_by_answers():
    roll = spent(RollCall())
    roll.expect([0])
    earned = round(0.5 / EARNED_S)
    turns(roll, earned, 10.0)
    roll.begin(20.0)
    assert roll.deadline_s == pytest.approx(20.5, abs=4 * EARNED_S)
    turns(roll, earned, 30.0)
    roll.begin(40.0)
    assert roll.deadline_s == 40.0 + ANSWER_DEADLINE_S


def test_the_whole_credit_is_as_if_nothing_had_been():
    roll = spent(RollCall())
    roll.expect([0])
    turns(roll, round(CREDIT_S / EARNED_S), 10.0)
    roll.expect([0, 1])
    spent(roll)
    roll.begin(5.0)
    assert roll.deadline_s == pytest.approx(5.0 + FRAME_S)


def test_who_went_and_came_back_has_its_whole_credit():
    roll = spent(RollCall())
    roll.expect([1])
    roll.expect([0, 1])
    roll.begin(5.0)
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S


@pytest.mark.parametrize("short_times", [0, 1, 2, 3])
def test_who_takes_a_car_over_owes_nothing_and_is_not_blamed_for_the_one_before(short_times):
    roll = spent(RollCall())
    for number in range(short_times):
        roll.begin(float(number))
        roll.answer(1)
        if not roll.is_complete:
            roll.give_up()
    roll.begin(4.0)
    roll.answer(1)
    roll.hand_over([0])
    assert roll.is_complete
    assert not roll.has_absent
    roll.begin(5.0)
    roll.answer(1)
    assert not roll.is_complete
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert roll.give_up() == {0}


def test_a_short_time_begins_anew_when_the_match_goes_on():
    roll = spent(RollCall())
    roll.begin(5.0)
    roll.wait_anew(20.0)
    assert roll.deadline_s == pytest.approx(20.0 + FRAME_S)
    roll.give_up()
    assert roll.deadline_s == 20.0 + ANSWER_DEADLINE_S
    assert roll.give_up() == {1}
