"""Requested changes to the state of a running match: ball, cars, gravity and game speed."""

from dataclasses import dataclass
from enum import Enum

Vector = tuple[float, float, float]
PartialVector = tuple[float | None, float | None, float | None]
"""x, y, z; None keeps the current number."""


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
