"""The hoops arena: closed but for the engine's planes, wound into the field, with the published dimensions."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from runtime.arena.stadium.containment import HoopsConfines
from runtime.arena.stadium.hoops_mesh import half_rim, hoops_meshes, hoops_quadrant, orange_net
from runtime.arena.stadium.shapes import HoopsShape

SHAPE = HoopsShape()
CLEARANCE = HoopsConfines(SHAPE)


def normals(corners):
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return cross / np.linalg.norm(cross, axis=1, keepdims=True)


def clearances(points):
    return np.array([CLEARANCE.inside(tuple(point)) for point in points.reshape(-1, 3).tolist()])


def test_numbers_are_the_published_ones():
    numbers = (SHAPE.side_x, SHAPE.back_y, SHAPE.ceiling_z, SHAPE.corner_sum, SHAPE.ramp_radius)
    assert numbers == (2966.67, 3581.0, 1820.0, 5782.0, 172.0)
    assert (SHAPE.rim_y, SHAPE.rim_z, SHAPE.rim_radius, SHAPE.tube_radius) == (2969.0, 364.0, 655.0, 21.0)


def test_surface_lies_where_the_clearance_says():
    corners = hoops_quadrant(SHAPE)
    assert np.abs(clearances(corners)).max() < 0.1
    middles = corners.mean(axis=1)
    sag = clearances(middles)
    assert sag.min() > -0.001
    assert sag.max() < 1.5
    assert clearances(middles + 5.0 * normals(corners)).min() > 4.9


def test_rim_and_net_are_wound_outwards():
    rim = half_rim(SHAPE)
    away = rim.mean(axis=1) - (0.0, SHAPE.rim_y, SHAPE.rim_z)
    ring = away * (1.0, 1.0, 0.0)
    ring *= SHAPE.rim_radius / np.linalg.norm(ring, axis=1, keepdims=True)
    assert (np.sum((away - ring) * normals(rim), axis=1) > 0.0).all()
    net = orange_net(SHAPE)
    assert (np.sum((net.mean(axis=1) - (0.0, SHAPE.rim_y, 0.0)) * (1, 1, 0) * normals(net), axis=1) > 0.0).all()


@pytest.mark.parametrize("number", [0, 1, 2])
def test_open_edges_lie_on_planes_or_behind_them(number):
    mesh = hoops_meshes(SHAPE)[number]
    sides = Counter(side for a, b, c in mesh.triangles.tolist() for side in ((a, b), (b, c), (c, a)))
    assert max(sides.values()) == 1
    is_net = number > 0
    for a, b in sides:
        if (b, a) in sides:
            continue
        ends = np.abs(mesh.vertices[[a, b]])
        on_plane = [
            (np.abs(ends[:, 0] - SHAPE.side_x) < 1e-6).all(),
            (np.abs(ends[:, 1] - SHAPE.back_y) < 1e-6).all(),
            (ends[:, 2] < 1e-6).all(),
            (np.abs(ends[:, 2] - SHAPE.ceiling_z) < 1e-6).all(),
            (ends[:, 1] > SHAPE.back_y).all(),
            is_net and (ends[:, 2] == SHAPE.rim_z).all(),
        ]
        assert any(on_plane)


def test_only_the_nets_have_the_number_of_vertices_of_a_net():
    walls, *nets = hoops_meshes(SHAPE)
    assert [len(net.vertices) for net in nets] == [505, 505]
    assert len(walls.vertices) != 505
    assert (nets[0].vertices[:, 1] > 0).all()
    assert (nets[1].vertices[:, 1] < 0).all()
    with pytest.raises(ValueError, match="505"):
        hoops_meshes(replace(SHAPE, net_columns=101))


@pytest.mark.parametrize(
    ("point", "clearance"),
    [
        ((0.0, 0.0, 100.0), 100.0),
        ((0.0, 0.0, 1800.0), 20.0),
        ((-2900.0, 0.0, 900.0), 66.67),
        ((0.0, -3581.0, 900.0), 0.0),
        ((2966.67, 0.0, 0.0), 172.0 - 172.0 * math.sqrt(2.0)),
        ((2600.0, 3200.0, 900.0), -18.0 / math.sqrt(2.0)),
        ((0.0, 0.0, -30.0), -30.0),
        ((math.nan, 0.0, 0.0), -math.inf),
        ((0.0, math.inf, 0.0), -math.inf),
    ],
)
def test_clearance(point, clearance):
    assert CLEARANCE.inside(point) == pytest.approx(clearance, abs=0.01)


@pytest.mark.parametrize(
    ("point", "is_between"),
    [
        ((2986.6, 0.0, 100.0), True),
        ((2986.7, 0.0, 100.0), False),
        ((0.0, -3600.9, 100.0), True),
        ((0.0, -3601.1, 100.0), False),
        ((2600.0, 3221.0, 100.0), True),
        ((2600.0, 3223.0, 100.0), False),
        ((0.0, 0.0, -19.9), True),
        ((0.0, 0.0, -20.1), False),
        ((0.0, 0.0, 1839.9), True),
        ((0.0, 0.0, 1840.1), False),
        ((0.0, 0.0, math.nan), False),
    ],
)
def test_planes(point, is_between):
    assert CLEARANCE.is_between_planes(point, 20.0) is is_between
