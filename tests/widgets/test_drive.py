"""Keys and mouse buttons over the arena view become actions; losing the focus releases them."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from resources.looks import Theme, looks
from runtime.model.driving import DEFAULT_KEYS, DEFAULT_RAMP_MS
from runtime.model.driving import DriveAction as Do
from widgets.drive.drive_overlay import MOVES_UU, DriveOverlay
from widgets.drive.keys_dialog import DriveKeysDialog


class Driver:
    """Everything that an overlay emits."""

    def __init__(self, overlay):
        self.said = []
        overlay.held_changed.connect(lambda action, is_held: self.said.append((action, is_held)))
        overlay.all_released.connect(lambda: self.said.append("released"))
        overlay.ball_cam_wanted.connect(lambda: self.said.append("ball cam"))
        overlay.toggled.connect(lambda: self.said.append("toggled"))

    def take(self):
        said, self.said = self.said, []
        return said


@pytest.fixture
def over(qtbot):
    view = QWidget()
    view.resize(640, 400)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitExposed(view)
    return view


@pytest.fixture
def overlay(over, qtbot):
    made = DriveOverlay(looks(Theme.DARK), over)
    made.begin()
    over.activateWindow()
    qtbot.waitUntil(made.hasFocus)
    return made


@pytest.fixture
def driver(overlay):
    return Driver(overlay)


@pytest.mark.parametrize(
    ("key", "actions"),
    [
        (Qt.Key.Key_W, [Do.FORWARD]),
        (Qt.Key.Key_A, [Do.LEFT]),
        (Qt.Key.Key_Shift, [Do.POWERSLIDE, Do.AIR_ROLL]),
        (Qt.Key.Key_E, [Do.ROLL_RIGHT]),
    ],
)
def test_keys(overlay, driver, key, actions):
    QTest.keyPress(overlay, key)
    assert driver.take() == [(action, True) for action in actions]
    QTest.keyRelease(overlay, key)
    assert driver.take() == [(action, False) for action in actions]


def test_mouse_buttons(overlay, driver):
    for button, action in ((Qt.MouseButton.LeftButton, Do.BOOST), (Qt.MouseButton.RightButton, Do.JUMP)):
        QTest.mousePress(overlay, button, pos=QPoint(50, 50))
        QTest.mouseRelease(overlay, button, pos=QPoint(50, 50))
        assert driver.take() == [(action, True), (action, False)]
    QTest.mouseDClick(overlay, Qt.MouseButton.RightButton, pos=QPoint(50, 50))
    QTest.mouseRelease(overlay, Qt.MouseButton.RightButton, pos=QPoint(50, 50))
    assert (Do.JUMP, True) in driver.take()


def test_held_keys_do_not_repeat(overlay, driver):
    for is_repeat in (False, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_W, Qt.KeyboardModifier.NoModifier, "w", is_repeat)
        QApplication.sendEvent(overlay, event)
    assert driver.take() == [(Do.FORWARD, True)]


def test_a_key_that_changes_its_name_while_it_is_held_is_released(over, qtbot):
    overlay = DriveOverlay(looks(Theme.DARK), over)
    overlay.set_keys({**DEFAULT_KEYS, Do.JUMP: "1"})
    overlay.begin()
    driver = Driver(overlay)
    shift = Qt.KeyboardModifier.ShiftModifier
    QApplication.sendEvent(overlay, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_1, shift, 10, 0, 0, "1"))
    QApplication.sendEvent(overlay, QKeyEvent(QEvent.Type.KeyRelease, Qt.Key.Key_Exclam, shift, 10, 0, 0, "!"))
    assert driver.take() == [(Do.JUMP, True), (Do.JUMP, False)]


def test_bound_keys_come_before_shortcuts_but_shortcuts_stay(overlay):
    def is_taken(key, modifiers=Qt.KeyboardModifier.NoModifier):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        QApplication.sendEvent(overlay, event)
        return event.isAccepted()

    assert is_taken(Qt.Key.Key_Space)
    assert is_taken(Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert not is_taken(Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not is_taken(Qt.Key.Key_F11)


def test_tab_can_be_bound(overlay, driver):
    overlay.set_keys({**DEFAULT_KEYS, Do.BALL_CAM: "Tab"})
    driver.take()
    QTest.keyClick(overlay, Qt.Key.Key_Tab)
    assert driver.take() == ["ball cam"]
    assert overlay.hasFocus()


def test_space_switches_the_ball_camera_and_escape_leaves(overlay, driver):
    QTest.keyClick(overlay, Qt.Key.Key_Space)
    QTest.keyClick(overlay, Qt.Key.Key_Escape)
    assert driver.take() == ["ball cam", "toggled"]


def test_losing_the_focus_releases_all_keys(overlay, driver):
    QTest.keyPress(overlay, Qt.Key.Key_W)
    driver.take()
    QApplication.sendEvent(overlay, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason))
    assert driver.take() == ["released"]
    QTest.keyRelease(overlay, Qt.Key.Key_W)
    assert driver.take() == []


def test_the_end_hides_it_and_releases_all_keys(overlay, driver):
    overlay.end()
    assert driver.take()[0] == "released"
    assert overlay.isHidden()


def test_it_covers_the_view_and_its_button_says_what_it_does(over, overlay, driver, qtbot):
    over.resize(500, 300)
    assert overlay.size() == over.size()
    overlay.offer(is_offered=True)
    assert overlay.button.text() == "Stop driving (Esc)"
    overlay.end()
    overlay.offer(is_offered=True)
    assert overlay.button.text() == "Drive (Ctrl+G)"
    driver.take()
    QTest.mouseClick(overlay.button, Qt.MouseButton.LeftButton)
    assert driver.take() == ["toggled"]
    overlay.offer(is_offered=True, reason="Not here")
    assert not overlay.button.isEnabled()
    assert overlay.button.text() == "Not here"
    overlay.offer(is_offered=False)
    assert overlay.button.isHidden()


def test_its_keys_are_shown_until_the_car_moves(overlay, a_car):
    keys = {**DEFAULT_KEYS, Do.BOOST: "Shift"}
    del keys[Do.JUMP]
    overlay.set_keys(keys)
    words = "W A S D: drive · Shift: boost · none: jump · Shift: slide · Space: ball camera"
    for speed, shown in ((0.0, words), (MOVES_UU, words), (MOVES_UU + 1, ""), (0.0, "")):
        overlay.show_car(a_car(0, speed=speed), "")
        assert overlay.hint == shown
    overlay.begin()
    overlay.show_car(a_car(0, speed=0.0), "Pad 7")
    assert overlay.hint == "Gamepad: Pad 7"
    overlay.grab()


def test_its_button_leaves_the_middle_to_the_car(over, overlay):
    for is_driving in (True, False):
        if not is_driving:
            overlay.end()
        overlay.offer(is_offered=True)
        assert over.rect().contains(overlay.button.geometry())
        assert overlay.button.geometry().right() < over.rect().center().x() - 80


@pytest.fixture
def dialog(qtbot):
    made = DriveKeysDialog("No gamepads here.")
    qtbot.addWidget(made)
    made.show_value(DEFAULT_KEYS, DEFAULT_RAMP_MS)
    made.show()
    qtbot.waitExposed(made)
    made.changes = []
    made.keys_changed.connect(made.changes.append)
    return made


def choose(dialog, action, key=None, button=None):
    dialog.buttons[action].click()
    assert dialog.buttons[action].text() == "Press a key …"
    if button is not None:
        QTest.mouseClick(dialog.buttons[action], button)
    else:
        QTest.keyClick(dialog.buttons[action], key)


@pytest.mark.parametrize(
    ("key", "name", "shown"),
    [
        (Qt.Key.Key_J, "J", "J"),
        (Qt.Key.Key_Tab, "Tab", "Tab"),
        (Qt.Key.Key_Control, "Control", "Control"),
        (Qt.Key.Key_Delete, None, "none"),
    ],
)
def test_the_next_key_becomes_that_of_the_action(dialog, key, name, shown):
    choose(dialog, Do.JUMP, key)
    assert dialog.changes[-1].get(Do.JUMP) == name
    assert dialog.buttons[Do.JUMP].text() == shown


def test_a_mouse_button_can_be_chosen_and_escape_keeps_the_key(dialog):
    choose(dialog, Do.BALL_CAM, button=Qt.MouseButton.MiddleButton)
    assert dialog.changes[-1][Do.BALL_CAM] == "Mouse middle"
    choose(dialog, Do.BALL_CAM, Qt.Key.Key_Escape)
    assert dialog.buttons[Do.BALL_CAM].text() == "Middle mouse button"
    assert len(dialog.changes) == 1
    assert dialog.isVisible()


def test_conflicts_are_shown_at_both_actions_until_one_changes(dialog):
    choose(dialog, Do.JUMP, Qt.Key.Key_Q)
    assert dialog.remarks[Do.JUMP].text() == "Also: Air roll left"
    assert dialog.remarks[Do.ROLL_LEFT].text() == "Also: Jump (with a direction: dodge)"
    dialog.reset.click()
    assert dialog.changes[-1] == DEFAULT_KEYS
    assert not any(remark.text() for remark in dialog.remarks.values())


def test_steering_can_be_made_slower(dialog):
    ramps = []
    dialog.ramp_changed.connect(ramps.append)
    dialog.ramp.setValue(0)
    assert ramps == [0]
    assert dialog.ramp.text() == "at once"
    dialog.reset.click()
    assert ramps == [0, DEFAULT_RAMP_MS]
