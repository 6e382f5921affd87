"""Requested changes of the positions of ball and cars in a running match."""

from dataclasses import dataclass
from enum import Enum

PartialVector = tuple[float | None, float | None, float | None]
"""x, y, z; None keeps the current number."""


class Body(Enum):
    """The objects that can be moved."""

    BALL = "ball"
    CAR = "car"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The requested position and motion of a ball or car: uu, uu/s, rad/s; None keeps the current one."""

    body: Body
    index: int
    """Index of the ball or car in the packet."""
    location: PartialVector | None = None
    velocity: PartialVector | None = None
    spin: PartialVector | None = None
