"""Drawings of agents have the right place and colour, and share the limit fairly; a warning says if it is exceeded."""

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage

from runtime.model.drawings import (
    TEXT_COST,
    Anchor,
    DrawnGroup,
    DrawnLine,
    DrawnPath,
    DrawnRect,
    DrawnText,
    HAlign,
    Screen,
    Tie,
    VAlign,
    cost,
)
from runtime.model.values import BallView
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.stage.cameras import CameraKind
from widgets.stage.drawings import (
    MAX_PARTS,
    MIN_DISTANCE,
    SMOOTH_PARTS,
    Anchors,
    fair_shares,
    prepared,
    seen_on,
)
from widgets.stage.field import HOOPS, SOCCAR, inside

RED = (255, 0, 0, 255)
GREEN = (0, 255, 0, 255)
PINK = (255, 0, 255, 255)
CLEAR = (0, 0, 0, 0)
NEAR = 160


def at(x, y, z=0.0):
    return Anchor(world=(x, y, z))


def line(start, end, colour=RED):
    return DrawnLine(start=start, end=end, colour=colour)


def group(*items, owner=1, number=1, left_out=0):
    return DrawnGroup(owner=owner, number=number, items=items, left_out=left_out)


def text(place, words="MMMM", **changes):
    return DrawnText(**{"text": words, "place": place, "scale": 3.0, "foreground": GREEN, "background": RED} | changes)


@pytest.fixture
def canvas(qtbot, dark, a_view):
    made = ArenaCanvas(dark)
    qtbot.addWidget(made)
    made.resize(900, 650)
    made.show()
    made.show_view(a_view(balls=(), pads=(), pads_active=()))
    return made


def ink(canvas, colour=RED):
    """Returns the pixels that have about this colour."""
    picture = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.width(), 4)[..., :3]
    wanted = np.array(QColor(*colour).getRgb()[2::-1], np.int16)
    rows, columns = np.nonzero(np.abs(pixels - wanted).sum(axis=2) < NEAR)
    return [QPointF(x, y) for x, y in zip(columns.tolist(), rows.tolist(), strict=True)]


def middle(spots):
    assert spots
    return QPointF(sum(spot.x() for spot in spots) / len(spots), sum(spot.y() for spot in spots) / len(spots))


def is_near(spot, place, reach=4.0):
    return (spot - place).manhattanLength() <= reach


def test_lines_lie_between_their_ends(canvas):
    canvas.show_drawings(
        (
            group(
                line(at(-2000, -1000), at(1000, 3000, 1500)),
            ),
        )
    )
    spots = ink(canvas)
    ends = [canvas.projection.spot(-2000, -1000, 0), canvas.projection.spot(1000, 3000, 0)]
    assert is_near(middle(spots), (ends[0] + ends[1]) / 2)
    assert all(any(is_near(spot, end) for spot in spots) for end in ends)


def test_a_path_goes_through_its_points(canvas):
    points = ((-2000.0, -3000.0, 0.0), (2000.0, -3000.0, 0.0), (2000.0, 3000.0, 0.0))
    canvas.show_drawings((group(DrawnPath(points=points, colour=RED)),))
    spots = ink(canvas)
    assert all(any(is_near(spot, canvas.projection.spot(*point)) for spot in spots) for point in points)
    assert not any(is_near(spot, canvas.projection.spot(0, 0, 0), 30) for spot in spots)


@pytest.mark.parametrize(("yaw", "ahead"), [(0.0, (1000, 0)), (math.pi / 2, (0, 1000))])
def test_drawings_anchored_to_a_car_move_and_turn_with_it(canvas, a_view, a_car, yaw, ahead):
    nose = Anchor(world=(0.0, 0.0, 0.0), tie=Tie.CAR, index=1, local=(1000.0, 0.0, 0.0))
    canvas.show_drawings((group(line(nose, replace(nose, local=(1400.0, 0.0, 0.0)))),))
    for x, y in ((0.0, -2000.0), (500.0, 1000.0)):
        cars = (a_car(0, x=3000, y=3000), a_car(1, x=x, y=y, yaw=yaw))
        canvas.show_view(a_view(balls=(), pads=(), cars=cars))
        spots = ink(canvas)
        for length in (1.0, 1.4):
            end = canvas.projection.spot(x + length * ahead[0], y + length * ahead[1], 0)
            assert any(is_near(spot, end) for spot in spots)


