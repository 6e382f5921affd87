from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.agents.restart import MAX_EARLY_DELAY_S, MIN_DELAY_S, AgentRestarts, Denied, Granted
from runtime.documents import NO_RESTARTS, RestartPolicy

FREE = RestartPolicy(limit=None, limit_in_window=None, backoff_s=0.0)
"""Nothing is limited, nothing waits."""


def deaths(policy, *times, is_early=False):
    quota = AgentRestarts(policy)
    return [quota.request(time, is_early=is_early) for time in times]


def granted(verdicts):
    return [isinstance(verdict, Granted) for verdict in verdicts]


@pytest.mark.parametrize("limit", [1, 2, 10])
def test_the_lifetime_limit_grants_so_many_and_then_none_ever(limit):
    verdicts = deaths(replace(FREE, limit=limit), *(1000.0 * count for count in range(limit + 2)))
    assert granted(verdicts) == [True] * limit + [False] * 2
    assert str(verdicts[-1].because) == f"No restarts left: the match allows {limit}."


@pytest.mark.parametrize("policy", [NO_RESTARTS, replace(FREE, limit=0), replace(FREE, limit_in_window=0)])
def test_a_limit_of_zero_says_nothing_about_restarts(policy):
    assert deaths(policy, 5.0) == [Denied(because=None)]


@pytest.mark.parametrize(("later", "is_granted"), [(59.999, False), (60.0, True), (60.001, True)])
def test_the_window_slides(later, is_granted):
    policy = replace(FREE, limit_in_window=2, window_s=60.0)
    verdicts = deaths(policy, 100.0, 130.0, 100.0 + later)
    assert granted(verdicts) == [True, True, is_granted]
    if not is_granted:
        assert str(verdicts[-1].because) == "No restarts left: the match allows 2 within 60 s."


def test_a_refused_death_does_not_count():
    policy = replace(FREE, limit_in_window=1, window_s=10.0)
    assert granted(deaths(policy, 0.0, 9.0, 10.0, 19.0, 20.0)) == [True, False, True, False, True]


def test_each_restart_within_the_window_waits_twice_as_long_up_to_the_longest():
    policy = replace(FREE, backoff_s=0.5, longest_backoff_s=8.0, window_s=60.0)
    verdicts = deaths(policy, *range(6), 65.0)
    assert [verdict.after_s for verdict in verdicts] == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 0.5]


def test_without_a_longest_wait_it_doubles_on_and_stays_a_number():
    policy = replace(FREE, backoff_s=1.0, longest_backoff_s=None, window_s=1e6)
    waits = [verdict.after_s for verdict in deaths(policy, *range(1100))]
    assert waits[:12] == [2.0**count for count in range(12)]
    assert waits[-1] == 2.0**30


@pytest.mark.parametrize(
    ("backoff_s", "after_s"), [(0.0, MIN_DELAY_S), (MIN_DELAY_S, MIN_DELAY_S), (MIN_DELAY_S * 2, MIN_DELAY_S * 2)]
)
def test_no_restart_comes_at_once(backoff_s, after_s):
    assert deaths(replace(FREE, backoff_s=backoff_s), 0.0)[0].after_s == after_s


@pytest.mark.parametrize(
    ("policy", "texts"),
    [
        (replace(FREE, backoff_s=2.0, limit=3), ["Restarts in 2 s (1 of 3).", "Restarts in 4 s (2 of 3)."]),
        (FREE, ["Restarts in 0.1 s (restart 1).", "Restarts in 0.1 s (restart 2)."]),
        (replace(FREE, limit=10, limit_in_window=3), ["Restarts in 0.1 s (1 of 3 in 60 s)."]),
        (replace(FREE, limit=3, limit_in_window=3), ["Restarts in 0.1 s (1 of 3)."]),
        (replace(FREE, limit_in_window=5), ["Restarts in 0.1 s (1 of 5 in 60 s)."]),
    ],
)
def test_the_limit_that_is_nearest_is_named(policy, texts):
    assert [str(verdict.text) for verdict in deaths(policy, 1.0, 2.0)][: len(texts)] == texts


def test_before_the_match_there_is_one_soon_and_it_counts():
    quota = AgentRestarts(replace(FREE, limit=2, backoff_s=30.0))
    first, second = quota.request(0.0, is_early=True), quota.request(1.0, is_early=True)
    assert (first.after_s, str(first.count)) == (MAX_EARLY_DELAY_S, "1 of 1 before the match")
    assert str(second.because) == "No restarts left: only one is allowed before kickoff."
    assert quota.used == 1
    third = quota.request(2.0)
    assert (third.after_s, str(third.count)) == (8.0, "2 of 2")
    assert isinstance(quota.request(3.0), Denied)


def test_before_the_match_no_limit_is_widened():
    assert deaths(NO_RESTARTS, 0.0, is_early=True) == [Denied(because=None)]


@given(
    st.lists(st.floats(0.0, 100.0), max_size=40).map(sorted),
    st.none() | st.integers(0, 8),
    st.none() | st.integers(0, 4),
    st.floats(1.0, 50.0),
)
def test_no_sequence_of_deaths_gets_more_than_allowed(times, limit, limit_in_window, window_s):
    policy = RestartPolicy(limit=limit, limit_in_window=limit_in_window, window_s=window_s)
    quota = AgentRestarts(policy)
    stamps = [time for time in times if isinstance(quota.request(time), Granted)]
    assert quota.used == len(stamps)
    assert limit is None or len(stamps) <= limit
    for end in stamps:
        within = [stamp for stamp in stamps if end - window_s < stamp <= end]
        assert limit_in_window is None or len(within) <= limit_in_window
    if limit is None and limit_in_window is None:
        assert len(stamps) == len(times)
