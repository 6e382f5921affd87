"""Points and statistics of every car, and the detection of shots and saves.

Points and time limits are in `accolades`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from runtime.arena.game.accolades import DEFLECTION_FRAMES, EXTERMINATION, POINTS, THIRD
from runtime.arena.game.touches import Contact, TouchLog, placed

EPIC_SAVE_UU: Final = 300.0
"""A save nearer to the goal line than this is epic; our value, because none is published."""


@dataclass(slots=True)
class Stats:
    """Scoreboard line of one car."""

    score: int = 0
    goals: int = 0
    own_goals: int = 0
    assists: int = 0
    saves: int = 0
    shots: int = 0
    demolitions: int = 0

    def counts(self) -> tuple[int, ...]:
        """Returns the numbers in the order of the packet's `ScoreInfo`."""
        return self.score, self.goals, self.own_goals, self.assists, self.saves, self.shots, self.demolitions


class Scoring:
    """The scoreboard of one match, by car index.

    `accolades` has the accolades that each car earned in this frame. `given` counts all accolades; while it stays the
    same during a game, points and statistics also stay the same.
    """

    __slots__ = ("_teams", "_touches", "accolades", "given", "stats")

    def __init__(self, teams: Sequence[int], touches: TouchLog) -> None:
        self._teams = tuple(teams)
        self._touches = touches
        self.stats = [Stats() for _ in teams]
        self.accolades: dict[int, list[str]] = {}
        self.given = 0

    def begin_frame(self) -> None:
        """Removes the accolades of the last frame."""
        self.accolades = {}

    def begin_game(self) -> None:
        """Clears the scoreboard."""
        self.stats = [Stats() for _ in self._teams]

    def exchanged(self, teams: Sequence[int], places: Mapping[int, int], touches: TouchLog) -> "Scoring":
        """Returns the scoreboard of a match that continues with other cars, given its log of touches.

        `places` maps the old index of each car that stays to the new one.
        """
        after = Scoring(teams, touches)
        for old, new in places.items():
            after.stats[new] = replace(self.stats[old])
        after.accolades = {places[car]: list(given) for car, given in self.accolades.items() if car in places}
        after.given = self.given
        return after

    def touch(self, car: int, contact: Contact) -> None:
        """Logs a touch of the ball in play."""
        if not self._touches.in_play:
            self.award(car, "FirstTouch")
        self._touches.add(car, contact)

    def shot(self, car: int) -> None:
        """Records a shot."""
        self.stats[car].shots += 1
        self.award(car, "Shot")

    def save(self, car: int, *, is_epic: bool) -> None:
        """Records a save; one close to the goal line is epic."""
        stats = self.stats[car]
        stats.saves += 1
        self.award(car, "EpicSave" if is_epic else "Save")
        if stats.saves == THIRD:
            self.award(car, "Savior")

    def record(self, verdict: "Shot | Save") -> None:
        """Records a shot or a save."""
        if isinstance(verdict, Shot):
            self.shot(verdict.car)
        else:
            self.save(verdict.car, is_epic=verdict.is_epic)

    def demolition(self, car: int) -> None:
        """Records a demolition."""
        stats = self.stats[car]
        stats.demolitions += 1
        self.award(car, "Demolish")
        if stats.demolitions == EXTERMINATION:
            self.award(car, "Demolition")

    def kind_of_goal(self, team: int, frame: int) -> tuple[bool, bool]:
        """Returns whether a goal for `team` in this frame is aerial, and whether it is assisted."""
        last = self._last_touch()
        scorer = None if last is None else self._scorer(team, last, frame)
        if scorer is None:
            return False, False
        contact = self._touches.in_play[scorer]
        return contact.is_off_ground, contact.passer is not None

    def goal(self, team: int, frame: int, *, is_overtime: bool) -> int | None:
        """Records a goal; returns the scorer, or None if no car has touched the ball since the kickoff.

        Args:
            team: the team that scored.
            frame: the present frame.
            is_overtime: whether the goal ended an overtime.
        """
        last = self._last_touch()
        if last is None:
            return None
        scorer = self._scorer(team, last, frame)
        if scorer is None:
            self.stats[last].own_goals += 1
            self.award(last, "OwnGoal")
            return last
        self._credit_goal(scorer, is_overtime=is_overtime)
        passer = self._touches.in_play[scorer].passer
        if passer is not None:
            self._credit_assist(passer)
        return scorer

    def end(self, winner: int | None) -> None:
        """Awards wins, losses and the MVP at the end of a game."""
        if winner is None:
            return
        for car, team in enumerate(self._teams):
            self.award(car, "Win" if team == winner else "Loss")
        winners = [car for car, team in enumerate(self._teams) if team == winner]
        if winners:
            self.award(max(winners, key=lambda car: self.stats[car].score), "MVP")

    def shots_of(self, team: int) -> int:
        """Returns the shots of a team."""
        return sum(stats.shots for stats, of in zip(self.stats, self._teams, strict=True) if of == team)

    def _last_touch(self) -> int | None:
        return next(reversed(self._touches.in_play), None)

    def _scorer(self, team: int, last: int, frame: int) -> int | None:
        """Returns the scorer; None for an own goal of the last car that touched the ball."""
        touches = self._touches.in_play
        attacker = next((car for car in reversed(touches) if self._teams[car] == team), None)
        if attacker == last or attacker is None or frame - touches[attacker].frame <= DEFLECTION_FRAMES:
            return attacker
        return None

    def _credit_goal(self, car: int, *, is_overtime: bool) -> None:
        stats = self.stats[car]
        stats.goals += 1
        self.award(car, "Goal")
        if self._touches.in_play[car].is_off_ground:
            self.award(car, "AerialGoal")
        if is_overtime:
            self.award(car, "OvertimeGoal")
        if stats.goals == THIRD:
            self.award(car, "HatTrick")

    def _credit_assist(self, car: int) -> None:
        stats = self.stats[car]
        stats.assists += 1
        self.award(car, "Assist")
        if stats.assists == THIRD:
            self.award(car, "Playmaker")

    def award(self, car: int, accolade: str) -> None:
        """Gives a car an accolade and its points."""
        self.stats[car].score += POINTS[accolade]
        self.accolades.setdefault(car, []).append(accolade)
        self.given += 1


