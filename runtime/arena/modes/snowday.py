"""Snowday: soccar with a puck."""

import math
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.modes.mode import BallShape, Mode, ModePhysics, Task
from runtime.arena.modes.soccar import uu_to_the_back_wall
from runtime.arena.stadium.containment import SoccarConfines
from runtime.arena.stadium.field import SOCCAR_FIELD

PUCK_RADIUS_UU: Final = 114.25
PUCK_HEIGHT_UU: Final = 62.5
_HOVER_UU: Final = 5.0


def puck(_ball_radius: float) -> BallShape:
    """Returns the puck's shape for packets; RocketSim does not report its radius."""
    return flat.CylinderShape(2.0 * PUCK_RADIUS_UU, PUCK_HEIGHT_UU)


def puck_reach(_ball_radius: float, ball: RocketSim.BallState) -> float:
    """Returns half the height plus the hover distance for a flat puck, and the radius for a puck on its edge."""
    upright = min(1.0, abs(float(ball.rot_mat.up.z)))
    return upright * (PUCK_HEIGHT_UU / 2.0 + _HOVER_UU) + math.sqrt(1.0 - upright * upright) * PUCK_RADIUS_UU


SNOWDAY: Final = Mode(
    physics=ModePhysics(
        game_mode=RocketSim.GameMode.SNOWDAY,
        ball_radius=PUCK_RADIUS_UU,
        ball_rest_z=36.41,
        ball_mass=50.0,
        ball_bounciness=0.3,
        is_puck=True,
    ),
    field=SOCCAR_FIELD,
    walls=SoccarConfines,
    line_uu=uu_to_the_back_wall,
    reach_down_uu=puck_reach,
    ball_shape=puck,
    task=Task.PUSH,
)
