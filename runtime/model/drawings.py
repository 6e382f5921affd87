"""Drawings of agents as plain values; imports nothing of Kickabout."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

Point = tuple[float, float, float]
"""x, y, z in uu."""
Colour = tuple[int, int, int, int]
"""Red, green, blue and opacity, each from 0 to 255."""


class DrawingRights(Enum):
    """Permission of a match's agents to draw, as set in its document."""

    OFF_BY_DEFAULT = "OffByDefault"
    ON_BY_DEFAULT = "OnByDefault"
    ALWAYS_OFF = "AlwaysOff"

    @classmethod
    def of(cls, word: str) -> "DrawingRights":
        """Returns the permission for the document's word; the default for unknown words."""
        return next((rights for rights in cls if rights.value == word), cls.OFF_BY_DEFAULT)


class Tie(Enum):
    """The kind of object that a drawing's point moves with."""

    BALL = "ball"
    CAR = "car"


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A fixed point, or a point that moves with a ball or a car."""

    world: Point
    """With a tie, an offset from the object that does not rotate with it."""
    tie: Tie | None = None
    index: int = 0
    """Index of the ball or car in the packet."""
    local: Point = (0.0, 0.0, 0.0)
    """An offset that rotates with the object: forwards, left, up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLine:
    """A straight line in the arena."""

    start: Anchor
    end: Anchor
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPath:
    """A line through several points of the arena."""

    points: tuple[Point, ...]
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A position on the screen in fractions of its width and height, y down."""

    x: float
    y: float


class HAlign(Enum):
    """The side of a text or rectangle that is at its position."""

    LEFT = "Left"
    CENTER = "Center"
    RIGHT = "Right"


class VAlign(Enum):
    """The edge of a text or rectangle that is at its position."""

    TOP = "Top"
    CENTER = "Center"
    BOTTOM = "Bottom"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnText:
    """Lines of text, in the arena or on the screen, always upright."""

    text: str
    place: Anchor | Screen
    scale: float
    """At 1, letters are 20 pixels high and 10 wide."""
    foreground: Colour
    background: Colour
    h_align: HAlign = HAlign.LEFT
    v_align: VAlign = VAlign.TOP


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRect:
    """A filled rectangle, in the arena or on the screen, always upright."""

    place: Anchor | Screen
    width: float
    """Fraction of the screen's width; negative to the left of its position."""
    height: float
    """Fraction of the screen's height; negative upwards from its position."""
    colour: Colour
    h_align: HAlign = HAlign.LEFT
    v_align: VAlign = VAlign.TOP


DrawnItem = DrawnLine | DrawnPath | DrawnText | DrawnRect

TEXT_COST: Final = 8
"""Cost of a row of text, in lines."""


def cost(item: DrawnItem) -> int:
    """Returns the cost of painting an item, in lines."""
    if isinstance(item, DrawnPath):
        return max(1, len(item.points) - 1)
    return TEXT_COST * (1 + item.text.count("\n")) if isinstance(item, DrawnText) else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnGroup:
    """Items that an agent draws and removes together."""

    owner: int
    """Number of the session that draws the group."""
    number: int
    """Chosen by the agent."""
    items: tuple[DrawnItem, ...]
    left_out: int = 0
    """Number of items that were not sent or kept."""

    @property
    def cost(self) -> int:
        """The cost of painting all items, in lines."""
        return sum(map(cost, self.items))
