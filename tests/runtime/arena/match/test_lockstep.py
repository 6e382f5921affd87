from itertools import pairwise

import pytest

from runtime.arena.match.lockstep import (
    ANSWER_DEADLINE_S,
    CREDIT_S,
    EARNED_S,
    MAX_PAUSE_S,
    PATIENT_RETRIES,
    RETRY_S,
    RETRY_TICKS,
    URGENT_RETRY_TICKS,
    LockstepBarrier,
)
from runtime.model.game_facts import TICK_S


def expecting(*cars):
    barrier = LockstepBarrier()
    barrier.expect(cars)
    barrier.begin(0.0)
    return barrier


def test_complete_when_every_car_has_its_answer():
    barrier = expecting(0, 2, 1)
    assert barrier.owed
    for car in (0, 1, 1, 7):
        barrier.answer(car)
    assert barrier.owed
    barrier.answer(2)
    assert not barrier.owed


def test_every_tick_needs_new_answers():
    barrier = expecting(0)
    barrier.answer(0)
    barrier.begin(1.0)
    assert barrier.owed


def test_deadline_is_a_second_after_the_frame():
    barrier = expecting(0)
    barrier.begin(5.0)
    assert barrier.deadline_s == 5.0 + ANSWER_DEADLINE_S


def test_without_cars_it_is_complete():
    assert not expecting().owed


def absent(*cars):
    """Returns a barrier for which car 0 has missed the deadline and one retry, and the others have answered."""
    barrier = expecting(0, *cars)
    for frame in range(2):
        barrier.begin(float(frame))
        for car in cars:
            barrier.answer(car)
        barrier.time_out()
    return barrier


def test_a_car_that_misses_gets_one_retry_with_the_next_tick_and_then_none_before_it_answers():
    barrier = expecting(0, 1)
    barrier.answer(1)
    assert barrier.time_out() == {0}
    assert not barrier.owed
    barrier.begin(1.0)
    barrier.answer(1)
    assert barrier.owed
    assert barrier.deadline_s == 1.0 + RETRY_S
    assert barrier.time_out() == frozenset()
    assert not barrier.owed
    barrier.begin(2.0)
    barrier.answer(1)
    assert not barrier.owed
    barrier.answer(0)
    barrier.begin(3.0)
    barrier.answer(1)
    assert barrier.owed


def test_a_car_that_leaves_out_one_answer_continues_with_the_next():
    barrier = expecting(0, 1)
    barrier.answer(1)
    barrier.time_out()
    for now_s in (1.0, 2.0):
        barrier.begin(now_s)
        barrier.answer(1)
        assert barrier.owed
        barrier.answer(0)
        assert not barrier.owed
        assert not barrier.absent
    assert barrier.deadline_s == 2.0 + ANSWER_DEADLINE_S


@pytest.mark.parametrize(("is_urgent", "frames"), [(False, RETRY_TICKS), (True, URGENT_RETRY_TICKS)])
def test_an_absent_car_is_retried_at_intervals(is_urgent, frames):
    barrier = absent(1)
    assert barrier.absent
    for number in range(1, frames + 1):
        barrier.begin(float(number), is_urgent=is_urgent)
        barrier.answer(1)
        assert (not barrier.owed) == (number < frames)
    assert barrier.deadline_s == pytest.approx(frames + RETRY_S)
    assert barrier.time_out() == frozenset()
    assert not barrier.owed
    barrier.begin(float(frames + 1), is_urgent=is_urgent)
    barrier.answer(1)
    assert not barrier.owed


def test_an_answer_during_a_retry_ends_the_absence():
    barrier = expecting(0)
    barrier.time_out()
    for _ in range(URGENT_RETRY_TICKS):
        barrier.begin(1.0, is_urgent=True)
    barrier.answer(0)
    assert not barrier.owed
    assert not barrier.absent
    barrier.begin(2.0)
    assert barrier.owed
    assert barrier.deadline_s == 2.0 + ANSWER_DEADLINE_S


