import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.report.agent_stats import (
    EARNING_ANSWERS,
    LATE_S,
    START_S,
    WINDOW,
    AgentStats,
    Percentiles,
    percentiles,
)


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


def test_a_frame_without_a_ball_counts_only_if_it_is_answered():
    stats = AgentStats()
    stats.sent(1.0)
    stats.answered(1.001)
    stats.sent_optional(5.0)
    stats.sent_optional(5.0)
    assert (stats.packets, stats.optional, stats.answers, stats.is_answered) == (3, 2, 1, True)
    stats.answered(9.0)
    stats.answered(9.1)
    assert (stats.packets, stats.optional, stats.answers, stats.late) == (3, 1, 2, 0)
    stats.sent(20.0)
    stats.answered(20.001)
    stats.answered(20.002)
    assert (stats.packets, stats.optional, stats.answers, stats.late) == (4, 1, 3, 0)
    assert max(stats.times_s) < 0.01


def test_an_answer_that_is_owed_when_the_ball_goes_is_not_late():
    stats = AgentStats()
    stats.sent(1.0)
    stats.sent_optional(5.0)
    assert stats.unanswered_s(5.0) == 0.0
    stats.sent(9.0)
    stats.answered(9.001)
    assert stats.late == 0


def answer(stats, *times_s):
    for took_s in times_s:
        stats.sent(1.0)
        stats.answered(1.0 + took_s, is_owed=True)


def test_answers_use_up_the_budget_and_earn_it_again():
    stats = AgentStats(12.0)
    answer(stats, *[0.5] * 10)
    assert stats.left_s == pytest.approx(12.0 - 10 * (0.5 - 0.01))
    answer(stats, *[0.01] * 10)
    assert stats.left_s == pytest.approx(12.0 - 10 * (0.5 - 0.01))
    answer(stats, *[0.0] * 100_000)
    assert stats.left_s == 12.0


@pytest.mark.parametrize(("took_s", "is_used_up"), [(0.499, False), (0.5, False), (0.501, True)])
def test_the_budget_is_used_up_below_zero(took_s, is_used_up):
    stats = AgentStats(0.5)
    stats.sent(1.0)
    stats.answered(1.0 + took_s + 0.5 / EARNING_ANSWERS, is_owed=True)
    assert (round(stats.left_s, 9) < 0.0) is is_used_up


def test_an_answer_costs_no_more_than_lockstep_waits():
    stats = AgentStats(5.0)
    answer(stats, 100.0)
    assert stats.left_s == pytest.approx(4.0, abs=0.01)


def test_a_debugged_agent_has_no_budget():
    stats = AgentStats(0.1)
    stats.is_timed = False
    answer(stats, *[1.0] * 10)
    assert stats.left_s == 0.1


def test_without_a_limit_it_is_never_used_up():
    stats = AgentStats()
    answer(stats, *[1.0] * 1000)
    assert stats.left_s > 0.0


def test_only_an_answer_that_lockstep_waits_for_costs_time():
    stats = AgentStats(5.0)
    stats.sent(1.0)
    stats.answered(1.5)
    assert stats.left_s == 5.0


def test_every_car_of_a_hivemind_costs_time_until_its_answer():
    stats = AgentStats(5.0)
    stats.sent(1.0)
    stats.answered(1.0, is_owed=True)
    stats.answered(1.3, is_owed=True)
    stats.answered(1.7, is_owed=True)
    stats.answered(1.9)
    assert stats.left_s == pytest.approx(5.0 - 0.7)
    assert stats.answers == 1


def test_an_answer_without_a_ball_costs_and_earns_time_like_others():
    stats = AgentStats(12.0)
    for _ in range(10):
        stats.sent_optional(1.0)
        stats.answered(1.5, is_owed=True)
    assert stats.left_s == pytest.approx(12.0 - 10 * (0.5 - 0.01))
