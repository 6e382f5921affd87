"""The log of touches, which scoring, shots, accolades and packets share, and the geometry of a touch.

The numbers of the geometry are in `accolades`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.game import accolades as numbers
from runtime.arena.game.accolades import PASS_FRAMES
from runtime.arena.stadium.field import GOAL_AREA_X, GOAL_AREA_Y, Goal
from runtime.model.game_facts import TICKS_PER_S


@dataclass(frozen=True, slots=True)
class Contact:
    """Car and ball at the end of the last frame in which they touched."""

    frame: int
    car: RocketSim.CarState
    ball: RocketSim.BallState
    is_off_ground: bool
    """True if no wheel of the car touched anything and it did not lie on its roof."""
    shoved_by: int | None = None
    """The car that had just rammed this one into the ball."""
    passer: int | None = None
    """The car of the same team that passed the ball to this one."""

    @classmethod
    def of(
        cls,
        frame: int,
        car: RocketSim.CarState,
        ball: RocketSim.BallState,
        *,
        shoved_by: int | None = None,
        passer: int | None = None,
    ) -> "Contact":
        """Returns the contact of a car with the ball in this frame; later state setting may change both states."""
        is_off_ground = not any(car.wheels_with_contact) and not _is_turtle(car)
        return cls(frame, car, ball, is_off_ground, shoved_by, passer)

    @property
    def is_aerial(self) -> bool:
        """True if the car is off the ground and the ball at least as high as the crossbar."""
        return self.is_off_ground and float(self.ball.pos.z) >= numbers.AERIAL_UU

    @property
    def is_bicycle(self) -> bool:
        """True if the ball is on the roof of a car in a backflip."""
        is_backflip = self.car.is_flipping and self.car.flip_rel_torque.y <= -numbers.BACKFLIP_SHARE
        return is_backflip and self._share(self.car.rot_mat.up) >= numbers.ROOF_SHARE

    @property
    def is_backwards(self) -> bool:
        """True if the ball is behind the car."""
        return self._share(self.car.rot_mat.forward) <= -numbers.REAR_SHARE

    @property
    def is_turtle(self) -> bool:
        """True if the car lies on its roof."""
        return _is_turtle(self.car)

    def is_long(self, goal: Goal) -> bool:
        """Returns whether the ball is farther from `goal` than two thirds of the distance between the goals."""
        return distance_uu(self.ball, goal) >= numbers.LONG_SHARE * 2.0 * abs(goal.place[1])

    def is_juggled(self, ball: RocketSim.BallState, frame: int, gravity_z: float) -> bool:
        """Returns whether the ball at a later frame is where this touch sent it through the air."""
        if min(self.ball.pos.z, ball.pos.z) < numbers.JUGGLE_FLOOR_UU:
            return False
        flown_s = (frame - self.frame) / TICKS_PER_S
        left_s = flown_s * (1.0 - numbers.BALL_DRAG * flown_s / 2.0)
        x, y, z = (at + by * left_s for at, by in zip(self.ball.pos, self.ball.vel, strict=True))
        there = (x, y, z + gravity_z * flown_s * flown_s / 2.0)
        return math.dist(there, ball.pos.as_tuple()) <= numbers.JUGGLE_UU

    def _share(self, axis: RocketSim.Vec) -> float:
        """Returns the part of the unit vector from car to ball that is along an axis of the car."""
        ways = [there - here for here, there in zip(self.car.pos, self.ball.pos, strict=True)]
        length = math.hypot(*ways) or 1.0
        return float(sum(way * along for way, along in zip(ways, axis, strict=True)) / length)


class TouchLog:
    """The last touch of each car since the kickoff began, by car index.

    Scoring, shots and accolades use the touches in play; packets show those in any phase.
    """

    __slots__ = ("_teams", "count", "in_play", "last", "shown")

    def __init__(self, teams: Sequence[int]) -> None:
        self._teams = tuple(teams)
        self.in_play: dict[int, Contact] = {}
        """Touches in play since the kickoff, oldest first."""
        self.last: int | None = None
        """The car that touched the ball last in play; None if it has left the match."""
        self.shown: list[flat.Touch | None] = []
        """Touches for packets."""
        self.count = 0
        """Number of changes of `shown`."""
        self.kickoff()

    def kickoff(self) -> None:
        """Removes all touches."""
        self.in_play = {}
        self.last = None
        self.shown = [None] * len(self._teams)
        self.count += 1

    def exchanged(self, teams: Sequence[int], places: Mapping[int, int]) -> "TouchLog":
        """Returns the log of a match that continues with other cars.

        `places` maps the old index of each car that stays to the new one.
        """
        after = TouchLog(teams)
        after.in_play = {
            places[car]: replace(
                contact, shoved_by=placed(contact.shoved_by, places), passer=placed(contact.passer, places)
            )
            for car, contact in self.in_play.items()
            if car in places
        }
        after.last = placed(self.last, places)
        for old, new in places.items():
            after.shown[new] = self.shown[old]
        return after

    def add(self, car: int, contact: Contact) -> None:
        """Records a touch in play."""
        self.in_play.pop(car, None)
        self.in_play[car] = contact
        self.last = car

    def show(self, car: int, seconds: float, hit: RocketSim.BallHitInfo) -> None:
        """Records a touch for packets; `seconds` is the game time."""
        x, y, z = hit.relative_pos_on_ball.as_tuple()
        ball_x, ball_y, ball_z = hit.ball_pos.as_tuple()
        length = (x * x + y * y + z * z) ** 0.5 or 1.0
        self.shown[car] = flat.Touch(
            seconds,
            flat.Vector3(ball_x + x, ball_y + y, ball_z + z),
            flat.Vector3(-x / length, -y / length, -z / length),
            0,
        )
        self.count += 1

    def passer(self, car: int, frame: int) -> int | None:
        """Returns the car that passed the ball to `car`, which touches it in this frame; None without a pass."""
        giver = next(reversed(self.in_play), None)
        if giver is None:
            return None
        contact = self.in_play[giver]
        if giver == car:
            return contact.passer
        return giver if self._teams[giver] == self._teams[car] and frame - contact.frame <= PASS_FRAMES else None


def placed(car: int | None, places: Mapping[int, int]) -> int | None:
    """Returns the new index of a car; None if it has left."""
    return None if car is None else places.get(car)


def _is_turtle(car: RocketSim.CarState) -> bool:
    return float(car.rot_mat.up.z) <= numbers.TURTLE_SHARE and float(car.pos.z) <= numbers.TURTLE_UU


def speed_uu_s(ball: RocketSim.BallState) -> float:
    """Returns the speed of the ball."""
    return math.hypot(*ball.vel.as_tuple())


def distance_uu(ball: RocketSim.BallState, goal: Goal) -> float:
    """Returns the ball's distance from a goal's line along the field; negative in the goal."""
    return (goal.place[1] - float(ball.pos.y)) * _side(goal)


def comes_in(ball: RocketSim.BallState, goal: Goal) -> bool:
    """Returns whether a ball outside a goal's area would soon be in it on a straight line."""
    across = _when(ball.pos.x, ball.vel.x, -GOAL_AREA_X, GOAL_AREA_X)
    along = _when(distance_uu(ball, goal), -ball.vel.y * _side(goal), 0.0, GOAL_AREA_Y)
    comes_s = max(across[0], along[0])
    return 0.0 < comes_s <= min(numbers.AHEAD_S, across[1], along[1])


def goes_out(ball: RocketSim.BallState, goal: Goal) -> bool:
    """Returns whether a ball in a goal's area flies away and would soon be out of it on a straight line."""
    across = _when(ball.pos.x, ball.vel.x, -GOAL_AREA_X, GOAL_AREA_X)
    along = _when(distance_uu(ball, goal), -ball.vel.y * _side(goal), 0.0, GOAL_AREA_Y)
    is_in = max(across[0], along[0]) <= 0.0 <= min(across[1], along[1])
    return is_in and ball.vel.y * _side(goal) < 0.0 and min(across[1], along[1]) <= numbers.AHEAD_S


def _side(goal: Goal) -> float:
    return math.copysign(1.0, goal.place[1])


def _when(at: float, speed: float, low: float, high: float) -> tuple[float, float]:
    """Returns the times in s between which a steady motion is within bounds; if it never is, the first is later."""
    if speed == 0.0:
        return (-math.inf, math.inf) if low <= at <= high else (math.inf, -math.inf)
    times = (low - at) / speed, (high - at) / speed
    return min(times), max(times)