def test_a_retry_does_not_shorten_the_deadline_of_other_cars():
    barrier = absent(1)
    for _ in range(URGENT_RETRY_TICKS):
        barrier.begin(5.0, is_urgent=True)
    assert barrier.time_out() == frozenset()
    assert barrier.owed
    assert barrier.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert barrier.time_out() == {1}


def fail_retry(barrier, now_s, present=()):
    """Plays ticks, a thousand per second, until the next retry has failed; returns its time."""
    while True:
        now_s += 0.001
        barrier.begin(now_s)
        for car in present:
            barrier.answer(car)
        if barrier.owed:
            assert barrier.deadline_s == pytest.approx(now_s + RETRY_S)
            assert barrier.time_out() == frozenset()
            return now_s


def intervals(barrier, count, now_s=1.0, present=()):
    """Returns the times from the end of each failed retry to the beginning of the next."""
    times = []
    for _ in range(count + 1):
        times.append(fail_retry(barrier, now_s, present))
        now_s = times[-1] + RETRY_S
    return [late - early - RETRY_S for early, late in pairwise(times)]


def test_the_intervals_grow_after_many_failed_retries():
    barrier = expecting(0)
    barrier.time_out()
    usual_s = RETRY_TICKS / 1000
    rests = [usual_s] * (PATIENT_RETRIES - 1)
    rests += [max(rest_s, usual_s) for rest_s in (0.1, 0.2, 0.4, 0.8, MAX_PAUSE_S, MAX_PAUSE_S)]
    assert intervals(barrier, len(rests)) == pytest.approx(rests, abs=0.002)


def test_retries_take_at_most_a_tenth_of_the_time():
    barrier = expecting(0)
    barrier.time_out()
    *_, rest_s = intervals(barrier, PATIENT_RETRIES + 10)
    assert RETRY_S / (RETRY_S + rest_s) == pytest.approx(0.1, abs=0.001)


def test_an_answer_resets_the_intervals():
    barrier = expecting(0)
    barrier.time_out()
    intervals(barrier, PATIENT_RETRIES + 5)
    barrier.answer(0)
    barrier.begin(100.0)
    assert barrier.owed
    assert barrier.deadline_s == 100.0 + ANSWER_DEADLINE_S
    assert barrier.time_out() == {0}
    usual_s = RETRY_TICKS / 1000
    assert intervals(barrier, 3, now_s=101.0) == pytest.approx([usual_s] * 3, abs=0.002)


def test_a_retry_of_one_car_does_not_include_one_that_is_postponed():
    barrier = expecting(0, 1)
    barrier.answer(1)
    barrier.time_out()
    intervals(barrier, PATIENT_RETRIES + 5, present=[1])
    now_s = fail_retry(barrier, 100.0, present=[1]) + RETRY_S
    barrier.begin(now_s)
    assert barrier.time_out() == {1}
    barrier.begin(now_s + ANSWER_DEADLINE_S / 2)
    assert barrier.owed
    barrier.answer(1)
    assert not barrier.owed


def test_a_car_that_left_and_came_back_is_not_postponed():
    barrier = expecting(0)
    barrier.time_out()
    intervals(barrier, PATIENT_RETRIES + 5)
    barrier.expect([])
    barrier.expect([0])
    barrier.begin(100.0)
    assert barrier.owed
    barrier.time_out()
    usual_s = RETRY_TICKS / 1000
    assert intervals(barrier, 3, now_s=101.0) == pytest.approx([usual_s] * 3, abs=0.002)


def test_a_change_among_other_cars_does_not_retry_absent_ones():
    barrier = absent(1)
    barrier.expect([0, 1, 2])
    barrier.begin(2.0)
    barrier.answer(1)
    barrier.answer(2)
    assert not barrier.owed


def test_a_car_that_leaves_is_not_waited_for_until_it_is_back():
    barrier = expecting(0, 1)
    barrier.expect([1])
    barrier.answer(1)
    assert not barrier.owed
    barrier.expect([0, 1])
    barrier.begin(1.0)
    barrier.time_out()
    barrier.expect([1])
    barrier.expect([0, 1])
    barrier.begin(2.0)
    assert barrier.owed


def test_a_car_that_joins_during_a_tick_is_expected_in_the_next():
    barrier = expecting(0)
    barrier.expect([0, 1])
    barrier.answer(0)
    assert not barrier.owed
    barrier.begin(1.0)
    barrier.answer(0)
    assert barrier.owed


