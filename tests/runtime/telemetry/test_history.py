import math

import numpy as np
import pytest

from runtime.model.events import TelemetryRecorded
from runtime.telemetry import Axis, History, Interval, Sample, Scope, channels_of
from runtime.telemetry.history import CAPACITY, SAMPLES_PER_S

CARS = len(channels_of(Scope.CAR))


def car_sample(number, subject=0, **values):
    row = [0.0] * CARS
    for name, value in values.items():
        row[[channel.id for channel in channels_of(Scope.CAR)].index(f"car.{name}")] = value
    return Sample(Scope.CAR, subject, number / SAMPLES_PER_S, 100 + number / SAMPLES_PER_S, tuple(row))


def filled(count, *, batch=7, **functions):
    history = History()
    for start in range(0, count, batch):
        samples = [
            car_sample(number, **{name: function(number) for name, function in functions.items()})
            for number in range(start, min(count, start + batch))
        ]
        history.take(TelemetryRecorded(samples=tuple(samples)))
    return history


def test_the_history_returns_samples_by_channel_and_subject_on_both_axes():
    history = History()
    history.take(
        TelemetryRecorded(samples=(car_sample(0, speed=10), car_sample(0, 1, speed=20), car_sample(1, speed=11)))
    )

    assert history.subjects(Scope.CAR) == (0, 1)
    assert history.curve("car.speed", 0).values.tolist() == [10, 11]
    assert history.curve("car.speed", 1).values.tolist() == [20]
    assert history.curve("car.speed", 0).times_s.tolist() == [0, 1 / 30]
    assert history.curve("car.speed", 0, axis=Axis.WALL).times_s.tolist() == [100, 100 + 1 / 30]
    assert not len(history.curve("car.speed", 7).values)
    assert history.value("car.speed", 0) == 11
    assert history.value("car.speed", 0, 0.02) == 10
    assert math.isnan(history.value("car.speed", 0, -1.0))
    history.clear()
    assert history.subjects(Scope.CAR) == ()


@pytest.mark.parametrize("batch", [1, 7, 32, 5000])
def test_a_curve_is_a_slice_of_at_least_ten_minutes(batch):
    count = CAPACITY[Scope.CAR] + 100
    history = filled(count, batch=batch, speed=float)

    curve = history.curve("car.speed", 0)

    assert curve.times_s[-1] - curve.times_s[0] >= 600
    assert curve.values.tolist() == list(range(100, count))
    assert not curve.values.flags.owndata
    assert curve.values.flags.c_contiguous


@pytest.mark.parametrize(("most", "level"), [(960, 1), (959, 8), (240, 8), (239, 32), (1, 32)])
def test_a_wide_span_is_read_from_extremes_of_8_or_32_samples(most, level):
    history = filled(960, speed=lambda number: number % 32)

    curve = history.curve("car.speed", 0, most=most)

    if level == 1:
        assert curve.values.tolist() == [number % 32 for number in range(960)]
    else:
        pairs = curve.values.reshape(-1, 2)
        expected = [(block % 32, block % 32 + level - 1) for block in range(0, 960, level)]
        assert [tuple(pair) for pair in pairs.tolist()] == expected
        assert np.all(np.diff(curve.times_s) > 0)


def test_a_span_includes_its_neighbours():
    history = filled(90, speed=float)
    assert history.curve("car.speed", 0, Interval(1.0, 2.0)).values.tolist() == list(range(29, 62))
    assert history.span() == Interval(0.0, 89 / 30)
    assert History().span() == Interval(0.0, 0.0)
