"""The window as a whole: shortcuts, names for screen readers, sizes, and closing only when allowed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QListWidget, QPlainTextEdit


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Enter, Qt.KeyboardModifier.ControlModifier),
    ],
)
def test_start_by_key(main_window, qtbot, key, modifier):
    main_window.bottom.show_buttons(start="", stop="")
    with qtbot.waitSignal(main_window.bottom.start_requested):
        qtbot.keyClick(main_window, key, modifier)


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier),
    ],
)
def test_stop_by_key(main_window, qtbot, key, modifier):
    main_window.bottom.show_buttons(start="", stop="")
    with qtbot.waitSignal(main_window.bottom.stop_requested):
        qtbot.keyClick(main_window, key, modifier)


def test_escape_does_not_stop_the_match(main_window, qtbot):
    main_window.bottom.show_buttons(start="", stop="")
    with qtbot.assertNotEmitted(main_window.bottom.stop_requested, wait=150):
        qtbot.keyClick(main_window, Qt.Key.Key_Escape)


def test_keys_do_not_press_a_button_that_is_off(main_window, qtbot):
    main_window.bottom.show_buttons(start="no", stop="no")
    with qtbot.assertNotEmitted(main_window.bottom.start_requested, wait=150):
        qtbot.keyClick(main_window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_open_save_and_quit_by_key(main_window, qtbot, an_overview):
    main_window.header.show_overview(an_overview(is_dirty=True))
    control = Qt.KeyboardModifier.ControlModifier
    with qtbot.waitSignal(main_window.header.open_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_O, control)
    with qtbot.waitSignal(main_window.header.save_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_S, control)
    with qtbot.waitSignal(main_window.close_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_Q, control)
    assert main_window.isVisible()


def test_it_closes_only_when_allowed(main_window, qtbot):
    with qtbot.waitSignal(main_window.close_requested):
        assert not main_window.close()
    assert main_window.isVisible()
    main_window.allow_close()
    qtbot.waitUntil(lambda: not main_window.isVisible())


@pytest.mark.parametrize("key", ["plots", "log", "problems", "notices"])
@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier])
def test_tab_stops_only_where_something_can_be_seen(main_window, qtbot, key, modifier):
    main_window.workspace.show_panel(key)
    qtbot.waitUntil(lambda: main_window.workspace.is_shown(key))
    main_window.activateWindow()
    start = main_window.bottom.chooser.games
    start.setFocus()
    stops = []
    while main_window.focusWidget() is not start or not stops:
        stops.append(main_window.focusWidget())
        qtbot.keyClick(stops[-1], Qt.Key.Key_Tab, modifier)
        assert len(stops) < 100
    assert [stop for stop in stops if stop.visibleRegion().isEmpty()] == []
    assert (main_window.log.filter in stops) is (key == "log")
    assert (main_window.problems.rows in stops) is (key == "problems")
    assert main_window.library.filters.search in stops


def test_every_control_has_a_name(main_window, a_card):
    for team in main_window.teams:
        team.show_cards([a_card()])
    controls = [
        child
        for kind in (QAbstractButton, QComboBox, QListWidget, QPlainTextEdit)
        for child in main_window.findChildren(kind)
        if not child.objectName().startswith("qt_") and not isinstance(child.parent(), QLineEdit)
    ]
    assert len(controls) > 10
    for control in controls:
        assert control.accessibleName(), control


def test_no_key_of_the_window_is_ambiguous(main_window):
    """Qt carries out neither of two shortcuts with the same keys, even if both belong to one action."""
    for action in main_window.findChildren(QAction):
        keys = [sequence.toString() for sequence in action.shortcuts()]
        assert len(keys) == len(set(keys)), action.text()


def test_the_quit_keys_close_the_window(main_window, qtbot):
    main_window.show()
    qtbot.waitExposed(main_window)
    main_window.activateWindow()
    with qtbot.waitSignal(main_window.close_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize(("size", "least_px"), [((1024, 640), 190), ((1280, 800), 190), ((900, 600), 120)])
def test_start_and_stop_are_in_view_at_every_size(main_window, qtbot, size, least_px, a_card):
    main_window.teams[0].show_cards([a_card(str(place)) for place in range(32)])
    main_window.resize(*size)
    qtbot.waitUntil(lambda: (main_window.width(), main_window.height()) == size)
    for button in (main_window.bottom.start_button, main_window.bottom.stop_button):
        place = button.mapTo(main_window, button.rect().bottomRight())
        assert main_window.rect().contains(place)
    assert main_window.stage.canvas.height() >= least_px


def test_the_title_marks_unsaved_changes(main_window):
    main_window.show_title("1v1", is_dirty=True)
    assert main_window.isWindowModified()
    assert "1v1" in main_window.windowTitle()


def test_every_theme_reaches_every_region(main_window, themed, a_card, a_view):
    main_window.teams[0].show_cards([a_card()])
    main_window.stage.show_view(a_view())
    main_window.set_looks(themed)
    assert not main_window.grab().isNull()
