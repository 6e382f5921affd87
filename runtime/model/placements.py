"""Changes of the state of a running match that somebody wishes for; imports nothing of Kickabout."""

from dataclasses import dataclass
from enum import Enum

PartialVector = tuple[float | None, float | None, float | None]
"""x, y, z; None leaves a number as it is."""


class Body(Enum):
    """What can be moved."""

    BALL = "ball"
    CAR = "car"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Where one ball or car is to be, and how it is to move: uu, uu/s, rad/s; None leaves all of it as it is."""

    body: Body
    index: int
    """Which ball or car, as the packet counts them."""
    location: PartialVector | None = None
    velocity: PartialVector | None = None
    spin: PartialVector | None = None
