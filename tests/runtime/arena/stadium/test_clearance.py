"""Clearance compared with a search of the whole surface, at known places, and its cost."""

import math
import time
import timeit

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.stadium.clearance import Clearance
from runtime.arena.stadium.mesh import mirrored
from runtime.arena.stadium.shapes import SoccarShape
from runtime.arena.stadium.soccar_mesh import quadrant_planes, quadrant_surface

SHAPE = SoccarShape()


@pytest.fixture(scope="module")
def clearance():
    return Clearance(SHAPE)


@pytest.fixture(scope="module")
def corners():
    return mirrored(np.concatenate([quadrant_surface(SHAPE), quadrant_planes(SHAPE)])).corners


def distance(point, corners):
    """Unsigned distance to the nearest triangle: by barycentric projection, else to the three sides."""
    a, b, c = corners.transpose(1, 0, 2)
    best = math.inf
    u, v, w = b - a, c - a, point - a
    n = np.cross(u, v)
    nn = np.einsum("tk,tk->t", n, n)
    gamma = np.einsum("tk,tk->t", np.cross(u, w), n) / nn
    beta = np.einsum("tk,tk->t", np.cross(w, v), n) / nn
    above = (gamma >= 0) & (beta >= 0) & (gamma + beta <= 1)
    if above.any():
        best = (np.abs(np.einsum("tk,tk->t", w, n)) / np.sqrt(nn))[above].min()
    for tail, head in ((a, b), (b, c), (c, a)):
        way = head - tail
        t = np.clip(np.einsum("tk,tk->t", point - tail, way) / np.einsum("tk,tk->t", way, way), 0, 1)
        best = min(best, np.linalg.norm(point - tail - t[:, None] * way, axis=1).min())
    return best


def is_inside(point, corners):
    """Computes the solid angle of the surface: a full sphere from inside, nothing from outside."""
    a, b, c = (corners - point).transpose(1, 0, 2)
    la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
    top = np.einsum("tk,tk->t", a, np.cross(b, c))
    dots = [np.einsum("tk,tk->t", p, q) for p, q in ((a, b), (b, c), (c, a))]
    bottom = la * lb * lc + dots[0] * lc + dots[1] * la + dots[2] * lb
    return abs(np.arctan2(top, bottom).sum() * 2) > 2 * math.pi


def near_surface(corners, rng, count, spread):
    chosen = corners[rng.integers(len(corners), size=count)]
    weights = rng.dirichlet((0.5, 0.5, 0.5), count)
    return np.einsum("nc,nck->nk", weights, chosen) + rng.normal(scale=spread, size=(count, 3))


@pytest.mark.parametrize(
    "points",
    [
        lambda corners, rng: near_surface(corners, rng, 70, 5),
        lambda corners, rng: near_surface(corners, rng, 70, 100),
        lambda corners, rng: rng.uniform((-4600, -6500, -400), (4600, 6500, 2500), (70, 3)),
        lambda corners, rng: rng.uniform((-1000, 5000, -50), (1000, 6050, 700), (60, 3)) * (1, rng.choice([-1, 1]), 1),
        lambda corners, rng: rng.uniform((2500, 3500, -50), (4200, 5200, 2100), (60, 3)),
        lambda corners, rng: rng.uniform(-1e5, 1e5, (20, 3)),
    ],
    ids=["at the surface", "near it", "anywhere", "at the goals", "in a corner", "far away"],
)
def test_clearance_is_the_signed_distance_to_the_surface(clearance, corners, points):
    for point in points(corners, np.random.default_rng(11)):
        expected = distance(point, corners) * (1 if is_inside(point, corners) else -1)
        assert clearance.inside(tuple(point.tolist())) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((0, 0, 93.15), 93.15),
        ((0, 0, 0), 0),
        ((0, 0, -30), -30),
        ((0, 0, 1024), 1024),
        ((0, 0, 2044), 4),
        ((0, 0, 2060), -12),
        ((4079, 0, 900), 17),
        ((-4100, 100, 900), -4),
        ((4096, 3584, 900), 0),
        ((1500, 5100, 900), 20),
        ((1500, -5121, 900), -1),
        ((0, 5100, 900), 20),
        ((0, 5124, 900), -4),
        ((0, 5120, 320), 320),
        ((3520, 4544, 900), 0),
        ((-3500, -4524, 900), 20 * math.sqrt(2)),
        ((0, 5200, 17), 17),
        ((0, 5250, 620), 20),
        ((890, 5500, 300), 6),
        ((0, 5200, 650), -10),
        ((900, 5124, 300), 0),
        ((903, 5127, 300), -3 * math.sqrt(2)),
        ((0, 6100, 256), -100),
        ((4596, 0, 900), -500),
        ((0, 0, 1e6), 2048 - 1e6),
    ],
)
def test_clearance_at_known_places(clearance, point, expected):
    assert clearance.inside(tuple(map(float, point))) == pytest.approx(expected, abs=1e-6)


