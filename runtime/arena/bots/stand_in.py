"""The arena's own simple driver, for cars that the game would give to a Psyonix bot.

It drives to the point where it can meet the ball and, if its skill allows, approaches the ball from behind. It waits in
front of its goal for a ball that seeks the goal (Heatseeker), and takes a run-up to a ball that has to fly (Hoops). The
four skills differ in reaction time, speed, how far they predict the ball, how they line up with the goal, and in their
abilities.
"""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.bots.ball_path import MARGIN_X_UU, MARGIN_Y_UU, MOUTH_SHARE, BallPath
from runtime.arena.bots.driving import (
    BACKS_UP_UU,
    LEAP_FRAMES,
    TURN_S,
    Driver,
    TailFirst,
    bearing,
    drive,
    forward_speed,
    land,
    leap,
    park,
    rise_uu,
    unit,
    way_s,
    within,
)
from runtime.arena.bots.run_up import Approach, RunUp, onto_the_floor, speed_into_the_ring
from runtime.arena.modes.mode import Mode, Task
from runtime.arena.modes.soccar import SOCCAR
from runtime.arena.physics.engine import Physics
from runtime.documents.choices import Mutators
from runtime.documents.model import Car, CarKind
from runtime.model.game_facts import MAX_CAR_SPEED

USUAL: Final = Mutators()


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """The abilities of a stand-in."""

    look_frames: int
    """Number of frames between two decisions."""
    speed: float
    """Top speed, uu/s."""
    foresight_s: float
    """Maximum time for which it predicts the ball."""
    aim: float
    """0 drives straight at the ball; higher values take a wider way round to line up with the goal."""
    lob_speed: float = 0.0
    """Top speed if the ball has to fly; 0 plays it like a rolling one."""
    gauges: bool = False
    """True if it adapts the speed of such a hit to the distance of the ring."""
    guards: bool = True
    """True if it waits for a ball that seeks its goal instead of driving after it."""
    has_boost: bool = False
    goes_home: bool = False
    """True if it returns to its goal's side of a ball that has passed it before it plays the ball."""
    collects: bool = False
    """True if it collects pads on the way while the ball is far."""
    leaps: bool = False
    """True if it leaps for a ball that would fly over it into its goal."""
    backs_up: bool = True
    """True if it reverses to a place close behind it, and brakes."""


SKILLS: Final = {
    "Beginner": Skill(look_frames=40, speed=900.0, foresight_s=0.3, aim=0.0, guards=False),
    "Rookie": Skill(look_frames=20, speed=1200.0, foresight_s=0.8, aim=0.25, lob_speed=1300.0),
    "Pro": Skill(
        look_frames=12,
        speed=1500.0,
        foresight_s=1.3,
        aim=0.3,
        lob_speed=1600.0,
        has_boost=True,
        goes_home=True,
    ),
    "AllStar": Skill(
        look_frames=5,
        speed=MAX_CAR_SPEED,
        foresight_s=3.0,
        aim=0.45,
        lob_speed=1900.0,
        gauges=True,
        has_boost=True,
        goes_home=True,
        collects=True,
        leaps=True,
    ),
}

_MAX_UU: Final = 150.0
"""A ball whose centre is higher than this flies over a car."""
_LEAP_UU: Final = 260.0
"""The same limit for a car that leaps."""
_PUCK_SPEED: Final = 1800.0
_PUCK_AIM: Final = 0.3
"""With a puck, faster driving or a wider way round scores less."""
_THERE_UU: Final = 60.0
"""A stance counts as reached within this distance."""
_BEHIND_UU: Final = 90.0
_ROUND_UU: Final = 1100.0
"""The widest way round."""
_PASSED_UU: Final = 100.0
"""A ball counts as behind the car, or in front of it again, from this distance on."""
_HOME_UU: Final = 600.0
"""Distance from the ball towards its own goal when it goes home."""
_PASS_UU: Final = 350.0
"""Sideways distance at which it passes the ball on the way home."""
_UNDER_UU: Final = 450.0
"""Distance at which it waits for a ball that is too high."""
_STRAIGHT: Final = 0.95
"""Cosine of the angle between car-ball and ball-goal from which it drives at top speed."""
_LOW_BOOST: Final = 40.0
_FAR_UU: Final = 2500.0
_DETOUR: Final = 1.12
_WORTH_UU: Final = 1200.0
"""A target nearer than this is not worth a detour."""
_BIG_UU: Final = 600.0
"""Additional length that a detour to a big pad may have."""
_GUARD_UU: Final = 400.0
"""Distance in front of its goal at which it waits for a ball."""
_LATE_S: Final = 0.5
"""It still drives to a point of the ball's path if it arrives later than the ball by no more than this."""


