"""Tracks the accolades of a match and feeds touches, shots and saves into the scoreboard.

It is called only in frames with contacts or goals. The log and the geometry of touches are in `touches`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import RocketSim

from runtime.arena.game import touches
from runtime.arena.game.accolades import BULLET_UU_S, BUMP_FRAMES, HIT_FRAMES, POOL_FRAMES
from runtime.arena.game.scoring import Scoring, Shot, ShotDetector
from runtime.arena.game.touches import Contact, TouchLog, placed
from runtime.arena.physics.world import World
from runtime.arena.stadium.field import Goal


@dataclass(frozen=True, slots=True)
class _Scored:
    """A goal of the game, for its end."""

    car: int
    speed_uu_s: float
    distance_uu: float


class AccoladeTracker:
    """The events of a game that earn accolades, by car index; for the match's thread."""

    __slots__ = (
        "_bumps",
        "_celebrating",
        "_fives",
        "_goals",
        "_hits",
        "_pickups",
        "_scored",
        "_shoved",
        "_teams",
        "_unjudged",
        "scoring",
        "shots",
        "touches",
    )

    def __init__(self, teams: Sequence[int], goals: Sequence[Goal]) -> None:
        self._teams = tuple(teams)
        self._goals = tuple(goals)
        """The goals of blue and orange."""
        self.touches = TouchLog(teams)
        self.scoring = Scoring(teams, self.touches)
        self.shots = ShotDetector(teams, self.touches)
        self.begin_game()
        self._forget_contacts()

    def begin_game(self) -> None:
        """Clears the scoreboard and the counts of the last game; `kickoff` clears its touches."""
        self.scoring.begin_game()
        self._hits: Counter[int] = Counter()
        self._pickups: Counter[int] = Counter()
        self._scored: list[_Scored] = []

    def kickoff(self) -> None:
        """Forgets touches, bumps and the celebration of a goal."""
        self.shots.kickoff()
        self._forget_contacts()

    def _forget_contacts(self) -> None:
        self.touches.kickoff()
        self._unjudged: int | None = None
        """The last car that touched the ball if its hit has not been judged yet."""
        self._shoved: dict[int, tuple[int, int]] = {}
        """Bumper and frame of the last bump of each victim."""
        self._bumps: dict[tuple[int, int], int] = {}
        """Frame of the last bump of each pair."""
        self._celebrating: int | None = None
        """The team that has just scored."""
        self._fives: set[frozenset[int]] = set()

    def exchanged(self, teams: Sequence[int], places: Mapping[int, int]) -> "AccoladeTracker":
        """Returns the tracker of a match that continues with other cars.

        `places` maps the old index of each car that stays to the new one.
        """
        after = AccoladeTracker(teams, self._goals)
        after.touches = self.touches.exchanged(teams, places)
        after.scoring = self.scoring.exchanged(teams, places, after.touches)
        after.shots = self.shots.exchanged(teams, places, after.touches)
        after._hits = Counter({places[car]: count for car, count in self._hits.items() if car in places})
        after._pickups = Counter({places[car]: count for car, count in self._pickups.items() if car in places})
        after._scored = [replace(goal, car=places[goal.car]) for goal in self._scored if goal.car in places]
        after._unjudged = placed(self._unjudged, places)
        after._shoved = {
            places[victim]: (places[bumper], frame)
            for victim, (bumper, frame) in self._shoved.items()
            if victim in places and bumper in places
        }
        after._bumps = {
            (places[bumper], places[victim]): frame
            for (bumper, victim), frame in self._bumps.items()
            if bumper in places and victim in places
        }
        after._celebrating = self._celebrating
        after._fives = {frozenset(places[car] for car in pair) for pair in self._fives if pair <= places.keys()}
        return after

    def note(self, world: World, frame: int, *, is_in_play: bool) -> None:
        """Records the contacts of a frame."""
        contacts = world.contacts
        for car, _ in contacts.demolitions:
            self.scoring.demolition(car)
        for bumper, victim in contacts.bumps:
            if (bumper, victim) in contacts.demolitions:
                continue
            if frame - self._bumps.get((bumper, victim), -BUMP_FRAMES) >= BUMP_FRAMES:
                self.scoring.award(bumper, "CarTouches")
            self._bumps[bumper, victim] = frame
            self._shoved[victim] = bumper, frame
            self._celebrate(world, bumper, victim)
        for car, _ in contacts.pickups:
            self._pickups[car] += 1
        if is_in_play:
            for car in contacts.touches:
                self._touch(world, car, frame)

    def judge(self, world: World) -> None:
        """Judges the last touch by the present flight of the ball; called while a touch or a threat is open."""
        is_touched, ball = bool(world.contacts.touches), world.ball
        verdicts = self.shots.observe(world.next_scorer(), world.mode.line_uu(ball), is_touched=is_touched)
        for verdict in verdicts:
            self.scoring.record(verdict)
        if not is_touched and self._unjudged is not None:
            self._judge_hit(self._unjudged, ball, is_shot=any(isinstance(verdict, Shot) for verdict in verdicts))
            self._unjudged = None

    def goal(self, team: int, scorer: int | None, ball: RocketSim.BallState) -> None:
        """Records a goal; `scorer` may be of either team, or None."""
        self._celebrating = team
        last = None if self.touches.last is None else self.touches.in_play[self.touches.last]
        if last is not None and last.shoved_by is not None and self._teams[last.shoved_by] == team:
            self.scoring.award(last.shoved_by, "PoolShot")
        if scorer is None or self._teams[scorer] != team:
            return
        contact, goal = self.touches.in_play[scorer], self._goals[1 - team]
        if contact.is_backwards:
            self.scoring.award(scorer, "BackwardsGoal")
        if contact.is_bicycle:
            self.scoring.award(scorer, "BicycleGoal")
        if contact.is_turtle:
            self.scoring.award(scorer, "TurtleGoal")
        if contact.is_long(goal):
            self.scoring.award(scorer, "LongGoal")
        if touches.speed_uu_s(ball) >= BULLET_UU_S:
            self.scoring.award(scorer, "BulletGoal")
        self._scored.append(_Scored(scorer, touches.speed_uu_s(ball), touches.distance_uu(contact.ball, goal)))

    def end(self) -> None:
        """Awards the accolades at the end of a game."""
        for car in range(len(self._teams)):
            self.scoring.award(car, "TimePlayed")
            if self._pickups[car]:
                self.scoring.award(car, "BoostPickups")
        self._compare(self._hits, "BallTouches")
        self._compare(self._pickups, "BoostPickups")
        if self._scored:
            self.scoring.award(max(self._scored, key=lambda goal: goal.speed_uu_s).car, "FastestGoal")
            self.scoring.award(min(self._scored, key=lambda goal: goal.speed_uu_s).car, "SlowestGoal")
            self.scoring.award(max(self._scored, key=lambda goal: goal.distance_uu).car, "FurthestGoal")

    def _judge_hit(self, car: int, ball: RocketSim.BallState, *, is_shot: bool) -> None:
        own = self._teams[car]
        if touches.speed_uu_s(ball) >= BULLET_UU_S:
            self.scoring.award(car, "BulletHit")
        if not is_shot and touches.comes_in(ball, self._goals[1 - own]):
            self.scoring.award(car, "Center")
        if touches.goes_out(ball, self._goals[own]):
            self.scoring.award(car, "Clear")

    def _touch(self, world: World, car: int, frame: int) -> None:
        log = self.touches
        before, was_last = log.in_play.get(car), log.last == car
        shover, shoved_at = self._shoved.get(car, (None, frame))
        is_shoved = frame - shoved_at <= POOL_FRAMES
        contact = Contact.of(
            frame,
            world.cars[car],
            world.ball,
            shoved_by=shover if is_shoved else None,
            passer=log.passer(car, frame),
        )
        self.scoring.touch(car, contact)
        is_new = before is None or frame - before.frame >= HIT_FRAMES
        if is_new:
            self._hit(contact, car)
            pull_z = world.physics.pull_of_ball_z
            if before is not None and was_last and before.is_juggled(world.ball, frame, pull_z):
                self.scoring.award(car, "JuggleHit")
        self._unjudged = car if is_new or self._unjudged == car else None

    def _hit(self, contact: Contact, car: int) -> None:
        self._hits[car] += 1
        self.scoring.award(car, "BallHit")
        if contact.is_aerial:
            self.scoring.award(car, "AerialHit")
        if contact.is_bicycle:
            self.scoring.award(car, "BicycleHit")

    def _celebrate(self, world: World, one: int, other: int) -> None:
        """Awards a low or high five if two cars of the scoring team meet, all wheels on the ground or in the air."""
        pair = frozenset((one, other))
        if not self._teams[one] == self._teams[other] == self._celebrating or pair in self._fives:
            return
        wheels = [world.cars[car].wheels_with_contact for car in (one, other)]
        name = "LowFive" if all(map(all, wheels)) else "" if any(map(any, wheels)) else "HighFive"
        if name:
            self._fives.add(pair)
            self.scoring.award(one, name)
            self.scoring.award(other, name)

    def _compare(self, counts: Counter[int], what: str) -> None:
        """Awards the accolades for the most and the fewest, unless several cars share the number."""
        numbers = sorted(counts[car] for car in range(len(self._teams)))
        if len(numbers) < 2:
            return
        for car in range(len(self._teams)):
            if counts[car] == numbers[-1] > numbers[-2]:
                self.scoring.award(car, f"Most{what}")
            if counts[car] == numbers[0] < numbers[1]:
                self.scoring.award(car, f"Fewest{what}")
