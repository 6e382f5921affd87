"""The cameras of the arena view: each one computes a pose from the scene, and changes between them are eased."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import atan2, cos, exp, hypot, pi, radians, sin, tan
from typing import Final

from runtime.model.drawings import Point
from runtime.model.states import Phase
from runtime.model.values import ArenaView, BallView, CarView
from widgets.stage.camera import Pose, direction
from widgets.stage.field import FieldShape, inside
from widgets.stage.scene import Scene

EASE_S: Final = 0.8
"""Duration of the change to another camera."""
CHASE_UU: Final = 290.0
"""Distance of the camera behind a car."""
CHASE_UP_UU: Final = 120.0
"""Height of the camera above a car."""
CHASE_FOV: Final = 68.0
MIN_RISE: Final = -0.45
"""Steepest slope down of the sight from behind a car to the ball."""
MAX_RISE: Final = 0.5
"""Steepest slope up; looking up more would lose car and ground."""
LOWERED: Final = 0.85
"""Share of its height above the car that the camera loses when it looks up as steeply as it may."""
MARGIN_UU: Final = 60.0
"""Distance of cameras inside the arena from its walls, floor and ceiling."""
DIRECTION_S: Final = 0.16
"""Time constant of the exponential smoothing of a car's direction."""
TARGET_S: Final = 0.12
"""Time constant of the exponential smoothing of what a camera looks at."""
WIDE_S: Final = 0.45
MIN_ZOOM: Final = 0.35
MAX_ZOOM: Final = 3.0
MIN_ORBIT_UU: Final = 150.0
MAX_ORBIT_UU: Final = 14_000.0
STEEPEST: Final = 1.45
"""Steepest pitch of the free camera, rad."""
ABOVE_FOV: Final = 40.0
MARGIN_ABOVE_UU: Final = 260.0
MOVES_UU: Final = 300.0
"""Speed above which the camera looks where a car drives; below, where it points."""


class CameraKind(Enum):
    """The cameras that can be chosen, in the order of their keys."""

    DIRECTOR = "director"
    BALL = "ball"
    CAR = "car"
    BALL_CAM = "ball-cam"
    TEAM = "team"
    FREE = "free"
    ABOVE = "above"
    """The tactical view."""


class Shot(Enum):
    """The subject that the director shows."""

    WIDE = "wide"
    CAR = "car"
    GOAL = "goal"


SHOT_S: Final = 4.0
"""Minimum length of a shot of the director."""
GOAL_SHOT_S: Final = 2.0
"""Minimum length of a shot before a change to a goal in danger."""
WANTED_S: Final = 0.5
"""A shot must be the best one for this long, so that the director does not waver."""
DANGER_UU: Final = 2300.0
"""A goal is in danger if the ball is this near to its line and moves towards it, or nearer than `CLOSE_UU`."""
CLOSE_UU: Final = 1300.0
ASIDE: Final = 0.44
"""Share of half the field's width; a ball farther from the middle is in a corner and no danger."""
BEHIND: Final = 0.34
"""Distance of the camera behind the back wall, as a share of half the width of the field."""
MAX_TURN: Final = 0.15
"""Maximum angle between the sight from behind a goal and the field's axis, rad; a larger one shows no field."""
DANGER_SPEED_UU: Final = 500.0
CARRY_UU: Final = 750.0
"""A car has the ball if it is this near, and no opponent is nearer than `FREE_UU`."""
FREE_UU: Final = 1500.0
_STARTS: Final = (Phase.COUNTDOWN, Phase.KICKOFF, Phase.INACTIVE, Phase.PAUSED)


