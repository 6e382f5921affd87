"""A series: several games in one match, and the number of games that each team has won."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

LENGTHS: Final[Mapping[str, int]] = MappingProxyType({"ThreeGames": 3, "FiveGames": 5, "SevenGames": 7})
"""Number of games by the mutator's value; the default, `Unlimited`, is a single game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """A finished game of a series."""

    score: tuple[int, int]
    """Goals of blue and orange."""
    winner: int | None
    """The team that won it; None for a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The progress of a series.

    It is decided when a team has won more than half of its games, or when all games have been played. A game can end in
    a draw only with `max_time`; then no team wins it.
    """

    length: int
    games: tuple[GameScore, ...] = ()
    """The finished games, in order."""

    @property
    def won(self) -> tuple[int, int]:
        """Number of games that blue and orange have won."""
        winners = [game.winner for game in self.games]
        return winners.count(0), winners.count(1)

    @property
    def is_decided(self) -> bool:
        """True if the series has no further game."""
        return 2 * max(self.won) > self.length or len(self.games) >= self.length

    @property
    def leader(self) -> int | None:
        """The team that has won more games; None if the teams have won equally many."""
        blue, orange = self.won
        return None if blue == orange else int(orange > blue)

    def after(self, score: tuple[int, int], winner: int | None) -> "Series":
        """Returns the series after one more game."""
        return replace(self, games=(*self.games, GameScore(score=score, winner=winner)))


def series_of(series_length: str) -> Series | None:
    """Returns a new series for a value of the mutator; None for a single game."""
    length = LENGTHS.get(series_length)
    return None if length is None else Series(length=length)
