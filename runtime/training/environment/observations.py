"""Observations of agents; uses only numpy and modules that exported bots include, like this one."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from runtime.model.game_facts import BACK_Y, MAX_BOOST, MAX_CAR_SPEED

from .state import ArenaState, Floats, Layout


class Observation(Protocol):
    """Converts the state of arenas to the observations of agents. The agents are the first cars, in their order.

    A class with a memory may have a method `reset(state)`. It is called with the rows of the arenas in which an episode
    begins, or continues with a new start after a goal; `state.arenas` has their numbers. If the class also has a method
    `kick_off(state)`, this is called after a goal instead.
    """

    def size(self, teams: Sequence[int], pads: int) -> int:
        """Returns the number of values of one agent's observation; called once, before all others."""

    def observe(self, state: ArenaState, out: Floats) -> None:
        """Writes the observations into `out`, whose shape is (K, agents, size)."""


Columns = Iterator[tuple[int, float]]
"""The column of the state and its factor for each value."""


class GatheredObservation:
    """An observation whose values are columns of the state, each multiplied by a factor; a base class.

    Orange sees the field rotated by half a turn, so it looks the same as for blue.
    """

    def size(self, teams: Sequence[int], pads: int) -> int:
        """Returns the number of values."""
        layout = Layout(teams, pads)
        gathered = [list(self.columns(layout, car)) for car in range(layout.cars)]
        self._index = np.array([[column for column, _ in row] for row in gathered], np.intp)
        self._factor = np.array([[[factor for _, factor in row] for row in gathered]], np.float32)
        return int(self._index.shape[1])

    def columns(self, layout: Layout, car: int) -> Columns:
        """Yields the columns and factors of a car's observation."""
        raise NotImplementedError

    def observe(self, state: ArenaState, out: Floats) -> None:
        """Writes the observations into `out`, whose shape is (K, agents, size)."""
        index, factor = self._index, self._factor
        if out.shape[1] != len(index):
            index, factor = index[: out.shape[1]], factor[:, : out.shape[1]]
        state.block.take(index, 1, out, "clip")
        np.multiply(out, factor, out)


VECTORS: Final = ("position", "velocity", "angular_velocity")
FACTORS: Final = {"position": 1.0 / MAX_CAR_SPEED, "velocity": 1.0 / MAX_CAR_SPEED, "angular_velocity": 1.0 / math.pi}
CAR_VALUES: Final = 20
"""Number of values of one car."""


def vector_columns(
    column: Callable[[str], int], names: Sequence[str], factors: Mapping[str, float], *, is_orange: bool
) -> Columns:
    """Yields the columns of vectors, rotated by half a turn for orange; `column` returns a vector's first column."""
    turned = -1.0 if is_orange else 1.0
    for name in names:
        factor, first = factors.get(name, 1.0), column(name)
        yield from ((first, turned * factor), (first + 1, turned * factor), (first + 2, factor))


def car_columns(layout: Layout, car: int, factors: Mapping[str, float], boost: float, *, is_orange: bool) -> Columns:
    """Yields the columns of one car."""
    vectors = ("position", "forward", "up", "velocity", "angular_velocity")
    yield from vector_columns(partial(layout.car, car), vectors, factors, is_orange=is_orange)
    yield layout.car(car, "boost"), boost
    for name in ("respawn_s", "on_ground", "is_boosting", "is_supersonic"):
        yield layout.car(car, name), 1.0


class DefaultObservation(GatheredObservation):
    """The values of RLGym's `DefaultObs` in its order: ball, pads, own jumps, own car, team mates, opponents.

    The pads are in RLBot's order, and in reverse order for orange.

    Args:
        padding: size of a team for which there is room, so one policy can play all team sizes up to it; None leaves
            room only for the existing cars.
        position: factor of positions.
        velocity: factor of velocities.
        angular_velocity: factor of angular velocities.
        pad_timer: factor of seconds until a pad is back.
        boost: factor of boost.
    """

    JUMPS: Final = (
        *("holds_jump", "handbrake", "has_jumped", "is_jumping", "has_flipped", "is_flipping", "has_double_jumped"),
        *("can_flip", "air_time_since_jump"),
    )

    def __init__(
        self,
        *,
        padding: int | None = None,
        position: float = FACTORS["position"],
        velocity: float = FACTORS["velocity"],
        angular_velocity: float = FACTORS["angular_velocity"],
        pad_timer: float = 1.0 / 10.0,
        boost: float = 1.0 / MAX_BOOST,
    ) -> None:
        self._padding = padding
        self._factors = {"position": position, "velocity": velocity, "angular_velocity": angular_velocity}
        self._pad_timer, self._boost = pad_timer, boost

    def columns(self, layout: Layout, car: int) -> Columns:
        """Yields the columns and factors of a car's observation."""
        is_orange = layout.teams[car] == 1
        mates = [other for other in range(layout.cars) if other != car and layout.teams[other] == layout.teams[car]]
        opponents = [other for other in range(layout.cars) if layout.teams[other] != layout.teams[car]]
        of_car = partial(car_columns, layout, factors=self._factors, boost=self._boost, is_orange=is_orange)
        yield from vector_columns(layout.ball, VECTORS, self._factors, is_orange=is_orange)
        pads = range(layout.pads, layout.zero)
        yield from ((column, self._pad_timer) for column in (reversed(pads) if is_orange else pads))
        yield from ((layout.car(car, name), 1.0) for name in self.JUMPS)
        yield from of_car(car)
        for others, room in ((mates, -1), (opponents, 0)):
            for other in others:
                yield from of_car(other)
            missing = 0 if self._padding is None else self._padding + room - len(others)
            if missing < 0:
                raise ValueError(f"The observation is padded for {self._padding} cars per team, but a team has more.")
            yield from [(layout.zero, 0.0)] * (missing * CAR_VALUES)


