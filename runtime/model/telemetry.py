"""Channels, samples and marks of a match's telemetry; the runtime records them and the window shows them."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from runtime.model.messages import Message
from runtime.model.values import PadPlace


class Scope(Enum):
    """Kind of subject with its own series in a channel."""

    CAR = "car"
    AGENT = "agent"
    MATCH = "match"
    SERVER = "server"


class Source(Enum):
    """Source of a channel's values."""

    PACKET = "game packet"
    REPORT = "report of the arena"
    USAGE = "usage of processes"
    LAUNCHER = "launcher"


class Kind(Enum):
    """The meaning of a channel's values over time.

    `STATE` is valid at its moment, so an interval has a mean. `COUNTER` only grows, so an interval has an increase.
    `SHARE` is a percentage of all the time played so far, so both ends of an interval give the share within it.
    """

    STATE = "state"
    COUNTER = "counter"
    SHARE = "share"


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """One quantity that is recorded over time."""

    id: str
    """The scope and a name: `car.speed`."""
    title: Message
    definition: Message
    """The exact meaning of a value, for a tooltip."""
    unit: str = ""
    """Empty for plain numbers."""
    scope: Scope
    source: Source
    kind: Kind = Kind.STATE
    bounds: tuple[float, float] | None = None
    """Limits of the value; None if there are none."""


Subject: TypeAlias = int | str | None
"""Index of a car, key of an agent, or None for the match and the server."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The values of all channels of a scope for one subject at one time, in the registry's order."""

    scope: Scope
    subject: Subject
    game_s: float
    """`seconds_elapsed` of the packets; it never decreases within a match, even if the server's count does."""
    wall_s: float
    """Seconds since the start of the match, as in the log."""
    values: tuple[float, ...]


class MarkKind(Enum):
    """Events that plots, log and arena view share."""

    GOAL = "goal"
    TOUCH = "touch"
    DEMOLITION = "demolition"
    CRASH = "crash"
    SWAP = "swap"
    LATE_BURST = "late_burst"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One event of a match, with the moment at which it happened."""

    kind: MarkKind
    frame: int
    game_s: float
    """Game time in the same scale as the samples."""
    wall_s: float
    subject: Subject = None
    """The scorer, the car that touched the ball, the demolished car, or the agent; None if it is unknown."""
    by: Subject = None
    """The car that gave the assist, or that demolished the subject."""
    team: int | None = None
    """The team that scored; otherwise the subject's team, if it is known."""


@dataclass(frozen=True, slots=True)
class KeptPacket:
    """A packed packet for the instant replay."""

    game_s: float
    payload: bytes
    pads: tuple[PadPlace, ...]
