"""Names that would cover each other or cars are moved as little as possible, and never out of the widget."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.stage.name_tags import ASIDE, FARTHEST, GAP_PX, Box, spread

ROOM = (400.0, 300.0)


def a_box(x=150.0, y=100.0, width=40.0, height=10.0):
    return Box(x, y, width, height)


def meet(one, other):
    """True if two boxes overlap, or are closer than the gap."""
    return (
        one.x < other.x + other.width + GAP_PX
        and other.x < one.x + one.width + GAP_PX
        and one.y < other.y + other.height + GAP_PX
        and other.y < one.y + one.height + GAP_PX
    )


def moves(box, start):
    """Returns how far a box was moved, in heights and weighted widths."""
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


def test_a_name_gives_way_to_a_car_and_goes_round_it():
    start, car = a_box(), Box(150.0, 105.0, 40.0, 30.0)
    (placed,) = spread([start], *ROOM, [car])
    assert (placed.x, placed.y) == (150, 89)
    (placed,) = spread([start], *ROOM, [car, Box(150.0, 60.0, 40.0, 38.0)])
    assert not meet(placed, car)
    assert moves(placed, start) == pytest.approx(4)


@pytest.mark.parametrize(("gap", "is_moved"), [(GAP_PX - 0.1, True), (GAP_PX, False), (GAP_PX + 0.1, False)])
def test_how_near_is_too_near_to_a_car(gap, is_moved):
    (placed,) = spread([a_box()], *ROOM, [Box(190.0 + gap, 100.0, 30.0, 30.0)])
    assert (placed != a_box()) is is_moved


def test_where_cars_are_everywhere_names_still_keep_off_each_other():
    first, second = spread([a_box()] * 2, *ROOM, [Box(0.0, 0.0, *ROOM)])
    assert (first, second) == (a_box(), a_box(y=111.0))


places = st.floats(0.0, 280.0)


@given(
    st.lists(st.builds(Box, places, places, st.floats(5.0, 120.0), st.just(12.0)), max_size=5),
    st.lists(st.builds(Box, places, places, st.just(20.0), st.just(20.0)), max_size=16),
)
def test_few_names_never_lie_on_each_other(boxes, bodies):
    placed = spread(boxes, *ROOM, bodies)
    assert not any(meet(one, other) for place, one in enumerate(placed) for other in placed[:place])
    assert all(0 <= box.x <= 400 - box.width and 0 <= box.y <= 300 - box.height for box in placed)
