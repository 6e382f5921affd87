"""The content of the arena view at one moment, and the history that trails and rotations need."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import cos, hypot, sin
from typing import Final

from runtime.model.drawings import DrawnGroup, Point
from runtime.model.events import PathPredicted
from runtime.model.values import ArenaView, BallView, CarView
from widgets.stage.field import SOCCAR, FieldShape

TRAIL_S: Final = 0.7
"""Length of the ball's trail in seconds of the match."""
CAR_TRAIL_S: Final = 0.35
MAX_STEP_S: Final = 3.0
"""Maximum time between two frames of one scene."""
MIN_CAR_PX: Final = 22.0
"""Cars that would be shorter in a perspective view are enlarged up to this length."""
MAX_ENLARGED: Final = 1.9
MIN_BALL_PX: Final = 5.0
JUMP_UU: Final = 1200.0
"""Distance between two frames above which a thing was placed, and its trail restarts."""
Axes = tuple[Point, Point, Point]
"""Forward, right and up, as unit vectors."""
LEVEL: Final[Axes] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that renderers paint; a new one for each picture."""

    view: ArenaView | None = None
    shape: FieldShape = SOCCAR
    ball_trail: tuple[Point, ...] = ()
    """Positions of the first ball, oldest first."""
    car_trails: Mapping[int, tuple[Point, ...]] = field(default_factory=dict)
    """Positions of supersonic cars by index, oldest first."""
    ball_axes: Axes = LEVEL
    """Rotation of the first ball."""
    path: tuple[Point, ...] = ()
    """Predicted positions of the ball, nearest first."""
    drawings: tuple[DrawnGroup, ...] = ()
    chosen: int | None = None
    """Index of the car that cameras follow."""
    slow: frozenset[int] = frozenset()
    """Indices of the cars of slow agents."""
    time_s: float = 0.0
    """Wall time, for flames."""

    @property
    def holder(self) -> CarView | None:
        """The car that has the ball: it touched it last."""
        return self.view.last_toucher if self.view is not None else None

    @property
    def chosen_car(self) -> CarView | None:
        """The car that cameras follow."""
        cars = self.view.cars if self.view is not None else ()
        return next((car for car in cars if car.index == self.chosen), None)


MAX_PATH_S: Final = 4.0


def path_from(path: PathPredicted | None, view: ArenaView | None) -> tuple[Point, ...]:
    """Returns the part of a predicted path that lies before the first ball of a frame; empty for another time."""
    if path is None or view is None or not view.balls:
        return ()
    now, ball = view.seconds_elapsed, view.balls[0]
    coming = [
        point for time_s, point in zip(path.times_s, path.points, strict=True) if 0.0 < time_s - now <= MAX_PATH_S
    ]
    return ((ball.x, ball.y, ball.z), *coming) if coming else ()


class History:
    """Collects trails and the rotation of the ball from consecutive frames; belongs to one view."""

    def __init__(self) -> None:
        self._seen_s: float | None = None
        self._ball: deque[tuple[float, Point]] = deque()
        self._cars: dict[int, deque[tuple[float, Point]]] = {}
        self.ball_axes: Axes = LEVEL

    def clear(self) -> None:
        """Forgets everything."""
        self._seen_s = None
        self._ball.clear()
        self._cars.clear()
        self.ball_axes = LEVEL

    @property
    def ball_trail(self) -> tuple[Point, ...]:
        """Positions of the first ball in the last `TRAIL_S`."""
        return tuple(place for _, place in self._ball)

    @property
    def car_trails(self) -> Mapping[int, tuple[Point, ...]]:
        """Positions of supersonic cars in the last `CAR_TRAIL_S` by index."""
        return {index: tuple(place for _, place in trail) for index, trail in self._cars.items() if len(trail) > 1}

    def add(self, view: ArenaView) -> bool:
        """Takes a frame; returns False for the first one, and for one that is older than the last or long after it."""
        now = view.seconds_elapsed
        step_s = now - self._seen_s if self._seen_s is not None else -1.0
        follows = 0.0 <= step_s <= MAX_STEP_S
        if not follows:
            self.clear()
            step_s = 0.0
        self._seen_s = now
        if view.balls:
            ball = view.balls[0]
            _extend(self._ball, now, (ball.x, ball.y, ball.z), TRAIL_S)
            self.ball_axes = turned(self.ball_axes, ball.angular_velocity, step_s)
        else:
            self._ball.clear()
        for car in view.cars:
            trail = self._cars.setdefault(car.index, deque())
            if car.is_demolished:
                trail.clear()
            elif car.is_supersonic:
                _extend(trail, now, (car.x, car.y, car.z), CAR_TRAIL_S)
            elif trail:
                _drop_older(trail, now - CAR_TRAIL_S)
        return follows


def _extend(trail: deque[tuple[float, Point]], now: float, place: Point, span_s: float) -> None:
    if trail and hypot(*(a - b for a, b in zip(trail[-1][1], place, strict=True))) > JUMP_UU:
        trail.clear()
    if not trail or now > trail[-1][0]:
        trail.append((now, place))
    _drop_older(trail, now - span_s)


def _drop_older(trail: deque[tuple[float, Point]], since: float) -> None:
    while trail and trail[0][0] < since:
        trail.popleft()


def turned(axes: Axes, spin: Point, seconds: float) -> Axes:
    """Returns axes after a rotation with an angular velocity in rad/s (Rodrigues' formula)."""
    rate = hypot(*spin)
    if rate * seconds < 1e-6:
        return axes
    kx, ky, kz = (part / rate for part in spin)
    c, s = cos(rate * seconds), sin(rate * seconds)

    def turn(vector: Point) -> Point:
        x, y, z = vector
        along = (kx * x + ky * y + kz * z) * (1.0 - c)
        return (
            x * c + (ky * z - kz * y) * s + kx * along,
            y * c + (kz * x - kx * z) * s + ky * along,
            z * c + (kx * y - ky * x) * s + kz * along,
        )

    return turn(axes[0]), turn(axes[1]), turn(axes[2])


def car_axes(car: CarView | BallView) -> Axes:
    """Returns the forward, right and up axes of a car or ball."""
    cp, sp = cos(car.pitch), sin(car.pitch)
    cy, sy = cos(car.yaw), sin(car.yaw)
    cr, sr = cos(car.roll), sin(car.roll)
    return (
        (cp * cy, cp * sy, sp),
        (cy * sp * sr - cr * sy, sy * sp * sr + cr * cy, -cp * sr),
        (-cr * cy * sp - sr * sy, -cr * sy * sp + sr * cy, cp * cr),
    )
