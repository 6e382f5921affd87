"""Cars and ball are moved by mouse and by keys only where that is allowed, and the requests are exact."""

import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from runtime.model.placements import Body, Placement
from runtime.model.values import BallView
from widgets.stage.movable_arena import MovableArena
from widgets.stage.moving import MIN_DRAG_PX, REACH_PX, SMALL_STEP_UU, STEP_UU, Gesture, Handle
from widgets.stage.stage_panel import StagePanel
from widgets.words import number

BALL = BallView(x=1000.0, y=500.0, z=600.0, speed=0.0, radius=91.25)
REST = (0.0, 0.0, 0.0)
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def canvas(qtbot, dark, a_view, a_car):
    """A canvas between two text fields, with a ball and two cars."""
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    window.before, made, window.after = QLineEdit(), MovableArena(dark), QLineEdit()
    for part in (window.before, made, window.after):
        column.addWidget(part)
    window.resize(900, 700)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    made.show_view(a_view(balls=(BALL,), cars=(a_car(0, x=-2000, y=-2000), a_car(1, x=2000, y=3000))))
    made.set_moving(is_on=True)
    made.placements = []
    made.placed.connect(made.placements.append)
    yield made
    window.close()


def spot(canvas, x, y):
    return canvas.projection.spot(x, y, 0.0).toPoint()


def drag(canvas, start, end, button=LEFT, keys=Qt.KeyboardModifier.NoModifier):
    QTest.mousePress(canvas, button, keys, start)
    QTest.mouseMove(canvas, (start + end) / 2)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, button, keys, end)


def near(value, reach=20.0):
    return pytest.approx(value, abs=reach)


def test_a_ball_is_put_where_it_is_dropped_and_rests_there(canvas):
    drag(canvas, spot(canvas, 1000, 500), spot(canvas, -1500, -2500))
    (placement,) = canvas.placements
    assert (placement.body, placement.index, placement.velocity, placement.spin) == (Body.BALL, 0, REST, REST)
    assert placement.location == (near(-1500), near(-2500), None), "it keeps its height"


def test_a_car_is_put_where_it_is_dropped_and_drives_on(canvas):
    drag(canvas, spot(canvas, 2000, 3000), spot(canvas, 0, 0))
    (placement,) = canvas.placements
    assert (placement.body, placement.index, placement.velocity, placement.spin) == (Body.CAR, 1, None, None)
    assert placement.location == (near(0), near(0), None)


@pytest.mark.parametrize(
    ("button", "keys"), [(RIGHT, Qt.KeyboardModifier.NoModifier), (LEFT, Qt.KeyboardModifier.ShiftModifier)]
)
def test_the_other_drag_throws(canvas, button, keys):
    drag(canvas, spot(canvas, 1000, 500), spot(canvas, 2000, -500), button, keys)
    (placement,) = canvas.placements
    assert (placement.location, placement.spin) == (None, None)
    assert placement.velocity == (near(1000), near(-1000), None)


@pytest.mark.parametrize(("start", "top"), [((2000, 3000), 2300.0), ((1000, 500), 6000.0)])
def test_nothing_is_thrown_faster_than_the_game_lets_it_be(canvas, start, top):
    drag(canvas, spot(canvas, *start), spot(canvas, start[0], -5900), RIGHT)
    vx, vy, vz = canvas.placements[0].velocity
    assert vz is None
    assert (vx, vy) == (near(0, 60), near(-min(top, start[1] + 5900), 30))