class PaddedObservation(DefaultObservation):
    """`DefaultObservation` with room for teams of three, so one policy can play 1v1, 2v2 and 3v3.

    Args:
        padding: size of a team for which there is room.
    """

    def __init__(self, *, padding: int = 3) -> None:
        super().__init__(padding=padding)


class BallObservation(GatheredObservation):
    """Ball and own car only: 27 values, for tasks that one car solves alone."""

    def columns(self, layout: Layout, car: int) -> Columns:
        """Yields the columns and factors of a car's observation."""
        is_orange = layout.teams[car] == 1
        yield from vector_columns(layout.ball, VECTORS, FACTORS, is_orange=is_orange)
        yield from list(car_columns(layout, car, FACTORS, 0.01, is_orange=is_orange))[: CAR_VALUES - 2]


class CarFrameObservation:
    """Ball, goals and own motion as seen from the driver's seat: 26 values, for tasks that one car solves alone.

    Vectors have components along the car's nose, to its right, and up through its roof, so even a linear policy can
    steer. The values are: direction to the ball (3), angle between nose and ball, distance; directions to the
    opponents' goal (3) and to the own goal (3); velocities of ball (3) and car (3), spin (3); heights of car and ball,
    tilt, boost, whether the car is on the ground, whether it can flip.
    """

    def size(self, _teams: Sequence[int], _pads: int) -> int:
        """Returns the number of values."""
        return 26

    def observe(self, state: ArenaState, out: Floats) -> None:
        """Writes the observations into `out`, whose shape is (K, agents, size)."""
        agents = out.shape[1]
        place = state.car_position[:, :agents]
        axes = np.stack([getattr(state, f"car_{name}")[:, :agents] for name in ("forward", "right", "up")], axis=2)

        def seen(vectors: Floats) -> Floats:
            return np.asarray(np.matmul(axes, vectors[..., None])[..., 0], np.float32)

        ball = seen(state.ball_position[:, None] - place)
        distance = np.maximum(np.linalg.norm(ball, axis=2, keepdims=True), 1.0)
        out[..., 0:3] = ball / distance
        out[..., 3] = np.arctan2(ball[..., 1], ball[..., 0]) / np.float32(np.pi)
        out[..., 4] = distance[..., 0] / 5000.0
        for first, sign in ((5, 1.0), (8, -1.0)):
            goal = np.zeros_like(place)
            goal[..., 1] = sign * BACK_Y * state.sides[:agents]
            way = seen(goal - place)
            out[..., first : first + 3] = way / np.maximum(np.linalg.norm(way, axis=2, keepdims=True), 1.0)
        out[..., 11:14] = seen(np.broadcast_to(state.ball_velocity[:, None], place.shape)) / MAX_CAR_SPEED
        out[..., 14:17] = seen(state.car_velocity[:, :agents]) / MAX_CAR_SPEED
        out[..., 17:20] = seen(state.car_angular_velocity[:, :agents]) / np.float32(np.pi)
        out[..., 20] = place[..., 2] / 2000.0
        out[..., 21] = state.ball_position[:, None, 2] / 2000.0
        out[..., 22] = state.car_up[:, :agents, 2]
        out[..., 23] = state.car_boost[:, :agents] / MAX_BOOST
        out[..., 24] = state.car_on_ground[:, :agents]
        out[..., 25] = state.car_can_flip[:, :agents]


OBSERVATIONS: Final[dict[str, Callable[..., Observation]]] = {
    "default": DefaultObservation,
    "padded": PaddedObservation,
    "ball": BallObservation,
    "car_frame": CarFrameObservation,
}


def observed(observation: Observation, state: ArenaState, agents: int, size: int) -> Floats:
    """Returns new observations, shape (K, agents, size)."""
    out: NDArray[np.float32] = np.empty((len(state), agents, size), np.float32)
    observation.observe(state, out)
    return out
