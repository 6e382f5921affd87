"""The top view shows everything in its place at every size; the scoreboard shows the values of the frame."""

import math

import pytest
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from runtime.arena.stadium.containment import HoopsConfines
from runtime.arena.stadium.field import HEATSEEKER_FIELD, HOOPS_FIELD, SOCCAR_FIELD
from runtime.model.series import Series
from runtime.model.states import Phase
from runtime.model.values import ORIGIN, BallView, PadPlace, TouchView
from tests.labels import named
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.stage.camera import Projection
from widgets.stage.field import HOOPS, SOCCAR, field_outline, goal_box, shape_of
from widgets.stage.field_picture import PERIOD, mixed, tint
from widgets.stage.scene import JUMP_UU, History
from widgets.stage.scoreboard import Scoreboard
from widgets.stage.stage_panel import LOW_PX, StagePanel

SIZES = [(900, 600), (400, 600), (300, 200)]


@pytest.fixture
def canvas(qtbot, themed):
    made = ArenaCanvas(themed)
    qtbot.addWidget(made)
    made.resize(900, 650)
    made.show()
    made.looks = themed
    return made


def near(canvas, place, colour, reach=3):
    """True if the colour is painted within `reach` pixels of a place."""
    picture = canvas.grab().toImage()
    wanted = QColor(colour)
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            seen = picture.pixelColor(round(place.x()) + dx, round(place.y()) + dy)
            distance = sum(abs(a - b) for a, b in zip(seen.getRgb(), wanted.getRgb(), strict=True))
            if distance < 24:
                return True
    return False


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_field_fits_and_blue_is_on_the_left(size):
    scale = Projection.from_above(QSizeF(*size))
    corners = [scale.spot(x, y) for x in (-4096, 4096) for y in (-6000, 6000)]
    assert all(0 <= corner.x() <= size[0] and 0 <= corner.y() <= size[1] for corner in corners)
    assert scale.spot(0, -5120).x() < scale.spot(0, 5120).x()
    assert scale.spot(3000, 0).y() < scale.spot(-3000, 0).y()
    assert scale.spot(0, 0) == QPointF(size[0] / 2, size[1] / 2)


def test_transform_and_place_agree():
    scale = Projection.from_above(QSizeF(800, 600))
    for x, y in ((0, 0), (4096, 5120), (-896, 6000)):
        assert (scale.field_transform.map(QPointF(x, y)) - scale.spot(x, y)).manhattanLength() < 1e-6


def test_an_empty_widget_is_no_fault():
    assert Projection.from_above(QSizeF(0, 0)).focal_px > 0


def test_the_outline_has_the_dimensions_of_the_arena():
    outline = field_outline()
    assert outline.boundingRect().getCoords() == (-4096, -5120, 4096, 5120)
    for x, y, is_inside in (
        (4000, 0, True),
        (0, 5100, True),
        (3900, 4900, False),
        (-3600, -4400, True),
        (-3750, 4450, False),
        (3400, -4700, False),
        (4200, 0, False),
    ):
        assert outline.contains(QPointF(x, y)) is is_inside, (x, y)
    assert goal_box(0).getCoords() == (-896, -6000, 896, -5120)
    assert goal_box(1).getCoords() == (-896, 5120, 896, 6000)


def test_cars_ball_and_pads_are_painted_where_they_are(canvas, a_view, a_car):
    canvas.show_view(
        a_view(
            cars=(a_car(0, x=2000, y=-3000, boost=0), a_car(1, x=-2000, y=3000, yaw=2.0, boost=0)),
            balls=(BallView(x=1000, y=500, z=93, speed=0, radius=91.25),),
        )
    )
    scale = Projection.from_above(QSizeF(canvas.size()))
    assert near(canvas, scale.spot(2000, -3000), canvas.looks.blue)
    assert near(canvas, scale.spot(-2000, 3000), canvas.looks.orange)
    assert near(canvas, scale.spot(1000, 500), canvas.looks.ball)
    assert near(canvas, scale.spot(-3584, 0), canvas.looks.pad, reach=9)
    canvas.clear()
    assert not near(canvas, scale.spot(2000, -3000), canvas.looks.blue)