def test_local_axes_are_those_of_the_protocol(a_view, a_car):
    for yaw, pitch, roll in ((0.0, 0.0, 0.0), (1.0, 0.4, -0.7), (-2.0, -1.2, 3.0)):
        anchors = Anchors(a_view(cars=(a_car(yaw=yaw, pitch=pitch, roll=roll),)))
        tied = Anchor(world=(0.0, 0.0, 0.0), tie=Tie.CAR)
        origin = anchors.point(tied)
        ahead, left, up = (
            tuple(a - b for a, b in zip(anchors.point(replace(tied, local=local)), origin, strict=True))
            for local in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
        )
        assert ahead == pytest.approx(
            (math.cos(pitch) * math.cos(yaw), math.cos(pitch) * math.sin(yaw), math.sin(pitch))
        )
        for one, other in ((ahead, left), (left, up), (up, ahead)):
            assert sum(a * b for a, b in zip(one, other, strict=True)) == pytest.approx(0.0, abs=1e-9)
        if not (yaw or pitch or roll):
            assert left == pytest.approx((0.0, -1.0, 0.0)), "the field's y is to the right of its x"


@pytest.mark.parametrize(
    ("camera", "tie"),
    [(CameraKind.ABOVE, Tie.CAR), (CameraKind.TEAM, Tie.BALL), (CameraKind.DIRECTOR, Tie.CAR)],
)
def test_a_text_follows_its_car_or_ball_in_every_picture(qtbot, dark, a_view, a_car, camera, tie):
    """Frames come 30 times a second and pictures 60 times, so the text has to move between two frames."""
    now = [0.0]
    canvas = ArenaCanvas(dark, clock=lambda: now[0])
    qtbot.addWidget(canvas)
    canvas.resize(900, 650)
    canvas.build()
    canvas.choose_camera(camera)
    canvas.show()
    offset = (0.0, 0.0, 300.0)
    tied = Anchor(world=offset, tie=tie, index=0)
    canvas.show_drawings(
        (group(text(tied, h_align=HAlign.CENTER, v_align=VAlign.CENTER, foreground=PINK, background=PINK)),)
    )
    places = set()
    for picture in range(24):
        now[0] = picture / 60
        if picture % 2 == 0:
            x, y = 2500.0 * math.sin(2 * now[0]), 3000.0 * now[0]
            ball = BallView(x=-0.4 * x - 1200.0, y=-0.2 * y - 600.0, z=93.0, speed=0.0, radius=91.25)
            canvas.play([a_view(seconds_elapsed=now[0], cars=(a_car(0, x=x, y=y),), balls=(ball,), pads=())])
        spots = ink(canvas, PINK)
        shown = canvas.scene.view
        body = shown.cars[0] if tie is Tie.CAR else shown.balls[0]
        wanted = canvas.projection.spot(body.x, body.y, body.z + offset[2])
        if canvas.rect().adjusted(60, 60, -60, -60).contains(wanted.toPoint()):
            columns, rows = [spot.x() for spot in spots], [spot.y() for spot in spots]
            box = QRectF(QPointF(min(columns), min(rows)), QPointF(max(columns), max(rows)))
            assert is_near(box.center(), wanted)
            places.add((round(body.x), round(body.y)))
    assert len(places) > 9, "it moves between two frames"


@pytest.mark.parametrize("is_flat", [True, False])
def test_objects_behind_the_camera_are_not_painted(qtbot, dark, a_view, is_flat):
    """A camera that looks from above has nothing behind it; in perspective, lines are clipped."""
    canvas = ArenaCanvas(dark)
    qtbot.addWidget(canvas)
    canvas.resize(900, 650)
    canvas.build()
    canvas.show()
    canvas.choose_camera(CameraKind.ABOVE if is_flat else CameraKind.DIRECTOR)
    canvas.show_view(a_view(balls=(), pads=(), pads_active=()))
    qtbot.waitUntil(lambda: canvas.grab().isNull() is False and not canvas.rig.is_easing)
    camera = canvas.projection
    behind = at(*(part - 2000.0 * way for part, way in zip(camera.eye, camera.ahead, strict=True)))
    ways = zip(camera.eye, camera.ahead, camera.right, strict=True)
    far = at(*(part + 3000.0 * ahead + 800.0 * right for part, ahead, right in ways))
    canvas.show_drawings((group(text(behind)),))
    assert bool(ink(canvas)) is is_flat
    canvas.show_drawings((group(line(behind, far), line(far, behind)),))
    assert ink(canvas)


