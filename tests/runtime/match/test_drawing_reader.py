"""Drawings are read back as they were drawn from the arena's messages; invalid ones are left out."""

import json
import socket

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.match.drawings import group_entry
from runtime.arena.match.session import Session
from runtime.match.drawings import MAX_KEPT, DrawingNews, DrawnGroups, read_drawings
from runtime.model.drawings import (
    Anchor,
    DrawingRights,
    DrawnGroup,
    DrawnLine,
    DrawnPath,
    DrawnRect,
    DrawnText,
    HAlign,
    Screen,
    Tie,
    VAlign,
)

RED = (255, 0, 0, 128)
LINE = DrawnLine(start=Anchor(world=(0.0, 0.0, 0.0)), end=Anchor(world=(1.0, 1.0, 1.0)), colour=RED)


def group(number=1, *items, owner=7, left_out=0):
    return DrawnGroup(owner=owner, number=number, items=items, left_out=left_out)


def path(pieces):
    return DrawnPath(points=((0.0, 0.0, 0.0),) * (pieces + 1), colour=RED)


def written(*groups, gone=(), **changes):
    head = {"kickabout": "drawings", "version": 1, "frame": 3, "groups": list(groups), "gone": list(gone)}
    return json.dumps(head | changes, separators=(",", ":")).encode()


def written_group(*items, **changes):
    return {"owner": 7, "agent_id": "a", "team": 0, "index": 0, "id": 1, "left_out": 0, "items": list(items)} | changes


