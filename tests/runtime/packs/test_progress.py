"""Progress, speed and the brake."""

import pytest

from runtime.packs.faults import CancelledError
from runtime.packs.progress import WINDOW_S, Meter, Stage


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_speed_is_that_of_the_last_seconds():
    clock = Clock()
    meter = Meter(clock)
    meter.begin(Stage.FETCHING, 10_000, 1_000)
    assert meter.read().speed is None
    clock.now += 1
    meter.advance(1_000)
    reading = meter.read()
    assert (reading.done, reading.total, reading.speed, reading.remaining_s) == (2_000, 10_000, 1_000, 8)
    for _ in range(10):
        clock.now += 1
        meter.advance(100)
    assert meter.read().speed == pytest.approx(100)


def test_speed_sinks_while_nothing_arrives():
    clock = Clock()
    meter = Meter(clock)
    meter.begin(Stage.FETCHING, None)
    clock.now += 1
    meter.advance(1_000)
    clock.now += WINDOW_S
    assert meter.read().speed == pytest.approx(250)
    assert meter.read().remaining_s is None


def test_only_fetching_has_a_speed():
    clock = Clock()
    meter = Meter(clock)
    meter.begin(Stage.UNPACKING)
    clock.now += 1
    meter.advance(1_000)
    assert meter.read().speed is None


def test_a_pulled_brake_ends_the_next_step_and_every_wait():
    meter = Meter()
    meter.check()
    meter.wait(0.0)
    meter.cancel()
    for step in (meter.check, lambda: meter.advance(1), lambda: meter.wait(60), lambda: meter.interrupt_with(None)):
        with pytest.raises(CancelledError):
            step()
