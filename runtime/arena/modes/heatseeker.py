"""Heatseeker: the ball seeks the goal of the team that did not touch it last."""

from typing import Final

import RocketSim

from runtime.arena.modes.mode import THREAT_S, Launch, Mode, ModePhysics, Task
from runtime.arena.modes.soccar import uu_to_the_back_wall
from runtime.arena.stadium.containment import SoccarConfines
from runtime.arena.stadium.field import HEATSEEKER_FIELD

_PLACE: Final = (-1000.0, -2220.0)
_CURVE_UU_S: Final = 800.0
"""The ball's line may miss the goal by this much for each second of flight, because the ball still turns; our value."""


def scorer_in_heatseeker(_arena: RocketSim.Arena, ball: RocketSim.BallState, _pull_z: float) -> int | None:
    """Returns the team that touched the ball last, if it will be in the other goal within 2 s.

    RocketSim's own function is not used, because it ends the process in this mode.
    """
    direction, speed = ball.heatseeker_target_dir, ball.vel.y
    if not direction or speed * direction <= 0.0:
        return None
    left_s = (HEATSEEKER_FIELD.wall_y - ball.pos.y * direction) / max(abs(speed), ball.heatseeker_target_speed)
    if not 0.0 <= left_s <= THREAT_S:
        return None
    goal, reach = HEATSEEKER_FIELD.goals[0], _CURVE_UU_S * left_s
    x, z = ball.pos.x + ball.vel.x * left_s, ball.pos.z + min(0.0, ball.vel.z) * left_s
    if abs(x) > goal.width / 2.0 + reach or z > goal.height + reach:
        return None
    return 0 if direction > 0.0 else 1


def heatseeker_target_speed(ball: RocketSim.BallState) -> float:
    """Returns the ball's target speed in uu/s; 0 until the first touch."""
    return float(ball.heatseeker_target_speed) if ball.heatseeker_target_dir else 0.0


HEATSEEKER: Final = Mode(
    physics=ModePhysics(game_mode=RocketSim.GameMode.HEATSEEKER, ball_rest_z=92.75, boost_is_unlimited=True),
    field=HEATSEEKER_FIELD,
    walls=SoccarConfines,
    line_uu=uu_to_the_back_wall,
    ball_place=_PLACE,
    launch=Launch(place=_PLACE, velocity=(0.0, -65.0, 650.0)),
    has_sides=True,
    scorer=scorer_in_heatseeker,
    target_speed=heatseeker_target_speed,
    task=Task.GUARD,
)
