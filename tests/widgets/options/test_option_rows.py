"""One setting: chosen, typed, marked, reset."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel

from tests.labels import labels, texts
from tests.widgets.options.shown_options import BALL, FREEPLAY, IDLE, MAP, REFUSED, WRONG, ball, shown
from tests.widgets.options.user_actions import activate, choose, click
from widgets.options.option_row import NARROW_PX, OptionRow, RowStyle


def test_a_value_is_chosen_from_the_list(panel, qtbot):
    with qtbot.waitSignal(panel.option_chosen) as chosen:
        choose(qtbot, panel.row(BALL).control, Qt.Key.Key_End)
    assert (chosen.args[0].key, chosen.args[0].value) == (BALL, "Puck")


def test_a_choice_that_comes_to_nothing_is_taken_back(panel, qtbot):
    box = panel.row(BALL).control
    choose(qtbot, box, Qt.Key.Key_End)
    assert box.currentData() == "Puck"
    panel.show_options(shown())
    assert box.currentData() == "Default"


def test_a_switch_is_flipped(panel, qtbot):
    check = panel.row(FREEPLAY).control
    assert (check.isChecked(), check.text()) == (False, "Off")
    with qtbot.waitSignal(panel.option_chosen) as chosen:
        check.setFocus()
        qtbot.keyClick(check, Qt.Key.Key_Space)
    assert (chosen.args[0].key, chosen.args[0].value) == (FREEPLAY, "true")


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize(
    ("typed", "value"),
    [("Beckwith Park", "Park_P"), ("park_p", "Park_P"), (" Mine.upk ", "Mine.upk"), ("dfh stadium", None)],
)
def test_a_map_is_typed(panel, qtbot, typed, value):
    seen = []
    panel.option_chosen.connect(lambda chosen: seen.append((chosen.key, chosen.value)))
    line = panel.row(MAP).control.lineEdit()
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, typed)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    panel.row(BALL).control.setFocus()
    assert set(seen) == ({(MAP, value)} if value else set())


def test_what_the_game_refuses_says_so_before_it_is_chosen_and_after(panel):
    box = panel.row(BALL).control
    assert box.itemText(1) == "Cube (not available in the arena)"
    assert box.itemData(1, Qt.ItemDataRole.ToolTipRole) == REFUSED.text
    assert not box.itemIcon(1).isNull()
    assert box.itemText(2) == "Puck"
    panel.show_options(shown(ball_type=ball("Cube", REFUSED)))
    row = panel.row(BALL)
    assert texts(row)[1:] == ["not available in the arena"]
    assert any(not label.pixmap().isNull() for label in row.findChildren(QLabel) if label.isVisible())
    assert REFUSED.text in row.toolTip()
    assert REFUSED.text in box.accessibleDescription()


@pytest.mark.parametrize(("remark", "words"), [(IDLE, "no effect in the arena"), (WRONG, "invalid value")])
def test_other_remarks_are_on_the_row(panel, remark, words):
    panel.show_options(shown(ball_type=ball("Default", remark)))
    assert texts(panel.row(BALL))[1:] == [words]
    panel.show_options(shown())
    assert len(texts(panel.row(BALL))) == 1


def test_a_changed_option_is_marked_and_can_be_reset(panel, qtbot):
    row = panel.row(BALL)
    assert not row.reset_button.isVisible()
    panel.show_options(shown(ball_type=ball("Puck")))
    assert row.reset_button.isVisible()
    assert labels(row)[0].property("changed") is True
    assert "default: Mode default" in row.control.accessibleDescription()
    assert panel.changed_button.text() == "Changed (1)"
    with qtbot.waitSignal(panel.reset_requested) as reset:
        click(qtbot, row.reset_button)
    assert reset.args[0].keys == (BALL,)


def test_delete_resets_the_row_that_has_the_focus(panel, qtbot):
    activate(panel, qtbot)
    box = panel.row(BALL).control
    box.setFocus()
    with qtbot.assertNotEmitted(panel.reset_requested):
        qtbot.keyClick(box, Qt.Key.Key_Delete)
    panel.show_options(shown(ball_type=ball("Puck")))
    with qtbot.waitSignal(panel.reset_requested) as reset:
        qtbot.keyClick(box, Qt.Key.Key_Delete)
    assert reset.args[0].keys == (BALL,)


def test_the_wheel_scrolls_the_page_and_changes_nothing(panel):
    box = panel.row(BALL).control
    box.setFocus()
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, turn)
    assert box.currentData() == "Default"
    assert not turn.isAccepted()


@pytest.mark.parametrize(("width", "is_narrow"), [(NARROW_PX - 1, True), (NARROW_PX, False), (NARROW_PX + 1, False)])
def test_in_little_room_the_control_stands_below_the_label(qtbot, dark, panel, width, is_narrow):
    row = OptionRow(ball("Puck"), "the arena", RowStyle.of(panel, dark))
    row.resize(width, 80)
    row.show()
    qtbot.waitExposed(row)
    qtbot.waitUntil(lambda: (row.control.mapTo(row, QPoint(0, 0)).x() == 0) is is_narrow)
    bottom = labels(row)[0].mapTo(row, labels(row)[0].rect().bottomLeft()).y()
    assert (row.control.mapTo(row, QPoint(0, 0)).y() >= bottom) is is_narrow
    row.close()
    row.deleteLater()
