import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.watching.restless import Restless
from runtime.watching.settling import Settling


@pytest.fixture
def settling():
    return Settling(settle_s=0.25, latest_s=1.0)


@pytest.mark.parametrize(("now", "is_due"), [(10.249, False), (10.25, True), (10.251, True)])
def test_a_single_event_settles(settling, now, is_due):
    settling.touch("blue-1", 10)
    assert settling.next_due == 10.25
    assert settling.due(now) == ["blue-1"] * is_due


def test_each_event_starts_the_wait_anew_until_the_latest_time(settling):
    for at in (10.0, 10.125, 10.25):
        settling.touch("blue-1", at)
    assert settling.next_due == 10.5
    for at in (10.5, 10.75, 10.875):
        settling.touch("blue-1", at)
    assert settling.due(10.999) == []
    assert settling.due(11.0) == ["blue-1"]


def test_an_event_after_the_latest_time_does_not_put_it_off(settling):
    settling.touch("blue-1", 10)
    settling.touch("blue-1", 12)
    assert settling.next_due == 11


def test_events_out_of_order_do_not_shorten_the_wait(settling):
    settling.touch("blue-1", 10.1)
    settling.touch("blue-1", 10.0)
    assert settling.next_due == pytest.approx(10.35)


def test_taking_tells_the_first_event_and_ends_the_burst(settling):
    settling.touch("blue-1", 10)
    settling.touch("blue-1", 10.1)
    assert settling.take("blue-1") == 10
    assert settling.next_due is None
    settling.touch("blue-1", 20)
    assert settling.take("blue-1") == 20


@pytest.mark.parametrize(("now", "is_last"), [(10.999, False), (11.0, True), (11.001, True)])
def test_holding_waits_for_the_last_chance(settling, now, is_last):
    settling.touch("blue-1", 10)
    settling.hold("blue-1")
    assert settling.is_last_chance("blue-1", now) is is_last
    assert settling.due(now) == ["blue-1"] * is_last


def test_keys_settle_apart(settling):
    settling.touch("blue-1", 10)
    settling.touch("orange-1", 10.2)
    assert settling.due(10.3) == ["blue-1"]
    settling.forget("blue-1")
    settling.forget("nobody")
    assert not settling.is_running("blue-1")
    assert settling.due(10.45) == ["orange-1"]


@given(gaps=st.lists(st.integers(0, 64), min_size=1, max_size=60))
def test_is_told_between_the_settle_time_and_the_latest_time(gaps):
    settling = Settling(settle_s=0.25, latest_s=1.0)
    now = 0.0
    for gap in gaps:
        now += gap / 128
        if settling.due(now):
            break
        settling.touch("key", now)
    due = settling.next_due
    assert 0.25 <= due - settling.take("key") <= 1.0


@pytest.mark.parametrize(("settle_s", "latest_s"), [(0, 1), (-1, 1), (1.1, 1)])
def test_refuses_impossible_times(settle_s, latest_s):
    with pytest.raises(ValueError, match="Settling"):
        Settling(settle_s=settle_s, latest_s=latest_s)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_data_is_restless_above_the_number_of_changes(count):
    restless = Restless(changes=4, window_s=20)
    found = [restless.note("state.json", at) for at in range(count)]
    assert found == [False] * min(count, 4) + [True] * (count - 4)
    assert ("state.json" in restless) is (count > 4)


@pytest.mark.parametrize(("gap", "is_found"), [(4.9, True), (5.0, False), (5.1, False)])
def test_only_changes_within_the_window_count(gap, is_found):
    restless = Restless(changes=4, window_s=20)
    for step in range(40):
        restless.note("state.json", 100 + step * gap)
    assert ("state.json" in restless) is is_found


def test_restless_is_told_once_and_for_one_file():
    restless = Restless(changes=1, window_s=20)
    assert [restless.note("a", 0) for _ in range(4)] == [False, True, False, False]
    assert restless.note("b", 0) is False
    assert "b" not in restless
