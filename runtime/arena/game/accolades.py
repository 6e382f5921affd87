"""The accolades that the arena gives: their points, and the numbers in their conditions.

The names come from the protocol. Of the numbers in conditions, only the one for a pass is published; we chose the rest.
`docs/arena.md` describes the conditions and names the source of every number of points.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from runtime.model.game_facts import GOAL_HEIGHT, TICKS_PER_S

POINTS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "FirstTouch": 10,
        "BallHit": 2,
        "AerialHit": 10,
        "BicycleHit": 10,
        "BulletHit": 0,
        "JuggleHit": 0,
        "Center": 10,
        "Clear": 20,
        "Shot": 10,
        "Save": 50,
        "EpicSave": 75,
        "Savior": 25,
        "Goal": 100,
        "OvertimeGoal": 25,
        "AerialGoal": 20,
        "BackwardsGoal": 20,
        "BicycleGoal": 20,
        "BulletGoal": 0,
        "LongGoal": 20,
        "TurtleGoal": 20,
        "PoolShot": 20,
        "HatTrick": 25,
        "OwnGoal": 0,
        "Assist": 50,
        "Playmaker": 25,
        "CarTouches": 0,
        "Demolish": 25,
        "Demolition": 20,
        "LowFive": 5,
        "HighFive": 20,
        "Win": 0,
        "Loss": 0,
        "MVP": 0,
        "TimePlayed": 0,
        "FastestGoal": 0,
        "SlowestGoal": 0,
        "FurthestGoal": 0,
        "MostBallTouches": 0,
        "FewestBallTouches": 0,
        "BoostPickups": 0,
        "MostBoostPickups": 0,
        "FewestBoostPickups": 0,
    }
)
"""Points by name; the game shows `Demolition` as an extermination."""

THIRD: Final = 3
"""Goals of a hat trick, assists of a playmaker, saves of a savior."""
EXTERMINATION: Final = 7
"""Demolitions of one car in a game."""
PASS_FRAMES: Final = 3 * TICKS_PER_S
"""Maximum time between a pass and the next touch for an assist; published."""
DEFLECTION_FRAMES: Final = 4 * TICKS_PER_S
"""Maximum time between an attacker's touch and a goal that a defender deflected; a later goal is an own goal."""

HIT_FRAMES: Final = TICKS_PER_S // 2
"""Time without a touch after which the next one is a new hit; before, the car still pushes or carries the ball."""
BUMP_FRAMES: Final = TICKS_PER_S
"""Time without a bump after which the next one of the same pair counts again."""
AERIAL_UU: Final = GOAL_HEIGHT
"""Minimum height of the ball's centre in an aerial hit: the height of the crossbar."""
ROOF_SHARE: Final = 0.5
"""Minimum upward part (seen from the car) of the unit vector from car to ball in a bicycle hit."""
BACKFLIP_SHARE: Final = 0.5
"""Minimum backward part of a dodge's direction in a backflip."""
REAR_SHARE: Final = 0.5
"""Minimum backward part (seen from the car) of the unit vector from car to ball in a backwards goal."""
TURTLE_SHARE: Final = -0.7
"""Maximum upward part of the roof's direction in a turtle goal ..."""
TURTLE_UU: Final = 60.0
"""... and maximum height of the car's centre."""
BULLET_UU_S: Final = 10_000.0 / 3.0
"""120 km/h: minimum speed of the ball after a bullet hit and in a bullet goal."""
JUGGLE_UU: Final = 60.0
"""Maximum distance of a juggled ball from the path on which the last hit sent it."""
JUGGLE_FLOOR_UU: Final = 150.0
"""Minimum height of the ball in both hits of a juggle."""
BALL_DRAG: Final = 0.03
"""Share of its speed that a ball loses in a second."""
LONG_SHARE: Final = 2.0 / 3.0
"""Minimum share of the distance between the goals in a long goal."""
AHEAD_S: Final = 1.5
"""Maximum time in which a centred ball, moving straight, enters the area, and a cleared ball leaves it."""
POOL_FRAMES: Final = TICKS_PER_S // 2
"""Maximum time between the bump of a car and its touch of the ball in a pool shot."""
