"""Effects of mutators on the frames of a match, composed once, so that a match without mutators pays nothing.

The game's exact rules are not published. Here, a goal is aerial if its scorer last touched the ball with no wheel on
anything and not lying on the roof. The value of an assist is added to the value of the goal. A demolition counts if the
victim is an opponent. A team possesses the ball from its touch to the other team's touch. `Grounded` leaves only the
jump from the ground. Two, Three, Four and Unlimited are successive jumps and dodges in the air, each with its own time
limit. With `Backwards`, neither throttle nor boost drives a car forwards.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeAlias

import RocketSim

from runtime.arena.game.packets import DOUBLE_JUMP_FRAMES
from runtime.arena.game.rules import Change, Rules
from runtime.arena.game.scoring import Scoring
from runtime.arena.physics.contacts import Contacts
from runtime.arena.physics.mutator_numbers import RECHARGE_PER_S
from runtime.arena.physics.world import World
from runtime.documents.choices import Mutators
from runtime.documents.model import Match
from runtime.model.game_facts import MAX_BOOST, TICKS_PER_S


class AffectedWorld(Protocol):
    """The part of a `World` that effects use."""

    cars: list[RocketSim.CarState]
    contacts: Contacts

    def set_car(self, index: int, state: RocketSim.CarState) -> None:
        """Sets the state of a car."""

    def demolish(self, index: int) -> None:
        """Demolishes a car without an attacker."""


Effect: TypeAlias = Callable[[AffectedWorld], None]
"""Changes the world after a frame."""
Restriction: TypeAlias = Callable[[RocketSim.CarControls, RocketSim.CarState], None]
"""Changes the controls of a car in its present state."""
After: TypeAlias = Callable[[], Change]
"""Called after a frame; returns what has to be done."""

NUMBERS: Final = {"Zero": 0, "One": 1, "Two": 2, "Three": 3, "Five": 5, "Ten": 10}
POSSESSION_FRAMES: Final = {"OneSecond": TICKS_PER_S, "TwoSeconds": 2 * TICKS_PER_S, "ThreeSeconds": 3 * TICKS_PER_S}
STALE_FRAMES: Final = {"ThirtySeconds": 30 * TICKS_PER_S}
AIR_JUMPS: Final = {"Two": 2.0, "Three": 3.0, "Four": 4.0, "Unlimited": math.inf}
GRACE_FRAMES: Final = {"TwoSeconds": 0.75 * TICKS_PER_S, "ThreeSeconds": 1.75 * TICKS_PER_S, "Unlimited": math.inf}
"""Number of frames by which the time for a dodge exceeds 1.25 s."""
_OVER_S: Final = 1000.0
"""Time after a jump at which the physics allow no other jump."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awards:
    """Points that a team gets for goals and other events."""

    goal: int = 1
    aerial_goal: int = 1
    assist: int = 0
    demolition: int = 0

    @classmethod
    def of(cls, match: Match) -> "Awards":
        """Reads the mutators; nothing counts in freeplay."""
        if match.freeplay:
            return cls(goal=0, aerial_goal=0)
        mutators = match.mutators
        return cls(
            goal=NUMBERS[mutators.normal_goal_score],
            aerial_goal=NUMBERS[mutators.aerial_goal_score],
            assist=NUMBERS[mutators.assist_goal_score],
            demolition=NUMBERS[mutators.demolish_score],
        )

    def of_goal(self, *, is_aerial: bool, is_assisted: bool) -> int:
        """Returns the value of a goal."""
        return (self.aerial_goal if is_aerial else self.goal) + (self.assist if is_assisted else 0)


class Possession:
    """Counts the frames for which one team has the ball."""

    __slots__ = ("_every", "_held", "_team", "_teams")

    def __init__(self, teams: Sequence[int], every_frames: int) -> None:
        self._teams = tuple(teams)
        self._every = every_frames
        self._held = 0
        self._team: int | None = None

    def kickoff(self) -> None:
        """Gives the ball to neither team."""
        self._team = None

    def observe(self, touches: Sequence[int]) -> int | None:
        """Takes the cars that touched the ball in a frame; returns a team that has completed another period."""
        if touches and self._teams[touches[-1]] != self._team:
            self._team, self._held = self._teams[touches[-1]], 0
            return None
        if self._team is None:
            return None
        self._held += 1
        return None if self._held % self._every else self._team


