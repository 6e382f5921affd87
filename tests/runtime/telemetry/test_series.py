import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.telemetry import Rate
from runtime.telemetry.series import Series


@given(count=st.integers(0, 40), capacity=st.integers(1, 12), newest=st.integers(-1, 50))
def test_keeps_exactly_the_newest_samples_in_order(count, capacity, newest):
    series = Series(channels=2, capacity=capacity)
    for i in range(count):
        series.append(i / 10, (i, -i))

    expected = list(range(count))[-capacity:]
    assert len(series) == len(expected)
    assert series.times_s().tolist() == [i / 10 for i in expected]
    assert series.values().tolist() == [expected, [-i for i in expected]]
    shown = expected[len(expected) - max(0, min(newest, len(expected))) :]
    assert series.values(newest)[0].tolist() == shown


def test_views_copy_nothing_and_rows_are_contiguous():
    series = Series(channels=3, capacity=5)
    for i in range(7):
        series.append(i, (i, i, i))
    assert series.values().base is not None
    assert series.values()[1].flags.c_contiguous
    assert series.times_s().flags.c_contiguous


def test_clear_forgets_everything():
    series = Series(channels=1, capacity=3)
    series.append(1, [5])
    series.clear()
    assert len(series) == 0
    assert series.times_s().size == 0
    series.append(2, np.array([6.0]))
    assert series.values().tolist() == [[6.0]]


@pytest.mark.parametrize(("channels", "capacity"), [(0, 1), (1, 0), (-1, 5)])
def test_refuses_an_empty_shape(channels, capacity):
    with pytest.raises(ValueError, match="at least one"):
        Series(channels=channels, capacity=capacity)


def test_refuses_a_sample_of_the_wrong_width():
    series = Series(channels=2, capacity=2)
    with pytest.raises(ValueError, match="2 values, not 1"):
        series.append(0, [1])
    assert len(series) == 0


def test_rate_of_steady_growth_is_exact():
    rate = Rate(window_s=1)
    for i in range(1000):
        rate.add(i / 100, i * 3)
    assert rate.per_second == pytest.approx(300)


def test_rate_follows_a_change_within_one_window():
    rate = Rate(window_s=1)
    for i in range(500):
        rate.add(i / 100, i)
    for i in range(500, 615):
        rate.add(i / 100, 500)
    assert rate.per_second == pytest.approx(0, abs=1)


def test_rate_says_nothing_before_two_times_and_restarts_when_the_counter_falls():
    rate = Rate(window_s=1)
    assert rate.per_second == 0
    rate.add(0, 100)
    rate.add(0, 200)
    assert rate.per_second == 0
    rate.add(1, 5)
    assert rate.per_second == 0
    rate.add(1.5, 10)
    assert rate.per_second == pytest.approx(10)


@pytest.mark.parametrize("window_s", [0, -1])
def test_rate_refuses_an_empty_window(window_s):
    with pytest.raises(ValueError, match="window"):
        Rate(window_s=window_s)
