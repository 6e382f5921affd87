"""Each camera shows its subject, changes of camera are smooth, and the director follows its rules."""

from itertools import pairwise
from math import dist, pi

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSizeF

from runtime.model.states import Phase
from runtime.model.values import BallView, PadPlace
from widgets.stage.camera import NEAR_UU, Projection
from widgets.stage.cameras import (
    ASIDE,
    CARRY_UU,
    CLOSE_UU,
    DANGER_UU,
    EASE_S,
    FREE_UU,
    GOAL_SHOT_S,
    SHOT_S,
    WANTED_S,
    CameraKind,
    CameraRig,
    Director,
    Orbit,
    Shot,
    wanted_shot,
)
from widgets.stage.field import HOOPS, SOCCAR, inside
from widgets.stage.picking import PickKind, pick
from widgets.stage.scene import Scene

SIZE = QSizeF(960, 540)
KINDS = tuple(CameraKind)


def ball_at(x=0.0, y=0.0, z=93.0, **changes):
    return BallView(x=x, y=y, z=z, speed=0.0, radius=91.25, **changes)


@pytest.fixture
def scene(a_view, a_car):
    cars = (
        a_car(0, x=-1200.0, y=-2200.0, yaw=1.2),
        a_car(1, x=900.0, y=2500.0, yaw=-2.0, z=600.0, roll=0.6),
        a_car(2, x=500.0, y=-900.0, yaw=0.4, pitch=0.3, z=250.0),
    )
    return Scene(view=a_view(cars=cars, balls=(ball_at(300.0, 900.0, 400.0),)), chosen=0)


def is_in_picture(px, py):
    return 0 <= px <= SIZE.width() and 0 <= py <= SIZE.height()


def projection_of(kind, scene, *, size=SIZE):
    if kind is CameraKind.ABOVE:
        return Projection.from_above(size)
    rig = CameraRig()
    rig.choose(kind)
    for step in range(120):
        rig.update(scene, step / 60)
    return Projection.of_pose(rig.pose, size)


@pytest.mark.parametrize("kind", KINDS)
def test_known_points_of_the_field_are_where_each_camera_must_see_them(kind, scene):
    """Higher points are higher in the picture, and the picture is neither mirrored nor rolled."""
    projection = projection_of(kind, scene)
    points = np.array([(300.0, 900.0, 400.0), (300.0, 900.0, 0.0), (0.0, -5120.0, 0.0), (0.0, 5120.0, 0.0)])
    (ball, foot, *_), right = projection.project(points), np.array(projection.right)
    if not projection.is_flat:
        assert ball[2] > NEAR_UU
        assert ball[0] == pytest.approx(foot[0], abs=0.12 * abs(ball[1] - foot[1]) + 1.0)
        assert ball[1] < foot[1], "the ball is above its foot"
        assert right[2] == pytest.approx(0.0, abs=1e-9), "the horizon is level"
        across = np.cross((0.0, 0.0, 1.0), projection.ahead)
        assert np.dot(across, right) > 0.0, "left and right are not exchanged"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not CameraKind.FREE])
def test_every_camera_shows_the_ball(kind, scene):
    px, py, depth = projection_of(kind, scene).place((300.0, 900.0, 400.0))
    seen = is_in_picture(px, py) and depth > NEAR_UU
    assert seen or kind is CameraKind.CAR, "only the camera behind a car looks where that drives"


@pytest.mark.parametrize("kind", [CameraKind.CAR, CameraKind.BALL_CAM, CameraKind.TEAM])
@pytest.mark.parametrize("index", [0, 1, 2])
def test_cameras_of_a_car_show_it(kind, index, scene):
    chosen = Scene(view=scene.view, chosen=index)
    car = chosen.chosen_car
    px, py, depth = projection_of(kind, chosen).place((car.x, car.y, car.z))
    assert depth > NEAR_UU
    assert is_in_picture(px, py)
    if kind is not CameraKind.TEAM:
        assert depth < 450.0


@pytest.mark.parametrize("away", [0.0, 200.0, 700.0])
@pytest.mark.parametrize("car_z", [17.0, 400.0])
def test_a_car_below_a_high_ball_stays_in_the_picture_with_the_ground(car_z, away, a_view, a_car):
    view = a_view(cars=(a_car(0, x=0.0, y=0.0, z=car_z),), balls=(ball_at(0.0, away, 1700.0),))
    projection = projection_of(CameraKind.BALL_CAM, Scene(view=view, chosen=0))
    px, py, depth = projection.place((0.0, 0.0, car_z))
    assert depth > NEAR_UU
    assert is_in_picture(px, py)
    ahead = projection.ahead
    foot = projection.ground(QPointF(SIZE.width() / 2.0, SIZE.height() - 1.0), 0.0)
    assert foot is not None, "the lower edge of the picture shows the ground"
    assert ahead[2] > 0.3, "it looks up to the ball"


