"""The fence around moving objects: when it returns one, and where to."""

import math

import pytest

from runtime.arena.stadium.clearance import Clearance
from runtime.arena.stadium.containment import ESCAPED_UU, MIDDLE, SURFACE_LOOKS, Fence, HoopsConfines, SoccarConfines

WALLS = SoccarConfines()


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e200, -1.1e9])
@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("walls", [WALLS, HoopsConfines()], ids=["soccar", "hoops"])
def test_invalid_points_are_outside(walls, bad, axis):
    point = [0.0, 0.0, 100.0]
    point[axis] = bad
    assert Fence(walls).way_back(0, tuple(point), 0) == MIDDLE


class Counting:
    """Walls that count the checks of the whole surface."""

    def __init__(self):
        self.calls = 0

    def holds(self, point, margin_uu):
        self.calls += 1
        return WALLS.holds(point, margin_uu)

    def is_between_planes(self, point, margin_uu):
        return WALLS.is_between_planes(point, margin_uu)


def test_fence_decides_at_its_limit():
    fence = Fence(WALLS, limit_uu=-20.0)
    assert fence.way_back(0, (0.0, 0.0, -19.99), 0) is None
    assert fence.way_back(0, (0.0, 0.0, -20.0), SURFACE_LOOKS) is None
    assert fence.way_back(0, (0.0, 0.0, -20.01), 2 * SURFACE_LOOKS) == (0.0, 0.0, -20.0)


def test_fence_leads_back_to_where_an_object_was_measured_inside_last():
    fence = Fence(WALLS)
    for look in range(2 * SURFACE_LOOKS):
        assert fence.way_back(0, (float(look), 0.0, 100.0), look) is None
    outside = (0.0, 0.0, -500.0)
    looks = range(2 * SURFACE_LOOKS, 2 * SURFACE_LOOKS + 3)
    assert [fence.way_back(0, outside, look) for look in looks] == [(float(SURFACE_LOOKS), 0.0, 100.0)] * 3
    assert fence.way_back(0, (0.0, 0.0, 50.0), 2 * SURFACE_LOOKS + 3) is None


def test_fence_knows_its_objects_apart():
    fence = Fence(WALLS)
    fence.put(0, (1.0, 0.0, 100.0))
    fence.put(1, (2.0, 0.0, 100.0))
    assert fence.way_back(1, (0.0, 0.0, -500.0), 0) == (2.0, 0.0, 100.0)
    assert fence.way_back(0, (0.0, 0.0, -500.0), 0) == (1.0, 0.0, 100.0)
    assert fence.way_back(2, (0.0, 0.0, -500.0), 0) == MIDDLE


def test_fence_measures_one_look_in_some_and_not_all_objects_at_once():
    counting = Counting()
    fence = Fence(counting)
    measured = []
    for look in range(SURFACE_LOOKS):
        before = counting.calls
        for key in range(3):
            assert fence.way_back(key, (3000.0, 0.0, 100.0), look) is None
        measured.append(counting.calls - before)
    assert sum(measured) == 3
    assert max(measured) == 1


def test_fence_notices_an_object_behind_a_ramp_after_some_looks():
    behind = (4090.0, 0.0, 5.0)
    assert Clearance().inside(behind) < ESCAPED_UU
    fence = Fence(WALLS)
    looks = [fence.way_back(0, behind, look) for look in range(1, SURFACE_LOOKS + 1)]
    assert looks == [None] * (SURFACE_LOOKS - 1) + [MIDDLE]