def test_after_a_pause_the_deadline_starts_again():
    barrier = LockstepBarrier()
    barrier.expect([0, 1])
    barrier.begin(10.0)
    barrier.answer(0)
    barrier.restart(20.0)
    assert barrier.deadline_s == 21.0
    assert barrier.owed
    assert barrier.time_out() == {1}


def test_drop_counts_nothing_as_missed():
    barrier = expecting(0)
    barrier.drop()
    assert not barrier.owed
    barrier.begin(1.0)
    assert barrier.owed


def turns(barrier, count, now_s, *, left_out=(), took_s=0.001):
    """Plays ticks for car 0, which answers all but those in `left_out`; returns the time at the end."""
    for place in range(count):
        barrier.begin(now_s)
        now_s += took_s
        if place not in left_out:
            barrier.answer(0)
        while barrier.owed:
            now_s = barrier.deadline_s
            barrier.time_out()
    return now_s


def spent(barrier):
    """Uses up the credit of car 0."""
    barrier.expect([0, 1])
    for _ in range(round(CREDIT_S / ANSWER_DEADLINE_S)):
        barrier.begin(0.0)
        barrier.answer(1)
        assert barrier.deadline_s == ANSWER_DEADLINE_S
        assert barrier.time_out() == {0}
        barrier.answer(0)
    return barrier


@pytest.mark.parametrize("every", [2, 8, 100])
def test_a_car_that_leaves_out_answers_repeatedly_soon_stops_delaying_the_match(every):
    barrier = LockstepBarrier()
    barrier.expect([0])
    frames = 4800
    misses = range(every - 1, frames, every)
    took_s = turns(barrier, frames, 0.0, left_out=misses) - frames * 0.001
    granted_s = CREDIT_S + EARNED_S * (frames - len(misses))
    assert took_s <= granted_s + TICK_S * len(misses)
    assert took_s < frames * TICK_S
    assert not barrier.absent


def test_without_credit_the_deadline_is_one_tick_of_real_time():
    barrier = spent(LockstepBarrier())
    barrier.begin(5.0)
    assert barrier.deadline_s == pytest.approx(5.0 + TICK_S)
    barrier.answer(1)
    assert barrier.time_out() == frozenset()
    assert not barrier.owed


def test_a_shortened_deadline_does_not_apply_to_other_cars():
    barrier = spent(LockstepBarrier())
    barrier.begin(5.0)
    assert barrier.time_out() == frozenset()
    assert barrier.owed
    assert barrier.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert barrier.time_out() == {1}


def test_a_car_is_absent_after_two_missed_shortened_deadlines():
    barrier = spent(LockstepBarrier())
    for number, is_called in enumerate((True, True, False)):
        barrier.begin(float(number))
        barrier.answer(1)
        assert bool(barrier.owed) == is_called
        if is_called:
            barrier.time_out()
    assert barrier.absent
    barrier.answer(0)
    barrier.begin(9.0)
    barrier.answer(1)
    assert barrier.owed


def test_credit_is_earned_by_answers():
    barrier = spent(LockstepBarrier())
    barrier.expect([0])
    earned = round(0.5 / EARNED_S)
    turns(barrier, earned, 10.0)
    barrier.begin(20.0)
    assert barrier.deadline_s == pytest.approx(20.5, abs=4 * EARNED_S)
    turns(barrier, earned, 30.0)
    barrier.begin(40.0)
    assert barrier.deadline_s == 40.0 + ANSWER_DEADLINE_S


def test_regained_credit_is_complete():
    barrier = spent(LockstepBarrier())
    barrier.expect([0])
    turns(barrier, round(CREDIT_S / EARNED_S), 10.0)
    barrier.expect([0, 1])
    spent(barrier)
    barrier.begin(5.0)
    assert barrier.deadline_s == pytest.approx(5.0 + TICK_S)


def test_a_car_that_left_and_came_back_has_its_whole_credit():
    barrier = spent(LockstepBarrier())
    barrier.expect([1])
    barrier.expect([0, 1])
    barrier.begin(5.0)
    assert barrier.deadline_s == 5.0 + ANSWER_DEADLINE_S


