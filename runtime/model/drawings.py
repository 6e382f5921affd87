"""What agents draw into the arena, as plain values; imports nothing of Kickabout."""

from dataclasses import dataclass
from enum import Enum

Point = tuple[float, float, float]
"""x, y, z in uu."""
Colour = tuple[int, int, int, int]
"""Red, green, blue and opacity, each from 0 to 255."""


class DrawingRights(Enum):
    """Whether the agents of a match may draw, as its document says."""

    OFF_BY_DEFAULT = "OffByDefault"
    ON_BY_DEFAULT = "OnByDefault"
    ALWAYS_OFF = "AlwaysOff"

    @classmethod
    def of(cls, word: str) -> "DrawingRights":
        """By the document's word; what is none counts as the usual."""
        return next((rights for rights in cls if rights.value == word), cls.OFF_BY_DEFAULT)


class Tie(Enum):
    """What a point of a drawing moves with."""

    BALL = "ball"
    CAR = "car"


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Where a part of a drawing is: a point, or one that moves with a ball or a car."""

    world: Point
    """With a tie, an offset from the object that does not turn with it."""
    tie: Tie | None = None
    index: int = 0
    """Which ball or car, as the packet counts them."""
    local: Point = (0.0, 0.0, 0.0)
    """An offset that turns with the object: forwards, left, up."""


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
    """A place on the screen as parts of its width and height, y down."""

    x: float
    y: float


class HAlign(Enum):
    """Which side of a text or rectangle lies at its place."""

    LEFT = "Left"
    CENTER = "Center"
    RIGHT = "Right"


class VAlign(Enum):
    """Which end of a text or rectangle lies at its place."""

    TOP = "Top"
    CENTER = "Center"
    BOTTOM = "Bottom"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnText:
    """Lines of text, in the arena or on the screen, always upright."""

    text: str
    place: Anchor | Screen
    scale: float
    """At 1, letters are 20 pixels high."""
    foreground: Colour
    background: Colour
    h_align: HAlign = HAlign.LEFT
    v_align: VAlign = VAlign.TOP


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRect:
    """A filled rectangle, in the arena or on the screen, always upright."""

    place: Anchor | Screen
    width: float
    """As part of the screen's width; below 0, it goes to the left of its place."""
    height: float
    """As part of the screen's height; below 0, it goes up from its place."""
    colour: Colour
    h_align: HAlign = HAlign.LEFT
    v_align: VAlign = VAlign.TOP


DrawnItem = DrawnLine | DrawnPath | DrawnText | DrawnRect


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnGroup:
    """What one agent draws, keeps and takes away together."""

    owner: int
    """Number of the session that draws it."""
    number: int
    """The agent's own."""
    items: tuple[DrawnItem, ...]
    left_out: int = 0
    """How many more there were than could be told or kept."""
