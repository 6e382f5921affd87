"""The canvas paints while it is visible and something moves, less often on a busy machine; it takes mouse and keys."""

from math import dist

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from runtime.model.values import BallView
from widgets.stage.arena_canvas import FINE_MS, LINGER_S, MAX_MS, MIN_MS, PAINT_SHARE, PLAIN_MS, ArenaCanvas
from widgets.stage.camera_tool import CAMERA_KEYS
from widgets.stage.cameras import CameraKind
from widgets.stage.picking import PickKind

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class Clock:
    """A wall clock that is set by hand. Each reading advances it by `step_s`, the time that a picture takes."""

    def __init__(self):
        self.now_s = 100.0
        self.step_s = 0.0

    def __call__(self):
        self.now_s += self.step_s
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def canvas(qtbot, dark, clock, a_view, a_car):
    made = ArenaCanvas(dark, clock=clock)
    qtbot.addWidget(made)
    made.resize(800, 450)
    made.build()
    made.choose_camera(CameraKind.DIRECTOR)
    made.show()
    qtbot.waitExposed(made)
    cars = (a_car(0, x=-800.0, y=-900.0), a_car(1, x=600.0, y=1500.0))
    made.show_view(a_view(cars=cars, balls=(BallView(x=0.0, y=300.0, z=93.0, speed=0.0, radius=91.25),)))
    made.grab()
    return made


def wait_for_camera(canvas, clock):
    for _ in range(20):
        clock.now_s += 1 / 15
        canvas.grab()


def drag(canvas, start, end, button=LEFT, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.mousePress(canvas, button, modifiers, pos=start)
    for share in (0.5, 1.0):
        spot = QPointF(start) + (QPointF(end) - QPointF(start)) * share
        event = QMouseEvent(QEvent.Type.MouseMove, spot, canvas.mapToGlobal(spot), button, button, modifiers)
        QApplication.sendEvent(canvas, event)
    QTest.mouseRelease(canvas, button, modifiers, pos=end)


def test_pictures_end_a_while_after_the_last_change_and_while_hidden(canvas, clock):
    assert canvas.findChild(QTimer).isActive()
    clock.now_s += LINGER_S - 0.01
    canvas.findChild(QTimer).timeout.emit()
    assert canvas.findChild(QTimer).isActive()
    clock.now_s += 0.02
    canvas.findChild(QTimer).timeout.emit()
    assert not canvas.findChild(QTimer).isActive()
    canvas.play([canvas.view])
    assert canvas.findChild(QTimer).isActive()
    canvas.hide()
    assert not canvas.findChild(QTimer).isActive()
    canvas.play([canvas.view])
    assert not canvas.findChild(QTimer).isActive(), "nothing is painted while it is hidden"


@pytest.mark.parametrize(
    ("paint_ms", "interval"),
    [
        (1.0, MIN_MS),
        (MIN_MS * PAINT_SHARE, MIN_MS),
        (10.0, 10.0 / PAINT_SHARE),
        (MAX_MS * PAINT_SHARE, MAX_MS),
        (90.0, MAX_MS),
    ],
)
def test_slower_pictures_are_rarer(canvas, clock, paint_ms, interval):
    clock.step_s = paint_ms / 1000
    for _ in range(45):
        canvas.grab()
    clock.step_s = 0.0
    canvas.findChild(QTimer).timeout.emit()
    assert canvas.paint_ms == pytest.approx(paint_ms, rel=0.1)
    assert canvas.findChild(QTimer).interval() == pytest.approx(interval, abs=3.0)


def test_a_busy_machine_gets_plainer_pictures_until_it_has_time_again(canvas):
    canvas.play([canvas.view])
    for paint_ms, is_plain in ((PLAIN_MS, False), (PLAIN_MS + 0.1, True), (FINE_MS + 0.1, True), (FINE_MS, False)):
        canvas.paint_ms = paint_ms
        canvas.findChild(QTimer).timeout.emit()
        assert canvas._perspective.is_plain is is_plain
        assert not canvas.grab().isNull()


def test_a_frame_that_stands_still_has_all_details_however_busy_the_machine_is(canvas):
    moving = canvas.view
    for view_is_still in (False, True):
        canvas.play([moving])
        if view_is_still:
            canvas.show_view(moving)
        canvas.paint_ms = 2 * PLAIN_MS
        canvas.findChild(QTimer).timeout.emit()
        assert canvas._perspective.is_plain is not view_is_still


def test_before_it_is_built_the_perspective_has_a_background(qtbot, dark, a_view):
    canvas = ArenaCanvas(dark)
    qtbot.addWidget(canvas)
    canvas.resize(300, 200)
    canvas.choose_camera(CameraKind.BALL)
    canvas.show()
    canvas.show_view(a_view())
    assert canvas.grab().toImage().pixelColor(150, 100).name() == dark.horizon
    canvas.build()
    assert canvas.grab().toImage().pixelColor(150, 190).name() != dark.horizon


@pytest.mark.parametrize("kind", CameraKind)
def test_keys_choose_cameras(canvas, kind):
    QTest.keyClick(canvas, CAMERA_KEYS[kind])
    assert canvas.camera is kind


def test_keys_step_through_the_cars(canvas, qtbot):
    chosen = []
    canvas.camera_changed.connect(lambda: chosen.append(canvas.chosen))
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_Period, Qt.Key.Key_Comma, Qt.Key.Key_PageUp):
        QTest.keyClick(canvas, key)
    assert chosen == [1, 0, 1, 0]