@pytest.mark.parametrize("yaw", [0.0, math.pi / 2, math.pi, -math.pi / 2])
def test_the_nose_points_where_the_car_drives(canvas, a_view, a_car, yaw):
    canvas.resize(1600, 1150)
    canvas.show_view(a_view(cars=(a_car(0, x=0, y=-3000, yaw=yaw, boost=0),), balls=()))
    scale = Projection.from_above(QSizeF(canvas.size()))
    length = 118 * 2.4 * scale.focal_px
    here = scale.spot(0, -3000)
    ahead = (scale.spot(math.cos(yaw), -3000 + math.sin(yaw)) - here) / scale.focal_px
    # The windscreen has the colour of the panels and is in front of the car's middle.
    assert near(canvas, here + ahead * (length * 0.12), canvas.looks.surface, reach=1)
    assert near(canvas, here - ahead * (length * 0.2), canvas.looks.blue, reach=1)


HOOPS_PADS = (
    PadPlace(x=2176.0, y=2944.0, is_big=True),
    PadPlace(x=-2432.0, y=0.0, is_big=True),
    PadPlace(x=0.0, y=-2816.0, is_big=False),
)


@pytest.mark.parametrize(
    ("pads", "shape"),
    [
        ((), SOCCAR),
        (HOOPS_PADS, HOOPS),
        ((*HOOPS_PADS, PadPlace(x=HOOPS.side_x - 1, y=0, is_big=False)), HOOPS),
        ((*HOOPS_PADS, PadPlace(x=HOOPS.side_x, y=0, is_big=False)), SOCCAR),
        ((*HOOPS_PADS, PadPlace(x=0, y=-HOOPS.back_y, is_big=False)), SOCCAR),
        ((PadPlace(x=-3584.0, y=0.0, is_big=True), PadPlace(x=0.0, y=-4240.0, is_big=False)), SOCCAR),
    ],
)
def test_the_pads_define_the_field(pads, shape):
    assert shape_of(pads) is shape


@pytest.mark.parametrize(("field", "shape"), [(HOOPS_FIELD, HOOPS), (SOCCAR_FIELD, SOCCAR), (HEATSEEKER_FIELD, SOCCAR)])
def test_the_fields_of_the_arena_are_distinguished(field, shape):
    pads = tuple(PadPlace(x=pad.x, y=pad.y, is_big=False) for pad in field.pads)
    assert shape_of(pads) is shape


def test_the_outline_of_hoops_has_the_dimensions_of_its_arena():
    outline = field_outline(HOOPS)
    assert outline.boundingRect().getCoords() == (-2966.67, -3581.0, 2966.67, 3581.0)
    clearance = HoopsConfines()
    for x in range(-2900, 2901, 145):
        for y in range(-3500, 3501, 175):
            inside = clearance.inside((x, y, 900.0))
            if abs(inside) > 30.0:
                assert outline.contains(QPointF(x, y)) is (inside > 0), (x, y, inside)


@pytest.mark.parametrize("size", SIZES)
def test_hoops_fills_the_widget_with_its_own_field(canvas, a_view, a_car, size):
    canvas.resize(*size)
    soccar = Projection.from_above(QSizeF(canvas.size()))
    scale = Projection.from_above(QSizeF(canvas.size()), HOOPS)
    assert scale.focal_px > 1.3 * soccar.focal_px
    canvas.show_view(a_view(pads=HOOPS_PADS, pads_active=(True, True, True), balls=(), cars=(a_car(0, y=-2000),)))
    assert near(canvas, scale.spot(0, -2000), canvas.looks.blue, reach=6)
    for team, colour in ((-1, canvas.looks.blue), (1, canvas.looks.orange)):
        assert near(canvas, scale.spot(HOOPS.ring_radius, team * HOOPS.ring_y), colour)
        assert near(canvas, scale.spot(0.0, team * (HOOPS.ring_y - HOOPS.ring_radius)), colour)
    canvas.show_view(a_view())
    assert not near(canvas, scale.spot(HOOPS.ring_radius, HOOPS.ring_y), canvas.looks.orange)


def test_before_the_first_frame_the_document_defines_the_field(qtbot, dark):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    panel.show_field(is_hoops=True)
    assert panel.canvas.shape is HOOPS
    panel.show_field(is_hoops=False)
    assert panel.canvas.shape is SOCCAR


def test_a_puck_is_no_ball(canvas, a_view):
    place = Projection.from_above(QSizeF(canvas.size())).spot(0, -2000)
    for is_puck, inside in ((False, canvas.looks.ball), (True, canvas.looks.ball_edge)):
        puck = BallView(x=0, y=-2000, z=36, speed=0, radius=114.25, is_puck=is_puck)
        canvas.show_view(a_view(balls=(puck,)))
        assert near(canvas, place, inside, reach=1)


