"""A series: several games in one match, and who has won how many of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

LENGTHS: Final[Mapping[str, int]] = MappingProxyType({"ThreeGames": 3, "FiveGames": 5, "SevenGames": 7})
"""Games of a series, by the mutator's value; `Unlimited`, the default, is no series but a single game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """One game of a series that was played to its end."""

    score: tuple[int, int]
    """Goals of blue and orange."""
    winner: int | None
    """The team that won it; None for a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """How far a series is.

    It is decided once a team has won more than half of its games, or all of them have been played: a drawn game, which
    only `max_time` makes possible, is won by nobody.
    """

    length: int
    games: tuple[GameScore, ...] = ()
    """Those that were played, in order."""

    @property
    def won(self) -> tuple[int, int]:
        """Games that blue and orange have won."""
        winners = [game.winner for game in self.games]
        return winners.count(0), winners.count(1)

    @property
    def is_decided(self) -> bool:
        """Returns whether no game will follow."""
        return 2 * max(self.won) > self.length or len(self.games) >= self.length

    @property
    def leader(self) -> int | None:
        """The team that has won more games; None where none has."""
        blue, orange = self.won
        return None if blue == orange else int(orange > blue)

    def after(self, score: tuple[int, int], winner: int | None) -> "Series":
        """The same series with one game more."""
        return replace(self, games=(*self.games, GameScore(score=score, winner=winner)))


def series_of(series_length: str) -> Series | None:
    """The series that a value of the mutator begins; None for a single game."""
    length = LENGTHS.get(series_length)
    return None if length is None else Series(length=length)
