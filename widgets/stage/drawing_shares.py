"""How the room for drawings is shared out, so that who draws very much takes nothing from the others; pure."""

from collections.abc import Mapping
from typing import Final

from runtime.model.drawings import DrawnItem, DrawnPath, DrawnText

TEXT_PARTS: Final = 8
"""A row of text takes as long to paint as so many lines."""


def parts(item: DrawnItem) -> int:
    """How much of the room an item takes."""
    if isinstance(item, DrawnPath):
        return max(1, len(item.points) - 1)
    return TEXT_PARTS * (1 + item.text.count("\n")) if isinstance(item, DrawnText) else 1


def fair_shares(needs: Mapping[int, int], most: int) -> dict[int, int]:
    """What each gets of what it needs: all of it, or as much as everybody else who needs more than there is."""
    shares: dict[int, int] = {}
    left, waiting = most, len(needs)
    for owner, need in sorted(needs.items(), key=lambda entry: entry[1]):
        shares[owner] = min(need, left // waiting)
        left -= shares[owner]
        waiting -= 1
    return shares