def test_a_click_chooses_a_car_and_a_double_click_follows_it(canvas, clock):
    spot = canvas.projection.spot(600.0, 1500.0, 40.0).toPoint()
    assert canvas.picked(QPointF(spot)).kind is PickKind.CAR
    QTest.mouseClick(canvas, LEFT, pos=spot)
    assert (canvas.chosen, canvas.camera) == (1, CameraKind.DIRECTOR)
    QTest.mouseDClick(canvas, LEFT, pos=spot)
    QTest.mouseRelease(canvas, LEFT, pos=spot)
    assert (canvas.chosen, canvas.camera) == (1, CameraKind.CAR)
    wait_for_camera(canvas, clock)
    ball = canvas.projection.spot(0.0, 300.0, 93.0)
    if canvas.rect().contains(ball.toPoint()):
        QTest.mouseDClick(canvas, LEFT, pos=ball.toPoint())
        QTest.mouseRelease(canvas, LEFT, pos=ball.toPoint())
        assert canvas.camera is CameraKind.BALL


def test_a_drag_takes_over_from_the_camera_and_turns_it_around_its_target(canvas):
    before = canvas.rig.pose
    drag(canvas, QPoint(300, 200), QPoint(302, 200))
    assert canvas.camera is CameraKind.DIRECTOR, "too short for a drag"
    drag(canvas, QPoint(300, 200), QPoint(400, 230))
    assert canvas.camera is CameraKind.FREE
    orbit = canvas.rig.orbit
    assert orbit.target == pytest.approx(before.target)
    assert dist(orbit.pose().eye, orbit.target) == pytest.approx(dist(before.eye, before.target), rel=0.01)
    assert dist(orbit.pose().eye, before.eye) > 100.0


@pytest.mark.parametrize(
    ("button", "modifiers"), [(RIGHT, Qt.KeyboardModifier.NoModifier), (LEFT, Qt.KeyboardModifier.ShiftModifier)]
)
def test_another_drag_moves_the_ground_with_the_mouse(canvas, clock, button, modifiers):
    canvas.choose_camera(CameraKind.FREE)
    wait_for_camera(canvas, clock)
    held = canvas.projection.ground(QPointF(400, 300), 0.0)
    drag(canvas, QPoint(400, 300), QPoint(440, 300), button, modifiers)
    wait_for_camera(canvas, clock)
    moved = canvas.projection.spot(*held, 0.0)
    assert moved.x() > 415.0, "to the right, like the mouse"
    assert moved.y() == pytest.approx(300.0, abs=12.0)


def test_the_tactical_view_stays_when_it_is_dragged(canvas):
    canvas.choose_camera(CameraKind.ABOVE)
    drag(canvas, QPoint(300, 200), QPoint(400, 230))
    assert canvas.camera is CameraKind.ABOVE


@pytest.mark.parametrize("kind", [CameraKind.BALL, CameraKind.FREE])
def test_the_wheel_comes_closer(canvas, clock, kind):
    canvas.choose_camera(kind)
    wait_for_camera(canvas, clock)
    before = dist(canvas.rig.pose.eye, canvas.rig.pose.target)
    spot = QPointF(400, 225)
    wheel = (QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier)
    event = QWheelEvent(spot, canvas.mapToGlobal(spot), *wheel, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(canvas, event)
    wait_for_camera(canvas, clock)
    assert dist(canvas.rig.pose.eye, canvas.rig.pose.target) < 0.9 * before
    closer = dist(canvas.rig.pose.eye, canvas.rig.pose.target)
    QTest.keyClicks(canvas, "---")
    wait_for_camera(canvas, clock)
    assert dist(canvas.rig.pose.eye, canvas.rig.pose.target) > 1.2 * closer


def test_arrows_turn_the_free_camera_only(canvas):
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    assert canvas.camera is CameraKind.DIRECTOR
    canvas.choose_camera(CameraKind.FREE)
    yaw, target = canvas.rig.orbit.yaw, canvas.rig.orbit.target
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    assert canvas.rig.orbit.yaw != yaw
    QTest.keyClick(canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.rig.orbit.target != target
