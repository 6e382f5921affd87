"""Where and how fast a match is to be played."""

from dataclasses import dataclass
from typing import Final

ARENA: Final = "arena"
ATTACHED: Final = "attached"
"""A server that runs already, which does not end with the match."""
GAMES: Final = (ARENA, ATTACHED)
PACES: Final = ("realtime", "0.25", "0.5", "2", "4", "10", "lockstep")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWish:
    """What the user chose at the bottom of the window."""

    game: str = ARENA
    """One of `GAMES`."""
    pace: str = "realtime"
    """One of `PACES`: `realtime`, `lockstep` or a factor."""