@pytest.mark.parametrize("short_times", [0, 1, 2, 3])
def test_a_session_that_takes_a_car_over_owes_nothing_and_has_the_whole_credit(short_times):
    barrier = spent(LockstepBarrier())
    for number in range(short_times):
        barrier.begin(float(number))
        barrier.answer(1)
        if barrier.owed:
            barrier.time_out()
    barrier.begin(4.0)
    barrier.answer(1)
    barrier.hand_over([0])
    assert not barrier.owed
    assert not barrier.absent
    barrier.begin(5.0)
    barrier.answer(1)
    assert barrier.owed
    assert barrier.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert barrier.time_out() == {0}


def test_after_a_pause_a_shortened_deadline_starts_again():
    barrier = spent(LockstepBarrier())
    barrier.begin(5.0)
    barrier.restart(20.0)
    assert barrier.deadline_s == pytest.approx(20.0 + TICK_S)
    barrier.time_out()
    assert barrier.deadline_s == 20.0 + ANSWER_DEADLINE_S
    assert barrier.time_out() == {1}


def test_a_new_match_starts_without_absences_and_debts():
    barrier = spent(LockstepBarrier())
    barrier.begin(5.0)
    barrier.reset()
    assert barrier.is_complete()
    barrier.expect([0, 1])
    barrier.begin(6.0)
    assert (barrier.owed, barrier.deadline_s) == ({0, 1}, 6.0 + ANSWER_DEADLINE_S)


def test_a_debugged_car_has_no_deadline_and_the_others_keep_theirs():
    barrier = expecting(0, 1)
    barrier.debug(0, 0.0, is_on=True)
    barrier.begin(10.0)
    assert barrier.deadline_s == 10.0 + ANSWER_DEADLINE_S
    assert barrier.time_out() == {1}
    assert (barrier.owed, barrier.absent) == ({0}, {1})
    assert barrier.deadline_s == float("inf")
    barrier.answer(0)
    assert not barrier.owed


def test_a_debugged_car_is_awaited_without_a_session_and_forgotten_afterwards():
    barrier = expecting(1)
    barrier.debug(0, 0.0, is_on=True)
    barrier.expect((1,))
    barrier.begin(0.0)
    assert barrier.owed == {0, 1}
    barrier.debug(0, 5.0, is_on=False)
    barrier.expect((1,))
    assert barrier.owed == {1}
    assert barrier.deadline_s == 5.0 + ANSWER_DEADLINE_S


def test_an_absent_car_that_is_debugged_is_awaited_again():
    barrier = expecting(0)
    barrier.time_out()
    barrier.debug(0, 0.0, is_on=True)
    barrier.begin(1.0)
    assert barrier.owed == {0}
    assert barrier.deadline_s == float("inf")


def test_a_car_with_little_credit_is_debugged_without_a_deadline():
    barrier = expecting(0, 1)
    for frame in range(4):
        barrier.begin(float(frame))
        barrier.answer(1)
        barrier.time_out()
        barrier.answer(0)
    barrier.begin(10.0)
    assert barrier.deadline_s < 10.0 + ANSWER_DEADLINE_S
    barrier.debug(0, 10.0, is_on=True)
    barrier.answer(1)
    assert (barrier.owed, barrier.time_out(), barrier.owed) == ({0}, frozenset(), {0})


def test_a_new_match_keeps_the_debugged_cars():
    barrier = expecting(0)
    barrier.debug(0, 0.0, is_on=True)
    barrier.reset()
    barrier.expect((0, 1))
    barrier.begin(0.0)
    assert barrier.time_out() == {1}
    assert barrier.owed == {0}


def without_ball(barrier, now_s, *answering):
    """Plays a tick without a ball and returns the cars that lockstep waited for."""
    barrier.begin(now_s, is_optional=True)
    awaited = frozenset(barrier.owed)
    for car in answering:
        barrier.answer(car)
    while barrier.owed:
        assert barrier.time_out() == frozenset()
    return awaited


