"""Answers per second, computed from the counters and the clock in the server's reports."""

import pytest

from runtime.model.game_facts import TICKS_PER_S
from runtime.telemetry import AnswerRate
from runtime.telemetry.rates import MIN_FRAMES


def rate_of(*reports):
    rate = AnswerRate()
    for report in reports:
        rate.add(*report)
    return rate.per_s


def test_one_report_tells_nothing():
    assert rate_of() is None
    assert rate_of((120, 120, 1.0)) is None


@pytest.mark.parametrize(
    ("frames", "expected"),
    [(MIN_FRAMES - 1, None), (MIN_FRAMES, TICKS_PER_S / 2), (MIN_FRAMES + 1, TICKS_PER_S / 2)],
)
def test_it_takes_so_many_frames(frames, expected):
    rate = rate_of((0, 0, 1.0), (frames, frames / 2, 1.0))
    assert rate == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(("speed", "per_s"), [(0.25, 30.0), (1.0, 120.0), (20.0, 2400.0)])
def test_it_is_by_the_wall_clock_of_the_server(speed, per_s):
    assert rate_of((1000, 1000, speed), (1000 + 300, 1300, speed)) == pytest.approx(per_s)


def test_reports_in_quick_succession_are_taken_together():
    reports = [(frame, frame, 1.0) for frame in range(0, 2 * MIN_FRAMES, 7)]
    assert rate_of(*reports) == pytest.approx(TICKS_PER_S)


def test_the_newest_stretch_counts():
    assert rate_of((0, 0, 1.0), (120, 120, 1.0), (240, 150, 1.0)) == pytest.approx(30.0)


def test_an_agent_that_hangs_answers_nothing():
    assert rate_of((0, 0, 1.0), (120, 120, 1.0), (240, 120, 1.0)) == 0.0


def test_the_rate_of_a_paused_match_is_zero():
    assert rate_of((0, 0, 1.0), (120, 120, 1.0), (120, 120, 0.0)) == 0.0
    assert rate_of((0, 0, 1.0), (120, 120, 1.0), (120, 120, 1.0)) == pytest.approx(120.0), "two reports of one moment"
    assert rate_of((0, 0, 0.0), (0, 0, 0.0)) is None


@pytest.mark.parametrize("rest", [0, MIN_FRAMES - 1])
def test_a_pause_may_begin_between_two_reports(rest):
    at = 120 + rest
    reports = [(0, 0, 1.0), (120, 120, 1.0), (at, at, 1.0), (at, at, 0.3), (at, at, 0.0)]
    assert rate_of(*reports) == 0.0
    assert rate_of(*reports, (at + 1, at + 1, 0.02)) == 0.0
    assert rate_of(*reports, (at + 1, at + 1, 0.02), (at + 120, at + 60, 1.0)) == pytest.approx(60.0)


def test_the_rate_continues_after_a_pause():
    reports = ((0, 0, 1.0), (120, 120, 1.0), (120, 120, 0.0), (240, 240, 1.0))
    assert rate_of(*reports) == pytest.approx(120.0)


@pytest.mark.parametrize("report", [(10, 10, 1.0), (300, 3, 1.0)])
def test_decreasing_counters_start_again(report):
    assert rate_of((0, 0, 1.0), (120, 120, 1.0), report) is None


def test_an_agent_that_does_not_play_has_no_rate():
    rate = AnswerRate()
    rate.add(0, 0, 1.0)
    rate.add(120, 120, 1.0)
    rate.clear()
    assert rate.per_s is None
    rate.add(240, 240, 1.0)
    assert rate.per_s is None
