"""Facts of the game that several packages need, in uu, uu/s, uu/s² and s; dimensions are those of the soccar arena.

Exported bots include this module, so it imports only the standard library.
"""

from typing import Final

BLUE: Final = 0
ORANGE: Final = 1
SCRIPTS: Final = 2
"""The number of scripts, which belong to no team, in the protocol."""
SERVER_INDEX: Final = 0xFFFFFFFF
"""The index of match communication from the arena itself; servers do not forward messages of sessions with it."""
TICKS_PER_S: Final = 120
"""Steps of the physics per second of game time; the protocol's `frame_num` counts them."""
TICK_S: Final = 1 / TICKS_PER_S
TICK_MS: Final = 1000 / TICKS_PER_S
"""Also the time limit for an answer; later answers are late."""
GRAVITY_Z: Final = -650.0
MAX_CAR_SPEED: Final = 2300.0
MAX_BALL_SPEED: Final = 6000.0
BALL_RADIUS: Final = 91.25
BALL_REST_Z: Final = 93.15
"""Height of a ball on the floor, as RocketSim places it."""
CAR_REST_Z: Final = 17.03
"""Height of a standing Octane."""
DODGE_S: Final = 1.25
"""Time for a dodge after a jump."""
RESPAWN_S: Final = 3
"""Time until a demolished car is back."""
MAX_BOOST: Final = 100.0
SMALL_PAD_BOOST: Final = 12.0
BIG_PAD_BOOST: Final = MAX_BOOST
SMALL_PAD_S: Final = 4.0
BIG_PAD_S: Final = 10.0
"""Time until a taken pad is back."""

SIDE_X: Final = 4096.0
BACK_Y: Final = 5120.0
"""Distance of the back walls, and of the goal lines, from the centre."""
CEILING_Z: Final = 2048.0
RAMP_RADIUS: Final = 256.0
"""Radius of the ramp between the floor and the side walls."""
GOAL_WIDTH: Final = 1785.0
"""Width of a goal as the game reports it to bots; only a ball within it counts as a goal."""
GOAL_HEIGHT: Final = 643.0
"""Height of a goal as the game reports it to bots."""
MOUTH_HALF_WIDTH: Final = 896.0
"""Half the width of the goal's opening in the back wall."""
MOUTH_HEIGHT: Final = 640.0
"""Height of the goal's opening in the back wall."""

HOOPS_SIDE_X: Final = 2966.67
HOOPS_BACK_Y: Final = 3581.0
HOOPS_CEILING_Z: Final = 1820.0
HOOPS_RAMP_RADIUS: Final = 192.67
HOOP_Y: Final = 2968.95
"""Distance of the middle of a rim's round part from the centre line."""
HOOP_Z: Final = 353.48
