"""Size of drawings, and the number that a session may show."""

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.render_groups import LETTERS, MAX_GROUPS, MAX_ITEMS, RenderGroups, size_of


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


def lines(count, number):
    return flat.RenderGroup([flat.RenderMessage(flat.Line3D())] * count, number)


@pytest.mark.parametrize(("existing", "is_added"), [(MAX_GROUPS - 1, True), (MAX_GROUPS, False)])
def test_the_number_of_groups_is_limited(existing, is_added):
    groups = RenderGroups()
    for number in range(existing):
        assert groups.add(lines(1, number))
    assert groups.add(lines(1, -1)) is is_added
    assert groups.add(lines(1, 0)), "a group may be replaced"
    assert len(groups.groups) == existing + is_added


@pytest.mark.parametrize(("size", "is_added"), [(99, True), (100, True), (101, False)])
def test_the_number_of_items_is_limited_over_all_groups(size, is_added):
    groups = RenderGroups()
    assert groups.add(lines(MAX_ITEMS - 100, 1))
    assert groups.add(lines(size, 2)) is is_added
    assert groups.size == sum(map(size_of, groups.groups.values()))
    groups.remove(1)
    groups.remove(1)
    assert groups.size == (size if is_added else 0)
    groups.clear()
    assert (groups.groups, groups.size) == ({}, 0)
