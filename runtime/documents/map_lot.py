"""The map by lot: what `[kickabout] map = "random"` of a match.toml means, apart from the document itself.

Every map of a pool has its turn before one comes again; other RLBot programs ignore the key.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

NAMED: Final = "named"
"""The map is the one that `[match]` names."""
RANDOM: Final = "random"
"""It is drawn at each start."""
DRAWN: Final = "drawn"
"""It has been drawn; no document says that."""
MAP_CHOICES: Final = (NAMED, RANDOM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What a draw came to."""

    name: str
    """The map, as documents write it."""
    drawn: tuple[str, ...]
    """The maps that have had their turn, this one last; for the next draw, from whatever pool."""


def draw(pool: Sequence[str], drawn: Sequence[str], random: Random) -> Draw:
    """Draws a map of a pool that has had no turn; when all had theirs, a new round begins.

    The first of a new round is another than the last of the round before, where the pool has another. Turns of maps
    outside of the pool stay as they are.

    Raises:
        ValueError: the pool is empty.
    """
    if not pool:
        raise ValueError("There is no map to be drawn.")
    left = [name for name in pool if name not in drawn]
    if not left:
        last = next(name for name in reversed(drawn) if name in pool)
        left = [name for name in pool if name != last] or [last]
        drawn = [name for name in drawn if name not in pool]
    name = random.choice(left)
    return Draw(name=name, drawn=(*drawn, name))