class StaleWatch:
    """Counts the frames without a touch."""

    __slots__ = ("_maximum", "_untouched")

    def __init__(self, max_frames: int) -> None:
        self._maximum = max_frames
        self._untouched = 0

    def kickoff(self) -> None:
        """Restarts the count."""
        self._untouched = 0

    def observe(self, touches: Sequence[int]) -> bool:
        """Takes the cars that touched the ball in a frame; returns whether the ball has become stale."""
        self._untouched = 0 if touches else self._untouched + 1
        return self._untouched >= self._maximum


def effects_of(mutators: Mutators, cars: int) -> tuple[Effect, ...]:
    """Returns the effects for a number of cars, without the dodge's time limit."""
    effects: list[Effect] = []
    if mutators.boost_amount in RECHARGE_PER_S:
        effects.append(Recharge(RECHARGE_PER_S[mutators.boost_amount]))
    if mutators.jump == "Grounded":
        effects.append(forbid_air_jumps)
    elif mutators.jump in AIR_JUMPS:
        effects.append(AirJumps(cars, AIR_JUMPS[mutators.jump]))
    if mutators.demolish.startswith("OnBallContact"):
        effects.append(demolish_touchers)
    return tuple(effects)


def dodge_clock_of(mutators: Mutators, cars: int) -> "DodgeClock | None":
    """Returns the dodge's time limit if it is not the standard one."""
    grace = GRACE_FRAMES.get(mutators.dodge_timer)
    return None if grace is None else DodgeClock(cars, grace)


def demolish_touchers(world: AffectedWorld) -> None:
    """Demolishes cars that touch the ball, without points for any car."""
    for car in world.contacts.touches:
        world.demolish(car)


def forbid_air_jumps(world: AffectedWorld) -> None:
    """Treats cars off the ground as cars that have jumped and have no time left for a second jump or a dodge."""
    for index, car in enumerate(world.cars):
        is_standing = car.is_on_ground and not (car.is_jumping or car.has_jumped)
        if is_standing or car.is_demoed or (car.has_jumped and car.air_time_since_jump >= _OVER_S):
            continue
        if not car.has_jumped:
            car.has_jumped = True
            car.jump_time = _OVER_S
        car.air_time_since_jump = _OVER_S
        world.set_car(index, car)


class Recharge:
    """Recharges the boost of cars that use none."""

    __slots__ = ("_per_frame",)

    def __init__(self, per_s: float) -> None:
        self._per_frame = per_s / TICKS_PER_S

    def __call__(self, world: AffectedWorld) -> None:
        """Applies one frame."""
        for index, car in enumerate(world.cars):
            if car.boost < MAX_BOOST and not (car.last_controls.boost or car.is_demoed):
                car.boost = min(MAX_BOOST, car.boost + self._per_frame)
                world.set_car(index, car)


class AirJumps:
    """Allows a car several jumps or dodges in the air, one after the other; landing resets them."""

    __slots__ = ("_jumping", "_maximum", "_used")

    def __init__(self, cars: int, maximum: float) -> None:
        self._maximum = maximum
        self._used = [0] * cars
        self._jumping = [0] * cars
        """Frames since the last jump in the air."""

    def __call__(self, world: AffectedWorld) -> None:
        """Applies one frame."""
        for index, car in enumerate(world.cars):
            if car.is_on_ground:
                self._used[index] = self._jumping[index] = 0
            elif (car.has_double_jumped or car.has_flipped) and not car.is_flipping:
                self._jumping[index] += car.has_double_jumped
                if 0 < self._jumping[index] <= DOUBLE_JUMP_FRAMES:
                    continue
                self._used[index] += 1
                self._jumping[index] = 0
                if self._used[index] < self._maximum:
                    car.has_double_jumped = car.has_flipped = False
                    car.air_time_since_jump = 0.0
                    world.set_car(index, car)


class DodgeClock:
    """Delays the physics' time limit for a dodge (1.25 s after a jump) by a grace period; math.inf for no limit."""

    __slots__ = ("_grace", "_held")

    def __init__(self, cars: int, grace_frames: float) -> None:
        self._grace = grace_frames
        self._held = [0] * cars

    def __call__(self, world: AffectedWorld) -> None:
        """Applies one frame."""
        for index, car in enumerate(world.cars):
            if car.air_time_since_jump == 0.0:
                self._held[index] = 0
            elif self._held[index] < self._grace:
                self._held[index] += 1
                car.air_time_since_jump = 0.0
                world.set_car(index, car)

    def grace_s(self, index: int) -> float:
        """Returns a car's remaining grace period; 0 if there is no limit."""
        return 0.0 if math.isinf(self._grace) else (self._grace - self._held[index]) / TICKS_PER_S