def test_a_car_that_leaves_out_frames_without_a_ball_costs_one_deadline_in_a_match():
    barrier = expecting(0, 1)
    assert without_ball(barrier, 1.0, 1) == {0, 1}
    assert barrier.deadline_s == 1.0 + ANSWER_DEADLINE_S
    assert without_ball(barrier, 2.0, 1) == {1}
    assert not barrier.absent
    barrier.begin(3.0)
    assert (barrier.owed, barrier.deadline_s) == ({0, 1}, 3.0 + ANSWER_DEADLINE_S)
    barrier.answer(0)
    barrier.answer(1)
    assert without_ball(barrier, 4.0, 1) == {1}


def test_frames_without_a_ball_use_up_no_credit():
    barrier = LockstepBarrier()
    barrier.expect([0])
    for goal in range(20):
        barrier.begin(float(goal))
        barrier.answer(0)
        without_ball(barrier, float(goal))
    barrier.begin(100.0)
    assert barrier.deadline_s == 100.0 + ANSWER_DEADLINE_S


def test_a_car_that_answers_a_frame_without_a_ball_after_all_is_awaited_again():
    barrier = expecting(0)
    assert without_ball(barrier, 1.0) == {0}
    assert without_ball(barrier, 2.0, 0) == frozenset()
    assert without_ball(barrier, 3.0, 0) == {0}


def test_absent_cars_are_not_retried_without_a_ball():
    barrier = absent(1)
    for number in range(2 * RETRY_TICKS):
        assert 0 not in without_ball(barrier, float(number), 1)
    barrier.begin(1000.0)
    barrier.answer(1)
    assert not barrier.owed


def test_a_debugged_car_is_awaited_without_a_ball_only_if_it_answers_such_frames():
    barrier = expecting(0)
    barrier.debug(0, 0.0, is_on=True)
    assert without_ball(barrier, 1.0) == frozenset()
    assert without_ball(barrier, 2.0, 0) == frozenset()
    assert without_ball(barrier, 3.0, 0) == {0}


def test_a_car_whose_agent_has_left_is_awaited_without_a_deadline_until_it_is_back():
    barrier = expecting(0, 1)
    barrier.awaited.add(0)
    barrier.leave([0, 1])
    barrier.expect([])
    barrier.answer(0)
    assert (barrier.time_out(), barrier.owed, barrier.deadline_s) == (frozenset(), {0}, float("inf"))
    barrier.begin(10.0)
    assert (barrier.owed, barrier.deadline_s) == ({0}, float("inf"))
    barrier.begin(11.0, is_optional=True)
    assert barrier.owed == {0}
    barrier.back([0])
    assert barrier.is_complete()
    barrier.expect([])
    barrier.begin(12.0)
    assert barrier.is_complete()


def test_the_others_keep_their_deadline_meanwhile():
    barrier = expecting(0, 1)
    barrier.awaited.add(0)
    barrier.leave([0])
    barrier.expect([1])
    barrier.begin(10.0)
    assert barrier.deadline_s == 10.0 + ANSWER_DEADLINE_S
    assert (barrier.time_out(), barrier.owed) == ({1}, {0})


def test_an_absent_car_that_leaves_is_awaited_too():
    barrier = absent(1)
    barrier.awaited.add(0)
    barrier.leave([0])
    barrier.expect([1])
    barrier.begin(10.0)
    assert barrier.owed == {0, 1}


def test_a_new_match_keeps_who_is_awaited_but_not_who_is_away():
    barrier = expecting(0)
    barrier.awaited.add(0)
    barrier.leave([0])
    barrier.reset()
    barrier.expect([0])
    barrier.begin(1.0)
    assert barrier.deadline_s == 1.0 + ANSWER_DEADLINE_S
    barrier.leave([0])
    assert barrier.deadline_s == float("inf")


def test_a_debugged_car_that_rests_is_not_awaited():
    barrier = expecting(0, 1)
    barrier.debug(0, 0.0, is_on=True)
    barrier.expect([1], resting=[0])
    barrier.begin(1.0)
    assert barrier.owed == {1}
    barrier.expect([0, 1])
    barrier.begin(2.0)
    assert barrier.owed == {0, 1}
