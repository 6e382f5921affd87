"""How long before its time a wait ends its sleep: the longer, the later sleeps end."""

from random import Random

import pytest

from runtime.arena.server.alertness import (
    FADE_SHARE,
    LAPSE_S,
    LEAST_S,
    LEAST_SHARE,
    LONG_S,
    MOST_S,
    ONCE_S,
    Alertness,
)

FRAME_S = 1.0 / 120.0
FADE_S = FADE_SHARE * FRAME_S


def after(alertness, sleeps, wait_s=FRAME_S):
    """How late the waits ended of which the one sleep took so much too long each."""
    ends = []
    for late_s in sleeps:
        awake_s = alertness.begin(wait_s)
        if awake_s < wait_s:
            alertness.oversleep(wait_s, late_s)
        ends.append(max(0.0, late_s - awake_s))
    return ends


def awake_s(alertness, wait_s=FRAME_S):
    return alertness.begin(wait_s)


@pytest.mark.parametrize(("wait_s", "least_s"), [(0.001, 0.001 * LEAST_SHARE), (0.004, LEAST_S), (FRAME_S, LEAST_S)])
def test_at_first_little_of_a_wait_is_spent_awake(wait_s, least_s):
    assert awake_s(Alertness(), wait_s) == pytest.approx(least_s)


@pytest.mark.parametrize("late_s", [-0.005, 0.0, 0.0001, LAPSE_S])
def test_where_sleeps_end_about_in_time_it_stays_so(late_s):
    alertness = Alertness()
    after(alertness, [late_s] * 5000)
    assert awake_s(alertness) == LEAST_S


@pytest.mark.parametrize("late_s", [LAPSE_S + 1e-6, 0.003])
def test_the_waits_that_follow_are_awake_for_as_much_longer_as_a_sleep_was_late(late_s):
    alertness = Alertness()
    after(alertness, [late_s])
    assert awake_s(alertness) == pytest.approx(LEAST_S + late_s, abs=3 * FADE_S)
    after(alertness, [late_s])
    assert awake_s(alertness) == pytest.approx(LEAST_S + 2 * late_s, abs=5 * FADE_S)


@pytest.mark.parametrize("share", [0.01, 0.1])
@pytest.mark.parametrize("worst_s", [0.0025, 0.005, 0.009])
def test_however_many_sleeps_end_late_hardly_a_wait_does(share, worst_s):
    random = Random(1)
    sleeps = [random.uniform(0.0, worst_s) if random.random() < share else 0.00005 for _ in range(60_000)]
    alertness = Alertness()
    ends = after(alertness, sleeps)
    assert sum(late_s > 0.001 for late_s in ends) <= 0.002 * len(ends)


def test_in_the_worst_of_times_it_does_not_sleep_but_for_the_first_moment_of_a_frame():
    alertness = Alertness()
    after(alertness, [1.0] * 3)
    assert awake_s(alertness) == pytest.approx(MOST_S, abs=3 * FADE_S)
    assert awake_s(alertness, 0.002) == 0.002


def test_from_a_machine_that_stood_still_it_learns_no_more_than_from_any_sleep():
    alertness = Alertness()
    after(alertness, [60.0])
    assert awake_s(alertness) == pytest.approx(LEAST_S + ONCE_S, abs=3 * FADE_S)


def test_it_forgets_in_better_times():
    alertness = Alertness()
    after(alertness, [0.009] * 2)
    waits = round(MOST_S / FADE_S)
    after(alertness, [0.0] * (waits // 2))
    assert awake_s(alertness) == pytest.approx(MOST_S / 2, rel=0.01)
    after(alertness, [0.0] * (waits // 2))
    assert awake_s(alertness) == LEAST_S


@pytest.mark.parametrize(("wait_s", "learns"), [(LONG_S - 1e-6, False), (LONG_S, True)])
def test_short_waits_do_not_make_it_longer(wait_s, learns):
    alertness = Alertness()
    after(alertness, [0.0025] * 100, wait_s)
    assert (awake_s(alertness) > 10 * LEAST_S) == learns


def test_short_waits_let_it_forget():
    alertness = Alertness()
    after(alertness, [0.009] * 2)
    after(alertness, [0.009] * round(MOST_S / FADE_SHARE / 0.002), wait_s=0.002)
    assert awake_s(alertness, 0.002) == 0.002 * LEAST_SHARE


def test_where_others_take_the_processor_from_who_is_awake_it_sleeps_for_longer_again():
    alertness = Alertness()
    after(alertness, [0.0025] * 2)
    alertness.relent(LEAST_S)
    alertness.relent(0.003)
    assert awake_s(alertness) == pytest.approx(LEAST_S + 0.002, abs=5 * FADE_S)
    alertness.relent(0.003)
    assert awake_s(alertness) == LEAST_S
    after(alertness, [0.002])
    assert awake_s(alertness) == pytest.approx(LEAST_S + 0.002, abs=5 * FADE_S)