def test_clearance_on_ramps_is_that_of_the_facets(clearance):
    middle = math.sqrt(0.5)
    for radius, axis_x, axis_z in ((256, 4096 - 256, 256), (512, 4096 - 512, 1536)):
        down = -1 if radius == 256 else 1
        for depth in (0, 50, 150):
            point = (axis_x + (radius - depth) * middle, 0.0, axis_z + down * (radius - depth) * middle)
            assert clearance.inside(point) == pytest.approx(depth, abs=2.6)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e200, -1.1e9])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_invalid_points_are_outside(clearance, bad, axis):
    point = [0.0, 0.0, 100.0]
    point[axis] = bad
    assert clearance.inside(tuple(point)) == -math.inf


@given(st.tuples(st.floats(-5000, 5000), st.floats(-6500, 6500), st.floats(-300, 2300)))
def test_clearance_is_the_same_in_all_four_quadrants(clearance, point):
    x, y, z = point
    assert len({clearance.inside((sx * x, sy * y, z)) for sx in (1, -1) for sy in (1, -1)}) == 1


def test_clearance_never_changes_more_than_the_point_moves(clearance):
    rng = np.random.default_rng(3)
    starts = rng.uniform((-4200, -6100, -100), (4200, 6100, 2100), (1500, 3))
    for start, step in zip(starts, rng.normal(scale=30, size=starts.shape), strict=True):
        change = clearance.inside(tuple((start + step).tolist())) - clearance.inside(tuple(start.tolist()))
        assert abs(change) <= np.linalg.norm(step) + 1e-6


@pytest.mark.parametrize("place", [(0.0, 0.0, 93.0), (-1500.0, 2500.0, 17.0), (900.0, -3000.0, 1500.0)])
def test_a_point_well_inside_costs_little(clearance, place):
    def taken(call):
        return timeit.timeit(call, number=500, timer=time.thread_time) / 500

    for _ in range(28):
        looked_up, hypot = (
            taken(lambda: clearance.inside(place)),
            taken(lambda: [math.hypot(1.0, 2.0) for _ in range(10)]),
        )
        if looked_up < 4 * hypot and looked_up < 10e-6:
            return
    pytest.fail(f"{looked_up:.1e} s, while ten distances take {hypot:.1e} s")


def test_what_the_surface_is_away_at_least_is_never_more_than_it_is_away(clearance):
    rng = np.random.default_rng(11)
    anywhere = rng.uniform((-4300, -6100, -100), (4300, 6100, 2150), (3000, 3))
    ramps = (
        rng.uniform((3700, 0, 0), (4096, 3900, 300), (1000, 3)),
        rng.uniform((1400, 4800, 0), (3300, 5120, 300), (1000, 3)),
    )
    ceilings = rng.uniform((3500, 0, 1500), (4096, 4200, 2048), (2000, 3))
    corners = rng.uniform((2800, 3400, 0), (3700, 4700, 300), (2000, 3))
    known = 0
    for place in map(tuple, np.concatenate([anywhere, *ramps, ceilings, corners]).tolist()):
        least = clearance.at_least(place)
        known += least > 0.0
        assert least <= 0.0 or least <= clearance.inside(place) + 1e-6
    assert known > 4000
    assert clearance.at_least((0.0, 0.0, 1024.0)) > 500.0
    assert math.isfinite(clearance.at_least((5000.0, 0.0, 0.0)))
