"""The game modes that the arena plays: each one value, chosen once for a match.

What is not RocketSim's or published is ours: how the ball is held at its place during a countdown, and that a goal
threatens when the ball would be in it within 2 s.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.physics.engine import SOCCAR, Base, Physics
from runtime.arena.stadium.containment import HoopsConfines, SoccarConfines, Walls
from runtime.arena.stadium.field import HEATSEEKER_FIELD, HOOPS_FIELD, SOCCAR_FIELD, Field
from runtime.arena.stadium.shapes import HoopsShape

Scorer: TypeAlias = Callable[[RocketSim.Arena, RocketSim.BallState, float], int | None]
"""Called with the ball's own gravity, which RocketSim does not know."""
Measure: TypeAlias = Callable[[RocketSim.BallState], float]
BallShape: TypeAlias = flat.SphereShape | flat.CylinderShape

PUCK_RADIUS_UU: Final = 114.25
PUCK_HEIGHT_UU: Final = 62.5
THREAT_S: Final = 2.0
_CURVE_UU_S: Final = 800.0
_PUCK_HOVER_UU: Final = 5.0
_HELD_UU: Final = 0.05
"""RocketSim launches a hoops ball that lies exactly in the centre; during the countdown it lies so far beside it."""


class Task(Enum):
    """How goals come about in a mode, for a car on the ground."""

    DRIVE = auto()
    """The ball is driven into the goal."""
    GUARD = auto()
    """The ball flies at the goals by itself: one's own is guarded."""
    LOB = auto()
    """The goal is a ring overhead: the ball has to be hit so hard that it flies."""
    PUSH = auto()
    """There is a puck, which slides where it is pushed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """How the ball begins once the countdown is over, uu and uu/s."""

    place: tuple[float, float]
    velocity: tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """What distinguishes a game mode from the others."""

    base: Base
    field: Field
    walls: Callable[[], Walls]
    ball_place: tuple[float, float] = (0.0, 0.0)
    """Where the ball lies during the countdown, as seen from blue's side."""
    launch: Launch | None = None
    """None: it stays there until it is touched."""
    has_sides: bool = False
    """Whether the ball begins on either team's side by lot; place and launch are those on blue's."""
    scorer: Scorer
    """The team that is about to score if nobody touches the ball; None when neither is."""
    line_uu: Measure
    """How far the ball is from the nearer goal."""
    reach_down_uu: Callable[[Physics, RocketSim.BallState], float]
    """How far below its middle the ball reaches."""
    target_speed: Measure | None = None
    """The speed that the ball strives for, as clients are told; None where it strives for nothing."""
    ball_shape: Callable[[Physics], BallShape]
    task: Task = Task.DRIVE
    """What it asks of a stand-in."""

    def is_in_goal(self, ball: RocketSim.BallState) -> bool:
        """Whether a ball that RocketSim takes for scored is in the goal: it only asks how far out most balls are.

        Of a ring it knows an oval that is wider than the net, so that a ball beside it, at the wall, would score.
        """
        goal = self.field.goals[0]
        x, y, z = ball.pos.as_tuple()
        if goal.direction[2] > 0.0:
            return math.hypot(x, abs(y) - abs(goal.place[1])) <= goal.width / 2.0
        return bool(abs(x) <= goal.width / 2.0 and z <= goal.height)


def sphere(physics: Physics) -> BallShape:
    """A ball."""
    return flat.SphereShape(2.0 * physics.ball_radius)


def puck(_physics: Physics) -> BallShape:
    """RocketSim tells no radius of its puck; these are its dimensions."""
    return flat.CylinderShape(2.0 * PUCK_RADIUS_UU, PUCK_HEIGHT_UU)


def sphere_reach(physics: Physics, _ball: RocketSim.BallState) -> float:
    """The radius."""
    return physics.ball_radius


def puck_reach(_physics: Physics, ball: RocketSim.BallState) -> float:
    """Half the height of a puck that lies flat, and what it hovers; on its edge, the radius."""
    upright = min(1.0, abs(float(ball.rot_mat.up.z)))
    return upright * (PUCK_HEIGHT_UU / 2.0 + _PUCK_HOVER_UU) + math.sqrt(1.0 - upright * upright) * PUCK_RADIUS_UU


def scorer_of_the_engine(arena: RocketSim.Arena, ball: RocketSim.BallState, _pull_z: float) -> int | None:
    """RocketSim's judgement, for soccar and snowday."""
    if not arena.is_ball_probably_going_in(THREAT_S):
        return None
    return 0 if ball.vel.y > 0.0 else 1


def scorer_in_hoops(arena: RocketSim.Arena, ball: RocketSim.BallState, pull_z: float) -> int | None:
    """RocketSim's judgement; the ring is the one above which the ball will be when it has fallen to its height."""
    if not arena.is_ball_probably_going_in(THREAT_S):
        return None
    return 0 if ball.pos.y + ball.vel.y * _fall_s(ball, pull_z) > 0.0 else 1