class StandIn:
    """Drives one car: returns controls for the present car and ball."""

    def __init__(
        self, team: int, skill: Skill, mode: Mode = SOCCAR, mutators: Mutators = USUAL, *, ahead_frames: int = 0
    ) -> None:
        field = mode.field
        goal = field.goals[1 - team]
        self._goal_y = goal.place[1]
        self._side = math.copysign(1.0, self._goal_y)
        """Sign of y at the opponents' goal."""
        self._mouth_x = MOUTH_SHARE * goal.width
        self._field = field
        self._most_x, self._most_y = field.wall_x - MARGIN_X_UU, field.wall_y - MARGIN_Y_UU
        self._pads = [(pad.x, pad.y, pad.is_big) for pad in field.pads]
        self._guards = skill.guards and mode.task is Task.GUARD
        self._lobs = mode.task is Task.LOB and skill.lob_speed > 0.0
        self._run_up = RunUp(field)
        self._skill = _within_the_rules(_adapted(skill, mode.task), mutators)
        self._ahead_frames = ahead_frames
        """It decides this number of frames before a stand-in that decides in frame 0."""
        self._path = BallPath(field, Physics.of(mutators, mode.physics).pull_of_ball_z)
        self._leap_start = -LEAP_FRAMES
        self._is_going_home = False

    def decide(self, frame: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> flat.ControllerState | None:
        """Returns the controls from this frame on; None to hold the last ones."""
        since_leap = frame - self._leap_start
        if since_leap < LEAP_FRAMES:
            return leap(since_leap)
        if (frame + self._ahead_frames) % self._skill.look_frames:
            return None
        if not car.is_on_ground:
            return land(frame, car)
        if self._guards and (ball.heatseeker_target_dir or ball.pos.y * self._side > 0.0):
            return self._guard(frame, car, ball)
        x, y, speed = self._plan(car, ball)
        if self._skill.collects and car.boost < _LOW_BOOST and self._has_time(car, ball):
            x, y = self._by_way_of_a_pad(car, x, y)
        return drive(car, x, y, speed, has_boost=self._skill.has_boost and not self._is_off)

    def _plan(self, car: RocketSim.CarState, ball: RocketSim.BallState) -> tuple[float, float, float]:
        """Returns x, y and speed for the earliest point at which it can meet the ball."""
        self._note_whether_the_ball_has_passed(car, ball)
        now, top = forward_speed(car), self._top_speed(car)
        after_s = needed_s = distance = x = y = z = stance_x = stance_y = 0.0
        for after_s, x, y, z in self._path.moments(ball, self._skill.foresight_s):
            stance_x, stance_y = self._stance(car, x, y)
            angle, distance = bearing(car, stance_x, stance_y)
            needed_s = TURN_S * abs(angle) + way_s(now, top, max(0.0, distance - _THERE_UU))
            if z < _MAX_UU and (needed_s <= after_s or distance < _THERE_UU):
                break
        else:
            if z > _MAX_UU:
                back_x, back_y = unit(stance_x - x, stance_y - y)
                x, y = self._inside(stance_x + _UNDER_UU * back_x, stance_y + _UNDER_UU * back_y)
                return x, y, min(self._skill.speed, max(300.0, 1.5 * bearing(car, x, y)[1]))
        pace = self._pace(car, ball)
        if ball.pos.z > _MAX_UU and after_s - needed_s > 0.3 and not self._is_going_home:
            pace = min(pace, max(500.0, distance / after_s))
        return stance_x, stance_y, pace

    def _note_whether_the_ball_has_passed(self, car: RocketSim.CarState, ball: RocketSim.BallState) -> None:
        ahead_uu = (ball.pos.y - car.pos.y) * self._side
        is_home = (car.pos.y + self._goal_y) * self._side < 700.0
        if ahead_uu < -_PASSED_UU:
            self._is_going_home = self._skill.goes_home
        elif ahead_uu > _PASSED_UU or is_home:
            self._is_going_home = False

    def _top_speed(self, car: RocketSim.CarState) -> float:
        return min(self._skill.speed, 2000.0 if self._skill.has_boost and car.boost > 20.0 else 1400.0)

    def _pace(self, car: RocketSim.CarState, ball: RocketSim.BallState) -> float:
        """Returns the speed, which is lower close to a rolling ball for which it has to turn."""
        x, y, _ = ball.pos.as_tuple()
        to_x, to_y = x - car.pos.x, y - car.pos.y
        aim_x, aim_y = self._aim(x, y)
        distance = math.hypot(to_x, to_y)
        if self._lobs:
            if self._is_off or not self._skill.gauges:
                return self._skill.speed
            goal_x, goal_y = within(0.5 * x, self._mouth_x), self._goal_y
            return min(self._skill.speed, speed_into_the_ring(math.hypot(goal_x - x, goal_y - y)))
        if self._is_going_home or to_x * aim_x + to_y * aim_y > _STRAIGHT * distance:
            return self._skill.speed
        return min(self._skill.speed, 500.0 + 0.6 * distance)

    def _aim(self, x: float, y: float) -> tuple[float, float]:
        """Returns the direction from a ball at (x, y) to the opponents' goal."""
        return unit(within(0.5 * x, self._mouth_x) - x, self._goal_y + 150.0 * self._side - y)

    def _stance(self, car: RocketSim.CarState, x: float, y: float) -> tuple[float, float]:
        """Returns the place to be when the ball is at (x, y): behind it, or on the way home."""
        to_x, to_y = x - car.pos.x, y - car.pos.y
        distance = math.hypot(to_x, to_y)
        if self._is_going_home:
            home_x, home_y = unit((-700.0 if x > 0.0 else 700.0) - x, -self._goal_y + 500.0 * self._side - y)
            if distance < 900.0:
                x += _PASS_UU if car.pos.x > x else -_PASS_UU
            return self._inside(x + _HOME_UU * home_x, y + _HOME_UU * home_y)
        aim_x, aim_y = self._aim(x, y)
        straight = (to_x * aim_x + to_y * aim_y) / (distance or 1.0)
        way_round = min(_ROUND_UU, 0.55 * distance) * min(1.0, 2.5 * (1.0 - straight))
        behind = self._skill.aim * (_BEHIND_UU + way_round)
        if self._lobs:
            start = self._run_up.start(car, (x, y), (aim_x, aim_y))
            if self._run_up.approach is Approach.RUN_UP:
                return start
            if self._run_up.approach is Approach.CHARGE:
                behind = _BEHIND_UU
        return self._inside(x - behind * aim_x, y - behind * aim_y)

    @property
    def _is_off(self) -> bool:
        """True if it drives to the start of its run-up rather than at the ball."""
        return self._lobs and self._run_up.approach is Approach.RUN_UP

    def _inside(self, x: float, y: float) -> tuple[float, float]:
        if self._lobs:
            return onto_the_floor(self._field, x, y)
        return within(x, self._most_x), within(y, self._most_y)

    def _has_time(self, car: RocketSim.CarState, ball: RocketSim.BallState) -> bool:
        return self._is_off or bearing(car, ball.pos.x, ball.pos.y)[1] > _FAR_UU

    def _by_way_of_a_pad(self, car: RocketSim.CarState, x: float, y: float) -> tuple[float, float]:
        """Returns the pad ahead with the shortest detour; (x, y) itself if every detour is too long."""
        _, distance = bearing(car, x, y)
        shortest, way = _DETOUR * distance, (x, y)
        if distance < _WORTH_UU:
            return way
        for pad_x, pad_y, is_big in self._pads:
            angle, near = bearing(car, pad_x, pad_y)
            if 150.0 < near < distance and abs(angle) < 0.6:
                length = near + math.hypot(x - pad_x, y - pad_y) - (_BIG_UU if is_big else 0.0)
                if length < shortest:
                    shortest, way = length, (pad_x, pad_y)
        return way

    def _guard(self, frame: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> flat.ControllerState:
        """Waits on the path of a ball that seeks its goal, and otherwise in front of the goal on the ball's side."""
        comes = ball.heatseeker_target_dir * self._side < 0.0
        if comes and self._skill.leaps and self._reaches_by_a_leap(car, ball):
            self._leap_start = frame
            return leap(0)
        place = self._meeting_place(car, ball) if comes else None
        if place is None:
            ball_side = within(0.4 * self._skill.aim * ball.pos.x, 500.0)
            place = ball_side, _GUARD_UU * self._side - self._goal_y
        skill = self._skill
        return park(car, *place, skill.speed, has_boost=skill.has_boost, backs_up=skill.backs_up)

    def _meeting_place(self, car: RocketSim.CarState, ball: RocketSim.BallState) -> tuple[float, float] | None:
        """Returns the point of the ball's path that it reaches with most time to spare; None if all are too early."""
        highest = _LEAP_UU if self._skill.leaps else _MAX_UU
        max_s, place = -_LATE_S, None
        for after_s, x, y, z in self._path.moments(ball, self._skill.foresight_s):
            if z > highest or (y + self._goal_y) * self._side < -20.0:
                continue
            angle, distance = bearing(car, x, y)
            way = max(0.0, distance - 60.0)
            if self._skill.backs_up and way < BACKS_UP_UU and abs(angle) > math.pi / 2.0:
                needed_s = 0.2 + TURN_S * (math.pi - abs(angle)) + way_s(-forward_speed(car), 1000.0, way)
            else:
                needed_s = TURN_S * abs(angle) + way_s(forward_speed(car), self._top_speed(car), way)
            if after_s - needed_s > max_s:
                max_s, place = after_s - needed_s, (x, y)
        return place

    def _reaches_by_a_leap(self, car: RocketSim.CarState, ball: RocketSim.BallState) -> bool:
        """Returns whether a leap now meets a ball that is too high for a car on the floor."""
        here_x, here_y, _ = car.pos.as_tuple()
        speed_x, speed_y, _ = car.vel.as_tuple()
        moments = list(self._path.moments(ball, 0.7))
        for (before_s, x, y, z), (after_s, next_x, next_y, next_z) in itertools.pairwise(moments):
            to_x, to_y = here_x + speed_x * after_s - x, here_y + speed_y * after_s - y
            way_x, way_y = next_x - x, next_y - y
            share = max(0.0, min(1.0, (to_x * way_x + to_y * way_y) / (way_x * way_x + way_y * way_y + 1.0)))
            height = z + share * (next_z - z)
            is_near = math.hypot(to_x - share * way_x, to_y - share * way_y) < 130.0
            at_s = before_s + share * (after_s - before_s)
            if is_near and height > 140.0 and abs(height - 17.0 - rise_uu(at_s)) < 60.0:
                return True
        return False


def _adapted(skill: Skill, task: Task) -> Skill:
    if task is Task.LOB and skill.lob_speed > 0.0:
        return replace(skill, speed=skill.lob_speed, goes_home=False)
    if task is Task.PUSH:
        return replace(skill, speed=min(skill.speed, _PUCK_SPEED), aim=min(skill.aim, _PUCK_AIM))
    return skill


def _within_the_rules(skill: Skill, mutators: Mutators) -> Skill:
    """Returns a skill without the abilities that the mutators take away."""
    is_backwards = mutators.input_restriction == "Backwards"
    may_boost = not is_backwards and mutators.boost_restriction != "AerialOnly"
    return replace(
        skill,
        has_boost=skill.has_boost and may_boost,
        collects=skill.collects and may_boost and mutators.boost_amount != "NoBoost",
        leaps=skill.leaps and mutators.jump != "NoJumps",
        backs_up=not is_backwards,
    )


def drivers_of(cars: Sequence[Car], mode: Mode, mutators: Mutators) -> list[tuple[int, Driver]]:
    """Returns the drivers of a match's Psyonix bots, each with its car's index.

    Team mates decide in different frames, so that no frame has to wait for all of them; the n-th drivers of both teams
    decide in the same frame.
    """
    found: list[tuple[int, Driver]] = []
    so_far = Counter[int]()
    for index, car in enumerate(cars):
        if car.kind is CarKind.PSYONIX:
            found.append((index, driver_of(car, mode, mutators, ahead_frames=so_far[car.team])))
            so_far[car.team] += 1
    return found


def driver_of(car: Car, mode: Mode, mutators: Mutators, *, ahead_frames: int = 0) -> Driver:
    """Returns the driver of a Psyonix bot's car."""
    stand_in = StandIn(car.team, SKILLS[car.skill], mode, mutators, ahead_frames=ahead_frames)
    return TailFirst(stand_in, car.team) if mutators.input_restriction == "Backwards" else stand_in
