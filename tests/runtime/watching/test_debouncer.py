import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.watching.debouncer import Debouncer, RewriteDetector


@pytest.fixture
def debouncer():
    return Debouncer(settle_s=0.25, latest_s=1.0)


@pytest.mark.parametrize(("now", "is_due"), [(10.249, False), (10.25, True), (10.251, True)])
def test_a_single_event_settles(debouncer, now, is_due):
    debouncer.touch("blue-1", 10)
    assert debouncer.next_due == 10.25
    assert debouncer.due(now) == ["blue-1"] * is_due


def test_each_event_starts_the_wait_anew_until_the_latest_time(debouncer):
    for at in (10.0, 10.125, 10.25):
        debouncer.touch("blue-1", at)
    assert debouncer.next_due == 10.5
    for at in (10.5, 10.75, 10.875):
        debouncer.touch("blue-1", at)
    assert debouncer.due(10.999) == []
    assert debouncer.due(11.0) == ["blue-1"]


def test_an_event_after_the_latest_time_does_not_put_it_off(debouncer):
    debouncer.touch("blue-1", 10)
    debouncer.touch("blue-1", 12)
    assert debouncer.next_due == 11


def test_events_out_of_order_do_not_shorten_the_wait(debouncer):
    debouncer.touch("blue-1", 10.1)
    debouncer.touch("blue-1", 10.0)
    assert debouncer.next_due == pytest.approx(10.35)


def test_taking_returns_the_first_event_and_ends_the_burst(debouncer):
    debouncer.touch("blue-1", 10)
    debouncer.touch("blue-1", 10.1)
    assert debouncer.take("blue-1") == 10
    assert debouncer.next_due is None
    debouncer.touch("blue-1", 20)
    assert debouncer.take("blue-1") == 20


@pytest.mark.parametrize(("now", "is_last"), [(10.999, False), (11.0, True), (11.001, True)])
def test_holding_waits_for_the_last_chance(debouncer, now, is_last):
    debouncer.touch("blue-1", 10)
    debouncer.hold("blue-1")
    assert debouncer.is_last_chance("blue-1", now) is is_last
    assert debouncer.due(now) == ["blue-1"] * is_last


def test_keys_settle_apart(debouncer):
    debouncer.touch("blue-1", 10)
    debouncer.touch("orange-1", 10.2)
    assert debouncer.due(10.3) == ["blue-1"]
    debouncer.discard("blue-1")
    debouncer.discard("nobody")
    assert not debouncer.is_open("blue-1")
    assert debouncer.due(10.45) == ["orange-1"]


@given(gaps=st.lists(st.integers(0, 64), min_size=1, max_size=60))
def test_bursts_end_between_the_settle_time_and_the_latest_time(gaps):
    debouncer = Debouncer(settle_s=0.25, latest_s=1.0)
    now = 0.0
    for gap in gaps:
        now += gap / 128
        if debouncer.due(now):
            break
        debouncer.touch("key", now)
    due = debouncer.next_due
    assert 0.25 <= due - debouncer.take("key") <= 1.0


@pytest.mark.parametrize(("settle_s", "latest_s"), [(0, 1), (-1, 1), (1.1, 1)])
def test_refuses_impossible_times(settle_s, latest_s):
    with pytest.raises(ValueError, match="settle time"):
        Debouncer(settle_s=settle_s, latest_s=latest_s)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_rewritten_file_is_found_above_the_number_of_changes(count):
    rewrites = RewriteDetector(max_rewrites=4, window_s=20)
    found = [rewrites.add("state.json", at) for at in range(count)]
    assert found == [False] * min(count, 4) + [True] * (count - 4)
    assert ("state.json" in rewrites) is (count > 4)


@pytest.mark.parametrize(("gap", "is_found"), [(4.9, True), (5.0, False), (5.1, False)])
def test_only_changes_within_the_window_count(gap, is_found):
    rewrites = RewriteDetector(max_rewrites=4, window_s=20)
    for step in range(40):
        rewrites.add("state.json", 100 + step * gap)
    assert ("state.json" in rewrites) is is_found


def test_a_rewritten_file_is_found_once_and_alone():
    rewrites = RewriteDetector(max_rewrites=1, window_s=20)
    assert [rewrites.add("a", 0) for _ in range(4)] == [False, True, False, False]
    assert rewrites.add("b", 0) is False
    assert "b" not in rewrites
