"""Start states: where ball and cars are when an episode begins, and after a goal that does not end it."""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from runtime.arena.modes import Mode
from runtime.model.game_facts import BALL_REST_Z, CAR_REST_Z
from runtime.model.placements import Body, Placement
from runtime.model.situations import Situation, SituationCar

Vector = tuple[float, float, float]
ZERO: Final[Vector] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyStart:
    """Start of the ball or of a car: uu, uu/s, rad/s, rad."""

    position: Vector
    velocity: Vector = ZERO
    angular_velocity: Vector = ZERO
    rotation: Vector = ZERO
    """Pitch, yaw, roll; not for the ball."""
    boost: float | None = None
    """0 to 100; None for the boost at a kickoff. Not for the ball."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartState:
    """The start of an arena; the cars are in the order of the environment."""

    ball: BodyStart
    cars: tuple[BodyStart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartContext:
    """The information that a start state can depend on."""

    mode: Mode
    teams: tuple[int, ...]
    ball_rest_z: float
    random: Random
    """The only random generator; the same seed gives the same episode."""
    parameters: Mapping[str, float]
    """The parameters of the environment in this episode."""
    is_after_goal: bool = False
    """True if the episode continues after a goal."""


class Start(Protocol):
    """Draws start states."""

    def draw(self, context: StartContext) -> StartState:
        """Returns the next start state."""


class KickoffStart:
    """A kickoff: random spots for the cars, and the ball where the mode puts it."""

    def draw(self, context: StartContext) -> StartState:
        """Returns the next start state."""
        mode = context.mode
        spots = mode.field.kickoff(context.teams, context.random)
        x, y = mode.ball_place if mode.launch is None else mode.launch.place
        speed = ZERO if mode.launch is None else mode.launch.velocity
        side = context.random.choice((1.0, -1.0)) if mode.has_sides else 1.0
        ball = BodyStart(position=(x, side * y, context.ball_rest_z), velocity=(speed[0], side * speed[1], speed[2]))
        cars = (BodyStart(position=(spot.x, spot.y, CAR_REST_Z), rotation=(0.0, spot.yaw, 0.0)) for spot in spots)
        return StartState(ball=ball, cars=tuple(cars))


class Floor(NamedTuple):
    """The flat part of a field."""

    max_x: float
    max_y: float
    corner: float
    """The largest |x| + |y|."""

    def place(self, random: Random) -> tuple[float, float]:
        """Draws a position."""
        while True:
            x, y = random.uniform(-self.max_x, self.max_x), random.uniform(-self.max_y, self.max_y)
            if abs(x) + abs(y) <= self.corner:
                return x, y

    def free_place(self, random: Random, taken: Sequence[tuple[float, float]], distance: float) -> tuple[float, float]:
        """Draws a position apart from others, and at most `distance` from the first; farther if there is no room."""
        for attempt in itertools.count():
            x, y = self.place(random)
            if math.isfinite(distance):
                reach = max(APART_UU, distance) + _WIDEN_UU * max(0, attempt - _ATTEMPTS)
                angle, far = random.uniform(-math.pi, math.pi), random.uniform(APART_UU, reach)
                x, y = taken[0][0] + far * math.cos(angle), taken[0][1] + far * math.sin(angle)
            is_inside = abs(x) <= self.max_x and abs(y) <= self.max_y and abs(x) + abs(y) <= self.corner
            if is_inside and all(math.dist((x, y), other) >= APART_UU for other in taken):
                break
        return x, y


class RandomStart:
    """Ball and cars anywhere on the field.

    Args:
        ball_speed: maximum speed of the ball, uu/s.
        ball_height: maximum height of the ball above its rest position, uu.
        car_speed: maximum speed of a car, uu/s; it drives forwards.
        boost: minimum and maximum boost.
        distance: approximate maximum distance of cars from the ball, uu; None for the whole field.

    The environment's parameters `start.ball_speed`, `start.ball_height`, `start.car_speed` and `start.distance`
    override these numbers.
    """

    def __init__(
        self,
        *,
        ball_speed: float = 1000.0,
        ball_height: float = 600.0,
        car_speed: float = 1000.0,
        boost: Sequence[float] = (0.0, 100.0),
        distance: float | None = None,
    ) -> None:
        low, high = boost
        self._numbers = {"ball_speed": ball_speed, "ball_height": ball_height, "car_speed": car_speed}
        self._numbers["distance"] = math.inf if distance is None else distance
        self._boost = (float(low), float(high))

    def draw(self, context: StartContext) -> StartState:
        """Returns the next start state."""
        random, field = context.random, context.mode.field
        values = {name: context.parameters.get(f"start.{name}", number) for name, number in self._numbers.items()}
        floor = Floor(field.wall_x - FROM_WALLS_UU, field.wall_y - FROM_WALLS_UU, field.corner_sum - 2 * FROM_WALLS_UU)
        x, y = floor.place(random)
        height = random.uniform(0.0, min(values["ball_height"], field.ceiling_z - 2.0 * FROM_WALLS_UU))
        velocity = _direction(random, random.uniform(0.0, values["ball_speed"]))
        ball = BodyStart(position=(x, y, context.ball_rest_z + height), velocity=velocity)
        places = [(x, y)]
        cars = []
        for _ in context.teams:
            at = floor.free_place(random, places, values["distance"])
            places.append(at)
            yaw, speed = random.uniform(-math.pi, math.pi), random.uniform(0.0, values["car_speed"])
            cars.append(
                BodyStart(
                    position=(*at, CAR_REST_Z),
                    rotation=(0.0, yaw, 0.0),
                    velocity=(speed * math.cos(yaw), speed * math.sin(yaw), 0.0),
                    boost=random.uniform(*self._boost),
                )
            )
        return StartState(ball=ball, cars=tuple(cars))


class OneOfSituations:
    """One of several situations; missing parts are as in a kickoff. A base class."""

    def __init__(self, situations: Sequence[Situation], *, mirror: bool) -> None:
        self._situations = list(situations)
        self._mirror = mirror
        self._kickoff = KickoffStart()

    def draw(self, context: StartContext) -> StartState:
        """Returns the next start state."""
        base = self._kickoff.draw(context)
        situation = context.random.choice(self._situations)
        left = {team: [car for car in situation.cars if car.team == team] for team in (0, 1)}
        cars = []
        for car, team in zip(base.cars, context.teams, strict=True):
            other = left[team].pop(0) if left[team] else None
            if other is None:
                cars.append(car)
                continue
            cars.append(
                BodyStart(
                    position=_given(other.location, car.position),
                    velocity=_given(other.velocity, ZERO),
                    angular_velocity=_given(other.angular_velocity, ZERO),
                    rotation=_given(other.rotation, car.rotation),
                    boost=other.boost,
                )
            )
        ball = base.ball
        if situation.ball is not None:
            ball = BodyStart(
                position=_given(situation.ball.location, ball.position),
                velocity=_given(situation.ball.velocity, ZERO),
                angular_velocity=_given(situation.ball.spin, ZERO),
            )
        state = StartState(ball=ball, cars=tuple(cars))
        return mirrored(state) if self._mirror and context.random.random() < 0.5 else state


class SituationStart(OneOfSituations):
    """A situation from a file, or one of several.

    Args:
        paths: `*.situation.toml` files, or folders of them.
        mirror: whether half of the episodes are mirrored, so a learner sees left and right equally often.
    """

    def __init__(self, *, paths: str | Sequence[str], mirror: bool = False) -> None:
        folders = [Path(paths)] if isinstance(paths, str) else [Path(path) for path in paths]
        files = [
            file for path in folders for file in (sorted(path.glob("*.situation.toml")) if path.is_dir() else [path])
        ]
        if not files:
            raise ValueError(f"There is no *.situation.toml in {', '.join(map(str, folders))}.")
        super().__init__([_read(file) for file in files], mirror=mirror)


class NamedStart(OneOfSituations):
    """A named situation of the first blue car, or one of several.

    Args:
        names: `shot`, `save`, `aerial`, `dribble` or `wall`; None for all of them.
        mirror: whether half of the episodes are mirrored.
    """

    def __init__(self, *, names: str | Sequence[str] | None = None, mirror: bool = True) -> None:
        chosen = tuple(NAMED) if names is None else (names,) if isinstance(names, str) else tuple(names)
        if unknown := [name for name in chosen if name not in NAMED]:
            raise ValueError(f"There is no start named {unknown[0]!r}. Known starts: {', '.join(NAMED)}.")
        super().__init__([NAMED[name] for name in chosen], mirror=mirror)


def _moment(name: str, ball: Vector, velocity: Vector, car: tuple[float, float, float, float, float]) -> Situation:
    """Returns a situation of the ball and the first blue car: x, y, yaw, speed and boost."""
    x, y, yaw, speed, boost = car
    driving = SituationCar(
        team=0,
        location=(x, y, CAR_REST_Z),
        rotation=(0.0, yaw, 0.0),
        velocity=(speed * math.cos(yaw), speed * math.sin(yaw), 0.0),
        boost=boost,
    )
    thrown = Placement(body=Body.BALL, index=0, location=ball, velocity=velocity, spin=ZERO)
    return Situation(name=name, ball=thrown, cars=(driving,))


NAMED: Final[Mapping[str, Situation]] = {
    situation.name: situation
    for situation in (
        _moment("shot", (900.0, 2600.0, BALL_REST_Z), (-200.0, 100.0, 0.0), (600.0, 900.0, 1.4, 800.0, 50.0)),
        _moment("save", (1200.0, -1200.0, 500.0), (-500.0, -1900.0, 300.0), (-700.0, -4300.0, 1.2, 0.0, 50.0)),
        _moment("aerial", (300.0, 2500.0, 1100.0), (0.0, 300.0, 500.0), (0.0, 600.0, 1.57, 1000.0, 100.0)),
        _moment("dribble", (0.0, -1000.0, 160.0), (0.0, 900.0, 0.0), (0.0, -1020.0, 1.57, 900.0, 50.0)),
        _moment("wall", (3300.0, 500.0, BALL_REST_Z), (1000.0, 700.0, 0.0), (1500.0, -1400.0, 0.9, 1200.0, 100.0)),
    )
}


class MixStart:
    """One of several start states, drawn by weight.

    Args:
        starts: the start states; in a specification, their names or tables.
        weights: a weight for each; None for equal weights. The environment's parameter `start.weight.N` overrides the
            weight of the N-th start state, counted from 0.
    """

    def __init__(self, *, starts: Sequence[Start], weights: Sequence[float] | None = None) -> None:
        self._starts = list(starts)
        self._weights = [1.0] * len(self._starts) if weights is None else [float(weight) for weight in weights]
        if not self._starts or len(self._weights) != len(self._starts) or not sum(self._weights) > 0.0:
            raise ValueError("A mix needs at least one start, and one weight for each, which are not all 0.")

    def draw(self, context: StartContext) -> StartState:
        """Returns the next start state."""
        weights = [
            context.parameters.get(f"start.weight.{index}", weight) for index, weight in enumerate(self._weights)
        ]
        return context.random.choices(self._starts, weights)[0].draw(context)


STARTS: Final[dict[str, Callable[..., Start]]] = {
    "kickoff": KickoffStart,
    "random": RandomStart,
    "situation": SituationStart,
    "named": NamedStart,
    "mix": MixStart,
}
FROM_WALLS_UU: Final = 350.0
"""Distance of random positions from the walls; keeps them off the ramps."""
APART_UU: Final = 300.0
"""Minimum distance between the centres of two objects."""
_ATTEMPTS: Final = 50
_WIDEN_UU: Final = 5.0
"""The maximum distance grows by this much with each attempt beyond `_ATTEMPTS`."""


def mirrored(state: StartState) -> StartState:
    """Returns a start state with left and right exchanged."""
    return StartState(ball=_mirrored(state.ball), cars=tuple(map(_mirrored, state.cars)))


def _mirrored(body: BodyStart) -> BodyStart:
    (x, y, z), (vx, vy, vz), (ax, ay, az) = body.position, body.velocity, body.angular_velocity
    pitch, yaw, roll = body.rotation
    return BodyStart(
        position=(-x, y, z),
        velocity=(-vx, vy, vz),
        angular_velocity=(ax, -ay, -az),
        rotation=(pitch, math.pi - yaw, -roll),
        boost=body.boost,
    )


def _direction(random: Random, length: float) -> Vector:
    yaw, rise = random.uniform(-math.pi, math.pi), random.uniform(-0.5, 0.5)
    level = length * math.cos(rise)
    return level * math.cos(yaw), level * math.sin(yaw), length * math.sin(rise)


def _given(vector: Any, default: Vector) -> Vector:
    if vector is None:
        return default
    x, y, z = (before if number is None else float(number) for number, before in zip(vector, default, strict=True))
    return x, y, z


def _read(path: Path) -> Situation:
    from runtime.documents.situations import read_situation  # noqa: PLC0415 - most environments read no file

    reading = read_situation(path)
    if reading.value is None:
        raise ValueError(" ".join(str(problem.message) for problem in reading.problems))
    return reading.value