def of_arena(*varieties, number=-5):
    """Returns a group as the arena writes it."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        session = Session(ours, 7)
        messages = [flat.RenderMessage(variety) for variety in varieties]
        return json.loads(group_entry(session, None, flat.RenderGroup(messages, number)))


def test_every_kind_that_the_arena_writes_is_read():
    color = flat.Color(255, 0, 0, 128)
    car = flat.RenderAnchor(flat.Vector3(0, 0, 50), flat.CarAnchor(3, flat.Vector3(1, 2, 3)))
    ball = flat.RenderAnchor(relative=flat.BallAnchor(1))
    entry = of_arena(
        flat.Line3D(flat.RenderAnchor(flat.Vector3(1, 2, 3)), car, color),
        flat.PolyLine3D([flat.Vector3(1, 2, 3), flat.Vector3(4, 5, float("nan"))], color),
        flat.String2D("hö", 0.25, 0.5, 2.0, color, flat.Color(), flat.TextHAlign.Right, flat.TextVAlign.Bottom),
        flat.String3D("goal", ball, 1.0, color, flat.Color()),
        flat.Rect2D(0.1, 0.2, -0.3, 0.4, color, v_align=flat.TextVAlign.Center),
        flat.Rect3D(flat.RenderAnchor(), 0.5, 0.25, color),
    )
    news = read_drawings(written(entry))
    assert news.gone == ()
    (group,) = news.groups
    assert (group.owner, group.number, group.left_out) == (7, -5, 0)
    line, poly, text, text_3d, rect, rect_3d = group.items
    tied = Anchor(world=(0.0, 0.0, 50.0), tie=Tie.CAR, index=3, local=(1.0, 2.0, 3.0))
    assert line == DrawnLine(start=Anchor(world=(1.0, 2.0, 3.0)), end=tied, colour=RED)
    assert poly == DrawnPath(points=((1.0, 2.0, 3.0), (4.0, 5.0, 0.0)), colour=RED)
    assert text == DrawnText(
        text="hö",
        place=Screen(x=0.25, y=0.5),
        scale=2.0,
        foreground=RED,
        background=(0, 0, 0, 255),
        h_align=HAlign.RIGHT,
        v_align=VAlign.BOTTOM,
    )
    assert text_3d.place == Anchor(world=(0.0, 0.0, 0.0), tie=Tie.BALL, index=1)
    assert rect == DrawnRect(place=Screen(x=0.1, y=0.2), width=-0.3, height=0.4, colour=RED, v_align=VAlign.CENTER)
    assert rect_3d.place == Anchor(world=(0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b'{"kickabout":"report","version":1}',
        b'{"kickabout":"drawings"',
        b'{"kickabout":"drawings","version":2,"groups":[],"gone":[]}',
        b'{"kickabout":"drawings","version":1,"groups":[{}]}',
        b'{"kickabout":"drawings","version":1,"groups":3}',
        b'{"kickabout":"drawings","version":1,"gone":[{"owner":"x","id":1}]}',
        b'{"kickabout":"drawings","version":1,"gone":[{"owner":1e999,"id":1}]}',
        b'{"kickabout":"drawings","version":1,"a":' + b"[" * 60_000,
        written() + b" " * (1 << 16),
    ],
)
def test_other_messages_are_no_drawings(content):
    assert read_drawings(content) is None


@pytest.mark.parametrize(
    "item",
    [
        {},
        {"kind": "Line4D"},
        {"kind": "PolyLine3D", "points": [[1, 2]], "color": [1, 2, 3, 4]},
        {"kind": "PolyLine3D", "points": [], "color": [1, 2, 3]},
        {"kind": "Line3D", "start": {"world": [0, 0, 0], "tree": 3}, "end": {"world": [0, 0, 0]}, "color": [0] * 4},
        {
            "kind": "Rect2D",
            "x": 0,
            "y": 0,
            "width": 1,
            "height": 1,
            "color": [0] * 4,
            "h_align": "Up",
            "v_align": "Top",
        },
        None,
    ],
)
def test_an_item_without_sense_is_left_out(item):
    good = {"kind": "PolyLine3D", "points": [[1, 2, 3]], "color": [1, 2, 3, 4]}
    (group,) = read_drawings(written(written_group(good, item, good))).groups
    assert len(group.items) == 2


@pytest.mark.parametrize(("number", "seen"), [(1e300, 1e6), (-1e300, -1e6), (1e6, 1e6)])
def test_numbers_that_cannot_be_drawn_are_cut(number, seen):
    item = {"kind": "PolyLine3D", "points": [[number, 0, 0]], "color": [-1, 256, 3, 4]}
    (group,) = read_drawings(written(written_group(item))).groups
    assert group.items[0] == DrawnPath(points=((seen, 0.0, 0.0),), colour=(0, 255, 3, 4))


NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(st.none() | NUMBERS | st.text(max_size=3), lambda x: st.lists(x, max_size=3))


@given(JSON)
def test_any_json_is_no_fault(value):
    for key in ("groups", "gone", "version"):
        content = json.dumps(json.loads(written()) | {key: value}, separators=(",", ":")).encode()
        assert isinstance(read_drawings(content), DrawingNews | None)
    (read,) = read_drawings(written(written_group({"kind": "Line3D", "start": value}, value))).groups
    assert read.items == ()


def test_groups_replace_each_other_and_go():
    book = DrawnGroups()
    first, second, again = group(1, LINE), group(2, LINE), group(1, LINE, LINE)
    book.apply(DrawingNews(groups=(first, second), gone=()))
    book.apply(DrawingNews(groups=(again,), gone=()))
    assert book.groups == (second, again)
    book.apply(DrawingNews(groups=(), gone=((7, 2), (7, 99))))
    assert book.groups == (again,)
    book.clear()
    assert book.groups == ()


@pytest.mark.parametrize(
    ("size", "kept", "left_out"),
    [(MAX_KEPT - 1, MAX_KEPT - 1, 0), (MAX_KEPT, MAX_KEPT, 0), (MAX_KEPT + 1, MAX_KEPT, 1)],
)
def test_the_first_part_of_a_flood_is_kept_and_the_rest_counted(size, kept, left_out):
    book = DrawnGroups()
    other = group(1, LINE, owner=8)
    book.apply(DrawingNews(groups=(other, group(1, *[LINE] * size)), gone=()))
    assert book.groups[0] == other
    assert (book.groups[1].cost, book.groups[1].left_out) == (kept, left_out)


def test_room_is_shared_by_the_groups_of_an_owner_and_comes_back():
    book = DrawnGroups()
    book.apply(DrawingNews(groups=(group(1, *[LINE] * MAX_KEPT), group(2, LINE, left_out=5)), gone=()))
    assert (book.groups[1].items, book.groups[1].left_out) == ((), 6)
    book.apply(DrawingNews(groups=(group(2, LINE),), gone=((7, 1),)))
    assert book.groups == (group(2, LINE),)


@pytest.mark.parametrize(("pieces", "count"), [(MAX_KEPT - 1, 2), (MAX_KEPT, 1), (MAX_KEPT + 1, 0)])
def test_a_path_weighs_as_much_as_its_pieces(pieces, count):
    book = DrawnGroups()
    book.apply(DrawingNews(groups=(group(1, path(pieces), LINE),), gone=()))
    assert len(book.groups[0].items) == count


@pytest.mark.parametrize(
    ("word", "rights"),
    [
        ("OnByDefault", DrawingRights.ON_BY_DEFAULT),
        ("AlwaysOff", DrawingRights.ALWAYS_OFF),
        ("?", DrawingRights.OFF_BY_DEFAULT),
    ],
)
def test_rights_by_the_word_of_the_document(word, rights):
    assert DrawingRights.of(word) is rights
