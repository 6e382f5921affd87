"""The rating of one contestant, such as a bot, a policy or a checkpoint."""

import math
from dataclasses import asdict, dataclass
from typing import Any, Final

Z_95: Final = 1.959964
"""Quantile of the normal distribution for 95 % intervals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """The rating of a contestant after all games of a log."""

    name: str
    mu: float
    sigma: float
    games: int
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def ordinal(self) -> float:
        """A lower bound that the true rating very probably exceeds: mu - 3 sigma."""
        return self.mu - 3.0 * self.sigma

    @property
    def win_rate(self) -> float:
        """The share of games won; a draw counts half."""
        return (self.wins + 0.5 * self.draws) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate (Wilson 1927)."""
        return wilson(self.win_rate, self.games)

    def as_json(self) -> dict[str, Any]:
        """Returns the JSON form of the command line."""
        values = asdict(self)
        figures = {"ordinal": self.ordinal, "win_rate": self.win_rate, "interval": list(self.interval)}
        return {"key": values.pop("name"), **values, **figures}


def wilson(share: float, games: int) -> tuple[float, float]:
    """Returns the 95 % score interval of a share of `games`; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    square = Z_95 * Z_95 / games
    centre = (share + square / 2.0) / (1.0 + square)
    half = Z_95 * math.sqrt(share * (1.0 - share) / games + square / (4.0 * games)) / (1.0 + square)
    return max(0.0, centre - half), min(1.0, centre + half)
