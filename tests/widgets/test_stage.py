"""The top view puts everything where it is, at every size; the scoreboard says what the frame says."""

import math

import pytest
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QColor

from runtime.states import Phase
from runtime.values import BallView
from widgets.stage.arena_canvas import JUMP_UU, ArenaCanvas
from widgets.stage.field_shape import FieldScale, field_outline, goal_box
from widgets.stage.scoreboard import Scoreboard, clock_text
from widgets.stage.stage_panel import StagePanel

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
    """Whether the colour is painted within `reach` pixels of a place."""
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
    scale = FieldScale.fitting(QSizeF(*size))
    corners = [scale.place(x, y) for x in (-4096, 4096) for y in (-6000, 6000)]
    assert all(0 <= corner.x() <= size[0] and 0 <= corner.y() <= size[1] for corner in corners)
    assert scale.place(0, -5120).x() < scale.place(0, 5120).x()
    assert scale.place(3000, 0).y() < scale.place(-3000, 0).y()
    assert scale.place(0, 0) == QPointF(size[0] / 2, size[1] / 2)


def test_transform_and_place_agree():
    scale = FieldScale.fitting(QSizeF(800, 600))
    for x, y in ((0, 0), (4096, 5120), (-893, 6000)):
        assert (scale.transform().map(QPointF(x, y)) - scale.place(x, y)).manhattanLength() < 1e-6


def test_an_empty_widget_is_no_fault():
    assert FieldScale.fitting(QSizeF(0, 0)).px_per_uu > 0


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
    assert goal_box(0).getCoords() == (-893, -6000, 893, -5120)
    assert goal_box(1).getCoords() == (-893, 5120, 893, 6000)


def test_cars_ball_and_pads_are_painted_where_they_are(canvas, a_view, a_car):
    canvas.show_view(
        a_view(
            cars=(a_car(0, x=2000, y=-3000, boost=0), a_car(1, x=-2000, y=3000, yaw=2.0, boost=0)),
            balls=(BallView(x=1000, y=500, z=93, speed=0, radius=91.25),),
        )
    )
    scale = FieldScale.fitting(QSizeF(canvas.size()))
    assert near(canvas, scale.place(2000, -3000), canvas.looks.blue)
    assert near(canvas, scale.place(-2000, 3000), canvas.looks.orange)
    assert near(canvas, scale.place(1000, 500), canvas.looks.ball)
    assert near(canvas, scale.place(-3584, 0), canvas.looks.pad, reach=9)
    canvas.clear()
    assert not near(canvas, scale.place(2000, -3000), canvas.looks.blue)


@pytest.mark.parametrize("yaw", [0.0, math.pi / 2, math.pi, -math.pi / 2])
def test_the_nose_points_where_the_car_drives(canvas, a_view, a_car, yaw):
    canvas.resize(1600, 1150)
    canvas.show_view(a_view(cars=(a_car(0, x=0, y=-3000, yaw=yaw, boost=0),), balls=()))
    scale = FieldScale.fitting(QSizeF(canvas.size()))
    length = 118 * 2.4 * scale.px_per_uu
    here = scale.place(0, -3000)
    ahead = (scale.place(math.cos(yaw), -3000 + math.sin(yaw)) - here) / scale.px_per_uu
    # The windscreen, in the colour of the panels, lies in front of the middle.
    assert near(canvas, here + ahead * (length * 0.12), canvas.looks.surface, reach=1)
    assert near(canvas, here - ahead * (length * 0.2), canvas.looks.blue, reach=1)


def test_a_full_boost_closes_the_ring(canvas, a_view, a_car):
    scale = FieldScale.fitting(QSizeF(canvas.size()))
    here, radius = scale.place(0, 0), 19.0 * 0.78
    left = here - QPointF(radius, 0)
    canvas.show_view(a_view(cars=(a_car(0, boost=100),), balls=()))
    assert near(canvas, left, canvas.looks.pad, reach=2)
    canvas.show_view(a_view(cars=(a_car(0, boost=50),), balls=()))
    assert not near(canvas, left, canvas.looks.pad, reach=2)
    assert near(canvas, here + QPointF(radius, 0), canvas.looks.pad, reach=2)


def test_a_demolished_car_is_empty(canvas, a_view, a_car):
    scale = FieldScale.fitting(QSizeF(canvas.size()))
    canvas.show_view(a_view(cars=(a_car(0, is_demolished=True),), balls=()))
    assert not near(canvas, scale.place(0, 0), canvas.looks.blue, reach=2)


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
def test_the_trail_begins_anew_when_the_ball_is_put_elsewhere(canvas, a_view, distance, length):
    for y in (0.0, float(distance)):
        canvas.show_view(a_view(balls=(BallView(x=0, y=y, z=93, speed=0, radius=91.25),)))
    assert len(canvas._trail) == length


def test_a_frame_without_ball_or_pads_is_no_fault(canvas, a_view):
    canvas.show_view(a_view(balls=(), pads=(), pads_active=()))
    canvas.show_view(a_view(pads_active=()))
    assert not canvas.grab().isNull()


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"clock_s": 300.0}, "5:00"),
        ({"clock_s": 299.001}, "5:00"),
        ({"clock_s": 60.0}, "1:00"),
        ({"clock_s": 59.0}, "0:59"),
        ({"clock_s": 0.5}, "0:01"),
        ({"clock_s": 0.0}, "0:00"),
        ({"clock_s": 12.9, "is_overtime": True}, "+0:12"),
        ({"clock_s": 75.0, "is_unlimited": True}, "1:15"),
    ],
)
def test_the_clock(a_view, changes, text):
    assert clock_text(a_view(**changes)) == text


def test_the_scoreboard_shows_score_phase_and_pace(qtbot, a_view):
    board = Scoreboard()
    qtbot.addWidget(board)
    board.show_view(a_view(score=(3, 12), phase=Phase.KICKOFF))
    assert [label.text() for label in board._goals] == ["3", "12"]
    assert board._phase.text() == "Kickoff"
    board.show_pace(1.0, 0)
    assert board._phase.text() == "Kickoff · 1.0x"
    board.show_pace(23.4, 2)
    board.show_view(a_view(is_overtime=True))
    assert board._phase.text() == "Overtime · Playing · 23x · 2 left out"
    board.clear()
    assert board._phase.text() == "No match yet"


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_has_a_word(qtbot, a_view, phase):
    board = Scoreboard()
    qtbot.addWidget(board)
    board.show_view(a_view(phase=phase))
    assert board._phase.text()


def test_the_panel_shows_a_frame_in_both_parts(qtbot, dark, a_view):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    panel.show_view(a_view(score=(1, 0)))
    assert panel.canvas.view.score == (1, 0)
    assert panel.scoreboard._goals[0].text() == "1"
    panel.clear()
    assert panel.canvas.view is None
