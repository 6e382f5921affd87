"""The fence's checks of the soccar arena, compared with the exact distance to its surface, and their cost."""

import math
import time
import timeit

import numpy as np
import pytest

from runtime.arena.stadium.clearance import Clearance
from runtime.arena.stadium.containment import SoccarConfines
from runtime.arena.stadium.shapes import SoccarShape
from runtime.arena.stadium.soccar_mesh import quadrant_planes, quadrant_surface

SHAPE = SoccarShape()
CONFINES = SoccarConfines(SHAPE)
MIRRORS = np.array([(sx, sy, 1) for sx in (1, -1) for sy in (1, -1)])


@pytest.fixture(scope="module")
def clearance():
    return Clearance(SHAPE)


def near_surface(rng, spread):
    corners = np.concatenate([quadrant_surface(SHAPE), quadrant_planes(SHAPE)])
    chosen = corners[rng.integers(len(corners), size=1300)]
    weights = rng.dirichlet((0.5, 0.5, 0.5), len(chosen))
    return np.einsum("nc,nck->nk", weights, chosen) + rng.normal(scale=spread, size=(len(chosen), 3))


PLACES = {
    "at the surface": lambda rng: near_surface(rng, 15),
    "near it": lambda rng: near_surface(rng, 40),
    "anywhere": lambda rng: rng.uniform((-4200, -5300, -30), (4200, 5300, 2080), (1200, 3)),
    "in the goals": lambda rng: rng.uniform((0, 5000, -50), (1000, 6050, 700), (1200, 3)),
    "at a post": lambda rng: rng.uniform((700, 4900, -30), (1100, 5300, 200), (1300, 3)),
    "in a corner": lambda rng: rng.uniform((2500, 3500, -50), (4200, 5200, 2100), (1200, 3)),
}


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("margin", [20.0, 0.0])
def test_what_it_holds_is_inside_and_what_it_does_not_is_not(clearance, places, margin):
    rng = np.random.default_rng(5)
    held = 0
    points = places(rng)
    for place in map(tuple, (points * rng.choice(MIRRORS, len(points))).tolist()):
        is_held = CONFINES.is_between_planes(place, margin) and CONFINES.holds(place, margin)
        held += is_held
        exact = clearance.inside(place) + margin
        assert exact > -7.0 if is_held else exact < 7.0, place
    assert 0.1 * len(points) < held < len(points)


@pytest.mark.parametrize("depth", [0.0, 20.0, 60.0, 128.0, 200.0, 255.0])
@pytest.mark.parametrize("wall", ["side", "back", "corner"])
def test_a_ramp_is_where_it_is_measured(clearance, wall, depth):
    """A point that rises through the ramp is held as soon as the surface is at most 20 uu above it."""
    x, y = {"side": (4096.0 - depth, 700.0), "back": (1800.0, 5120.0 - depth), "corner": (3520.0, 4544.0)}[wall]
    if wall == "corner":
        x, y = x - depth * math.sqrt(0.5), y - depth * math.sqrt(0.5)
    heights = np.arange(-30.0, 300.0, 0.25).tolist()
    first = next(z for z in heights if CONFINES.is_between_planes((x, y, z), 20.0) and CONFINES.holds((x, y, z), 20.0))
    assert clearance.inside((x, y, first)) == pytest.approx(-20.0, abs=1.5)


@pytest.mark.parametrize(
    "place", [(0.0, 0.0, 93.0), (3900.0, 1000.0, 90.0), (3700.0, 4200.0, 300.0), (0.0, 5500.0, 17.0)]
)
def test_it_costs_little(place):
    def taken(call):
        return timeit.timeit(call, number=500, timer=time.thread_time) / 500

    for _ in range(28):
        asked = taken(lambda: CONFINES.holds(place, 20.0))
        hypot = taken(lambda: [math.hypot(1.0, 2.0) for _ in range(10)])
        if asked < 16 * hypot:
            return
    pytest.fail(f"{asked:.1e} s, while ten distances take {hypot:.1e} s")


@pytest.mark.parametrize(
    ("point", "is_between"),
    [
        ((0.0, 0.0, -20.0), True),
        ((0.0, 0.0, -20.01), False),
        ((0.0, 0.0, 2068.0), True),
        ((0.0, 0.0, 2068.01), False),
        ((-4116.0, 0.0, 500.0), True),
        ((-4116.01, 0.0, 500.0), False),
        ((2000.0, 5140.0, 500.0), True),
        ((2000.0, -5140.01, 500.0), False),
        ((0.0, -6020.0, 300.0), True),
        ((0.0, -6020.01, 300.0), False),
        ((0.0, 5500.0, 668.0), True),
        ((0.0, 5500.0, 668.01), False),
        ((924.0, 5500.0, 100.0), True),
        ((924.01, 5500.0, 100.0), False),
        ((4052.0, 4052.0, 500.0), True),
        ((4052.01, 4052.0, 500.0), False),
        ((math.nan, 0.0, 100.0), False),
    ],
)
def test_planes_hold_at_their_margin(point, is_between):
    assert CONFINES.is_between_planes(point, 20.0) == is_between