@pytest.mark.parametrize("size", [SIZE, QSizeF(700, 540)], ids=["wide", "narrow"])
@pytest.mark.parametrize("shape", [SOCCAR, HOOPS], ids=["soccar", "hoops"])
@pytest.mark.parametrize("share", [-0.99, 0.0, 0.7])
@pytest.mark.parametrize("away", [120.0, CLOSE_UU - 1])
def test_from_behind_a_goal_the_ball_and_little_beyond_the_arena_is_seen(a_view, shape, size, share, away):
    ball = ball_at(*inside(shape, share * ASIDE * shape.side_x, shape.back_y - away, 100.0))
    shown = Scene(view=a_view(balls=(ball,)), shape=shape)
    rig = CameraRig()
    rig.choose(CameraKind.DIRECTOR)
    for step in range(240):
        rig.update(shown, step / 60)
    assert rig.director.shot is Shot.GOAL
    projection = Projection.of_pose(rig.pose, size)
    x, y, depth = projection.place((ball.x, ball.y, ball.z))
    assert depth > 0
    assert 0 <= x <= size.width()
    assert 0 <= y <= size.height()
    for edge in (0.0, size.width()):
        start, way = projection.ray(QPointF(edge, 0.5 * size.height()))
        line = [tuple(a + b * far for a, b in zip(start, way, strict=True)) for far in range(0, 12_000, 50)]
        assert any(inside(shape, x, y, 0.0) == (x, y) for x, y, z in line if 0 < z < shape.ceiling), f"edge at {edge}"


@pytest.mark.parametrize("kind", KINDS)
def test_picking_returns_what_is_there(kind, scene, a_view):
    pads = (PadPlace(x=-1000.0, y=300.0, is_big=True), PadPlace(x=1700.0, y=-300.0, is_big=False))
    view = a_view(cars=scene.view.cars, balls=scene.view.balls, pads=pads, pads_active=(True, False))
    scene = Scene(view=view, chosen=0)
    projection = projection_of(kind, scene)
    things = [(PickKind.CAR, car.index, (car.x, car.y, car.z + 20.0)) for car in view.cars]
    things += [(PickKind.BALL, 0, (300.0, 900.0, 400.0))]
    things += [(PickKind.PAD, index, (pad.x, pad.y, 0.0)) for index, pad in enumerate(pads)]
    things += [(PickKind.GROUND, -1, (-2500.0, 600.0, 0.0)), (PickKind.GROUND, -1, (-300.0, 1800.0, 0.0))]
    found = 0
    for kind_of, index, point in things:
        px, py, depth = projection.place(point)
        if depth > NEAR_UU and is_in_picture(px, py):
            picked = pick(QPointF(px, py), scene, projection)
            assert picked is not None
            assert (picked.kind, picked.index) == (kind_of, index)
            if kind_of is PickKind.GROUND:
                assert picked.point == pytest.approx(point, abs=1e-3)
            found += 1
    assert found >= 2


def test_the_nearer_of_two_objects_is_picked_and_the_sky_is_nothing(a_view, a_car):
    scene = Scene(view=a_view(cars=(a_car(0, y=-3000.0, z=80.0),), balls=(ball_at(y=-1000.0),)), chosen=0)
    rig = CameraRig()
    rig.choose(CameraKind.FREE)
    rig.orbit = Orbit(target=(0.0, -3000.0, 93.0), yaw=pi / 2, pitch=0.0, distance=900.0)
    projection = Projection.of_pose(rig.update(scene, 0.0), SIZE)
    assert pick(projection.spot(0.0, -1000.0, 93.0), scene, projection).kind is PickKind.CAR
    assert pick(QPointF(480, 2), scene, projection) is None


@pytest.mark.parametrize("kind", KINDS)
def test_changes_are_smooth(kind, scene):
    """No step of the camera is longer than the longest step of the easing at sixty pictures a second."""
    rig = CameraRig()
    rig.choose(CameraKind.FREE)
    for step in range(3):
        rig.update(scene, step / 60)
    rig.choose(kind)
    poses = [rig.update(scene, (3 + step) / 60) for step in range(round(60 * EASE_S) + 20)]
    whole = dist(poses[0].eye, poses[-1].eye)
    steps = [dist(before.eye, after.eye) for before, after in pairwise(poses)]
    assert max(steps) <= 0.05 * whole + 15.0
    assert not rig.is_easing


def test_a_following_camera_does_not_jump_when_the_car_turns_round(scene, a_view, a_car):
    rig = CameraRig()
    rig.choose(CameraKind.CAR)
    poses = []
    for step in range(60):
        car = a_car(0, yaw=0.0 if step < 30 else pi * 0.9)
        poses.append(rig.update(Scene(view=a_view(cars=(car,)), chosen=0), step / 60))
    assert max(dist(before.eye, after.eye) for before, after in pairwise(poses)) < 120.0