def test_names_of_cars_on_one_spot_do_not_lie_on_each_other(canvas, a_view, a_car):
    """All names are readable: they have as many pixels of their colour as when the cars are apart."""

    def ink(*places):
        canvas.clear()
        canvas.show_view(a_view(balls=(), pads=(), cars=tuple(a_car(0, name="Winner", x=x, y=-1800) for x in places)))
        picture = canvas.grab().toImage()
        text = QColor(canvas.looks.text).rgb()
        return sum(picture.pixel(x, y) == text for x in range(200, 420) for y in range(20, 630))

    assert ink(0, 40) == pytest.approx(ink(-2500, 2500), rel=0.1)


def test_the_tint_of_the_ground_has_no_bands(themed):
    """The mean of each patch of the gradient is the exact colour, which may lie between two levels."""
    ground = QColor(themed.field)
    for team in (0, 1):
        start = mixed(ground, QColor(themed.team(team)), 0.16)
        strip = tint(start, ground, 800, 1.0).toImage()
        assert (strip.width(), strip.height()) == (800, PERIOD)
        for part in (QColor.red, QColor.green, QColor.blue):
            tiles = [
                sum(part(strip.pixelColor(x + dx, y)) for dx in range(PERIOD) for y in range(PERIOD)) / PERIOD**2
                for x in range(0, 800, PERIOD)
            ]
            wanted = [part(start) + (part(ground) - part(start)) * (x + 3.5) / 799 for x in range(0, 800, PERIOD)]
            assert max(abs(seen - want) for seen, want in zip(tiles, wanted, strict=True)) < 0.3


@pytest.mark.parametrize("length", [-3, 0, 1, 2])
def test_a_field_of_hardly_any_size_has_a_tint(qapp, length):
    assert not tint(QColor("red"), QColor("blue"), length, 2.0).isNull()


def test_a_full_boost_closes_the_ring(canvas, a_view, a_car):
    scale = Projection.from_above(QSizeF(canvas.size()))
    here, radius = scale.spot(0, 0), 19.0 * 0.78
    left = here - QPointF(radius, 0)
    canvas.show_view(a_view(cars=(a_car(0, boost=100),), balls=()))
    assert near(canvas, left, canvas.looks.pad, reach=2)
    canvas.show_view(a_view(cars=(a_car(0, boost=50),), balls=()))
    assert not near(canvas, left, canvas.looks.pad, reach=2)
    assert near(canvas, here + QPointF(radius, 0), canvas.looks.pad, reach=2)


def test_a_demolished_car_is_empty(canvas, a_view, a_car):
    scale = Projection.from_above(QSizeF(canvas.size()))
    canvas.show_view(a_view(cars=(a_car(0, is_demolished=True),), balls=()))
    assert not near(canvas, scale.spot(0, 0), canvas.looks.blue, reach=2)


def test_a_high_ball_is_larger_than_one_on_the_ground(canvas, a_view):
    def ball_pixels(z):
        canvas.clear()
        canvas.show_view(a_view(balls=(BallView(x=-900, y=-900, z=z, speed=0, radius=91.25),)))
        picture = canvas.grab().toImage()
        wanted = QColor(canvas.looks.ball).rgb()
        return sum(picture.pixel(x, y) == wanted for x in range(300, 450) for y in range(300, 450))

    assert ball_pixels(1900.0) > 1.3 * ball_pixels(93.0) > 0


@pytest.mark.parametrize("size", SIZES)
def test_every_size_is_painted(canvas, a_view, a_car, size):
    canvas.resize(*size)
    canvas.show_note("A note")
    canvas.show_view(a_view(cars=tuple(a_car(index, z=800.0, is_supersonic=True) for index in range(8))))
    assert not canvas.grab().isNull()


@pytest.mark.parametrize(("distance", "length"), [(JUMP_UU - 1, 2), (JUMP_UU, 2), (JUMP_UU + 1, 1)])
def test_the_trail_begins_anew_when_the_ball_is_put_elsewhere(a_view, distance, length):
    history = History()
    for time_s, y in ((1.0, 0.0), (1.1, float(distance))):
        history.add(a_view(seconds_elapsed=time_s, balls=(BallView(x=0, y=y, z=93, speed=0, radius=91.25),)))
    assert len(history.ball_trail) == length


