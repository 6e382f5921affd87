"""Tells which touch of the ball was a shot and which was a save.

A touch is judged in the first frame after it: a shot if the ball now flies into the other team's goal and did not
before; a save if it flew into the own goal and does so no longer. Nothing here knows physics: each frame is told
whether the ball is on its way into a goal. How close to the line a save is epic is not published; 300 uu is ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

EPIC_SAVE_UU: Final = 300.0


@dataclass(frozen=True, slots=True)
class Shot:
    """A car sent the ball at the goal."""

    car: int


@dataclass(frozen=True, slots=True)
class Save:
    """A car kept the ball from the goal; epic is close to the line."""

    car: int
    is_epic: bool


class ShotWatch:
    """Follows the ball from touch to touch; cars go by index."""

    __slots__ = ("_danger", "_danger_uu", "_teams", "_threat", "_toucher")

    def __init__(self, teams: Sequence[int]) -> None:
        self._teams = tuple(teams)
        self._toucher: int | None = None
        self._threat: int | None = None
        """The team that will score if nobody touches the ball."""
        self._danger: int | None = None
        """The same before the touch that is being judged."""
        self._danger_uu = 0.0

    @property
    def is_idle(self) -> bool:
        """Whether a frame without a touch would tell nothing."""
        return self._toucher is None and self._threat is None

    def kickoff(self) -> None:
        """The ball lies on its spot."""
        self._toucher = self._threat = self._danger = None

    def exchanged(self, teams: Sequence[int], places: Mapping[int, int]) -> "ShotWatch":
        """Returns the watch of a match that goes on with other cars.

        `places` has the new index of each car that stays, by its old one.
        """
        after = ShotWatch(teams)
        after._toucher = None if self._toucher is None else places.get(self._toucher)
        after._threat = self._threat
        after._danger, after._danger_uu = self._danger, self._danger_uu
        return after

    def observe(self, touches: Sequence[int], scorer: int | None, line_uu: float) -> tuple[Shot | Save, ...]:
        """One frame.

        Args:
            touches: the cars that touch the ball in it.
            scorer: the team that will score if nobody touches the ball; None when it will not go in.
            line_uu: how far the ball is from the nearer goal line.
        """
        if touches:
            if self._toucher is None:
                self._danger, self._danger_uu = self._threat, line_uu
            self._toucher = touches[-1]
            return ()
        toucher, self._toucher = self._toucher, None
        if toucher is None:
            if scorer != self._threat:
                self._threat = None
            return ()
        self._threat = scorer
        return self._judge(toucher, scorer)

    def _judge(self, car: int, scorer: int | None) -> tuple[Shot | Save, ...]:
        team, danger = self._teams[car], self._danger
        judged: list[Shot | Save] = []
        if danger is not None and danger not in (team, scorer):
            judged.append(Save(car, self._danger_uu < EPIC_SAVE_UU))
        if scorer == team and danger != team:
            judged.append(Shot(car))
        return tuple(judged)
