"""The standard soccar field in numbers: pads, goals, and where cars stand at a kickoff and after a demolition.

Units are uu and rad. Places and yaws are those the RLBot wiki publishes; z of the pads is what RLBot clients are told
(0.082 and 8), not where the pads lie in the physics (70 and 73).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import rlbot_flatbuffers as flat

WALL_X: Final = 4096.0
WALL_Y: Final = 5120.0
CEILING_Z: Final = 2048.0

SMALL_PAD_S: Final = 4.0
BIG_PAD_S: Final = 10.0
_SMALL_PAD_Z: Final = 0.082
_BIG_PAD_Z: Final = 8.0
_GOAL_WIDTH: Final = 1785.0
_GOAL_HEIGHT: Final = 643.0


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
    """Where a car stands on the floor, and where it looks."""

    x: float
    y: float
    yaw: float

    def for_team(self, team: int) -> "Spot":
        """The same spot for blue (0); turned half round the centre for orange (1)."""
        if team == 0:
            return self
        yaw = self.yaw - math.pi if self.yaw > 0.0 else self.yaw + math.pi
        return Spot(-self.x, -self.y, yaw)


_BIG_PADS: Final = ((3072.0, 4096.0), (3584.0, 0.0), (3072.0, -4096.0))
_SMALL_PADS_OFF_AXIS: Final = (
    (1792.0, 4184.0),
    (940.0, 3308.0),
    (3584.0, 2484.0),
    (1788.0, 2302.0),
    (2048.0, 1036.0),
)
_SMALL_PADS_ON_AXIS: Final = ((0.0, 4240.0), (0.0, 2816.0), (0.0, 1024.0))


def _all_pads() -> tuple[Pad, ...]:
    pads = [Pad(sign * x, y, True) for x, y in _BIG_PADS for sign in (-1.0, 1.0)]
    pads += [Pad(i * x, j * y, False) for x, y in _SMALL_PADS_OFF_AXIS for i in (-1.0, 1.0) for j in (-1.0, 1.0)]
    pads += [Pad(x, sign * y, False) for x, y in _SMALL_PADS_ON_AXIS for sign in (-1.0, 1.0)]
    pads += [Pad(sign * 1024.0, 0.0, False) for sign in (-1.0, 1.0)]
    return tuple(sorted(pads, key=lambda pad: (pad.y, pad.x)))


PADS: Final = _all_pads()
"""The 34 pads in the order of RLBot v5: by y, then by x."""

KICKOFF_SPOTS: Final = (
    Spot(-2048.0, -2560.0, math.pi / 4),
    Spot(2048.0, -2560.0, 3 * math.pi / 4),
    Spot(-256.0, -3840.0, math.pi / 2),
    Spot(256.0, -3840.0, math.pi / 2),
    Spot(0.0, -4608.0, math.pi / 2),
)
"""The five published spots of blue."""


def _row(y: float, columns: Sequence[float]) -> tuple[Spot, ...]:
    return tuple(Spot(sign * x, y, math.pi / 2) for x in columns for sign in ((1.0,) if x == 0.0 else (-1.0, 1.0)))


OVERFLOW_SPOTS: Final = (
    *_row(-3072.0, (0.0, 512.0, 1024.0, 1536.0, 2048.0, 2560.0)),
    *_row(-3840.0, (768.0, 1280.0, 1792.0, 2304.0)),
    *_row(-4480.0, (512.0, 1024.0, 1536.0, 2048.0)),
)
"""Where blue's sixth to thirty-second car stands; the game has no such spots, these are ours and off the pads."""

MAX_CARS_PER_TEAM: Final = len(KICKOFF_SPOTS) + len(OVERFLOW_SPOTS)

RESPAWN_SPOTS: Final = (
    Spot(-2304.0, -4608.0, math.pi / 2),
    Spot(2304.0, -4608.0, math.pi / 2),
    Spot(-2688.0, -4608.0, math.pi / 2),
    Spot(2688.0, -4608.0, math.pi / 2),
)
"""Where blue's cars come back after a demolition."""


def kickoff_spots(teams: Sequence[int], random: Random) -> tuple[Spot, ...]:
    """Draws a spot for every car; the n-th car of one team faces the n-th of the other.

    Raises:
        ValueError: a team has more cars than there are spots (32).
    """
    most = max((list(teams).count(team) for team in (0, 1)), default=0)
    if most > MAX_CARS_PER_TEAM:
        raise ValueError(f"A team has {most} cars; there are {MAX_CARS_PER_TEAM} kickoff spots.")
    drawn = (*random.sample(KICKOFF_SPOTS, len(KICKOFF_SPOTS)), *OVERFLOW_SPOTS)
    taken = [0, 0]
    spots = []
    for team in teams:
        spots.append(drawn[taken[team]].for_team(team))
        taken[team] += 1
    return tuple(spots)


def respawn_spot(team: int, occupied: Sequence[tuple[float, float]], random: Random) -> Spot:
    """Draws a spot on which no car stands; any spot when all are taken. `occupied` holds the places of the cars."""
    spots = [spot.for_team(team) for spot in RESPAWN_SPOTS]
    random.shuffle(spots)
    for spot in spots:
        if all(math.hypot(spot.x - x, spot.y - y) > _CAR_LENGTH for x, y in occupied):
            return spot
    return spots[0]


_CAR_LENGTH: Final = 150.0
"""Two cars whose centres are farther apart than this do not overlap, whatever their bodies."""


def field_info() -> flat.FieldInfo:
    """Pads and goals as the protocol tells them."""
    pads = [flat.BoostPad(flat.Vector3(pad.x, pad.y, pad.z), pad.is_big) for pad in PADS]
    goals = [
        flat.GoalInfo(
            team,
            flat.Vector3(0.0, side * WALL_Y, _GOAL_HEIGHT / 2),
            flat.Vector3(0.0, -side, 0.0),
            _GOAL_WIDTH,
            _GOAL_HEIGHT,
        )
        for team, side in ((0, -1.0), (1, 1.0))
    ]
    return flat.FieldInfo(pads, goals, [])
