"""A history that is full, and the records that go on filling it: the load of 64 channels over ten minutes."""

from collections.abc import Iterator

from runtime.model.events import TelemetryRecorded
from runtime.telemetry import History, Sample, Scope, Subject, channels_of

CHANNELS = 64
SPAN_S = 600
UPDATES_PER_S = 30
CARS = -(-CHANNELS // len(channels_of(Scope.CAR)))


def curves() -> list[tuple[str, Subject]]:
    """Returns 64 channels of cars, each with its car."""
    every = [(channel.id, car) for car in range(CARS) for channel in channels_of(Scope.CAR)]
    return every[:CHANNELS]


def records(first: int = 0) -> Iterator[TelemetryRecorded]:
    """Returns one record for each update of the window, with a sample of each car; values change all the time."""
    width = len(channels_of(Scope.CAR))
    while True:
        time_s = first / UPDATES_PER_S
        rows = [tuple(float((first * (row + 7) * (car + 3)) % 101) for row in range(width)) for car in range(CARS)]
        yield TelemetryRecorded(
            samples=tuple(Sample(Scope.CAR, car, time_s, time_s, row) for car, row in enumerate(rows))
        )
        first += 1


def full_history() -> tuple[History, Iterator[TelemetryRecorded]]:
    """Returns a history of ten minutes, and the records that follow."""
    history, following = History(), records()
    for _ in range(SPAN_S * UPDATES_PER_S):
        history.take(next(following))
    return history, following
