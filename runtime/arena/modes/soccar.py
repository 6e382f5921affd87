"""Soccar: the standard mode."""

from typing import Final

import RocketSim

from runtime.arena.modes.mode import Mode, ModePhysics
from runtime.arena.stadium.containment import SoccarConfines
from runtime.arena.stadium.field import SOCCAR_FIELD


def uu_to_the_back_wall(ball: RocketSim.BallState) -> float:
    """Returns the distance to the nearer goal line."""
    return SOCCAR_FIELD.wall_y - abs(float(ball.pos.y))


SOCCAR: Final = Mode(physics=ModePhysics(), field=SOCCAR_FIELD, walls=SoccarConfines, line_uu=uu_to_the_back_wall)
