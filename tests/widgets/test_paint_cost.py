"""The cost of a picture in perspective, as a ratio to fixed work of the same kind in the same run."""

import time
from math import pi

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from runtime.arena.stadium.field import SOCCAR_FIELD
from runtime.model.values import BallView, Controls, PadPlace
from widgets.stage.camera import Pose, Projection
from widgets.stage.perspective import PerspectiveRenderer
from widgets.stage.scene import Scene

SIZES = {(960, 540): 9.0, (1920, 1080): 14.0}
"""Largest ratio of a picture without cars by size; each car may cost `PER_CAR` more."""
PER_CAR = 0.25
ROUNDS = 25
POSES = {
    "wide": Pose(eye=(-5600.0, -1500.0, 2900.0), target=(0.0, 0.0, 0.0)),
    "chase": Pose(eye=(-60.0, -1220.0, 160.0), target=(0.0, 200.0, 120.0), fov=68.0),
}


def painted_ms(image, paint):
    """Returns the CPU time of painting a picture."""
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    began = time.thread_time()
    paint(painter)
    painter.end()
    return (time.thread_time() - began) * 1000.0


def reference(painter):
    """Five hundred short smooth lines and small numpy products, like those of a picture."""
    points = np.random.default_rng(1).random((500, 4)) * 400.0
    points[:, 2:] = points[:, :2] + 15.0
    painter.setPen(QPen(QColor(255, 255, 255, 60), 1.0))
    painter.drawLines([QLineF(*line) for line in points.tolist()])
    for _ in range(60):
        np.clip(points @ points[:4].T, 0.0, 1.0).sum()


@pytest.mark.parametrize(
    ("pose", "size", "count"),
    [("wide", (960, 540), 16), ("chase", (960, 540), 2), ("wide", (1920, 1080), 2), ("chase", (1920, 1080), 16)],
)
def test_a_picture_costs_little(qapp, dark, a_view, a_car, capsys, pose, size, count):
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
    scene, image = Scene(view=view, chosen=0), QImage(*size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    renderer, projection = PerspectiveRenderer(dark, 1.0), Projection.of_pose(POSES[pose], QSizeF(*size))
    small = QImage(400, 400, QImage.Format.Format_RGB32)
    took, fixed = [], []
    for _ in range(ROUNDS):  # in turn, so that both are measured at the same load
        took.append(painted_ms(image, lambda painter: renderer.paint(painter, scene, projection, QRectF(image.rect()))))
        fixed.append(painted_ms(small, reference))
    took_ms, fixed_ms = min(took), min(fixed)  # other programs can only make a round longer
    with capsys.disabled():
        print(
            f"\n{pose} {size[0]}x{size[1]}, {count} cars: {took_ms:.1f} ms, {took_ms / fixed_ms:.2f} of the reference"
        )
    assert took_ms / fixed_ms <= SIZES[size] + PER_CAR * count