def _fall_s(ball: RocketSim.BallState, pull_z: float) -> float:
    """Seconds until a ball is down at the rim's height.

    `pull_z` is below 0: RocketSim expects no ball to fall in where gravity does not pull down.
    """
    gravity, height = -pull_z, max(0.0, ball.pos.z - HoopsShape().rim_z)
    return float((ball.vel.z + math.sqrt(ball.vel.z**2 + 2.0 * gravity * height)) / gravity)


def scorer_in_heatseeker(_arena: RocketSim.Arena, ball: RocketSim.BallState, _pull_z: float) -> int | None:
    """The team that touched the ball last, while it flies at the other goal; asking RocketSim would end the process.

    It must cross the wall within 2 s and curve into the mouth by then, for which its line may miss it by 800 uu for
    every second left.
    """
    direction, speed = ball.heatseeker_target_dir, ball.vel.y
    if not direction or speed * direction <= 0.0:
        return None
    left_s = (SOCCAR_FIELD.wall_y - ball.pos.y * direction) / max(abs(speed), ball.heatseeker_target_speed)
    if not 0.0 <= left_s <= THREAT_S:
        return None
    goal, reach = SOCCAR_FIELD.goals[0], _CURVE_UU_S * left_s
    x, z = ball.pos.x + ball.vel.x * left_s, ball.pos.z + min(0.0, ball.vel.z) * left_s
    if abs(x) > goal.width / 2.0 + reach or z > goal.height + reach:
        return None
    return 0 if direction > 0.0 else 1


def uu_to_the_back_wall(ball: RocketSim.BallState) -> float:
    """Distance to the nearer goal line."""
    return SOCCAR_FIELD.wall_y - abs(float(ball.pos.y))


def uu_to_the_rim(ball: RocketSim.BallState) -> float:
    """Distance to the middle of the nearer ring."""
    _, rim_y, rim_z = HOOPS_FIELD.goals[1].place
    return math.dist((ball.pos.x, abs(ball.pos.y), ball.pos.z), (0.0, rim_y, rim_z))


def heatseeker_target_speed(ball: RocketSim.BallState) -> float:
    """0 until the first touch, which sends the ball on its way."""
    return float(ball.heatseeker_target_speed) if ball.heatseeker_target_dir else 0.0


SOCCAR_MODE: Final = Mode(
    base=SOCCAR,
    field=SOCCAR_FIELD,
    walls=SoccarConfines,
    scorer=scorer_of_the_engine,
    line_uu=uu_to_the_back_wall,
    reach_down_uu=sphere_reach,
    ball_shape=sphere,
)

MODES: Final = {
    "Soccar": SOCCAR_MODE,
    "Hoops": Mode(
        base=Base(game_mode=RocketSim.GameMode.HOOPS, ball_radius=RocketSim.RLConst.BALL_COLLISION_RADIUS_HOOPS),
        field=HOOPS_FIELD,
        walls=HoopsConfines,
        ball_place=(_HELD_UU, 0.0),
        launch=Launch(place=(0.0, 0.0), velocity=(0.0, 0.0, 0.0)),
        scorer=scorer_in_hoops,
        line_uu=uu_to_the_rim,
        reach_down_uu=sphere_reach,
        ball_shape=sphere,
        task=Task.LOB,
    ),
    "Heatseeker": Mode(
        base=Base(game_mode=RocketSim.GameMode.HEATSEEKER, ball_rest_z=92.75, boost_is_unlimited=True),
        field=HEATSEEKER_FIELD,
        walls=SoccarConfines,
        ball_place=(-1000.0, -2220.0),
        launch=Launch(place=(-1000.0, -2220.0), velocity=(0.0, -65.0, 650.0)),
        has_sides=True,
        scorer=scorer_in_heatseeker,
        line_uu=uu_to_the_back_wall,
        reach_down_uu=sphere_reach,
        target_speed=heatseeker_target_speed,
        ball_shape=sphere,
        task=Task.GUARD,
    ),
    "Snowday": Mode(
        base=Base(
            game_mode=RocketSim.GameMode.SNOWDAY,
            ball_radius=PUCK_RADIUS_UU,
            ball_rest_z=36.41,
            ball_mass=50.0,
            ball_bounciness=0.3,
            is_puck=True,
        ),
        field=SOCCAR_FIELD,
        walls=SoccarConfines,
        scorer=scorer_of_the_engine,
        line_uu=uu_to_the_back_wall,
        reach_down_uu=puck_reach,
        ball_shape=puck,
        task=Task.PUSH,
    ),
}
"""By the names of the documents."""
