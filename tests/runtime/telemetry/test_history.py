import math

import numpy as np
import psutil
import pytest

from runtime.model.events import TelemetryRecorded
from runtime.model.telemetry import KeptPacket
from runtime.telemetry import Mark, MarkKind, Sample, Scope, channels_of
from runtime.telemetry.history import CAPACITY, MAX_MARKS, SAMPLES_PER_S, Axis, History, Interval

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

    curve = history.curve("car.speed", 0, maximum=most)

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


def test_memory_is_flat_over_thirty_minutes():
    history, sizes = History(), []
    row = tuple(float(number) for number in range(CARS))
    for start in range(0, 30 * 60 * SAMPLES_PER_S, SAMPLES_PER_S):
        samples = [
            Sample(Scope.CAR, car, number / SAMPLES_PER_S, number / SAMPLES_PER_S, row)
            for number in range(start, start + SAMPLES_PER_S)
            for car in range(3)
        ]
        touch = Mark(kind=MarkKind.TOUCH, frame=start, game_s=samples[0].game_s, wall_s=samples[0].wall_s, subject=0)
        packets = [KeptPacket(sample.game_s, bytes(1000), ()) for sample in samples[:60]]
        history.take(TelemetryRecorded(samples=tuple(samples), marks=(touch,), packets=tuple(packets)))
        sizes.append((psutil.Process().memory_info().rss, history.nbytes))
    minute = 60
    assert sizes[-1][0] - sizes[12 * minute][0] < 2_000_000
    assert len({nbytes for _, nbytes in sizes}) == 1
    assert len(history.recent_views()) == 15 * 60
    assert len(history.marks) == 30 * 60


def test_marks_are_bounded():
    history = History()
    marks = [Mark(kind=MarkKind.TOUCH, frame=frame, game_s=0.0, wall_s=0.0) for frame in range(MAX_MARKS + 1)]
    history.take(TelemetryRecorded(marks=tuple(marks)))
    assert [history.marks[0].frame, len(history.marks)] == [1, MAX_MARKS]


def test_figures_of_an_interval():
    history = filled(
        600,
        speed=lambda number: number % 3,  # 0 1 2 0 1 2
        touches=lambda number: number // 30,  # one a second
        play_time=lambda number: number / 30,
        ground_share=lambda number: 100 if number <= 300 else 100 * 300 / number,  # on the ground for ten seconds
    )
    within = Interval(2.0, 11.9)  # the samples 60 to 357

    speed = history.statistics("car.speed", 0, within)
    assert (speed.samples, speed.minimum, speed.maximum, speed.median) == (298, 0, 2, 1)
    assert speed.mean == pytest.approx(297 / 298)
    assert math.isnan(speed.per_minute)
    touches = history.statistics("car.touches", 0, within)
    assert touches.per_minute == pytest.approx(60 * (11 - 2) / 9.9)
    ground = history.statistics("car.ground_share", 0, within)
    assert ground.mean == pytest.approx(100 * 8 / 9.9, rel=1e-4)  # 8 of 9.9 s
    assert history.statistics("car.speed", 0, Interval(30.0, 40.0)).samples == 0
    assert history.statistics("car.speed", 7, within).samples == 0
    assert history.statistics("car.ground_share", 0, Interval(5.0, 5.0)).mean == 100


def test_a_counter_that_begins_again_has_grown_by_what_it_shows_since():
    history = filled(90, touches=lambda number: number % 60)
    assert history.statistics("car.touches", 0, Interval(0.0, 3.0)).per_minute == pytest.approx(60 * 88 / (89 / 30))


def test_samples_without_a_value_do_not_count():
    history = filled(60, speed=lambda number: math.nan if number < 30 else 7)
    assert history.statistics("car.speed", 0, Interval(0.0, 2.0)).samples == 30
    assert history.statistics("car.speed", 0, Interval(0.0, 0.5)).samples == 0
    assert np.nanmin(history.curve("car.speed", 0, maximum=10).values) == 7


def swap(game_s, subject="blue-1", kind=MarkKind.SWAP):
    return Mark(kind=kind, frame=0, game_s=game_s, wall_s=0.0, subject=subject)


def test_before_and_after_a_swap_are_compared_in_numbers():
    history = filled(900, speed=lambda number: 100 if number < 300 else 200)
    marks = swap(2.0), swap(10.0), swap(15.0, "orange-1"), swap(16.0, kind=MarkKind.GOAL), swap(25.0)
    history.take(TelemetryRecorded(marks=marks))

    before, after = history.around(marks[1])
    assert (before, after) == (Interval(2.0, 10.0), Interval(10.0, 25.0))
    assert history.around(marks[1], 3.0) == (Interval(7.0, 10.0), Interval(10.0, 13.0))
    assert history.around(marks[0])[0].first_s == 0
    assert history.around(marks[4])[1].last_s == pytest.approx(899 / 30)

    compared = history.compare(before, after, (0, "blue-1"), ("car.speed", "agent.cpu"))
    assert [(row.channel.id, row.subject) for row in compared] == [("car.speed", 0)]
    assert compared[0].before.median == 100
    assert compared[0].after.median == 200
    assert {row.channel.scope for row in history.compare(before, after, (0,))} == {Scope.CAR}