class Director:
    """Chooses shots by itself.

    The rules, in order: before and at a kickoff, the wide shot; while a goal is in danger, from behind that goal; while
    one car alone has the ball, that car; otherwise the wide shot. A shot lasts at least `SHOT_S`, or `GOAL_SHOT_S`
    before a goal in danger, and after a goal it stays until the next countdown, or kickoff where a replay hides that.
    """

    def __init__(self) -> None:
        self.shot = Shot.WIDE
        self.car: int | None = None
        """Index of the car of the shot `CAR`."""
        self.team = 0
        """Team whose goal is in danger in the shot `GOAL`."""
        self._since_s = 0.0
        self._wanted: tuple[Shot, int | None] = (Shot.WIDE, None)
        self._wanted_since_s = 0.0

    def update(self, view: ArenaView, shape: FieldShape, now_s: float) -> bool:
        """Takes a frame at a wall time; returns whether the shot has changed."""
        if view.phase in (Phase.GOAL_SCORED, Phase.REPLAY, Phase.ENDED):
            return False
        choice = wanted_shot(view, shape, self.car if self.shot is Shot.CAR else None)
        if choice != self._wanted:
            self._wanted, self._wanted_since_s = choice, now_s
        current = (self.shot, {Shot.CAR: self.car, Shot.GOAL: self.team}.get(self.shot))
        if choice == current:
            return False
        is_start = view.phase in (Phase.COUNTDOWN, Phase.KICKOFF)
        min_s = 0.0 if is_start else GOAL_SHOT_S if choice[0] is Shot.GOAL else SHOT_S
        wait_s = 0.0 if is_start else WANTED_S
        if now_s - self._since_s < min_s or now_s - self._wanted_since_s < wait_s:
            return False
        self.shot, self._since_s = choice[0], now_s
        if choice[0] is Shot.CAR:
            self.car = choice[1]
        elif choice[0] is Shot.GOAL:
            self.team = choice[1] or 0
        return True


def wanted_shot(view: ArenaView, shape: FieldShape, carrier: int | None) -> tuple[Shot, int | None]:
    """Returns the shot that the director's rules ask for, with the index of its car or the team of its goal.

    `carrier` is the car that is shown now; it keeps the ball until it is twice as far away as one that gets it.
    """
    if view.phase in _STARTS or not view.balls:
        return Shot.WIDE, None
    ball = view.balls[0]
    for team, sign in ((0, -1.0), (1, 1.0)):
        away = shape.back_y - sign * ball.y
        comes = away < DANGER_UU and sign * ball.velocity[1] > DANGER_SPEED_UU
        if abs(ball.x) < ASIDE * shape.side_x and (away < CLOSE_UU or comes):
            return Shot.GOAL, team
    ranked = sorted(
        (hypot(car.x - ball.x, car.y - ball.y, car.z - ball.z) * (0.5 if car.index == carrier else 1.0), car.index)
        for car in view.cars
        if not car.is_demolished
    )
    if ranked and ranked[0][0] < CARRY_UU:
        index = ranked[0][1]
        team = next(car.team for car in view.cars if car.index == index)
        others = (hypot(c.x - ball.x, c.y - ball.y, c.z - ball.z) for c in view.cars if c.team != team)
        if min(others, default=FREE_UU) >= FREE_UU:
            return Shot.CAR, index
    return Shot.WIDE, None


