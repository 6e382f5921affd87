"""Names of cars that would lie on each other are moved apart; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

GAP_PX: Final = 1.0
FARTHEST: Final = 6
"""So many heights a name may be moved; in a larger crowd it lies on others rather than far from its car."""
ASIDE: Final = 4
"""A move by the whole width counts like so many heights."""
_MOVES: Final = sorted(
    (
        (aside, down)
        for aside in (0.0, -0.5, 0.5, -1.0, 1.0)
        for down in range(-FARTHEST, FARTHEST + 1)
        if 0 < abs(down) + ASIDE * abs(aside) <= FARTHEST
    ),
    key=lambda move: (abs(move[1]) + ASIDE * abs(move[0]), abs(move[0]), -move[1]),
)
"""Widths aside and heights down, the shortest first."""


@dataclass(frozen=True, slots=True)
class Box:
    """Where a name is written, in pixels."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: "Box") -> bool:
        """Whether the two have a point in common, or hardly none."""
        return (
            self.x < other.x + other.width + GAP_PX
            and other.x < self.x + self.width + GAP_PX
            and self.y < other.y + other.height + GAP_PX
            and other.y < self.y + self.height + GAP_PX
        )


def spread(boxes: Iterable[Box], width: float, height: float) -> list[Box]:
    """The boxes in their order, each moved as little as keeps it off those before it.

    None is moved out of a room of `width` and `height`.
    """
    placed: list[Box] = []
    for box in boxes:
        placed.append(_free(box, placed, width, height))
    return placed


def _free(box: Box, placed: Sequence[Box], width: float, height: float) -> Box:
    if not any(box.meets(other) for other in placed):
        return box
    for aside, down in _MOVES:
        x, y = box.x + aside * (box.width + GAP_PX), box.y + down * (box.height + GAP_PX)
        if 0.0 <= x <= width - box.width and 0.0 <= y <= height - box.height:
            moved = Box(x, y, box.width, box.height)
            if not any(moved.meets(other) for other in placed):
                return moved
    return box
