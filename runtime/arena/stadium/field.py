"""The fields: pads, goals, and the spots of cars at a kickoff and after a demolition.

Units are uu and rad. Places and yaws come from the RLBot wiki. The z of pads (0.082 and 8) and the size of soccar goals
are the values that the game sends to clients. In the physics, pads lie at 70 and 73, and goals differ by some uu.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import rlbot_flatbuffers as flat

from runtime.arena.stadium.shapes import HoopsShape, SoccarShape
from runtime.model.game_facts import BIG_PAD_S, GOAL_HEIGHT, GOAL_WIDTH, SMALL_PAD_S

_SMALL_PAD_Z: Final = 0.082
_BIG_PAD_Z: Final = 8.0

MAX_CARS_PER_TEAM: Final = 32
"""Number of kickoff spots of a team on every field."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A boost pad as clients see it."""

    x: float
    y: float
    is_big: bool

    @property
    def z(self) -> float:
        """Height as RLBot reports it."""
        return _BIG_PAD_Z if self.is_big else _SMALL_PAD_Z

    @property
    def cooldown_s(self) -> float:
        """Seconds from a pickup until the pad is back."""
        return BIG_PAD_S if self.is_big else SMALL_PAD_S


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the floor and a direction for a car."""

    x: float
    y: float
    yaw: float

    def for_team(self, team: int) -> "Spot":
        """Returns the spot for blue (0), or rotated by half a turn around the centre for orange (1)."""
        if team == 0:
            return self
        yaw = self.yaw - math.pi if self.yaw > 0.0 else self.yaw + math.pi
        return Spot(-self.x, -self.y, yaw)


@dataclass(frozen=True, slots=True)
class Goal:
    """A team's goal as clients see it."""

    team: int
    place: tuple[float, float, float]
    """Middle of the mouth."""
    direction: tuple[float, float, float]
    """From the goal into the field."""
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field. Spots are blue's; orange's are the same rotated by half a turn around the centre."""

    wall_x: float
    wall_y: float
    ceiling_z: float
    corner_sum: float
    """x + y on the corner wall."""
    pads: tuple[Pad, ...]
    """In the order of RLBot v5: by y, then by x."""
    kickoff_spots: tuple[Spot, ...]
    """The game's spots, from which each kickoff draws."""
    overflow_spots: tuple[Spot, ...]
    """Spots for more cars than the game has spots for; our choice, off the pads."""
    respawn_spots: tuple[Spot, ...]
    """Spots after a demolition."""
    goals: tuple[Goal, ...]

    def kickoff(self, teams: Sequence[int], random: Random) -> tuple[Spot, ...]:
        """Draws a spot for each car; the n-th car of one team faces the n-th of the other.

        Raises:
            ValueError: a team has more cars than there are spots (32).
        """
        free = (*random.sample(self.kickoff_spots, len(self.kickoff_spots)), *self.overflow_spots)
        maximum = max((list(teams).count(team) for team in (0, 1)), default=0)
        if maximum > len(free):
            raise ValueError(f"A team has {maximum} cars; there are {len(free)} kickoff spots.")
        counts = [0, 0]
        spots = []
        for team in teams:
            spots.append(free[counts[team]].for_team(team))
            counts[team] += 1
        return tuple(spots)

    def free_kickoff(
        self, team: int, spot: tuple[float, float], occupied: Sequence[tuple[float, float]]
    ) -> Spot | None:
        """Returns a free kickoff spot if `spot` is occupied; None if it is free or no other is."""
        if _is_free(*spot, occupied):
            return None
        spots = (other.for_team(team) for other in (*self.kickoff_spots, *self.overflow_spots))
        return next((other for other in spots if _is_free(other.x, other.y, occupied)), None)

    def respawn(self, team: int, occupied: Sequence[tuple[float, float]], random: Random) -> Spot:
        """Draws a spot without a car; any spot if all are taken. `occupied` holds the places of the cars."""
        spots = [spot.for_team(team) for spot in self.respawn_spots]
        random.shuffle(spots)
        for spot in spots:
            if _is_free(spot.x, spot.y, occupied):
                return spot
        return spots[0]

    def info(self) -> flat.FieldInfo:
        """Returns pads and goals as a protocol message."""
        pads = [flat.BoostPad(flat.Vector3(pad.x, pad.y, pad.z), pad.is_big) for pad in self.pads]
        goals = [
            flat.GoalInfo(goal.team, flat.Vector3(*goal.place), flat.Vector3(*goal.direction), goal.width, goal.height)
            for goal in self.goals
        ]
        return flat.FieldInfo(pads, goals, [])


def _is_free(x: float, y: float, occupied: Sequence[tuple[float, float]]) -> bool:
    return all(math.hypot(x - other_x, y - other_y) > _CAR_LENGTH for other_x, other_y in occupied)


