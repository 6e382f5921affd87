import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.report.agent_stats import LATE_S, START_S, WINDOW, AgentStats, Percentiles, percentiles


@pytest.mark.parametrize(("took_s", "late"), [(LATE_S * 0.999, 0), (LATE_S, 0), (LATE_S * 1.001, 1)])
def test_late_is_longer_than_a_frame(took_s, late):
    stats = AgentStats()
    stats.sent(LATE_S)
    stats.answered(LATE_S + took_s)
    assert (stats.packets, stats.answers) == (1, 1)
    assert stats.late == late


def test_a_frame_has_one_answer_timed_from_the_oldest_unanswered():
    stats = AgentStats()
    stats.answered(1.0)
    stats.sent(2.0)
    stats.sent(2.1)
    stats.answered(2.2)
    stats.answered(2.3)
    assert (stats.packets, stats.answers, stats.late) == (2, 1, 1)
    assert list(stats.times_s) == pytest.approx([0.2])


@pytest.mark.parametrize(("after_s", "late"), [(START_S * 0.999, 0), (START_S, 1), (START_S * 1.001, 1)])
def test_no_answer_is_late_in_the_first_second_after_the_first_frame(after_s, late):
    stats = AgentStats()
    for now_s in (5.0, 500.0):  # a second program takes over later
        stats.begin()
        before = stats.late
        stats.sent(now_s)
        stats.answered(now_s + 0.2)
        assert (stats.late, stats.times_s[-1]) == (before, pytest.approx(0.2))
        stats.sent(now_s + 0.3)
        stats.answered(now_s + after_s)
        assert stats.late == before + late
        assert len(stats.times_s) == 1 or not late, "times of the start-up are forgotten"


def test_a_frame_that_lockstep_missed_is_late_in_the_first_second_too():
    stats = AgentStats()
    stats.begin()
    stats.sent(1.0)
    stats.missed()
    assert stats.late == 1


def test_a_missed_frame_is_late_once():
    stats = AgentStats()
    stats.sent(1.0)
    stats.missed()
    stats.missed()
    stats.answered(3.0)
    assert (stats.answers, stats.late) == (1, 1)
    stats.sent(4.0)
    stats.answered(5.0)
    assert stats.late == 2


def test_an_interrupted_frame_is_not_timed():
    stats = AgentStats()
    stats.sent(1.0)
    stats.interrupt()
    stats.answered(9.0)
    assert stats.answers == 0


def test_window_is_bounded():
    stats = AgentStats()
    for number in range(WINDOW + 10):
        stats.sent(number + 1.0)
        stats.answered(number + 1.001)
    assert len(stats.times_s) == WINDOW
    assert stats.answers == WINDOW + 10


def test_percentiles_of_nothing_are_0():
    assert percentiles([]) == Percentiles(p50_ms=0.0, p95_ms=0.0, p99_ms=0.0)


def test_percentiles_are_milliseconds():
    assert percentiles([0.001]) == Percentiles(p50_ms=1.0, p95_ms=1.0, p99_ms=1.0)
    hundred = [number / 1000 for number in range(1, 101)]
    assert percentiles(hundred[::-1]) == Percentiles(p50_ms=51.0, p95_ms=96.0, p99_ms=100.0)


@given(st.lists(st.floats(0, 10), min_size=1, max_size=600))
def test_percentiles_are_ordered_values_of_the_list(times):
    found = percentiles(times)
    assert found.p50_ms <= found.p95_ms <= found.p99_ms
    assert found.p99_ms <= round(max(times) * 1000, 3)
