"""Hoops: the goals are rings overhead."""

import math
from typing import Final

import RocketSim

from runtime.arena.modes.mode import THREAT_S, Launch, Mode, ModePhysics, Task
from runtime.arena.stadium.containment import HoopsConfines
from runtime.arena.stadium.field import HOOPS_FIELD
from runtime.arena.stadium.shapes import HoopsShape

_, _RIM_Y, _RIM_Z = HOOPS_FIELD.goals[1].place
_HELD_UU: Final = 0.05
"""Offset of the ball from the centre during the countdown: RocketSim launches a ball that lies exactly there."""


def scorer_in_hoops(arena: RocketSim.Arena, ball: RocketSim.BallState, pull_z: float) -> int | None:
    """Returns RocketSim's judgement for the ring that the ball will be above when it has fallen to its height."""
    if not arena.is_ball_probably_going_in(THREAT_S):
        return None
    return 0 if ball.pos.y + ball.vel.y * _fall_s(ball, pull_z) > 0.0 else 1


def _fall_s(ball: RocketSim.BallState, pull_z: float) -> float:
    """Returns the seconds until the ball is down at the rim's height.

    `pull_z` is negative, because RocketSim expects no ball to fall into a ring if gravity does not pull down.
    """
    gravity, height = -pull_z, max(0.0, ball.pos.z - _RIM_Z)
    return float((ball.vel.z + math.sqrt(ball.vel.z**2 + 2.0 * gravity * height)) / gravity)


def uu_to_the_rim(ball: RocketSim.BallState) -> float:
    """Returns the distance to the middle of the nearer ring."""
    return math.dist((ball.pos.x, abs(ball.pos.y), ball.pos.z), (0.0, _RIM_Y, _RIM_Z))


HOOPS: Final = Mode(
    physics=ModePhysics(game_mode=RocketSim.GameMode.HOOPS, ball_radius=RocketSim.RLConst.BALL_COLLISION_RADIUS_HOOPS),
    field=HOOPS_FIELD,
    walls=HoopsConfines,
    line_uu=uu_to_the_rim,
    ball_place=(_HELD_UU, 0.0),
    launch=Launch(place=(0.0, 0.0), velocity=(0.0, 0.0, 0.0)),
    scorer=scorer_in_hoops,
    oval=HoopsShape().is_in_goal,
    task=Task.LOB,
)
