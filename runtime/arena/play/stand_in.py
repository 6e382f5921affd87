"""The arena's own simple driver, for cars that the game would give to a Psyonix bot.

It drives at the ball, from behind it where its skill allows, and dodges into it. The four skills differ in how often
it looks, how fast it drives, and whether it leads the ball, takes a line at the goal, boosts and dodges.
"""

import math
from dataclasses import dataclass
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.play.field import SOCCAR_FIELD, Field
from runtime.arena.play.frames import RATE


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """How well a stand-in drives."""

    look_frames: int
    """It looks at the field once in so many frames."""
    throttle: float
    lead_s: float
    """How far ahead it sees where the ball will be, at most."""
    aim: float
    """0 drives straight at the ball, 1 takes the whole way round for a line at the goal."""
    has_boost: bool
    has_dodge: bool


SKILLS: Final = {
    "Beginner": Skill(look_frames=48, throttle=0.5, lead_s=0.0, aim=0.0, has_boost=False, has_dodge=False),
    "Rookie": Skill(look_frames=24, throttle=0.8, lead_s=0.3, aim=0.2, has_boost=False, has_dodge=False),
    "Pro": Skill(look_frames=12, throttle=1.0, lead_s=0.7, aim=0.6, has_boost=True, has_dodge=False),
    "AllStar": Skill(look_frames=4, throttle=1.0, lead_s=1.2, aim=1.0, has_boost=True, has_dodge=True),
}

_WALL_X_UU: Final = 196.0
_WALL_Y_UU: Final = 150.0
"""It aims no closer than these to the walls."""
_DODGE_REACH_UU: Final = 450.0
_DODGE_FRAMES: Final = 75
"""From the first jump until it drives again."""
_DODGE_EVERY_FRAMES: Final = 2 * RATE


class StandIn:
    """Drives one car; told the field, answers with the controls to hold."""

    def __init__(self, team: int, skill: Skill, field: Field = SOCCAR_FIELD) -> None:
        self._goal_y = field.goals[1 - team].place[1]
        self._limits = (field.wall_x - _WALL_X_UU, field.wall_y - _WALL_Y_UU)
        self._skill = skill
        self._dodge_start = -_DODGE_EVERY_FRAMES

    def decide(self, frame: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> flat.ControllerState | None:
        """The controls from this frame on; None to hold the last ones."""
        since_dodge = frame - self._dodge_start
        if since_dodge < _DODGE_FRAMES:
            return _dodge(since_dodge)
        if frame % self._skill.look_frames:
            return None
        if not car.is_on_ground:
            return _land(car)
        x, y = self._target(car, ball)
        angle, distance = _bearing(car, x, y)
        if self._may_dodge(since_dodge, car, ball):
            self._dodge_start = frame
        return self._drive(angle, distance)

    def _target(self, car: RocketSim.CarState, ball: RocketSim.BallState) -> tuple[float, float]:
        place, ball_place, ball_speed = car.pos, ball.pos, ball.vel
        lead = min(self._skill.lead_s, math.hypot(ball_place.x - place.x, ball_place.y - place.y) / 1500.0)
        x, y = ball_place.x + lead * ball_speed.x, ball_place.y + lead * ball_speed.y
        distance = math.hypot(x - place.x, y - place.y)
        to_goal_x, to_goal_y = -x, self._goal_y - y
        length = math.hypot(to_goal_x, to_goal_y) or 1.0
        behind = self._skill.aim * min(600.0, 0.45 * distance)
        if (place.y - y) * self._goal_y > 0.0:
            side = 1.0 if place.x > x else -1.0
            x += self._skill.aim * side * 300.0
        most_x, most_y = self._limits
        return _within(x - behind * to_goal_x / length, most_x), _within(y - behind * to_goal_y / length, most_y)

    def _may_dodge(self, since_dodge: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> bool:
        if not self._skill.has_dodge or since_dodge < _DODGE_EVERY_FRAMES or ball.pos.z > 250.0:
            return False
        angle, distance = _bearing(car, ball.pos.x, ball.pos.y)
        return abs(angle) < 0.2 and distance < _DODGE_REACH_UU

    def _drive(self, angle: float, distance: float) -> flat.ControllerState:
        is_sharp = abs(angle) > 1.5
        return flat.ControllerState(
            throttle=self._skill.throttle,
            steer=max(-1.0, min(1.0, 3.0 * angle)),
            boost=self._skill.has_boost and abs(angle) < 0.25 and distance > 400.0,
            handbrake=is_sharp,
        )


def _bearing(car: RocketSim.CarState, x: float, y: float) -> tuple[float, float]:
    """Angle (right is positive) and distance from a car's nose to a place on the floor."""
    forward, place = car.rot_mat.forward, car.pos
    to_x, to_y = x - place.x, y - place.y
    cross = forward.x * to_y - forward.y * to_x
    return math.atan2(cross, forward.x * to_x + forward.y * to_y), math.hypot(to_x, to_y)


def _dodge(frame: int) -> flat.ControllerState:
    """A jump, a moment's release, and a forward dodge."""
    if frame < 8:
        return flat.ControllerState(throttle=1.0, jump=True)
    if frame < 12:
        return flat.ControllerState(throttle=1.0)
    return flat.ControllerState(throttle=1.0, jump=frame < 16, pitch=-1.0 if frame < 16 else 0.0)


def _land(car: RocketSim.CarState) -> flat.ControllerState:
    """Turns the wheels down."""
    angle, spin = car.rot_mat.as_angle(), car.ang_vel
    right, forward = car.rot_mat.right, car.rot_mat.forward
    pitch_rate = -(spin.x * right.x + spin.y * right.y + spin.z * right.z)
    roll_rate = -(spin.x * forward.x + spin.y * forward.y + spin.z * forward.z)
    return flat.ControllerState(
        throttle=1.0,
        pitch=max(-1.0, min(1.0, -2.0 * angle.pitch - 0.5 * pitch_rate)),
        roll=max(-1.0, min(1.0, -2.0 * angle.roll - 0.3 * roll_rate)),
    )


def _within(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
