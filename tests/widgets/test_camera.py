"""Cameras project known points of the field to known places in the picture, and back."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSizeF

from widgets.stage.camera import NEAR_UU, Pose, Projection
from widgets.stage.field import HOOPS, SOCCAR

SIZE = QSizeF(960, 540)
BEHIND_BLUE = Pose(eye=(0.0, -7000.0, 2000.0), target=(0.0, 0.0, 2000.0), fov=90.0)
POSES = (
    BEHIND_BLUE,
    Pose(eye=(-5600.0, -1500.0, 2900.0), target=(0.0, 0.0, 0.0)),
    Pose(eye=(100.0, 4000.0, 300.0), target=(0.0, 5120.0, 300.0), fov=75.0),
    Pose(eye=(0.0, 0.0, 9000.0), target=(0.0, 0.0, 0.0)),
)
PROJECTIONS = (*(Projection.of_pose(pose, SIZE) for pose in POSES), Projection.from_above(SIZE))


def test_a_camera_behind_the_blue_goal_sees_known_points():
    """At 90 degrees the focal length is half of the height, 270 px. Positive x is to the left when blue attacks."""
    shown = Projection.of_pose(BEHIND_BLUE, SIZE).project(
        np.array([(0, 0, 2000), (0, 5120, 640), (4096, -2000, 0), (-896, -5120, 0), (0, -8000, 0)], dtype=float)
    )
    assert shown[0] == pytest.approx((480, 270, 7000))
    assert shown[1] == pytest.approx((480, 270 + 270 * 1360 / 12120, 12120))
    assert shown[2] == pytest.approx((480 - 270 * 4096 / 5000, 270 + 270 * 2000 / 5000, 5000))
    assert shown[3] == pytest.approx((480 + 270 * 896 / 1880, 270 + 270 * 2000 / 1880, 1880))
    assert shown[4][2] == pytest.approx(-1000)


@pytest.mark.parametrize("shape", [SOCCAR, HOOPS])
def test_the_view_from_above_is_that_of_the_painted_field(shape):
    projection = Projection.from_above(SIZE, shape)
    for x, y in ((0, 0), (shape.side_x, shape.back_y), (-500, -2000)):
        spot = projection.field_transform.map(QPointF(x, y))
        assert projection.project(np.array((x, y, 500.0)))[:2] == pytest.approx((spot.x(), spot.y()))
        assert projection.spot(x, y) == spot


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_positions_lead_back_to_the_ground(projection):
    points = [(0.0, 0.0, 0.0), (1500.0, 2500.0, 93.0), (-900.0, 5120.0, 0.0), (896.0, 4900.0, 600.0)]
    shown = projection.project(np.array(points))
    for point, (px, py, depth) in zip(points, shown, strict=True):
        assert projection.place(point) == pytest.approx((px, py, depth))
        if depth > NEAR_UU and abs(projection.ray(QPointF(px, py))[1][2]) > 1e-6:
            assert projection.ground(QPointF(px, py), point[2]) == pytest.approx(point[:2], abs=1e-6)
        if depth > NEAR_UU and not projection.is_flat:
            aside = tuple(np.array(point) + projection.right)
            assert projection.place(aside)[0] - px == pytest.approx(projection.scale_at(depth))


def test_above_the_horizon_there_is_no_ground():
    projection = Projection.of_pose(BEHIND_BLUE, SIZE)
    assert projection.ground(QPointF(480, 269), 0.0) is None
    assert projection.ground(QPointF(480, 271), 0.0) is not None


@pytest.mark.parametrize(("start_y", "end_y", "is_seen"), [(-8000, -7500, False), (-8000, 0, True), (0, 5000, True)])
def test_lines_are_cut_in_front_of_the_camera(start_y, end_y, is_seen):
    projection = Projection.of_pose(BEHIND_BLUE, SIZE)
    starts, ends = np.array([(500.0, start_y, 0.0)]), np.array([(500.0, end_y, 0.0)])
    for first, last in ((starts, ends), (ends, starts)):
        lines, shown = projection.segments(first, last)
        assert shown.tolist() == [is_seen]
        assert len(lines) == is_seen
        for x1, y1, x2, y2 in lines:
            nearest = max(y1, y2)  # where the ground is nearest, it is lowest on the screen
            depth = max(NEAR_UU, min(start_y, end_y) + 7000.0)
            assert nearest == pytest.approx(270 + 270 * 2000 / depth)
            assert min(x1, x2) == pytest.approx(480 - 270 * 500 / depth)


def test_poses_blend():
    other = Pose(eye=(1000.0, 0.0, 0.0), target=(0.0, 200.0, 0.0), fov=50.0)
    half = BEHIND_BLUE.blended(other, 0.5)
    assert (half.eye, half.target, half.fov) == ((500.0, -3500.0, 1000.0), (0.0, 100.0, 1000.0), 70.0)
    assert BEHIND_BLUE.blended(other, 0.0) == BEHIND_BLUE