@dataclass(slots=True)
class Orbit:
    """State of the free camera: it turns around a target."""

    target: Point = (0.0, 0.0, 0.0)
    yaw: float = 0.0
    """Direction of sight, rad."""
    pitch: float = -0.5
    distance: float = 6000.0

    @classmethod
    def of(cls, pose: Pose) -> "Orbit":
        """Returns the orbit that looks like a pose."""
        dx, dy, dz = (b - a for a, b in zip(pose.eye, pose.target, strict=True))
        distance = min(MAX_ORBIT_UU, max(MIN_ORBIT_UU, hypot(dx, dy, dz)))
        return cls(target=pose.target, yaw=atan2(dy, dx), pitch=atan2(dz, hypot(dx, dy)), distance=distance)

    def turn(self, yaw: float, pitch: float) -> None:
        """Turns the camera around its target, rad."""
        self.yaw += yaw
        self.pitch = min(STEEPEST, max(-STEEPEST, self.pitch + pitch))

    def zoom(self, factor: float) -> None:
        """Multiplies the distance to the target."""
        self.distance = min(MAX_ORBIT_UU, max(MIN_ORBIT_UU, self.distance * factor))

    def pan(self, right: float, ahead: float, up: float = 0.0) -> None:
        """Moves the target along the ground as seen by the camera, uu."""
        c, s = cos(self.yaw), sin(self.yaw)
        x, y, z = self.target
        self.target = (x + ahead * c - right * s, y + ahead * s + right * c, max(0.0, z + up))

    def pose(self) -> Pose:
        """Returns the camera's pose; it stays above the ground."""
        way = direction(self.yaw, self.pitch)
        x, y, z = (at - step * self.distance for at, step in zip(self.target, way, strict=True))
        return Pose(eye=(x, y, max(MARGIN_UU, z)), target=self.target)


