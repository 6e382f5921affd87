"""How long before its time a wait ends its sleep: as early as the machine's sleeps end late."""

from random import Random

import pytest

from runtime.arena.server.alertness import LEAST_S, LEAST_SHARE, LONG_S, MEAN_LATE_S, MOST_S, Alertness

FRAME_S = 1.0 / 120.0


def after(alertness, sleeps, wait_s=FRAME_S):
    """How late the waits ended, of sleeps that end so late each, and the awake part in the end."""
    ends = []
    for overslept_s in sleeps:
        late_s = overslept_s - alertness.awake_s(wait_s)
        alertness.learn(wait_s, late_s)
        ends.append(max(0.0, late_s))
    return ends, alertness.awake_s(wait_s)


@pytest.mark.parametrize(("wait_s", "awake_s"), [(0.001, 0.001 * LEAST_SHARE), (0.004, LEAST_S), (FRAME_S, LEAST_S)])
def test_at_first_little_of_a_wait_is_spent_awake(wait_s, awake_s):
    assert Alertness().awake_s(wait_s) == pytest.approx(awake_s)


def test_where_sleeps_end_in_time_it_stays_so():
    ends, awake_s = after(Alertness(), [0.0001] * 5000)
    assert max(ends) == 0.0
    assert awake_s == LEAST_S


def test_the_waits_that_follow_are_awake_for_as_much_longer_as_would_have_mended_one():
    alertness = Alertness()
    after(alertness, [0.003])
    assert alertness.awake_s(FRAME_S) == pytest.approx(0.003)
    after(alertness, [0.005])
    assert alertness.awake_s(FRAME_S) == pytest.approx(0.005)


@pytest.mark.parametrize("share", [0.002, 0.03, 0.3])
@pytest.mark.parametrize("worst_s", [0.0008, 0.0025, 0.006])
def test_whatever_the_sleeps_are_like_waits_are_hardly_late_on_average(share, worst_s):
    random = Random(1)
    sleeps = [random.uniform(0.0, worst_s) if random.random() < share else 0.00005 for _ in range(80_000)]
    alertness = Alertness()
    after(alertness, sleeps[:40_000])
    ends, awake_s = after(alertness, sleeps[40_000:])
    assert sum(ends) / 40_000 <= MEAN_LATE_S * 1.05
    assert sum(late_s > 0.001 for late_s in ends) < 0.002 * 40_000
    assert awake_s < worst_s


def test_in_the_worst_of_times_it_does_not_sleep():
    alertness = Alertness()
    _, awake_s = after(alertness, [1.0] * 3)
    assert awake_s == MOST_S
    assert alertness.awake_s(MOST_S + 0.001) == MOST_S
    assert alertness.awake_s(0.002) == 0.002


def test_it_forgets_in_better_times():
    alertness = Alertness()
    after(alertness, [0.009] * 2)
    frames = round(MOST_S / MEAN_LATE_S)
    _, awake_s = after(alertness, [0.0] * (frames // 2))
    assert awake_s == pytest.approx(MOST_S / 2)
    ends, awake_s = after(alertness, [0.0] * (frames // 2))
    assert max(ends) == 0.0
    assert awake_s == LEAST_S


@pytest.mark.parametrize(("wait_s", "learns"), [(LONG_S - 1e-6, False), (LONG_S, True)])
def test_short_waits_do_not_make_it_longer(wait_s, learns):
    alertness = Alertness()
    after(alertness, [0.0025] * 100, wait_s)
    assert (alertness.awake_s(FRAME_S) > 10 * LEAST_S) == learns


def test_short_waits_let_it_forget():
    alertness = Alertness()
    after(alertness, [0.009] * 2)
    _, awake_s = after(alertness, [0.0] * round(MOST_S / MEAN_LATE_S), wait_s=0.002)
    assert awake_s == 0.002 * LEAST_SHARE


@pytest.mark.parametrize(("late_s", "learns"), [(0.0, False), (0.0005, True)])
def test_a_sleep_that_ends_just_in_time_teaches_nothing(late_s, learns):
    alertness = Alertness()
    alertness.learn(FRAME_S, late_s)
    assert (alertness.awake_s(FRAME_S) > LEAST_S) == learns


def test_where_others_take_the_processor_from_who_is_awake_it_sleeps_for_longer_again():
    alertness = Alertness()
    after(alertness, [0.005])
    alertness.relent(0.003)
    assert alertness.awake_s(FRAME_S) == pytest.approx(0.002)
    alertness.relent(0.003)
    assert alertness.awake_s(FRAME_S) == LEAST_S
    alertness.learn(FRAME_S, 0.001)
    assert alertness.awake_s(FRAME_S) == pytest.approx(LEAST_S + 0.001)
