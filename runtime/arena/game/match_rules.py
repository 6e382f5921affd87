"""What two matches may differ in: length, limits, overtime, series, as their mutators say."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from runtime.arena.physics import RATE
from runtime.documents.model import Match, Mutators
from runtime.model.series import Series, series_of

_MINUTE: Final = 60 * RATE
_NUMBERS: Final = {
    "One": 1,
    "Two": 2,
    "Three": 3,
    "Four": 4,
    "Five": 5,
    "Six": 6,
    "Seven": 7,
    "Eight": 8,
    "Nine": 9,
    "Ten": 10,
    "Eleven": 11,
    "Twelve": 12,
    "Thirteen": 13,
    "Fourteen": 14,
    "Fifteen": 15,
    "Twenty": 20,
    "Thirty": 30,
    "Forty": 40,
    "Fifty": 50,
    "Sixty": 60,
    "Seventy": 70,
    "Eighty": 80,
    "Ninety": 90,
    "Hundred": 100,
    "OneHundredFiftyOne": 151,
}


class Tiebreak(Enum):
    """Who wins when overtime runs out level."""

    FIRST_SCORE = "who scored first"
    RANDOM_TEAM = "the lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What two matches may differ in; None is unlimited."""

    length_frames: int | None = 5 * _MINUTE
    max_score: int | None = None
    max_frames: int | None = None
    """From the start of a game, whatever the phase; more shots decide a level score."""
    overtime_frames: int | None = None
    tiebreak: Tiebreak = Tiebreak.RANDOM_TEAM
    limit_frames: int | None = None
    """From the start of the match, whatever the phase and the score."""
    series: Series | None = None
    """The series that begins; None where the match is one game."""
    has_countdown_at_start: bool = True
    has_replays: bool = True
    cars_stay: bool = False
    """After a goal there is neither replay nor countdown, and only the ball goes to its place."""

    @classmethod
    def of(cls, match: Match, *, seconds_limit: float | None = None) -> "Terms":
        """Reads the terms of a match that `refusal` lets pass; freeplay has no clock and no end."""
        mutators = match.mutators
        limit_frames = None if seconds_limit is None else max(0, round(seconds_limit * RATE))
        if match.freeplay:
            return cls(length_frames=None, limit_frames=limit_frames, has_countdown_at_start=False, cars_stay=True)
        return cls(
            length_frames=_minutes(mutators.match_length),
            max_score=_goals(mutators),
            max_frames=_minutes(mutators.max_time),
            overtime_frames=None if mutators.overtime == "Unlimited" else 5 * _MINUTE,
            tiebreak=Tiebreak.FIRST_SCORE if mutators.overtime == "FiveMaxFirstScore" else Tiebreak.RANDOM_TEAM,
            limit_frames=limit_frames,
            series=series_of(mutators.series_length),
            has_countdown_at_start=not match.instant_start,
            has_replays=not match.skip_replays,
            cars_stay=mutators.respawn_time == "DisableGoalReset",
        )


def _minutes(name: str) -> int | None:
    word = name.removesuffix("s").removesuffix("Minute")
    return None if name == "Unlimited" else _NUMBERS[word] * _MINUTE


def _goals(mutators: Mutators) -> int | None:
    word = mutators.max_score.removesuffix("s").removesuffix("Goal")
    return None if mutators.max_score == "Unlimited" else _NUMBERS[word]