@pytest.mark.parametrize("index", [-1, 2, 99])
def test_drawings_with_unknown_anchors_are_not_painted(canvas, a_view, a_car, index):
    view = a_view(cars=(a_car(0, is_demolished=True), a_car(1)), balls=())
    tied = Anchor(world=(0.0, 0.0, 0.0), tie=Tie.CAR, index=index)
    anchors = Anchors(view)
    assert anchors.point(tied) is None
    assert anchors.point(replace(tied, index=0)) is None, "it is demolished"
    assert anchors.point(replace(tied, index=1)) is not None
    assert anchors.point(replace(tied, tie=Tie.BALL, index=0)) is None
    canvas.show_view(view)
    canvas.show_drawings((group(line(tied, at(0, 0)), text(tied)),))
    assert not ink(canvas)


@pytest.mark.parametrize(
    ("h_align", "v_align", "lies"),
    [
        (HAlign.LEFT, VAlign.TOP, (1, 1)),
        (HAlign.RIGHT, VAlign.BOTTOM, (-1, -1)),
        (HAlign.CENTER, VAlign.CENTER, (0, 0)),
    ],
)
def test_texts_and_rectangles_lie_as_they_are_aligned(canvas, h_align, v_align, lies):
    """The red area lies right of and below its anchor point, left of and above it, or around it."""
    for item in (
        text(Screen(x=0.5, y=0.5), foreground=RED, h_align=h_align, v_align=v_align),
        DrawnRect(place=at(0, 0), width=0.1, height=0.1, colour=RED, h_align=h_align, v_align=v_align),
    ):
        canvas.show_drawings((group(item),))
        away = middle(ink(canvas)) - QPointF(450, 325)
        for distance, side in ((away.x(), lies[0]), (away.y(), lies[1])):
            assert (distance > 8) if side > 0 else (distance < -8) if side < 0 else (abs(distance) < 4)


def test_a_rectangle_below_zero_goes_the_other_way(canvas):
    canvas.show_drawings((group(DrawnRect(place=Screen(x=0.5, y=0.5), width=-0.2, height=-0.1, colour=RED)),))
    spots = ink(canvas)
    assert (min(spot.x() for spot in spots), max(spot.x() for spot in spots)) == (270, 449)
    assert (min(spot.y() for spot in spots), max(spot.y() for spot in spots)) == (260, 324)


def test_rows_of_a_text_stand_below_each_other(canvas):
    canvas.show_drawings((group(text(Screen(x=0.1, y=0.1), background=CLEAR)),))
    one = ink(canvas, GREEN)
    canvas.show_drawings((group(text(Screen(x=0.1, y=0.1), "MMMM\nMMMM", background=CLEAR)),))
    two = ink(canvas, GREEN)
    assert len(two) == pytest.approx(2 * len(one), rel=0.1)
    assert max(spot.y() for spot in two) > max(spot.y() for spot in one) + 10


def test_nothing_is_left_of_drawings_that_are_gone(canvas):
    canvas.show_drawings((group(line(at(-2000, 0), at(2000, 0))),))
    assert ink(canvas)
    canvas.show_drawings(())
    assert not ink(canvas)


@pytest.mark.parametrize("camera", [CameraKind.ABOVE, CameraKind.BALL, CameraKind.DIRECTOR])
@pytest.mark.parametrize("far", [1e6, -1e6])
def test_numbers_far_away_are_no_fault(canvas, far, camera):
    canvas.build()
    canvas.choose_camera(camera)
    items = (
        line(at(far, far), at(-far, far)),
        DrawnPath(points=((far, 0.0, 0.0),), colour=RED),
        DrawnPath(points=(), colour=RED),
        text(Screen(x=far, y=far), scale=far),
        text(Screen(x=0.0, y=0.0), "", scale=far),
        DrawnRect(place=Screen(x=-far, y=-far), width=far, height=far, colour=RED),
    )
    canvas.show_drawings((group(*items),))
    assert not canvas.grab().isNull()


@pytest.mark.parametrize(
    ("needs", "shares"),
    [
        ({}, {}),
        ({1: 10}, {1: 10}),
        ({1: 100, 2: 30}, {1: 70, 2: 30}),
        ({1: 50, 2: 50}, {1: 50, 2: 50}),
        ({1: 51, 2: 50}, {1: 50, 2: 50}),
        ({1: 16_000, 2: 10, 3: 20}, {1: 70, 2: 10, 3: 20}),
        ({1: 16_000, 2: 16_000, 3: 2}, {1: 49, 2: 49, 3: 2}),
        ({1: 0}, {1: 0}),
    ],
)
def test_a_flood_of_drawings_leaves_room_for_the_others(needs, shares):
    assert fair_shares(needs, 100) == shares


