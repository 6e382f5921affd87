"""Names that would lie on each other are moved apart, as little as possible and never out of the widget."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.stage.name_places import ASIDE, FARTHEST, GAP_PX, Box, spread

ROOM = (400.0, 300.0)


def a_box(x=150.0, y=100.0, width=40.0, height=10.0):
    return Box(x, y, width, height)


def moves(box, start):
    """How far a box was moved, in heights."""
    return abs(box.y - start.y) / (start.height + GAP_PX) + ASIDE * abs(box.x - start.x) / (start.width + GAP_PX)


def test_names_that_are_apart_stay_where_they_are():
    boxes = [a_box(), a_box(x=192.0), a_box(y=112.0)]
    assert spread(boxes, *ROOM) == boxes


@pytest.mark.parametrize(("gap", "is_moved"), [(GAP_PX - 0.1, True), (GAP_PX, False), (GAP_PX + 0.1, False)])
def test_how_near_is_too_near(gap, is_moved):
    other = a_box(x=190.0 + gap)
    first, second = spread([a_box(), other], *ROOM)
    assert first == a_box()
    assert (second != other) is is_moved


def test_the_nearest_free_place_is_taken_below_first():
    placed = spread([a_box()] * 7, *ROOM)
    assert [(box.x, box.y) for box in placed[:5]] == [(150, 100), (150, 111), (150, 89), (150, 122), (150, 78)]
    lengths = [moves(box, a_box()) for box in placed]
    assert lengths == sorted(lengths)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (a_box(y=290.0), (150, 279)),
        (a_box(y=0.0), (150, 11)),
        (a_box(x=0.0, y=0.0, height=300.0), (41, 0)),
        (a_box(x=360.0, y=0.0, height=300.0), (319, 0)),
    ],
)
def test_none_leaves_the_widget(start, expected):
    second = spread([start] * 2, *ROOM)[1]
    assert (second.x, second.y) == expected


def test_a_crowd_lies_on_itself_rather_than_far_away():
    placed = spread([a_box(y=150.0)] * 60, *ROOM)
    assert max(moves(box, a_box(y=150.0)) for box in placed) <= FARTHEST
    assert len(set(placed)) < 60
    assert placed[-1] == a_box(y=150.0)


places = st.floats(0.0, 280.0)


@given(st.lists(st.builds(Box, places, places, st.floats(5.0, 120.0), st.just(12.0)), max_size=5))
def test_few_names_never_lie_on_each_other(boxes):
    placed = spread(boxes, *ROOM)
    assert not any(one.meets(other) for place, one in enumerate(placed) for other in placed[:place])
    assert all(0 <= box.x <= 400 - box.width and 0 <= box.y <= 300 - box.height for box in placed)
