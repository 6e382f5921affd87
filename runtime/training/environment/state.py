"""The state of K arenas as arrays; uses only numpy, because exported bots include this module.

All numbers of an arena are in one row of `block`, and each name of `ArenaState` is a view of its columns: first the
ball, then each car, then the pads. Units: uu, uu/s, rad/s, s.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]

BALL_VECTORS: Final = ("position", "velocity", "angular_velocity")
CAR_VECTORS: Final = ("position", "velocity", "angular_velocity", "forward", "right", "up")
"""Each has three columns, in this order."""
CAR_NUMBERS: Final = (
    *("boost", "on_ground", "is_demolished", "is_supersonic", "is_boosting", "handbrake", "has_jumped", "is_jumping"),
    *("has_flipped", "is_flipping", "has_double_jumped", "can_flip", "air_time_since_jump", "holds_jump", "respawn_s"),
)
"""Further columns of each car: `boost` is 0 to 100, `respawn_s` is 0 unless the car is demolished, flags are 0 or 1."""
BALL_COLUMNS: Final = 3 * len(BALL_VECTORS)
CAR_COLUMNS: Final = 3 * len(CAR_VECTORS) + len(CAR_NUMBERS)
EVENTS: Final = (
    *("touches", "goals", "own_goals", "assists", "shots", "saves", "demolitions", "demolished", "bumps"),
    *("small_pads", "big_pads"),
)
"""Events of a step, counted for each car; `touches` counts ticks."""
NO_TEAM: Final = -1
NO_CAR: Final = -1


class Layout:
    """The columns of `ArenaState.block` for given teams and a given number of pads."""

    def __init__(self, teams: Sequence[int], pads: int) -> None:
        self.teams = tuple(teams)
        self.cars = len(self.teams)
        self.pads = BALL_COLUMNS + CAR_COLUMNS * self.cars
        """The first column of the pads."""
        self.pad_count = pads
        self.zero = self.pads + pads
        """A column that is always 0."""
        self.width = self.zero + 1

    def ball(self, name: str) -> int:
        """Returns the first column of the ball's value `name`."""
        return 3 * BALL_VECTORS.index(name)

    def car(self, car: int, name: str) -> int:
        """Returns the first column of a car's value `name`."""
        first = BALL_COLUMNS + CAR_COLUMNS * car
        if name in CAR_VECTORS:
            return first + 3 * CAR_VECTORS.index(name)
        return first + 3 * len(CAR_VECTORS) + CAR_NUMBERS.index(name)


class ArenaState:
    """K arenas after a step. The arrays are views; the next step overwrites them.

    `teams` and `sides` have one entry per car: the team, and the sign of y of the goal that the car attacks. Vectors
    have the shape (K, 3) or (K, cars, 3); numbers of cars have the shape (K, cars).
    """

    ball_position: Floats
    ball_velocity: Floats
    ball_angular_velocity: Floats
    car_position: Floats
    car_velocity: Floats
    car_angular_velocity: Floats
    car_forward: Floats
    car_right: Floats
    car_up: Floats
    car_boost: Floats
    car_on_ground: Floats
    car_is_demolished: Floats
    car_is_supersonic: Floats
    car_is_boosting: Floats
    car_handbrake: Floats
    car_has_jumped: Floats
    car_is_jumping: Floats
    car_has_flipped: Floats
    car_is_flipping: Floats
    car_has_double_jumped: Floats
    car_can_flip: Floats
    car_air_time_since_jump: Floats
    car_holds_jump: Floats
    car_respawn_s: Floats
    touches: NDArray[np.int16]
    goals: NDArray[np.int16]
    own_goals: NDArray[np.int16]
    assists: NDArray[np.int16]
    shots: NDArray[np.int16]
    saves: NDArray[np.int16]
    demolitions: NDArray[np.int16]
    demolished: NDArray[np.int16]
    bumps: NDArray[np.int16]
    small_pads: NDArray[np.int16]
    big_pads: NDArray[np.int16]

    def __init__(self, teams: Sequence[int], *, arenas: int = 1, pads: int = 34) -> None:
        layout = Layout(teams, pads)
        block = np.zeros((arenas, layout.width), np.float32)
        self.layout = layout
        self.block = block
        self.events = np.zeros((arenas, len(EVENTS), layout.cars), np.int16)
        """All events of the step, (K, kinds, cars)."""
        self.arenas = np.arange(arenas)
        """The number of each row's arena, (K,); components with a memory use it as index."""
        self.teams = np.array(layout.teams, np.intp)
        self.sides = np.where(self.teams == 0, np.float32(1.0), np.float32(-1.0))
        self._name_columns()
        self.begun_at, self.touched_at = np.zeros((2, arenas), np.int64)
        """`clock` when the episode began, and at the last touch by a car in it (else when it began), (K,)."""
        self.goal = np.full(arenas, NO_TEAM, np.int8)
        """The team that scored in this step, or -1, (K,)."""
        self.last_touch = np.full(arenas, NO_CAR, np.int8)
        """The car that touched the ball last in this episode, or -1, (K,)."""
        self.has_goal = False
        """True if `goal` has an entry other than -1."""
        self.has_events = False
        """True if `events` has an entry other than 0."""
        self.clock = 0
        """Ticks since the environment was created."""
        self.parameters: dict[str, NDArray[np.float64]] = {}
        """The current values of the environment's parameters, each (K,)."""

    def _name_columns(self) -> None:
        layout, block = self.layout, self.block
        for name in BALL_VECTORS:
            setattr(self, f"ball_{name}", block[:, layout.ball(name) :][:, :3])
        cars = block[:, BALL_COLUMNS : layout.pads].reshape(len(block), layout.cars, CAR_COLUMNS)
        for index, name in enumerate(CAR_VECTORS):
            setattr(self, f"car_{name}", cars[:, :, 3 * index : 3 * index + 3])
        for index, name in enumerate(CAR_NUMBERS, 3 * len(CAR_VECTORS)):
            setattr(self, f"car_{name}", cars[:, :, index])
        for row, name in enumerate(EVENTS):
            setattr(self, name, self.events[:, row])
        self.pad_timers = block[:, layout.pads : layout.zero]
        """Seconds until each pad is back, 0 for a pad that is there, in RLBot's order, (K, pads)."""

    def __len__(self) -> int:
        return len(self.block)

    @property
    def ticks(self) -> NDArray[np.int64]:
        """The ticks since the beginning of the episode, (K,)."""
        return self.clock - self.begun_at

    @property
    def untouched_ticks(self) -> NDArray[np.int64]:
        """The ticks since a car last touched the ball in the episode, or since its beginning, (K,)."""
        return self.clock - self.touched_at

    def of(self, rows: NDArray[np.intp] | Sequence[int]) -> "ArenaState":
        """Returns a copy of some rows."""
        chosen = np.asarray(rows, np.intp)
        part = ArenaState(self.teams.tolist(), arenas=len(chosen), pads=self.layout.pad_count)
        part.block[:], part.events[:], part.arenas[:] = self.block[chosen], self.events[chosen], self.arenas[chosen]
        part.begun_at[:], part.touched_at[:] = self.begun_at[chosen], self.touched_at[chosen]
        part.goal[:], part.last_touch[:] = self.goal[chosen], self.last_touch[chosen]
        part.has_goal, part.has_events, part.clock = self.has_goal, self.has_events, self.clock
        part.parameters = {name: values[chosen] for name, values in self.parameters.items()}
        return part
