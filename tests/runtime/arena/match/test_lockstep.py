from itertools import pairwise

import pytest

from runtime.arena.match.lockstep import (
    ANSWER_DEADLINE_S,
    LONGEST_REST_S,
    PATIENT_RECALLS,
    RECALL_FRAMES,
    RECALL_S,
    URGENT_RECALL_FRAMES,
    RollCall,
)


def called(*cars):
    roll = RollCall()
    roll.expect(cars)
    roll.begin(0.0)
    return roll


def test_complete_when_every_car_has_its_answer():
    roll = called(0, 2, 1)
    assert roll.owed
    for car in (0, 1, 1, 7):
        roll.answer(car)
    assert roll.owed
    roll.answer(2)
    assert not roll.owed


def test_every_frame_is_called_anew():
    roll = called(0)
    roll.answer(0)
    roll.begin(1.0)
    assert roll.owed


def test_deadline_is_a_second_after_the_frame():
    roll = called(0)
    roll.begin(5.0)
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S


def test_nobody_called_is_complete():
    assert not called().owed


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
    assert not roll.owed
    roll.begin(1.0)
    roll.answer(1)
    assert roll.owed
    assert roll.deadline_s == 1.0 + RECALL_S
    assert roll.give_up() == frozenset()
    assert not roll.owed
    roll.begin(2.0)
    roll.answer(1)
    assert not roll.owed
    roll.answer(0)
    roll.begin(3.0)
    roll.answer(1)
    assert roll.owed


def test_who_leaves_out_one_answer_gives_the_next_and_is_waited_for_as_ever():
    roll = called(0, 1)
    roll.answer(1)
    roll.give_up()
    for now_s in (1.0, 2.0):
        roll.begin(now_s)
        roll.answer(1)
        assert roll.owed
        roll.answer(0)
        assert not roll.owed
        assert not roll.absent
    assert roll.deadline_s == 2.0 + ANSWER_DEADLINE_S


@pytest.mark.parametrize(("is_urgent", "frames"), [(False, RECALL_FRAMES), (True, URGENT_RECALL_FRAMES)])
def test_who_misses_is_called_again_for_a_moment_now_and_then(is_urgent, frames):
    roll = gone(1)
    assert roll.absent
    for number in range(1, frames + 1):
        roll.begin(float(number), is_urgent=is_urgent)
        roll.answer(1)
        assert (not roll.owed) == (number < frames)
    assert roll.deadline_s == pytest.approx(frames + RECALL_S)
    assert roll.give_up() == frozenset()
    assert not roll.owed
    roll.begin(float(frames + 1), is_urgent=is_urgent)
    roll.answer(1)
    assert not roll.owed


def test_who_answers_at_such_a_moment_is_waited_for_from_then_on():
    roll = called(0)
    roll.give_up()
    for _ in range(URGENT_RECALL_FRAMES):
        roll.begin(1.0, is_urgent=True)
    roll.answer(0)
    assert not roll.owed
    assert not roll.absent
    roll.begin(2.0)
    assert roll.owed
    assert roll.deadline_s == 2.0 + ANSWER_DEADLINE_S


def test_such_a_moment_shortens_nobody_elses_time():
    roll = gone(1)
    for _ in range(URGENT_RECALL_FRAMES):
        roll.begin(5.0, is_urgent=True)
    assert roll.give_up() == frozenset()
    assert roll.owed
    assert roll.deadline_s == 5.0 + ANSWER_DEADLINE_S
    assert roll.give_up() == {1}


def pass_in_vain(roll, now_s, present=()):
    """Lets frames begin, a thousand a second, until the next wait for somebody absent has passed; returns its time."""
    while True:
        now_s += 0.001
        roll.begin(now_s)
        for car in present:
            roll.answer(car)
        if roll.owed:
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
    assert roll.owed
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
    assert roll.owed
    roll.answer(1)
    assert not roll.owed


def test_who_went_and_came_back_is_not_left_alone():
    roll = called(0)
    roll.give_up()
    vain_waits(roll, PATIENT_RECALLS + 5)
    roll.expect([])
    roll.expect([0])
    roll.begin(100.0)
    assert roll.owed
    roll.give_up()
    usual_s = RECALL_FRAMES / 1000
    assert vain_waits(roll, 3, now_s=101.0) == pytest.approx([usual_s] * 3, abs=0.002)


def test_a_change_among_the_others_does_not_call_the_absent():
    roll = gone(1)
    roll.expect([0, 1, 2])
    roll.begin(2.0)
    roll.answer(1)
    roll.answer(2)
    assert not roll.owed


def test_who_leaves_is_not_waited_for_and_called_again_when_back():
    roll = called(0, 1)
    roll.expect([1])
    roll.answer(1)
    assert not roll.owed
    roll.expect([0, 1])
    roll.begin(1.0)
    roll.give_up()
    roll.expect([1])
    roll.expect([0, 1])
    roll.begin(2.0)
    assert roll.owed


def test_who_comes_during_a_frame_is_called_for_the_next():
    roll = called(0)
    roll.expect([0, 1])
    roll.answer(0)
    assert not roll.owed
    roll.begin(1.0)
    roll.answer(0)
    assert roll.owed


def test_who_owes_an_answer_when_the_match_goes_on_has_a_whole_second_again():
    roll = RollCall()
    roll.expect([0, 1])
    roll.begin(10.0)
    roll.answer(0)
    roll.wait_anew(20.0)
    assert roll.deadline_s == 21.0
    assert roll.owed
    assert roll.give_up() == {1}


def test_drop_blames_nobody():
    roll = called(0)
    roll.drop()
    assert not roll.owed
    roll.begin(1.0)
    assert roll.owed