def restrictions_of(mutators: Mutators) -> tuple[Restriction, ...]:
    """Returns the restrictions of a match."""
    restrictions: list[Restriction] = []
    if mutators.jump == "NoJumps":
        restrictions.append(_without_jump)
    if mutators.input_restriction == "Backwards":
        restrictions.append(_without_forwards)
    if mutators.boost_restriction == "AerialOnly":
        restrictions.append(_without_boost_on_wheels)
    return tuple(restrictions)


def restricted(
    given: RocketSim.CarControls, car: RocketSim.CarState, restrictions: tuple[Restriction, ...]
) -> RocketSim.CarControls:
    """Returns a restricted copy of the controls."""
    controls = RocketSim.CarControls(
        throttle=given.throttle,
        steer=given.steer,
        pitch=given.pitch,
        yaw=given.yaw,
        roll=given.roll,
        jump=given.jump,
        boost=given.boost,
        handbrake=given.handbrake,
    )
    for restrict in restrictions:
        restrict(controls, car)
    return controls


def _without_jump(controls: RocketSim.CarControls, _car: RocketSim.CarState) -> None:
    controls.jump = False


def _without_forwards(controls: RocketSim.CarControls, _car: RocketSim.CarState) -> None:
    controls.throttle = min(0.0, controls.throttle)
    controls.boost = False


def _without_boost_on_wheels(controls: RocketSim.CarControls, car: RocketSim.CarState) -> None:
    if car.is_on_ground:
        controls.boost = False


class MatchMutators:
    """The mutators of one match; for its thread."""

    def __init__(self, match: Match, world: World, rules: Rules, scoring: Scoring) -> None:
        self._world = world
        self._rules = rules
        self._scoring = scoring
        self._teams = tuple(car.team for car in match.cars)
        self._awards = Awards.of(match)
        mutators = match.mutators
        self.restrictions = restrictions_of(mutators)
        """Applied to controls before each frame in which cars may drive."""
        self.counts_goals = mutators.scoring_rule != "Disabled"
        """True if goals count."""
        dodge_clock = dodge_clock_of(mutators, len(match.cars))
        self.dodge_grace_s = None if dodge_clock is None else dodge_clock.grace_s
        """Extra time for a car's dodge in s; None without such a mutator."""
        self._watches: list[Possession | StaleWatch] = []
        effects: list[Effect] = [] if dodge_clock is None else [dodge_clock]
        effects += effects_of(mutators, len(match.cars))
        self.after: tuple[After, ...] = (
            *(partial(_apply, effect, world) for effect in effects),
            *self._judges(match),
        )
        """Called after each frame in which cars may drive; empty in most matches."""

    def points_of_goal(self, team: int) -> int:
        """Returns the value of a goal for `team` in the present frame."""
        is_aerial, is_assisted = self._scoring.kind_of_goal(team, self._rules.frames + 1)
        return self._awards.of_goal(is_aerial=is_aerial, is_assisted=is_assisted)

    def kickoff(self) -> None:
        """Restarts the count."""
        for watch in self._watches:
            watch.kickoff()

    def _judges(self, match: Match) -> list[After]:
        judges: list[After] = []
        mutators = match.mutators
        if self._awards.demolition:
            judges.append(self._award_demolitions)
        if mutators.possession_score in POSSESSION_FRAMES and not match.freeplay:
            possession = Possession(self._teams, POSSESSION_FRAMES[mutators.possession_score])
            self._watches.append(possession)
            judges.append(partial(self._award_possession, possession))
        if mutators.stale_ball in STALE_FRAMES and not match.freeplay:
            stale = StaleWatch(STALE_FRAMES[mutators.stale_ball])
            self._watches.append(stale)
            judges.append(partial(self._call_off, stale))
        return judges

    def _award_demolitions(self) -> Change:
        for attacker, victim in self._world.contacts.demolitions:
            if self._teams[attacker] != self._teams[victim]:
                change = self._rules.award(self._teams[attacker], self._awards.demolition)
                if change is not Change.NOTHING:
                    return change
        return Change.NOTHING

    def _award_possession(self, possession: Possession) -> Change:
        if not self._rules.is_in_play:
            return Change.NOTHING
        team = possession.observe(self._world.contacts.touches)
        return Change.NOTHING if team is None else self._rules.award(team, 1)

    def _call_off(self, stale: StaleWatch) -> Change:
        if not self._rules.is_in_play or not stale.observe(self._world.contacts.touches):
            return Change.NOTHING
        return self._rules.call_off()


def _apply(effect: Effect, world: World) -> Change:
    effect(world)
    return Change.NOTHING
