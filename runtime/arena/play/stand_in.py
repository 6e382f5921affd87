"""The arena's own simple driver, for cars that the game would give to a Psyonix bot.

It drives to where it can meet the ball, comes at it from behind where its skill allows, and dodges into it. The four
skills differ in how often it looks, how fast it drives, how far it foresees the ball's way, how much it cares for a
line at the goal, and whether it boosts, dodges, and goes home when the ball has passed it.
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
    speed: float
    """As fast as it drives, uu/s."""
    foresight_s: float
    """How far ahead it sees where the ball will be, at most."""
    aim: float
    """0 drives straight at the ball, 1 takes the whole way round for a line at the goal."""
    has_boost: bool = False
    has_dodge: bool = False
    goes_home: bool = False
    """Whether it drives back to its goal's side of a ball that has passed it, before it plays the ball."""


SKILLS: Final = {
    "Beginner": Skill(look_frames=40, speed=900.0, foresight_s=0.3, aim=0.2),
    "Rookie": Skill(look_frames=20, speed=1200.0, foresight_s=0.9, aim=0.5),
    "Pro": Skill(look_frames=10, speed=1700.0, foresight_s=1.8, aim=0.8, has_boost=True, goes_home=True),
    "AllStar": Skill(
        look_frames=5, speed=2300.0, foresight_s=3.0, aim=1.0, has_boost=True, has_dodge=True, goes_home=True
    ),
}

_MARGIN_X_UU: Final = 196.0
_MARGIN_Y_UU: Final = 150.0
"""It drives no closer than these to the walls."""
_HIGHEST_UU: Final = 220.0
"""It does not go for a ball that is higher."""
_TOUCH_UU: Final = 150.0
"""Distance of the centres of car and ball when they touch."""
_STEP_S: Final = 0.15
"""Between two moments at which it looks for the ball on its way."""
_GRAVITY_UU_S2: Final = 650.0
_BALL_REST_Z: Final = 93.0
_TURN_S: Final = 0.35
"""What a radian costs on the way to the ball."""
_HOME_UU: Final = 1500.0
_PASS_UU: Final = 350.0
"""A ball that has passed it is passed at this distance on the way home."""
_DODGE_REACH_UU: Final = 550.0
_DODGE_STRAIGHT: Final = 0.95
"""It dodges where the cosine between its way to the ball and the ball's to the goal is higher."""
_DODGE_FRAMES: Final = 75
"""From the first jump until it drives again."""
_DODGE_EVERY_FRAMES: Final = RATE