@dataclass(frozen=True, slots=True)
class Shot:
    """A car sent the ball at the goal."""

    car: int


@dataclass(frozen=True, slots=True)
class Save:
    """A car kept the ball from the goal; an epic save is close to the line."""

    car: int
    is_epic: bool


class ShotDetector:
    """Detects shots and saves, by car index.

    A touch is judged in the first frame after it. It is a shot if the ball now flies into the other team's goal and did
    not before. It is a save if the ball flew into the car's own goal and no longer does, unless the same car had sent
    it there.
    """

    __slots__ = ("_danger", "_danger_by", "_danger_uu", "_is_open", "_teams", "_threat", "_threat_by", "_touches")

    def __init__(self, teams: Sequence[int], touches: TouchLog) -> None:
        self._teams = tuple(teams)
        self._touches = touches
        self._is_open = False
        """True if the last touch is still to be judged."""
        self._threat: int | None = None
        """The team that will score without another touch."""
        self._threat_by: int | None = None
        """The car that sent the ball there."""
        self._danger: int | None = None
        self._danger_by: int | None = None
        """The same before the touch to be judged."""
        self._danger_uu = 0.0

    @property
    def is_idle(self) -> bool:
        """True if a frame without a touch cannot change anything."""
        return not self._is_open and self._threat is None

    def kickoff(self) -> None:
        """Resets the detector."""
        self._is_open = False
        self._threat = self._danger = self._threat_by = self._danger_by = None

    def exchanged(self, teams: Sequence[int], places: Mapping[int, int], touches: TouchLog) -> "ShotDetector":
        """Returns the detector of a match that continues with other cars, given its log of touches.

        `places` maps the old index of each car that stays to the new one.
        """
        after = ShotDetector(teams, touches)
        after._is_open = self._is_open and touches.last is not None
        after._threat, after._threat_by = self._threat, placed(self._threat_by, places)
        after._danger, after._danger_by = self._danger, placed(self._danger_by, places)
        after._danger_uu = self._danger_uu
        return after

    def observe(self, scorer: int | None, line_uu: float, *, is_touched: bool) -> tuple[Shot | Save, ...]:
        """Plays one frame, whose touches are logged already, and returns the shots and saves detected in it.

        Args:
            scorer: the team that will score without another touch; None if none will.
            line_uu: distance of the ball from the nearer goal line.
            is_touched: whether a car touches the ball in the frame.
        """
        if is_touched:
            if not self._is_open:
                self._danger, self._danger_by, self._danger_uu = self._threat, self._threat_by, line_uu
            self._is_open = True
            return ()
        toucher = self._touches.last if self._is_open else None
        self._is_open = False
        if toucher is None:
            if scorer != self._threat:
                self._threat = None
            return ()
        if scorer != self._threat or scorer == self._teams[toucher]:
            self._threat_by = toucher
        self._threat = scorer
        return self._judge(toucher, scorer)

    def _judge(self, car: int, scorer: int | None) -> tuple[Shot | Save, ...]:
        team, danger = self._teams[car], self._danger
        judged: list[Shot | Save] = []
        if danger is not None and danger not in (team, scorer) and self._danger_by != car:
            judged.append(Save(car, self._danger_uu < EPIC_SAVE_UU))
        if scorer == team and danger != team:
            judged.append(Shot(car))
        return tuple(judged)
