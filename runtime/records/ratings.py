"""Ratings, which are pure functions of the results of games.

They can be computed again, also with another model, without new games.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from runtime.extras import require
from runtime.records.results import GameResult

Z_95: Final = 1.959964
"""Quantile of the normal distribution for 95 % intervals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The rating of a contestant after all games of a log."""

    key: str
    mu: float
    sigma: float
    games: int
    wins: int
    draws: int
    losses: int

    @property
    def ordinal(self) -> float:
        """Returns a lower bound that the true rating very probably exceeds: mu - 3 sigma."""
        return self.mu - 3.0 * self.sigma

    @property
    def win_rate(self) -> float:
        """Returns the share of games won; a draw counts half."""
        return (self.wins + 0.5 * self.draws) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Returns the 95 % interval of the win rate (Wilson 1927)."""
        return wilson(self.win_rate, self.games)

    def as_json(self) -> dict[str, Any]:
        figures = {"ordinal": self.ordinal, "win_rate": self.win_rate, "interval": list(self.interval)}
        return {**asdict(self), **figures}


def wilson(share: float, games: int) -> tuple[float, float]:
    """Returns the 95 % score interval of a share of `games`; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    square = Z_95 * Z_95 / games
    centre = (share + square / 2.0) / (1.0 + square)
    half = Z_95 * math.sqrt(share * (1.0 - share) / games + square / (4.0 * games)) / (1.0 + square)
    return max(0.0, centre - half), min(1.0, centre + half)


def standings(results: Iterable[GameResult]) -> tuple[Standing, ...]:
    """Returns the contestants of all games that count, best ordinal first.

    The ratings use the Plackett-Luce model in Bayesian form (Weng and Lin 2011), computed by `openskill`.

    Raises:
        MissingExtraError: `openskill` is not installed.
    """
    model = require("openskill.models", "train").PlackettLuce()
    ratings: dict[str, Any] = {}
    counts: dict[str, list[int]] = {}
    for result in results:
        if result.reason or result.blue == result.orange:
            continue
        pair = (result.blue, result.orange)
        share = result.share_of_blue
        teams = [[ratings.get(key) or model.rating(name=key)] for key in pair]
        (blue,), (orange,) = model.rate(teams, ranks=[1.0 - share, share])
        ratings |= zip(pair, (blue, orange), strict=True)
        for key, own in zip(pair, (share, 1.0 - share), strict=True):
            counts.setdefault(key, [0, 0, 0])[round(2.0 * own)] += 1
    found = (_standing(key, ratings[key], counts) for key in ratings)
    return tuple(sorted(found, key=lambda standing: (-standing.ordinal, standing.key)))


def _standing(key: str, rating: Any, counts: Mapping[str, list[int]]) -> Standing:
    losses, draws, wins = counts[key]
    games = losses + draws + wins
    return Standing(
        key=key, mu=float(rating.mu), sigma=float(rating.sigma), games=games, wins=wins, draws=draws, losses=losses
    )


def against(results: Iterable[GameResult], key: str) -> Mapping[str, tuple[float, tuple[float, float], int]]:
    """Returns the win rate of `key` against each other contestant, its 95 % interval, and the number of games."""
    shares: dict[str, list[float]] = {}
    for result in results:
        if result.reason or key not in {result.blue, result.orange} or result.blue == result.orange:
            continue
        is_blue = result.blue == key
        other = result.orange if is_blue else result.blue
        shares.setdefault(other, []).append(result.share_of_blue if is_blue else 1.0 - result.share_of_blue)
    rates = {other: sum(own) / len(own) for other, own in shares.items()}
    return {other: (rate, wilson(rate, len(shares[other])), len(shares[other])) for other, rate in rates.items()}
