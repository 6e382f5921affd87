"""Every accolade that the arena gives: what it is worth, and the numbers that decide who gets it.

The names are the protocol's. What most of them mean is published in words, and so are their points; of a demolition
sources name 0 and 25, and 25 is taken. But for a pass, no numbers are published, so that those below are ours.
`docs/arena.md` has the conditions in words.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from runtime.arena.physics import RATE
from runtime.arena.stadium.field import CROSSBAR_Z

POINTS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "FirstTouch": 0,
        "BallHit": 2,
        "AerialHit": 0,
        "BicycleHit": 0,
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
"""By name; `Demolition` is what the game shows as an extermination."""

THIRD: Final = 3
"""Goals of a hat trick, assists of a playmaker, saves of a savior."""
EXTERMINATION: Final = 7
"""Demolitions of one car in a game."""
PASS_FRAMES: Final = 3 * RATE
"""A pass counts for an assist so long; published."""
DEFLECTION_FRAMES: Final = 4 * RATE
"""A goal that a defender touched last is the attacker's who touched it at most this before; else an own goal."""

HIT_FRAMES: Final = RATE // 2
"""A car that has not touched the ball for so long hits it anew; before, it still pushes or carries it."""
BUMP_FRAMES: Final = RATE
"""A car that has not run into another for so long touches it anew; before, it still shoves it."""
AERIAL_UU: Final = CROSSBAR_Z
"""An aerial hit meets a ball whose middle is at least as high as the crossbar, and no wheel is on anything."""
ROOF_SHARE: Final = 0.5
"""Of the unit vector from car to ball: so much upwards, seen from the car, is on the roof, as in a bicycle hit."""
BACKFLIP_SHARE: Final = 0.5
"""Of a dodge's direction: so much backwards is a backflip."""
REAR_SHARE: Final = 0.5
"""Of the unit vector from car to ball: so much backwards, seen from the car, is behind it, as in a backwards goal."""
TURTLE_SHARE: Final = -0.7
"""How much the car's roof points up, at most, of a turtle: it lies on the roof ..."""
TURTLE_UU: Final = 60.0
"""... and its middle is no higher."""
BULLET_UU_S: Final = 10_000.0 / 3.0
"""120 km/h: so fast a ball flies off after a bullet hit, and into the goal in a bullet goal."""
JUGGLE_UU: Final = 60.0
"""So near is a juggled ball to where the last hit sent it through the air: it has touched nothing in between."""
JUGGLE_FLOOR_UU: Final = 150.0
"""Both hits meet it at least so high."""
BALL_DRAG: Final = 0.03
"""Of its speed a ball loses this share in a second."""
LONG_SHARE: Final = 2.0 / 3.0
"""Of the distance between the goals: a long goal is hit from farther away."""
AHEAD_S: Final = 1.5
"""Within this a straight line brings a centred ball into the area and a cleared one out of it."""
POOL_FRAMES: Final = RATE // 2
"""Within this after it was rammed, a car touches the ball in a pool shot."""
