"""What a team gets on the scoreboard, and for what: goals of all kinds, and what mutators award besides.

What exactly the game counts is not published. Here a goal is an aerial one when its scorer last touched the ball with
no wheel on anything and not lying on the roof; the value of an assist comes on top of the goal's; a demolition counts
when it is an opponent's; and a team possesses the ball from its touch to the other team's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from runtime.arena.physics import RATE
from runtime.documents.model import Match

NUMBERS: Final = {"Zero": 0, "One": 1, "Two": 2, "Three": 3, "Five": 5, "Ten": 10}
POSSESSION_FRAMES: Final = {"OneSecond": RATE, "TwoSeconds": 2 * RATE, "ThreeSeconds": 3 * RATE}
STALE_FRAMES: Final = {"ThirtySeconds": 30 * RATE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Awards:
    """How much each of them counts."""

    goal: int = 1
    aerial_goal: int = 1
    assist: int = 0
    demolition: int = 0

    @classmethod
    def of(cls, match: Match) -> "Awards":
        """Reads the mutators; in freeplay nothing counts."""
        if match.freeplay:
            return cls(goal=0, aerial_goal=0)
        mutators = match.mutators
        return cls(
            goal=NUMBERS[mutators.normal_goal_score],
            aerial_goal=NUMBERS[mutators.aerial_goal_score],
            assist=NUMBERS[mutators.assist_goal_score],
            demolition=NUMBERS[mutators.demolish_score],
        )

    def of_goal(self, *, is_aerial: bool, is_assisted: bool) -> int:
        """What one goal counts."""
        return (self.aerial_goal if is_aerial else self.goal) + (self.assist if is_assisted else 0)


class Possession:
    """Counts how long a team has had the ball without the other touching it."""

    __slots__ = ("_every", "_held", "_team", "_teams")

    def __init__(self, teams: Sequence[int], every_frames: int) -> None:
        self._teams = tuple(teams)
        self._every = every_frames
        self._held = 0
        self._team: int | None = None

    def kickoff(self) -> None:
        """Nobody has the ball."""
        self._team = None

    def observe(self, touches: Sequence[int]) -> int | None:
        """One frame and the cars that touched the ball in it; returns a team that has held it long enough once more."""
        if touches and self._teams[touches[-1]] != self._team:
            self._team, self._held = self._teams[touches[-1]], 0
            return None
        if self._team is None:
            return None
        self._held += 1
        return None if self._held % self._every else self._team


class StaleWatch:
    """Counts how long nobody has touched the ball."""

    __slots__ = ("_most", "_untouched")

    def __init__(self, most_frames: int) -> None:
        self._most = most_frames
        self._untouched = 0

    def kickoff(self) -> None:
        """The ball lies on its spot."""
        self._untouched = 0

    def observe(self, touches: Sequence[int]) -> bool:
        """One frame and the cars that touched the ball in it; tells whether it has been left alone for too long."""
        self._untouched = 0 if touches else self._untouched + 1
        return self._untouched >= self._most