class StandIn:
    """Drives one car; told the field, answers with the controls to hold."""

    def __init__(self, team: int, skill: Skill, field: Field = SOCCAR_FIELD) -> None:
        goal = field.goals[1 - team]
        self._goal_y = goal.place[1]
        self._side = math.copysign(1.0, self._goal_y)
        """Sign of y at the opponents' goal."""
        self._mouth_x = 0.36 * goal.width
        self._most_x, self._most_y = field.wall_x - _MARGIN_X_UU, field.wall_y - _MARGIN_Y_UU
        self._skill = skill
        self._dodge_start = -_DODGE_EVERY_FRAMES
        self._dodge_angle = 0.0

    def decide(self, frame: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> flat.ControllerState | None:
        """The controls from this frame on; None to hold the last ones."""
        since_dodge = frame - self._dodge_start
        if since_dodge < _DODGE_FRAMES:
            return _dodge(since_dodge, self._dodge_angle)
        if frame % self._skill.look_frames:
            return None
        if not car.is_on_ground:
            return _land(frame, car)
        x, y, left_s = self._meeting(car, ball)
        if self._skill.goes_home and (car.pos.y - y) * self._side > 100.0:
            return self._drive(car, *self._way_home(car, x, y), self._skill.speed)
        if self._skill.has_dodge and since_dodge > _DODGE_EVERY_FRAMES:
            self._dodge_where_it_hits(frame, car, ball)
        return self._drive(car, *self._run_up(car, x, y, left_s))

    def _meeting(self, car: RocketSim.CarState, ball: RocketSim.BallState) -> tuple[float, float, float]:
        """Where the ball can be had first, and in how many seconds; walls and floor turn it back on its way."""
        x, y, z = ball.pos.as_tuple()
        vx, vy, vz = ball.vel.as_tuple()
        here_x, here_y, _ = car.pos.as_tuple()
        angle, _ = _bearing(car, x, y)
        speed = min(self._skill.speed, 1800.0 if self._skill.has_boost and car.boost > 20.0 else 1350.0)
        after_s, turn_s = 0.0, _TURN_S * abs(angle)
        while after_s < self._skill.foresight_s:
            if z < _HIGHEST_UU and math.hypot(x - here_x, y - here_y) - _TOUCH_UU < speed * (after_s - turn_s):
                break
            after_s += _STEP_S
            x, y, z = x + vx * _STEP_S, y + vy * _STEP_S, z + vz * _STEP_S
            vz -= _GRAVITY_UU_S2 * _STEP_S
            if z < _BALL_REST_Z:
                z, vz = _BALL_REST_Z, -0.6 * vz if vz < -200.0 else 0.0
            if abs(x) > self._most_x:
                x, vx = math.copysign(self._most_x, x), -0.6 * vx
            if abs(y) > self._most_y and abs(x) > self._mouth_x:
                y, vy = math.copysign(self._most_y, y), -0.6 * vy
        return x, y, after_s

    def _run_up(self, car: RocketSim.CarState, x: float, y: float, left_s: float) -> tuple[float, float, float]:
        """Where to drive so as to come at the ball from behind, and how fast to be there in time."""
        aim_x, aim_y = _unit(_within(0.5 * x, self._mouth_x) - x, self._goal_y + 150.0 * self._side - y)
        to_x, to_y = x - car.pos.x, y - car.pos.y
        distance = math.hypot(to_x, to_y)
        straight = (to_x * aim_x + to_y * aim_y) / (distance or 1.0)
        way_round = min(1100.0, 0.55 * distance) * min(1.0, 2.5 * (1.0 - straight))
        behind = self._skill.aim * (0.6 * _TOUCH_UU + way_round)
        speed = self._skill.speed
        if straight > 0.7 and left_s > 0.0:
            speed = min(speed, max(500.0, 1.05 * (distance - _TOUCH_UU) / left_s))
        return *self._inside(x - behind * aim_x, y - behind * aim_y), speed

    def _way_home(self, car: RocketSim.CarState, x: float, y: float) -> tuple[float, float]:
        """Past the ball on the far side of it, towards the own goal."""
        home_x, home_y = _unit((-700.0 if x > 0.0 else 700.0) - x, -self._goal_y + 500.0 * self._side - y)
        if math.hypot(x - car.pos.x, y - car.pos.y) < 900.0:
            x += _PASS_UU if car.pos.x > x else -_PASS_UU
        return self._inside(x + _HOME_UU * home_x, y + _HOME_UU * home_y)

    def _inside(self, x: float, y: float) -> tuple[float, float]:
        return _within(x, self._most_x), _within(y, self._most_y)

    def _dodge_where_it_hits(self, frame: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> None:
        """Dodges into a ball that is low, near, and on the line to the goal."""
        x, y, z = ball.pos.as_tuple()
        angle, distance = _bearing(car, x, y)
        if z > _HIGHEST_UU or distance > _DODGE_REACH_UU or abs(angle) > 0.3:
            return
        to_x, to_y = _unit(x - car.pos.x, y - car.pos.y)
        aim_x, aim_y = _unit(-x, self._goal_y - y)
        if to_x * aim_x + to_y * aim_y > _DODGE_STRAIGHT:
            self._dodge_start, self._dodge_angle = frame, angle

    def _drive(self, car: RocketSim.CarState, x: float, y: float, speed: float) -> flat.ControllerState:
        """Drives to a place, as fast as `speed` and the bend allow: a car turns in a circle of about 2 s of its way."""
        angle, distance = _bearing(car, x, y)
        bend = abs(math.sin(angle))
        if bend > 0.01:
            speed = min(speed, max(400.0, distance / bend))
        forward = car.rot_mat.forward
        missing = speed - (car.vel.x * forward.x + car.vel.y * forward.y)
        return flat.ControllerState(
            throttle=1.0 if missing > 60.0 else 0.4 if missing > 0.0 else -1.0 if missing < -300.0 else 0.02,
            steer=_within(4.0 * angle, 1.0),
            boost=self._skill.has_boost and abs(angle) < 0.3 and missing > 150.0 and speed > 1300.0,
            handbrake=abs(angle) > 1.5 and speed - missing > 500.0,
        )


def _bearing(car: RocketSim.CarState, x: float, y: float) -> tuple[float, float]:
    """Angle (right is positive) and distance from a car's nose to a place on the floor."""
    forward, place = car.rot_mat.forward, car.pos
    to_x, to_y = x - place.x, y - place.y
    cross = forward.x * to_y - forward.y * to_x
    return math.atan2(cross, forward.x * to_x + forward.y * to_y), math.hypot(to_x, to_y)


def _dodge(frame: int, angle: float) -> flat.ControllerState:
    """A jump, a moment's release, and a dodge that way."""
    if frame < 8:
        return flat.ControllerState(throttle=1.0, jump=True)
    if frame < 12:
        return flat.ControllerState(throttle=1.0)
    if frame < 16:
        return flat.ControllerState(throttle=1.0, jump=True, pitch=-math.cos(angle), yaw=math.sin(angle))
    return flat.ControllerState(throttle=1.0)


def _land(frame: int, car: RocketSim.CarState) -> flat.ControllerState:
    """Turns the wheels down; a jump now and then frees a car that lies on its roof."""
    angle, spin = car.rot_mat.as_angle(), car.ang_vel
    right, forward = car.rot_mat.right, car.rot_mat.forward
    pitch_rate = -(spin.x * right.x + spin.y * right.y + spin.z * right.z)
    roll_rate = -(spin.x * forward.x + spin.y * forward.y + spin.z * forward.z)
    return flat.ControllerState(
        throttle=1.0,
        pitch=_within(-2.0 * angle.pitch - 0.5 * pitch_rate, 1.0),
        roll=_within(-2.0 * angle.roll - 0.3 * roll_rate, 1.0),
        jump=car.pos.z < 60.0 and abs(angle.roll) > 1.0 and frame % RATE < RATE // 2,
    )


def _unit(x: float, y: float) -> tuple[float, float]:
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def _within(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))