def test_nothing_is_put_beyond_the_walls(canvas):
    drag(canvas, spot(canvas, 1000, 500), QPoint(canvas.width() // 2, 2))
    assert canvas.placements[0].location[0] == near(4096 - 91.25, 1)


def test_a_press_beside_everything_or_without_a_move_requests_nothing(canvas):
    drag(canvas, spot(canvas, 0, -4000), spot(canvas, 0, 0))
    QTest.mouseClick(canvas, LEFT, pos=spot(canvas, 1000, 500))
    assert canvas.placements == []


@pytest.mark.parametrize(("distance", "is_held"), [(REACH_PX - 1, True), (REACH_PX, True), (REACH_PX + 1, False)])
def test_things_are_taken_within_reach(canvas, distance, is_held):
    place = canvas.projection.spot(1000, 500, 0.0) + QPointF(distance, 0)
    assert canvas.mover.press(place, Gesture.PUT, canvas.view, canvas.projection) is is_held


@pytest.mark.parametrize(("distance", "count"), [(MIN_DRAG_PX - 1, 0), (MIN_DRAG_PX, 1), (MIN_DRAG_PX + 1, 1)])
def test_a_drag_has_a_least_length(canvas, distance, count):
    place = canvas.projection.spot(1000, 500, 0.0)
    canvas.mover.press(place, Gesture.PUT, canvas.view, canvas.projection)
    canvas.mover.drag(place + QPointF(distance, 0), canvas.view, canvas.projection, canvas.shape)
    canvas.mover.release(canvas.view)
    assert len(canvas.placements) == count


def test_the_nearest_of_several_is_taken(canvas, a_view, a_car):
    canvas.show_view(a_view(balls=(), cars=(a_car(0, x=0, y=0), a_car(1, x=0, y=150))))
    drag(canvas, spot(canvas, 0, 130), spot(canvas, 2000, 2000))
    assert canvas.placements[0].index == 1


def test_a_demolished_car_cannot_be_taken_and_one_that_goes_is_let_go(canvas, a_view, a_car):
    canvas.show_view(a_view(balls=(), cars=(a_car(0, x=0, y=0, is_demolished=True), a_car(1, x=0, y=3000))))
    drag(canvas, spot(canvas, 0, 0), spot(canvas, 2000, 2000))
    QTest.mousePress(canvas, LEFT, pos=spot(canvas, 0, 3000))
    canvas.show_view(a_view(balls=(), cars=()))
    QTest.mouseMove(canvas, spot(canvas, 0, 0))
    QTest.mouseRelease(canvas, LEFT, pos=spot(canvas, 0, 0))
    assert canvas.placements == []
    assert canvas.mover.chosen is None


def test_without_the_mode_nothing_is_taken(canvas):
    canvas.set_moving(is_on=False)
    drag(canvas, spot(canvas, 1000, 500), spot(canvas, 0, 0))
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(canvas, key)
    assert canvas.placements == []


def test_by_keys_the_ball_is_put_elsewhere(canvas):
    assert canvas.hasFocus(), "keys hold as soon as the mode begins"
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Left):
        QTest.keyClick(canvas, key)
    QTest.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert f"Ball to {number(1200)} / {number(410)}" in canvas.accessibleDescription()
    assert canvas.placements == []
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    there = (1000 + 2 * STEP_UU, 500 - STEP_UU + SMALL_STEP_UU, None)
    assert canvas.placements == [Placement(body=Body.BALL, index=0, location=there, velocity=REST, spin=REST)]
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert len(canvas.placements) == 1, "a move is carried out once"


def test_by_keys_a_car_is_thrown(canvas):
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    assert canvas.accessibleDescription().startswith("Car 0 ")
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Enter, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.placements == [Placement(body=Body.CAR, index=0, velocity=(0.0, STEP_UU, None))]


def test_tab_goes_through_everything_and_on(canvas):
    chosen = []
    while canvas.hasFocus():
        chosen.append((canvas.mover.chosen.body, canvas.mover.chosen.index))
        QTest.keyClick(canvas, Qt.Key.Key_Tab)
    assert chosen == [(Body.BALL, 0), (Body.CAR, 0), (Body.CAR, 1)]
    assert canvas.window().after.hasFocus()
    QTest.keyClick(canvas.window().after, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.hasFocus()
    for _ in range(3):
        QTest.keyClick(canvas, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.window().before.hasFocus()


def test_escape_gives_up_the_move_first_and_then_the_mode(canvas):
    left = []
    canvas.moving_left.connect(lambda: left.append(True))
    QTest.mousePress(canvas, LEFT, pos=spot(canvas, 1000, 500))
    QTest.mouseMove(canvas, spot(canvas, 0, 0))
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas, LEFT, pos=spot(canvas, 0, 0))
    assert (canvas.placements, left) == ([], [])
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert left == [True]


def test_the_panel_says_why_nothing_can_be_moved(qtbot, dark, a_view):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    panel.resize(600, 500)
    panel.show()
    said = []
    panel.tools.refused.connect(said.append)
    assert not panel.tools.move_button.isEnabled()
    panel.tools.show_moving("Not now.")
    assert panel.tools.move_button.toolTip() == "Not now."
    panel.tools.toggle_moving()
    assert said == ["Not now."]
    panel.show_view(a_view())
    panel.tools.show_moving("")
    panel.tools.toggle_moving()
    assert panel.canvas.mover.is_on
    QTest.keyClick(panel.canvas, Qt.Key.Key_Escape)
    assert not panel.tools.move_button.isChecked()
    panel.tools.toggle_moving()
    panel.tools.show_moving("It is over.")
    assert not panel.canvas.mover.is_on
    assert not panel.tools.move_button.isChecked()


def test_the_panel_tells_whether_it_is_in_sight(qtbot, dark):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    told = []
    panel.watched.connect(told.append)
    panel.show()
    panel.hide()
    assert told == [True, False]


def test_marks_are_painted_in_every_state(canvas, a_view):
    pictures = []
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Right):
        pictures.append(canvas.grab().toImage())
        QTest.keyClick(canvas, key)
    QTest.mousePress(canvas, RIGHT, pos=spot(canvas, 1000, 500))
    pictures.append(canvas.grab().toImage())
    QTest.mouseMove(canvas, spot(canvas, 0, 0))
    pictures.append(canvas.grab().toImage())
    assert all(one != other for place, one in enumerate(pictures) for other in pictures[:place])
    canvas.clear()
    assert not canvas.grab().isNull()
    QTest.mouseRelease(canvas, RIGHT)


CONTROL = Qt.KeyboardModifier.ControlModifier


def test_a_car_faces_the_place_to_which_it_is_dragged_with_control_and_a_ball_does_not(canvas):
    drag(canvas, spot(canvas, -2000, -2000), spot(canvas, -2000, 1000), keys=CONTROL)
    (placement,) = canvas.placements
    assert (placement.body, placement.index, placement.location) == (Body.CAR, 0, None)
    assert placement.rotation == (0.0, pytest.approx(math.pi / 2, abs=0.05), 0.0)
    drag(canvas, spot(canvas, 1000, 500), spot(canvas, 0, 0), keys=CONTROL)
    assert len(canvas.placements) == 1


@pytest.mark.parametrize(
    ("key", "keys", "degrees"),
    [
        (Qt.Key.Key_Right, CONTROL, 15.0),
        (Qt.Key.Key_Left, CONTROL, -15.0),
        (Qt.Key.Key_Left, CONTROL | Qt.KeyboardModifier.ShiftModifier, -1.0),
    ],
)
def test_by_keys_a_car_is_turned(canvas, key, keys, degrees):
    canvas.mover.select(Handle(body=Body.CAR, index=1))
    QTest.keyClick(canvas, key, keys)
    before = next(car for car in canvas.view.cars if car.index == 1).yaw
    assert canvas.placements[-1].rotation[1] - before == pytest.approx(math.radians(degrees))
