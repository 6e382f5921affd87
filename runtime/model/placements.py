"""Requested changes to the state of a running match: ball, cars, gravity and game speed."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

Vector = tuple[float, float, float]
PartialVector = tuple[float | None, float | None, float | None]
"""x, y, z; None keeps the current number."""


PAUSE_SPEED: Final = 0.001
"""Game speed at which a match practically stands still, for games without a command that pauses."""
MIN_SENT_SPEED: Final = 0.125
"""Slower than this, RLBotServer sends no packets: it leaves out those within 1 ms of game time of the one before."""


class Body(Enum):
    """The objects that can be moved."""

    BALL = "ball"
    CAR = "car"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Requested position and motion of a ball or car: uu, uu/s, rad, rad/s; None keeps the current value."""

    body: Body
    index: int
    """Index of the ball or car in the packet."""
    location: PartialVector | None = None
    rotation: PartialVector | None = None
    """Pitch, yaw and roll."""
    velocity: PartialVector | None = None
    spin: PartialVector | None = None
    boost: float | None = None
    """0 to 100; only for cars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """A requested change to a running match, applied at once between two frames; None keeps the current value."""

    placements: tuple[Placement, ...] = ()
    gravity_z: float | None = None
    """uu/s²; the default is -650."""
    game_speed: float | None = None
    """The default is 1."""
