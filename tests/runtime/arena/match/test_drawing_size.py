"""How much a drawing counts."""

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.drawing_size import LETTERS, size_of


@pytest.mark.parametrize(
    ("variety", "size"),
    [
        *((flat.Line3D(), 1), (flat.Rect2D(), 1), (flat.Rect3D(), 1), (flat.String2D(), 1)),
        *(
            (flat.String2D("x" * (LETTERS - 1)), 1),
            (flat.String2D("x" * LETTERS), 2),
            (flat.String3D("x" * 60_000), 601),
        ),
        *((flat.PolyLine3D([flat.Vector3()] * points), lines) for points, lines in ((0, 1), (1, 1), (2, 1), (3, 2))),
    ],
)
def test_every_line_and_every_hundred_letters_count(variety, size):
    assert size_of(flat.RenderGroup([flat.RenderMessage(variety)] * 3, 1)) == 3 * size
    assert size_of(flat.RenderGroup([], 1)) == 0
