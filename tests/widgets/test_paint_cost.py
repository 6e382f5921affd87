"""The cost of a picture in perspective, in bytes of painting commands."""

from math import pi

import pytest
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter, QPicture

from runtime.arena.stadium.field import SOCCAR_FIELD
from runtime.model.values import BallView, Controls, PadPlace
from widgets.stage.camera import Pose, Projection
from widgets.stage.perspective import PerspectiveRenderer
from widgets.stage.scene import Scene

EMPTY_BYTES = 55_000
PER_CAR_BYTES = 2_800
WIDE = Pose(eye=(-5600.0, -1500.0, 2900.0), target=(0.0, 0.0, 0.0))
CHASE = Pose(eye=(-60.0, -1220.0, 160.0), target=(0.0, 200.0, 120.0), fov=68.0)


@pytest.mark.parametrize("count", [2, 16])
@pytest.mark.parametrize("pose", [WIDE, CHASE], ids=["wide", "chase"])
def test_a_picture_costs_little(qapp, dark, a_view, a_car, pose, count):
    pads = tuple(PadPlace(x=pad.x, y=pad.y, is_big=pad.is_big) for pad in SOCCAR_FIELD.pads)
    cars = tuple(
        a_car(
            i, x=(i % 4) * 900.0 - 1400.0, y=(i // 4) * 1400.0 - 900.0, yaw=i * pi / 5, controls=Controls(boost=i == 0)
        )
        for i in range(count)
    )
    view = a_view(
        cars=cars,
        pads=pads,
        pads_active=tuple(i % 5 != 1 for i in range(len(pads))),
        pad_timers=tuple(2.0 * (i % 5 == 1) for i in range(len(pads))),
        balls=(BallView(x=100.0, y=0.0, z=300.0, speed=0.0, radius=91.25),),
    )
    size, picture = QSizeF(960, 540), QPicture()
    painter = QPainter(picture)
    renderer, projection = PerspectiveRenderer(dark, 1.0), Projection.of_pose(pose, size)
    renderer.paint(painter, Scene(view=view, chosen=0), projection, QRectF(0, 0, *size.toTuple()))
    painter.end()
    assert picture.size() <= EMPTY_BYTES + PER_CAR_BYTES * count