def test_the_free_camera_starts_where_the_view_is_and_turns_around_its_target(scene):
    rig = CameraRig()
    rig.choose(CameraKind.BALL)
    for step in range(90):
        pose = rig.update(scene, step / 60)
    rig.choose(CameraKind.FREE)
    assert dist(rig.orbit.pose().eye, pose.eye) < 1.0
    before = rig.orbit.distance
    rig.orbit.turn(0.7, 0.1)
    assert dist(rig.orbit.pose().eye, rig.orbit.target) == pytest.approx(before)
    rig.zoom_by(0.5)
    assert rig.orbit.distance == pytest.approx(before / 2)
    rig.orbit.turn(0.0, 10.0)
    assert rig.orbit.pose().eye[2] > 0.0


@pytest.mark.parametrize(
    ("ball", "car_x", "rival_x", "phase", "wanted"),
    [
        (ball_at(), 5000.0, 5000.0, Phase.ACTIVE, (Shot.WIDE, None)),
        (ball_at(), CARRY_UU - 1, FREE_UU, Phase.ACTIVE, (Shot.CAR, 0)),
        (ball_at(), CARRY_UU, FREE_UU, Phase.ACTIVE, (Shot.WIDE, None)),
        (ball_at(), CARRY_UU - 1, FREE_UU - 1, Phase.ACTIVE, (Shot.WIDE, None)),
        (ball_at(), CARRY_UU - 1, FREE_UU, Phase.COUNTDOWN, (Shot.WIDE, None)),
        (ball_at(), CARRY_UU - 1, FREE_UU, Phase.KICKOFF, (Shot.WIDE, None)),
        (ball_at(y=5120 - CLOSE_UU + 1), 5000.0, 5000.0, Phase.ACTIVE, (Shot.GOAL, 1)),
        (ball_at(y=5120 - CLOSE_UU), 5000.0, 5000.0, Phase.ACTIVE, (Shot.WIDE, None)),
        (ball_at(y=-5120 + CLOSE_UU - 1), 5000.0, 5000.0, Phase.ACTIVE, (Shot.GOAL, 0)),
        (ball_at(4096 * ASIDE - 1, 4900.0), 6000.0, 6000.0, Phase.ACTIVE, (Shot.GOAL, 1)),
        (ball_at(-4096 * ASIDE, 4900.0), 6000.0, 6000.0, Phase.ACTIVE, (Shot.WIDE, None)),
        (ball_at(y=5120 - DANGER_UU + 1, velocity=(0, 501, 0)), 5000.0, 5000.0, Phase.ACTIVE, (Shot.GOAL, 1)),
        (ball_at(y=5120 - DANGER_UU, velocity=(0, 501, 0)), 5000.0, 5000.0, Phase.ACTIVE, (Shot.WIDE, None)),
        (ball_at(y=5120 - DANGER_UU + 1, velocity=(0, 500, 0)), 5000.0, 5000.0, Phase.ACTIVE, (Shot.WIDE, None)),
        (ball_at(y=5120 - DANGER_UU + 1, velocity=(0, -900, 0)), 5000.0, 5000.0, Phase.ACTIVE, (Shot.WIDE, None)),
    ],
)
def test_the_director_wants_a_shot_by_its_rules(a_view, a_car, ball, car_x, rival_x, phase, wanted):
    cars = (a_car(0, x=car_x, z=93.0), a_car(1, x=-rival_x, z=93.0))
    assert wanted_shot(a_view(cars=cars, balls=(ball,), phase=phase), SOCCAR, None) == wanted


def test_the_director_keeps_a_shot_for_its_shortest_time_and_does_not_waver(a_view, a_car):
    cars = (a_car(0, x=300.0), a_car(1, x=-4000.0))
    alone, far = a_view(cars=cars), a_view(cars=(a_car(0, x=3000.0), a_car(1, x=-4000.0)))
    danger = a_view(cars=cars, balls=(ball_at(y=4500.0),))
    director = Director()

    def changes(views, start_s, seconds):
        times = [start_s + step / 60 for step in range(round(60 * seconds))]
        return [now for step, now in enumerate(times) if director.update(views[step % len(views)], SOCCAR, now)]

    (first,) = changes([alone], 10.0, 3.0)
    assert first == pytest.approx(10.0 + WANTED_S, abs=0.04)
    assert (director.shot, director.car) == (Shot.CAR, 0)
    (second,) = changes([far], 13.0, 4.0)
    assert second == pytest.approx(first + SHOT_S, abs=0.04)
    assert changes([alone, far], 20.0, 5.0) == [], "what is wanted changes with each frame"
    assert len(changes([alone], 25.0, 1.0)) == 1
    (goal,) = changes([danger], 26.0, 3.0)
    assert goal == pytest.approx(25.0 + WANTED_S + GOAL_SHOT_S, abs=0.04), "a goal in danger waits less"
    scored = a_view(cars=cars, phase=Phase.GOAL_SCORED)
    assert changes([scored], 40.0, 10.0) == []
    for start_s, phase in ((50.0, Phase.COUNTDOWN), (60.0, Phase.KICKOFF)):
        assert len(changes([a_view(cars=cars, phase=phase)], start_s, 0.1)) == 1, "at once"
        assert len(changes([danger], start_s + 1.0, 6.0)) == 1
