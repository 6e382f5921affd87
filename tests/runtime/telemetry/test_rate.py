import pytest

from runtime.telemetry import Rate


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
