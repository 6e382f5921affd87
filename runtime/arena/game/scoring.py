"""Points and statistics of every car, from what happened in the match.

What counts how much, and until when, is in `accolades`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from runtime.arena.game.accolades import DEFLECTION_FRAMES, EXTERMINATION, PASS_FRAMES, POINTS, THIRD


@dataclass(slots=True)
class Stats:
    """What one car has on the scoreboard."""

    score: int = 0
    goals: int = 0
    own_goals: int = 0
    assists: int = 0
    saves: int = 0
    shots: int = 0
    demolitions: int = 0

    def counts(self) -> tuple[int, ...]:
        """All of it, in the order of the packet's `ScoreInfo`."""
        return self.score, self.goals, self.own_goals, self.assists, self.saves, self.shots, self.demolitions


class Scoring:
    """The scoreboard of one match, told what happens; cars go by index.

    `accolades` holds what each car earned in this frame only. `given` counts them all; while it stays the same in a
    game, points and statistics do too.
    """

    __slots__ = ("_aerial", "_passers", "_teams", "_touches", "accolades", "given", "stats")

    def __init__(self, teams: Sequence[int]) -> None:
        self._teams = tuple(teams)
        self._touches: dict[int, int] = {}
        """The frame of each car's last touch since the kickoff, oldest first."""
        self._aerial: set[int] = set()
        """Cars whose last touch was in the air."""
        self._passers: dict[int, int | None] = {}
        """From whom each car had the ball when it began to touch it."""
        self.stats = [Stats() for _ in teams]
        self.accolades: dict[int, list[str]] = {}
        self.given = 0

    def begin_frame(self) -> None:
        """Forgets the accolades of the last frame."""
        self.accolades = {}

    def begin_game(self) -> None:
        """Nobody has anything on the scoreboard."""
        self.stats = [Stats() for _ in self._teams]

    def kickoff(self) -> None:
        """Nobody has touched the ball yet."""
        self._touches = {}
        self._passers = {}
        self._aerial.clear()

    def exchanged(self, teams: Sequence[int], places: Mapping[int, int]) -> "Scoring":
        """Returns the scoreboard of a match that goes on with other cars.

        `places` has the new index of each car that stays, by its old one.
        """
        after = Scoring(teams)
        for old, new in places.items():
            after.stats[new] = replace(self.stats[old])
        after._touches = {places[car]: frame for car, frame in self._touches.items() if car in places}
        after._aerial = {places[car] for car in self._aerial if car in places}
        after._passers = {
            places[car]: None if passer is None else places.get(passer)
            for car, passer in self._passers.items()
            if car in places
        }
        after.accolades = {places[car]: list(given) for car, given in self.accolades.items() if car in places}
        after.given = self.given
        return after

    def touch(self, car: int, frame: int, *, is_aerial: bool = False) -> None:
        """A car touched the ball; in the air if no wheel of it was on anything."""
        last = self._last_touch()
        if last is None:
            self.honour(car, "FirstTouch")
        if last != car:
            self._passers[car] = last if last is not None and self._is_pass(last, car, frame) else None
        if is_aerial:
            self._aerial.add(car)
        else:
            self._aerial.discard(car)
        self._touches.pop(car, None)
        self._touches[car] = frame

    def shot(self, car: int) -> None:
        """A car sent the ball at the goal."""
        self.stats[car].shots += 1
        self.honour(car, "Shot")

    def save(self, car: int, *, is_epic: bool) -> None:
        """A car stopped a shot; epic is one on the goal line."""
        stats = self.stats[car]
        stats.saves += 1
        self.honour(car, "EpicSave" if is_epic else "Save")
        if stats.saves == THIRD:
            self.honour(car, "Savior")

    def demolition(self, car: int) -> None:
        """A car demolished another."""
        stats = self.stats[car]
        stats.demolitions += 1
        self.honour(car, "Demolish")
        if stats.demolitions == EXTERMINATION:
            self.honour(car, "Demolition")

    def kind_of_goal(self, team: int, frame: int) -> tuple[bool, bool]:
        """Whether a goal for `team` in this frame is an aerial one, and whether it is assisted."""
        last = self._last_touch()
        scorer = None if last is None else self._scorer(team, last, frame)
        if scorer is None:
            return False, False
        return scorer in self._aerial, self._passers[scorer] is not None

    def goal(self, team: int, frame: int, *, is_overtime: bool) -> int | None:
        """The ball is in; returns who scored, None when nobody has touched the ball since the kickoff.

        Args:
            team: the team that scored.
            frame: when.
            is_overtime: whether the goal ended an overtime.
        """
        last = self._last_touch()
        if last is None:
            return None
        scorer = self._scorer(team, last, frame)
        if scorer is None:
            self.stats[last].own_goals += 1
            self.honour(last, "OwnGoal")
            return last
        self._credit_goal(scorer, is_overtime=is_overtime)
        passer = self._passers[scorer]
        if passer is not None:
            self._credit_assist(passer)
        return scorer

    def end(self, winner: int | None) -> None:
        """A game is over: tells winners and losers, and the best of the winners."""
        if winner is None:
            return
        for car, team in enumerate(self._teams):
            self.honour(car, "Win" if team == winner else "Loss")
        winners = [car for car, team in enumerate(self._teams) if team == winner]
        if winners:
            self.honour(max(winners, key=lambda car: self.stats[car].score), "MVP")

    def shots_of(self, team: int) -> int:
        """Shots of a whole team."""
        return sum(stats.shots for stats, of in zip(self.stats, self._teams, strict=True) if of == team)

    def _last_touch(self) -> int | None:
        return next(reversed(self._touches), None)

    def _is_pass(self, giver: int, taker: int, frame: int) -> bool:
        return self._teams[giver] == self._teams[taker] and frame - self._touches[giver] <= PASS_FRAMES

    def _scorer(self, team: int, last: int, frame: int) -> int | None:
        """Whose goal it is; None for an own goal of the last car that touched the ball."""
        attacker = next((car for car in reversed(self._touches) if self._teams[car] == team), None)
        if attacker == last or attacker is None or frame - self._touches[attacker] <= DEFLECTION_FRAMES:
            return attacker
        return None

    def _credit_goal(self, car: int, *, is_overtime: bool) -> None:
        stats = self.stats[car]
        stats.goals += 1
        self.honour(car, "Goal")
        if car in self._aerial:
            self.honour(car, "AerialGoal")
        if is_overtime:
            self.honour(car, "OvertimeGoal")
        if stats.goals == THIRD:
            self.honour(car, "HatTrick")

    def _credit_assist(self, car: int) -> None:
        stats = self.stats[car]
        stats.assists += 1
        self.honour(car, "Assist")
        if stats.assists == THIRD:
            self.honour(car, "Playmaker")

    def honour(self, car: int, accolade: str) -> None:
        """Gives a car an accolade, with its points."""
        self.stats[car].score += POINTS[accolade]
        self.accolades.setdefault(car, []).append(accolade)
        self.given += 1
