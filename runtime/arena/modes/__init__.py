"""The game modes that the arena plays, one module each. A new mode is a module here and a name in `ARENA_MODES`."""

from typing import Final

from runtime.arena.modes.heatseeker import HEATSEEKER
from runtime.arena.modes.hoops import HOOPS
from runtime.arena.modes.mode import BallShape, Launch, Mode, ModePhysics, Task
from runtime.arena.modes.snowday import PUCK_HEIGHT_UU, PUCK_RADIUS_UU, SNOWDAY
from runtime.arena.modes.soccar import SOCCAR

__all__ = [
    "HEATSEEKER",
    "HOOPS",
    "MODES",
    "PUCK_HEIGHT_UU",
    "PUCK_RADIUS_UU",
    "SNOWDAY",
    "SOCCAR",
    "BallShape",
    "Launch",
    "Mode",
    "ModePhysics",
    "Task",
]

MODES: Final = {"Soccar": SOCCAR, "Hoops": HOOPS, "Heatseeker": HEATSEEKER, "Snowday": SNOWDAY}
"""By the names in match documents."""
