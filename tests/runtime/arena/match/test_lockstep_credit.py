import pytest

from runtime.arena.match.lockstep import (
    ANSWER_DEADLINE_S,
    CREDIT_S,
    EARNED_S,
    RollCall,
)
from runtime.arena.match.pace import FRAME_S


def turns(roll, count, now_s, *, left_out=(), took_s=0.001):
    """Plays frames for car 0, which answers all but those at the places `left_out`; when the last of them is over."""
    for place in range(count):
        roll.begin(now_s)
        now_s += took_s
        if place not in left_out:
            roll.answer(0)
        while roll.owed:
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
    assert not roll.absent


def test_without_credit_there_is_a_frame_of_real_time():
    roll = spent(RollCall())
    roll.begin(5.0)
    assert roll.deadline_s == pytest.approx(5.0 + FRAME_S)
    roll.answer(1)
    assert roll.give_up() == frozenset()
    assert not roll.owed


def test_a_shorter_time_is_nobody_elses():
    roll = spent(RollCall())
    roll.begin(5.0)
    assert roll.give_up() == frozenset()
    assert roll.owed
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert roll.give_up() == {1}


def test_who_lets_one_short_time_pass_is_called_for_the_next_frame_and_after_two_is_not():
    roll = spent(RollCall())
    for number, is_called in enumerate((True, True, False)):
        roll.begin(float(number))
        roll.answer(1)
        assert bool(roll.owed) == is_called
        if is_called:
            roll.give_up()
    assert roll.absent
    roll.answer(0)
    roll.begin(9.0)
    roll.answer(1)
    assert roll.owed


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
        if roll.owed:
            roll.give_up()
    roll.begin(4.0)
    roll.answer(1)
    roll.hand_over([0])
    assert not roll.owed
    assert not roll.absent
    roll.begin(5.0)
    roll.answer(1)
    assert roll.owed
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