class CameraRig:
    """The chosen camera with its smoothing; belongs to one view."""

    def __init__(self) -> None:
        self.kind = CameraKind.DIRECTOR
        self.zoom = 1.0
        """Distance of the cameras other than the free one, as a factor."""
        self.orbit = Orbit()
        self.director = Director()
        self._pose: Pose | None = None
        self._from: Pose | None = None
        self._changed_s: float | None = None
        self._at_s: float | None = None
        self._smooth: dict[str, Point] = {}
        self._cameras: dict[CameraKind, Callable[[Scene, float], Pose]] = {
            CameraKind.DIRECTOR: self._directed,
            CameraKind.BALL: self._ball,
            CameraKind.CAR: self._chase,
            CameraKind.BALL_CAM: self._ball_cam,
            CameraKind.TEAM: self._team,
            CameraKind.FREE: lambda _scene, _step_s: self.orbit.pose(),
            CameraKind.ABOVE: lambda scene, _step_s: above(scene.shape),
        }

    @property
    def pose(self) -> Pose | None:
        """The newest pose."""
        return self._pose

    @property
    def is_easing(self) -> bool:
        """True while the view changes from one camera to another."""
        return self._from is not None

    def choose(self, kind: CameraKind) -> None:
        """Changes to another camera; the free one starts where the view is."""
        if kind is self.kind:
            return
        if kind is CameraKind.FREE and self._pose is not None:
            self.orbit = Orbit.of(self._pose)
        self.kind = kind
        self.cut()

    def cut(self) -> None:
        """Eases from the present pose to that of the camera, because it looks at something else now."""
        self._from, self._changed_s = self._pose, None
        self._smooth.clear()

    def reset(self) -> None:
        """Shows the camera's own pose at once: the scene is another one."""
        self._from = None
        self._smooth.clear()

    def zoom_by(self, factor: float) -> None:
        """Multiplies the distance of the camera."""
        if self.kind is CameraKind.FREE:
            self.orbit.zoom(factor)
        else:
            self.zoom = min(MAX_ZOOM, max(MIN_ZOOM, self.zoom * factor))

    def update(self, scene: Scene, now_s: float) -> Pose:
        """Returns the pose for a scene at a wall time."""
        step_s = min(0.25, max(0.0, now_s - self._at_s)) if self._at_s is not None else 0.0
        self._at_s = now_s
        view = scene.view if self.kind is CameraKind.DIRECTOR else None
        if view is not None and self.director.update(view, scene.shape, now_s):
            self.cut()
        pose = self._cameras[self.kind](scene, step_s)
        if self._from is not None:
            if self._changed_s is None:
                self._changed_s = now_s
            share = (now_s - self._changed_s) / EASE_S
            if share >= 1.0:
                self._from = None
            else:
                pose = self._from.blended(pose, share * share * (3.0 - 2.0 * share))
        self._pose = pose
        return pose

    def _smoothed(self, name: str, value: Point, step_s: float, constant_s: float) -> Point:
        """Returns a value that follows another with a time constant."""
        last = self._smooth.get(name)
        share = 1.0 - exp(-step_s / constant_s)
        made = value if last is None else _mix(last, value, share)
        self._smooth[name] = made
        return made

    def _heading(self, name: str, way: Point, step_s: float, constant_s: float) -> Point:
        """Returns a direction along the ground that turns towards another one with a time constant."""
        wanted = atan2(way[1], way[0])
        last = self._smooth.get(name)
        if last is None:
            yaw = wanted
        else:
            yaw = last[0] + ((wanted - last[0] + pi) % (2.0 * pi) - pi) * (1.0 - exp(-step_s / constant_s))
        self._smooth[name] = (yaw, 0.0, 0.0)
        return direction(yaw, 0.0)

    def _directed(self, scene: Scene, step_s: float) -> Pose:
        director = self.director
        if director.shot is Shot.GOAL:
            return self._behind_goal(scene, step_s, director.team)
        if director.shot is Shot.CAR and scene.view is not None:
            car = next((car for car in scene.view.cars if car.index == director.car), None)
            if car is not None and not car.is_demolished:
                return self._behind_car(scene, step_s, car, looks_at_ball=True)
        return self._wide(scene, step_s)

    def _wide(self, scene: Scene, step_s: float) -> Pose:
        """From the touchline: follows the ball along the field, nearer when everything is close together."""
        shape = scene.shape
        x, y, z = self._smoothed("wide", _ball_place(scene), step_s, WIDE_S)
        height = (0.36 * shape.back_y + 0.25 * z) * self.zoom
        eye = (-(shape.side_x + 0.12 * shape.back_y) * self.zoom + 0.25 * x, 0.72 * y, height)
        return Pose(eye=eye, target=(0.62 * x, 0.86 * y, 0.45 * z), fov=52.0)

    def _ball(self, scene: Scene, step_s: float) -> Pose:
        """Near the ball, from the side from which it comes."""
        ball = _ball_place(scene)
        velocity = scene.view.balls[0].velocity if scene.view is not None and scene.view.balls else (0.0, 0.0, 0.0)
        heading = (velocity[0], velocity[1], 0.0) if hypot(*velocity[:2]) > MOVES_UU else (-300.0, 900.0, 0.0)
        way = self._heading("ball-way", heading, step_s, 1.2)
        x, y, z = self._smoothed("ball", ball, step_s, TARGET_S)
        eye = (x - way[0] * 1150.0 * self.zoom, y - way[1] * 1150.0 * self.zoom, max(260.0, z + 380.0 * self.zoom))
        return Pose(eye=_kept(eye, scene.shape), target=(x, y, z), fov=58.0)

    def _chase(self, scene: Scene, step_s: float) -> Pose:
        car = scene.chosen_car
        return self._wide(scene, step_s) if car is None else self._behind_car(scene, step_s, car, looks_at_ball=False)

    def _ball_cam(self, scene: Scene, step_s: float) -> Pose:
        car = scene.chosen_car
        return self._wide(scene, step_s) if car is None else self._behind_car(scene, step_s, car, looks_at_ball=True)

    def _behind_car(self, scene: Scene, step_s: float, car: CarView, *, looks_at_ball: bool) -> Pose:
        place = (car.x, car.y, car.z)
        ball = _ball_place(scene)
        if looks_at_ball and scene.view is not None and scene.view.balls:
            heading = (ball[0] - car.x, ball[1] - car.y, 0.0)
        elif hypot(*car.velocity[:2]) > MOVES_UU:
            heading = (car.velocity[0], car.velocity[1], 0.0)
        else:
            heading = direction(car.yaw, 0.0)
        way = self._heading("way", heading, step_s, DIRECTION_S)
        x, y, z = self._smoothed("car", place, step_s, 0.03)
        rise: float | None = None
        if looks_at_ball and scene.view is not None and scene.view.balls:
            distance = max(1.0, hypot(ball[0] - x, ball[1] - y))
            wanted = min(MAX_RISE, max(MIN_RISE, (ball[2] - z - 60.0) / distance))
            rise = self._smoothed("rise", (wanted, 0.0, 0.0), step_s, DIRECTION_S)[0]
        lowered = LOWERED * max(0.0, rise or 0.0) / MAX_RISE
        back, up = CHASE_UU * self.zoom, CHASE_UP_UU * self.zoom * (1.0 - lowered)
        eye = _kept((x - way[0] * back, y - way[1] * back, z + up), scene.shape)
        target = (x + way[0] * 500.0, y + way[1] * 500.0, z + 30.0)
        if rise is not None:
            target = (eye[0] + way[0] * 800.0, eye[1] + way[1] * 800.0, eye[2] + (rise - 0.06) * 800.0)
        return Pose(eye=eye, target=target, fov=CHASE_FOV)

    def _behind_goal(self, scene: Scene, step_s: float, team: int) -> Pose:
        shape, sign = scene.shape, 2 * team - 1
        x, y, z = self._smoothed("goal", _ball_place(scene), step_s, 0.25)
        eye_x = 0.3 * x
        eye_y = sign * (shape.back_y + BEHIND * shape.side_x) * self.zoom
        target_y = y - sign * 300.0
        aside = tan(MAX_TURN) * abs(target_y - eye_y)
        target_x = eye_x + min(aside, max(-aside, 0.8 * x - eye_x))
        eye = (eye_x, eye_y, max(900.0, 0.5 * z + 800.0) * self.zoom)
        return Pose(eye=eye, target=(target_x, target_y, 0.6 * z), fov=58.0)

    def _team(self, scene: Scene, step_s: float) -> Pose:
        """From behind a team's goal: all of its cars and the ball are in the picture."""
        view, chosen = scene.view, scene.chosen_car
        team = chosen.team if chosen is not None else 0
        sign = -1.0 if team == 0 else 1.0
        cars = [car for car in view.cars if car.team == team and not car.is_demolished] if view is not None else []
        places = [(car.x, car.y, car.z) for car in cars] + [_ball_place(scene)]
        middle = _middle(places)
        rear = max(sign * place[1] for place in places)
        spread = max(abs(place[0] - middle[0]) for place in places)
        x, y, z = self._smoothed("team", middle, step_s, WIDE_S)
        back, width, _ = self._smoothed("team-rear", (rear, spread, 0.0), step_s, WIDE_S)
        distance = (900.0 + 0.9 * width) * self.zoom
        eye = (0.7 * x, sign * (back + distance), (520.0 + 0.35 * distance) * self.zoom)
        return Pose(eye=eye, target=(x, y, 0.5 * z), fov=62.0)


def above(shape: FieldShape) -> Pose:
    """Returns a pose that looks about like the tactical view, for the change to it."""
    height = (shape.side_x + MARGIN_ABOVE_UU) / tan(radians(ABOVE_FOV / 2.0))
    return Pose(eye=(-1.0, 0.0, height), target=(0.0, 0.0, 0.0), fov=ABOVE_FOV)


def _ball_place(scene: Scene) -> Point:
    ball: BallView | None = scene.view.balls[0] if scene.view is not None and scene.view.balls else None
    return (0.0, 0.0, 93.0) if ball is None else (ball.x, ball.y, ball.z)


def _kept(eye: Point, shape: FieldShape) -> Point:
    """Returns the nearest place inside the arena."""
    x, y = inside(shape, eye[0], eye[1], MARGIN_UU)
    return x, y, min(shape.ceiling - MARGIN_UU, max(MARGIN_UU / 2, eye[2]))


def _middle(places: Sequence[Point]) -> Point:
    count = len(places)
    return sum(p[0] for p in places) / count, sum(p[1] for p in places) / count, sum(p[2] for p in places) / count


def _mix(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share
