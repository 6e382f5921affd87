"""Progress, speed and cancellation."""

import pytest

from runtime.packs.model import CancelledError
from runtime.packs.progress import WINDOW_S, Progress, Stage
from tests.clock import Clock


def test_the_speed_is_that_of_the_last_seconds():
    clock = Clock()
    progress = Progress(clock)
    progress.begin(Stage.FETCHING, 10_000, 1_000)
    assert progress.read().speed is None
    clock.now += 1
    progress.advance(1_000)
    reading = progress.read()
    assert (reading.done, reading.total, reading.speed, reading.remaining_s) == (2_000, 10_000, 1_000, 8)
    for _ in range(10):
        clock.now += 1
        progress.advance(100)
    assert progress.read().speed == pytest.approx(100)


def test_the_speed_decreases_while_nothing_arrives():
    clock = Clock()
    progress = Progress(clock)
    progress.begin(Stage.FETCHING, None)
    clock.now += 1
    progress.advance(1_000)
    clock.now += WINDOW_S
    assert progress.read().speed == pytest.approx(250)
    assert progress.read().remaining_s is None


def test_only_fetching_has_a_speed():
    clock = Clock()
    progress = Progress(clock)
    progress.begin(Stage.UNPACKING)
    clock.now += 1
    progress.advance(1_000)
    assert progress.read().speed is None


def test_cancelling_ends_the_next_step_and_every_wait():
    progress = Progress()
    progress.check()
    progress.wait(0.0)
    progress.cancel()
    for step in (
        progress.check,
        lambda: progress.advance(1),
        lambda: progress.wait(60),
        lambda: progress.interrupt_with(None),
    ):
        with pytest.raises(CancelledError):
            step()
