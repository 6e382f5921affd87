"""Limits of restarts, below, at and above: over the whole life and in a sliding window."""

import pytest

from runtime.quota import UNLIMITED, RestartCounter, RestartQuota


def granted(quota, *times_s):
    counter = RestartCounter(quota)
    return [counter.request(now_s) is None for now_s in times_s]


@pytest.mark.parametrize(
    ("quota", "times_s", "expected"),
    [
        (RestartQuota(), [0, 59.9], [True, False]),
        (RestartQuota(), [0, 60], [True, True]),
        (RestartQuota(), [0, 60.1], [True, True]),
        (RestartQuota(), range(0, 11 * 60, 60), [True] * 10 + [False]),
        (RestartQuota(lifetime=2, per_period=UNLIMITED), [0, 0, 0], [True, True, False]),
        (
            RestartQuota(lifetime=UNLIMITED, per_period=2),
            [0, 30, 59, 60, 89, 90],
            [True, True, False, True, False, True],
        ),
        (RestartQuota(lifetime=UNLIMITED, per_period=UNLIMITED), [0] * 50, [True] * 50),
        (RestartQuota(lifetime=0), [0], [False]),
        (RestartQuota(per_period=0), [0], [False]),
    ],
)
def test_restarts_are_granted_within_the_limits(quota, times_s, expected):
    assert granted(quota, *times_s) == expected


def test_the_budget_says_when_the_next_restart_is_possible():
    counter = RestartCounter(RestartQuota(lifetime=5, per_period=2))
    assert counter.budget(0.0).next_slot_s == 0.0
    counter.request(0.0)
    assert counter.budget(1.0).next_slot_s == 0.0
    counter.request(20.0)
    budget = counter.budget(25.0)
    assert (budget.used, budget.allowed, budget.used_in_period, budget.allowed_in_period) == (2, 5, 2, 2)
    assert budget.next_slot_s == 35.0
    assert counter.budget(60.0).next_slot_s == 0.0


@pytest.mark.parametrize("limits", [{"lifetime": -2}, {"per_period": -2}, {"period_s": 0}])
def test_unusable_limits_are_refused(limits):
    with pytest.raises(ValueError, match="limit below -1 or a period"):
        RestartQuota(**limits)
