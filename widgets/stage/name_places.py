"""Names of cars that would lie on each other or on cars are moved aside; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

GAP_PX: Final = 1.0
FARTHEST: Final = 6
"""So many heights a name may be moved; in a larger crowd it lies on others rather than far from its car."""
ASIDE: Final = 4
"""A move by the whole width counts like so many heights."""
_PLACES: Final = sorted(
    (
        (aside, down)
        for aside in (0.0, -0.25, 0.25, -0.5, 0.5, -1.0, 1.0)
        for down in range(-FARTHEST, FARTHEST + 1)
        if abs(down) + ASIDE * abs(aside) <= FARTHEST
    ),
    key=lambda move: (abs(move[1]) + ASIDE * abs(move[0]), abs(move[0]), -move[1]),
)
"""Widths aside and heights down from where a name belongs, the nearest first."""


_Zone: TypeAlias = tuple[float, float, float, float]
"""Left, right, top, bottom; the bounds are not in it."""


@dataclass(frozen=True, slots=True)
class Box:
    """Where a name is written or a car drawn, in pixels."""

    x: float
    y: float
    width: float
    height: float


def spread(boxes: Iterable[Box], width: float, height: float, bodies: Iterable[Box] = ()) -> list[Box]:
    """The boxes in their order, each moved as little as keeps it off those before it, and off `bodies` if possible.

    None is moved out of a room of `width` and `height`.
    """
    solid = tuple(bodies)
    placed: list[Box] = []
    for box in boxes:
        placed.append(_free(box, _near(box, placed), _near(box, solid), width, height))
    return placed


def _near(box: Box, others: Iterable[Box]) -> list[_Zone]:
    """Where the upper left corner of a box must not lie, for each of the others that is within reach of it."""
    aside, down = box.width + GAP_PX, box.height + GAP_PX
    left, right = box.x - aside, box.x + aside
    top, bottom = box.y - FARTHEST * down, box.y + FARTHEST * down
    zones = (
        (other.x - aside, other.x + other.width + GAP_PX, other.y - down, other.y + other.height + GAP_PX)
        for other in others
    )
    return [zone for zone in zones if zone[0] < right and left < zone[1] and zone[2] < bottom and top < zone[3]]


def _free(box: Box, names: Sequence[_Zone], cars: Sequence[_Zone], width: float, height: float) -> Box:
    """The nearest place off names and cars; where there is none, the nearest off names."""
    off_names: Box | None = None
    for aside, down in _PLACES:
        x, y = box.x + aside * (box.width + GAP_PX), box.y + down * (box.height + GAP_PX)
        is_inside = 0.0 <= x <= width - box.width and 0.0 <= y <= height - box.height
        if not (is_inside or aside == down == 0) or _is_taken(x, y, names):
            continue
        if not _is_taken(x, y, cars):
            return Box(x, y, box.width, box.height)
        off_names = off_names or Box(x, y, box.width, box.height)
    return off_names or box


def _is_taken(x: float, y: float, zones: Sequence[_Zone]) -> bool:
    for left, right, top, bottom in zones:  # noqa: SIM110 - thirty times a second, a generator would cost twice as much
        if left < x < right and top < y < bottom:
            return True
    return False