def _pads(big: Sequence[tuple[float, float]], small: Sequence[tuple[float, float]]) -> tuple[Pad, ...]:
    """Returns the given pads and their mirror images in x and in y, in RLBot's order."""
    pads = {
        Pad(i * x + 0.0, j * y + 0.0, places is big)
        for places in (big, small)
        for x, y in places
        for i in (-1.0, 1.0)
        for j in (-1.0, 1.0)
    }
    return tuple(sorted(pads, key=lambda pad: (pad.y, pad.x)))


def _row(y: float, columns: Sequence[float]) -> tuple[Spot, ...]:
    return tuple(Spot(sign * x, y, math.pi / 2) for x in columns for sign in ((1.0,) if x == 0.0 else (-1.0, 1.0)))


_SOCCAR: Final = SoccarShape()
_HOOPS: Final = HoopsShape()
_RING_WIDTH: Final = 2.0 * _HOOPS.rim_inner_radius

GOAL_AREA_X: Final = 1800.0
"""Half the width of the area in front of a goal."""
GOAL_AREA_Y: Final = 1500.0
"""Depth of that area."""

_SOCCAR_OVERFLOW: Final = (
    *_row(-3072.0, (0.0, 512.0, 1024.0, 1536.0, 2048.0, 2560.0)),
    *_row(-3840.0, (768.0, 1280.0, 1792.0, 2304.0)),
    *_row(-4480.0, (512.0, 1024.0, 1536.0, 2048.0)),
)

SOCCAR_FIELD: Final = Field(
    wall_x=_SOCCAR.side_x,
    wall_y=_SOCCAR.back_y,
    ceiling_z=_SOCCAR.ceiling_z,
    corner_sum=_SOCCAR.corner_sum,
    pads=_pads(
        big=((3072.0, 4096.0), (3584.0, 0.0)),
        small=(
            *((1792.0, 4184.0), (940.0, 3308.0), (3584.0, 2484.0), (1788.0, 2302.0), (2048.0, 1036.0)),
            *((0.0, 4240.0), (0.0, 2816.0), (0.0, 1024.0), (1024.0, 0.0)),
        ),
    ),
    kickoff_spots=(
        Spot(-2048.0, -2560.0, math.pi / 4),
        Spot(2048.0, -2560.0, 3 * math.pi / 4),
        *_row(-3840.0, (256.0,)),
        Spot(0.0, -4608.0, math.pi / 2),
    ),
    overflow_spots=_SOCCAR_OVERFLOW,
    respawn_spots=_row(-4608.0, (2304.0, 2688.0)),
    goals=tuple(
        Goal(team, (0.0, side * _SOCCAR.back_y, GOAL_HEIGHT / 2.0), (0.0, -side, 0.0), GOAL_WIDTH, GOAL_HEIGHT)
        for team, side in ((0, -1.0), (1, 1.0))
    ),
)

HEATSEEKER_FIELD: Final = replace(
    SOCCAR_FIELD,
    kickoff_spots=_row(-4620.0, (1000.0, 2000.0)),
    overflow_spots=(
        Spot(0.0, -4608.0, math.pi / 2),
        *_row(-3840.0, (256.0,)),
        *(spot for spot in _SOCCAR_OVERFLOW if spot.y != -4480.0),
        *_row(-3456.0, (384.0, 1408.0, 1920.0)),
    ),
)
"""Cars start in front of their goals. The spots are RocketSim's."""

HOOPS_FIELD: Final = Field(
    wall_x=_HOOPS.side_x,
    wall_y=_HOOPS.back_y,
    ceiling_z=_HOOPS.ceiling_z,
    corner_sum=_HOOPS.corner_sum,
    pads=_pads(
        big=((2176.0, 2944.0), (2432.0, 0.0)),
        small=((0.0, 2816.0), (1280.0, 2304.0), (1536.0, 1024.0), (512.0, 512.0)),
    ),
    kickoff_spots=(*_row(-3072.0, (1536.0,)), *_row(-2816.0, (256.0,)), Spot(0.0, -3200.0, math.pi / 2)),
    overflow_spots=(
        *_row(-2048.0, (0.0, 512.0, 1024.0, 1536.0, 2048.0)),
        *_row(-1536.0, (0.0, 512.0, 1024.0, 1792.0, 2304.0)),
        *_row(-2560.0, (640.0, 1792.0)),
        *_row(-3072.0, (768.0,)),
        *_row(-1088.0, (0.0, 512.0)),
    ),
    respawn_spots=_row(-3072.0, (1152.0, 1920.0)),
    goals=tuple(
        Goal(
            team,
            (0.0, side * _HOOPS.rim_y, _HOOPS.rim_z),
            (0.0, 0.0, 1.0),
            _RING_WIDTH,
            _RING_WIDTH,
        )
        for team, side in ((0, -1.0), (1, 1.0))
    ),
)
"""Pads and spots are RocketSim's. The goals that the game reports are not published; here they are the rims:
middle of the round part on the centre line, and inner width."""

_CAR_LENGTH: Final = 150.0
"""Two cars whose centres are farther apart do not overlap, whatever their bodies."""