def test_longer_steps_count_for_more():
    path = DrawnPath(points=((0.0, 0.0, 0.0),) * 5, colour=RED)
    assert [cost(item) for item in (line(at(0, 0), at(1, 1)), path, replace(path, points=()))] == [1, 4, 1]
    assert [cost(text(at(0, 0), words)) for words in ("a", "a\nb")] == [TEXT_COST, 2 * TEXT_COST]


@pytest.mark.parametrize(("room", "weight", "left_out"), [(3, 3, 5), (4, 4, 4), (5, 4, 4), (8, 8, 0), (9, 8, 0)])
def test_as_much_is_painted_as_has_room(room, weight, left_out):
    """Four lines, a path of two pieces, two lines: a path that does not fit as a whole is left out."""
    one = line(at(0, 0), at(1, 1))
    path = DrawnPath(points=((0.0, 0.0, 0.0),) * 3, colour=RED)
    made = prepared(group(one, one, one, one, path, one, one), room)
    assert (made.cost, made.left_out) == (weight, {5: 4, 4: 3, 0: 0}[left_out])


@pytest.mark.parametrize(("count", "is_said"), [(MAX_PARTS - 1, False), (MAX_PARTS, False), (MAX_PARTS + 1, True)])
def test_too_much_is_reported_and_the_others_are_painted_whole(canvas, dark, count, is_said):
    flood = group(*[line(at(3000, -3000), at(3000, 3000))] * (count - 1), owner=2)
    canvas.show_drawings((flood, group(line(at(-3000, -3000), at(-3000, 3000), GREEN))))
    green, warning = ink(canvas, GREEN), QColor(dark.warning).getRgb()
    assert len(green) > 200
    assert bool([spot for spot in ink(canvas, warning) if spot.y() > 600]) is is_said


def test_missing_packets_are_reported_too(canvas, dark):
    canvas.show_drawings((group(left_out=7),))
    assert [spot for spot in ink(canvas, QColor(dark.warning).getRgb()) if spot.y() > 600]


@pytest.mark.parametrize("count", [SMOOTH_PARTS, SMOOTH_PARTS + 1])
def test_many_lines_have_plain_edges(canvas, count):
    """A line that is nearly vertical: smooth edges would give some of its pixels other colours."""
    canvas.show_drawings((group(*[line(at(0, -3000), at(150, 3000))] * count),))
    picture = canvas.grab().toImage()
    colours = {picture.pixel(x, y) for x in range(300, 600) for y in range(300, 330)}
    reds = [colour for colour in colours if QColor(colour).red() > 60 and QColor(colour).green() < 20]
    assert (len(reds) == 1) is (count > SMOOTH_PARTS)


@pytest.mark.parametrize("field", ["#13202a", "#ffffff", "#000000"])
@pytest.mark.parametrize("colour", [(255, 255, 255, 255), (0, 0, 0, 128), (255, 255, 0, 255), (20, 30, 40, 200)])
def test_every_colour_can_be_seen_on_the_field(field, colour):
    seen = seen_on(field, colour)
    assert abs(seen.lightnessF() - QColor(field).lightnessF()) >= MIN_DISTANCE - 0.01
    assert seen.alpha() == colour[3]
    if abs(QColor(*colour).lightnessF() - QColor(field).lightnessF()) > MIN_DISTANCE:
        assert seen == QColor(*colour)


@pytest.mark.parametrize(
    ("shape", "point", "kept"),
    [
        (SOCCAR, (0, 0), (0, 0)),
        (SOCCAR, (3995, 0), (3995, 0)),
        (SOCCAR, (5000, 0), (3996, 0)),
        (SOCCAR, (-5000, 100), (-3996, 100)),
        (SOCCAR, (2000, 7000), (2000, 5020)),
        (SOCCAR, (0, 5900), (0, 5900)),
        (SOCCAR, (0, 7000), (0, 5900)),
        (SOCCAR, (796, 5500), (796, 5500)),
        (SOCCAR, (797, 5500), (797, 5020)),
        (HOOPS, (0, 5900), (0, 3481)),
    ],
)
def test_dropped_objects_stay_inside_the_field(shape, point, kept):
    assert inside(shape, *point, 100.0) == pytest.approx(kept)


def test_nothing_is_put_into_a_corner():
    x, y = inside(SOCCAR, 4096.0, -5120.0, 100.0)
    assert x - y == pytest.approx(8064 - 100 * math.sqrt(2))
    assert (-y) - x == pytest.approx(1024), "the nearest place, not one along a wall"
