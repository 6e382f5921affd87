"""Ratings, which are pure functions of the results of games.

They can be computed again, also with another model, without new games.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from runtime.extras import require
from runtime.model.ratings import Rating, wilson
from runtime.records.results import GameResult


def standings(results: Iterable[GameResult]) -> tuple[Rating, ...]:
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
    rated = (_rating(key, ratings[key], counts) for key in ratings)
    return tuple(sorted(rated, key=lambda rating: (-rating.ordinal, rating.name)))


def _rating(name: str, rating: Any, counts: Mapping[str, list[int]]) -> Rating:
    losses, draws, wins = counts[name]
    games = losses + draws + wins
    return Rating(
        name=name, mu=float(rating.mu), sigma=float(rating.sigma), games=games, wins=wins, draws=draws, losses=losses
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