def test_a_frame_without_ball_or_pads_is_no_fault(canvas, a_view):
    canvas.show_view(a_view(balls=(), pads=(), pads_active=()))
    canvas.show_view(a_view(pads_active=()))
    assert not canvas.grab().isNull()


def test_the_scoreboard_shows_score_phase_and_pace(qtbot, a_view):
    board = Scoreboard()
    qtbot.addWidget(board)
    board.show_view(a_view(score=(3, 12), phase=Phase.KICKOFF))
    assert [named(board, f"Goals of {team}").text() for team in ("Blue", "Orange")] == ["3", "12"]
    assert named(board, "Phase of the match").text() == "Kickoff"
    board.show_pace(1.0, 0)
    assert named(board, "Phase of the match").text() == "Kickoff · 1.0x"
    board.show_pace(23.4, 2)
    board.show_view(a_view(is_overtime=True))
    assert named(board, "Phase of the match").text() == "Overtime · Playing · 23x · 2 frames skipped"
    board.clear()
    assert named(board, "Phase of the match").text() == "Not started"


def test_the_scoreboard_names_the_car_that_touched_the_ball_last(qtbot, a_view, a_car):
    board = Scoreboard()
    qtbot.addWidget(board)
    touches = [
        TouchView(game_seconds=at, ball_index=ball, location=ORIGIN) for at, ball in ((1.0, 0), (3.0, 0), (9.0, 1))
    ]
    cars = (a_car(3), *(a_car(index, latest_touch=touch) for index, touch in enumerate(touches)))
    view = a_view(cars=cars)
    assert view.last_toucher == cars[2]
    board.show_view(view)
    holder = named(board, "Car with the ball")
    assert (named(board, "Phase of the match").text(), holder.text()) == ("Playing", "Ball: Car 1")
    assert holder.property("tone") == "orange"
    room = holder.fontMetrics().horizontalAdvance("Ball: C…")
    assert holder.fitting(room).startswith("Ball: "), "a name alone would not say what it means"
    board.end("Stopped")
    assert holder.text() == ""
    for phase in set(Phase) - {Phase.ACTIVE}:
        assert a_view(cars=cars, phase=phase).last_toucher is None


@pytest.mark.parametrize(("height", "is_low"), [(LOW_PX - 1, True), (LOW_PX, False), (LOW_PX + 1, False)])
def test_a_low_panel_leaves_more_to_the_field(qtbot, dark, a_view, height, is_low):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    panel.resize(500, height)
    panel.show()
    panel.show_view(a_view())
    names = [label for label in panel.scoreboard.findChildren(QLabel) if label.text() in ("Blue", "Orange")]
    assert [name.isVisible() for name in names] == [not is_low] * 2
    phase = next(label for label in panel.findChildren(QLabel) if label.accessibleName() == "Phase of the match")
    assert phase.isVisible()
    qtbot.waitUntil(lambda: panel.canvas.height() > height - (60 if is_low else 90))


def test_the_scoreboard_shows_the_games_of_a_series(qtbot, a_view):
    board = Scoreboard()
    qtbot.addWidget(board)
    board.show_view(a_view(series=Series(length=5)))
    assert named(board, "Phase of the match").text() == "Games 0:0 · Playing"
    played = Series(length=5).after((1, 0), 0).after((4, 2), 0).after((0, 2), 1)
    board.show_view(a_view(score=(0, 0), phase=Phase.ENDED, series=played))
    board.show_pace(2.0, 0)
    assert named(board, "Phase of the match").text() == "Games 2:1 · Full time · 2.0x"
    phase = named(board, "Phase of the match")
    assert phase.fitting(phase.fontMetrics().horizontalAdvance("Games 2:1 · Full time") + 1) == "Games 2:1 · Full time"
    board.end("Stopped")
    assert named(board, "Phase of the match").text() == "Games 2:1 · Stopped"
    board.clear()
    assert named(board, "Phase of the match").text() == "Not started"


def test_the_panel_shows_a_frame_in_both_parts(qtbot, dark, a_view):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    panel.show_view(a_view(score=(1, 0)))
    assert panel.canvas.view.score == (1, 0)
    assert named(panel, "Goals of Blue").text() == "1"
    panel.clear()
    assert panel.canvas.view is None
