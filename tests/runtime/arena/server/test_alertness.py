"""How long before its time a wait ends its sleep: as early as the machine's sleeps end late."""

from random import Random

import pytest

from runtime.arena.server.alertness import LATE_SHARE, LEAST_S, LEAST_SHARE, LONG_S, MOST_S, MOST_SHARE, Alertness

FRAME_S = 1.0 / 120.0


def after(alertness, sleeps, wait_s=FRAME_S):
    """The waits that ended late, of sleeps that end so late each, and the awake part in the end."""
    late = 0
    for overslept_s in sleeps:
        late_s = overslept_s - alertness.awake_s(wait_s)
        alertness.learn(wait_s, late_s)
        late += late_s > 0.0
    return late, alertness.awake_s(wait_s)


@pytest.mark.parametrize(("wait_s", "awake_s"), [(0.001, 0.001 * LEAST_SHARE), (0.004, LEAST_S), (FRAME_S, LEAST_S)])
def test_at_first_little_of_a_wait_is_spent_awake(wait_s, awake_s):
    assert Alertness().awake_s(wait_s) == pytest.approx(awake_s)


def test_where_sleeps_end_in_time_it_stays_so():
    assert after(Alertness(), [0.0001] * 5000) == (0, LEAST_S)


def test_where_some_end_late_it_is_awake_for_longer_until_few_do():
    random = Random(1)
    sleeps = [random.uniform(0.0, 0.0025) if random.random() < 0.03 else 0.00005 for _ in range(60_000)]
    alertness = Alertness()
    after(alertness, sleeps[:20_000])
    late, awake_s = after(alertness, sleeps[20_000:])
    assert late / 40_000 == pytest.approx(LATE_SHARE, rel=0.2)
    assert 0.0015 < awake_s < 0.0025
    assert sum(overslept_s > LEAST_S for overslept_s in sleeps[20_000:]) > 7 * late


def test_it_stays_with_sleep_for_the_most_part_however_bad_it_is():
    alertness = Alertness()
    assert after(alertness, [0.0031] * 1000) == (1000, MOST_S)
    assert alertness.awake_s(0.002) == 0.002 * MOST_SHARE


def test_it_forgets_in_better_times():
    alertness = Alertness()
    after(alertness, [0.0029] * 20)
    assert after(alertness, [0.0] * 120) == (0, pytest.approx(MOST_S, rel=0.1))
    assert after(alertness, [0.0] * 2400) == (0, LEAST_S)


@pytest.mark.parametrize(("wait_s", "learns"), [(LONG_S - 1e-6, False), (LONG_S, True)])
def test_short_waits_do_not_make_it_longer(wait_s, learns):
    alertness = Alertness()
    after(alertness, [0.0025] * 100, wait_s)
    assert (alertness.awake_s(FRAME_S) > 10 * LEAST_S) == learns


def test_short_waits_let_it_forget():
    alertness = Alertness()
    after(alertness, [0.0029] * 20)
    assert after(alertness, [0.0] * 2400, wait_s=0.002) == (0, 0.002 * LEAST_SHARE)


@pytest.mark.parametrize(("late_s", "learns"), [(MOST_S, True), (MOST_S + 1e-6, False), (0.0, False), (1e-9, True)])
def test_what_no_awake_part_could_mend_teaches_nothing(late_s, learns):
    alertness = Alertness()
    for _ in range(10):
        alertness.learn(FRAME_S, late_s)
    assert (alertness.awake_s(FRAME_S) > LEAST_S) == learns
