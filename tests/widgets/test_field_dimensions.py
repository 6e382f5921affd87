"""The drawn fields have the dimensions of the arena."""

import pytest

from runtime.arena.stadium.field import GOAL_AREA_X, GOAL_AREA_Y, HOOPS_FIELD, SOCCAR_FIELD
from runtime.arena.stadium.shapes import HoopsShape, SoccarShape
from widgets.stage.field import HOOPS, SOCCAR

WHOLE_UU = 0.5
"""The drawing rounds to whole uu."""


@pytest.mark.parametrize(("drawn", "field"), [(SOCCAR, SOCCAR_FIELD), (HOOPS, HOOPS_FIELD)])
def test_walls(drawn, field):
    assert (drawn.side_x, drawn.back_y) == (field.wall_x, field.wall_y)
    for corner_wall in (*drawn.side_edge[1:], *drawn.back_edge[:2]):
        assert sum(corner_wall) == pytest.approx(field.corner_sum)


def test_soccar_edges_and_goal():
    arena = SoccarShape()
    for drawn, edge in ((SOCCAR.side_edge, arena.side_edge), (SOCCAR.back_edge, arena.back_edge)):
        for place, at in zip((drawn[0], drawn[2]), edge, strict=True):
            assert place == pytest.approx(at, abs=WHOLE_UU)
    assert SOCCAR.back_y + SOCCAR.goal_depth == arena.goal_rear_y


def test_goal_area_is_as_wide_as_that_of_accolades_and_less_deep():
    assert SOCCAR.box_x == GOAL_AREA_X
    assert SOCCAR.box_depth < GOAL_AREA_Y


def test_hoops_edges_and_rings():
    arena = HoopsShape()
    for drawn, edge in ((HOOPS.side_edge, arena.side_edge), (HOOPS.back_edge[:2], arena.back_edge[:1])):
        for place, at in zip((drawn[0], drawn[-1]), edge, strict=False):
            assert place == pytest.approx(at, abs=WHOLE_UU)
    assert HOOPS.back_edge[2][0] == arena.back_edge[1][0]
    assert HOOPS.ring_radius == arena.rim_radius
