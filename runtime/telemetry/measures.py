"""A channel together with the function that computes its value."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Final, Generic, TypeVar

import rlbot_flatbuffers as flat

from runtime.model.messages import Message
from runtime.model.telemetry import Channel, Kind, Scope, Source

T = TypeVar("T")
SWITCH: Final = (0.0, 1.0)
PERCENT: Final = (0.0, 100.0)


@dataclass(frozen=True, slots=True)
class Measure(Generic[T]):
    """A channel, and the function that reads its value from a tally."""

    channel: Channel
    read: Callable[[T], float]


def measure(
    channel_id: str,
    title: str,
    definition: str,
    read: Callable[[T], float],
    *,
    source: Source | None = None,
    unit: str = "",
    kind: Kind = Kind.STATE,
    bounds: tuple[float, float] | None = None,
) -> Measure[T]:
    """Returns a measure; its scope is the first part of the id. `tests.translations` finds both texts in its calls.

    By default, values of cars and of the match come from packets, those of agents and of the server from reports.
    """
    scope = Scope(channel_id.partition(".")[0])
    code = f"channel-{channel_id}".replace(".", "-").replace("_", "-")
    channel = Channel(
        id=channel_id,
        title=Message(code, title),
        definition=Message(f"{code}-text", definition),
        unit=unit,
        scope=scope,
        source=source or (Source.PACKET if scope in (Scope.CAR, Scope.MATCH) else Source.REPORT),
        kind=kind,
        bounds=bounds,
    )
    return Measure(channel, read)


def share_measure(channel_id: str, title: str, definition: str, read: Callable[[T], float]) -> Measure[T]:
    """Returns a measure of a share of the time played so far, in percent."""
    return measure(channel_id, title, definition, read, unit="%", kind=Kind.SHARE, bounds=PERCENT)


def percent(part: float, whole: float) -> float:
    """Returns a part in percent of the whole; 0 if the whole is 0."""
    return 100.0 * part / whole if whole else 0.0


def length(vector: flat.Vector3) -> float:
    """Returns the length of a packet's vector."""
    return sqrt(vector.x * vector.x + vector.y * vector.y + vector.z * vector.z)


def distance(one: flat.Vector3, other: flat.Vector3) -> float:
    """Returns the distance between two positions in a packet."""
    x, y, z = one.x - other.x, one.y - other.y, one.z - other.z
    return sqrt(x * x + y * y + z * z)
