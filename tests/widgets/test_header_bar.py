"""The bar at the top: the open match, its menu and the themes."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.labels import named, texts
from widgets.header.header_bar import THEMES, HeaderBar


@pytest.fixture
def header(qtbot, dark):
    made = HeaderBar()
    made.set_looks(dark)
    qtbot.addWidget(made)
    made.show()
    return made


def test_buttons_of_the_header_say_why_they_are_off(header, an_overview):
    header.show_overview(an_overview())
    assert header.save_button.toolTip() == "Save the match (Ctrl+S)\nNo unsaved changes"
    header.show_overview(an_overview(is_dirty=True))
    assert header.save_button.toolTip() == "Save the match (Ctrl+S)"
    header.show_steps("Remove Chaser", None)
    buttons = (header.new_button, header.open_button, header.undo_button, header.redo_button)
    before = [button.toolTip() for button in buttons]
    header.set_locked(is_locked=True)
    for button, words in zip(buttons, before, strict=True):
        assert not button.isEnabled()
        assert button.toolTip() == f"{words}\nThe match cannot be edited while it is running."
    header.set_locked(is_locked=False)
    assert [button.toolTip() for button in buttons] == before


def test_a_saved_match_can_be_saved_elsewhere_by_menu(main_window, qtbot):
    offered = [action.text() for action in main_window.header.menu_button.menu().actions()]
    assert offered[0] == "Save as …"
    with qtbot.waitSignal(main_window.header.save_as_requested):
        main_window.header.menu_button.menu().actions()[0].trigger()


def test_the_menu_is_in_groups_and_ticks_the_panels_that_are_shown(main_window, qtbot):
    menu = main_window.header.menu_button.menu()
    assert sum(action.isSeparator() for action in menu.actions()) == 3
    log = main_window.workspace.actions_of_panels[2]
    for is_shown in (True, False):
        if log.isChecked() is not is_shown:
            log.trigger()
        assert log.isChecked() is is_shown
        assert log.icon().isNull(), "the menu ticks it; the list of all commands writes a tick of its own"


def test_the_header_names_the_document(header, an_overview):
    header.show_overview(an_overview())
    assert texts(header)[0] == "1v1"
    assert not header.save_button.isEnabled()
    assert "2 cars · Soccar · Stadium · five minutes" in texts(header)[1]
    header.show_overview(an_overview(is_dirty=True, path=None, cars=()))
    assert texts(header)[0] == "1v1 •"
    assert header.save_button.isEnabled()
    assert named(header, "Open match").toolTip() == "Not saved yet"
    assert texts(header)[1].startswith("0 cars")


def test_the_header_names_what_undo_and_redo_would_do(header, qtbot):
    header.show_steps("Swap sides", None)
    assert (header.undo_button.isEnabled(), header.redo_button.isEnabled()) == (True, False)
    assert header.undo_button.toolTip() == "Undo: Swap sides (Ctrl+Z)"
    assert header.redo_button.toolTip() == "Redo (Ctrl+Shift+Z)"
    with qtbot.waitSignal(header.undo_requested):
        header.undo_button.click()
    header.show_steps(None, "Swap sides")
    with qtbot.waitSignal(header.redo_requested):
        header.redo_button.click()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_recent_matches_by_key_alone(header, qtbot):
    header.show_recent([Path("/a/one.toml"), Path("/b/two.toml")])
    header.show()
    header.set_locked(is_locked=True)
    header.open_recent_menu()
    assert not header.open_button.menu().isVisible()
    header.set_locked(is_locked=False)
    header.open_recent_menu()
    assert header.open_button.menu().isVisible()
    qtbot.keyClick(header.open_button.menu(), Qt.Key.Key_Down)
    with qtbot.waitSignal(header.recent_requested) as chosen:
        qtbot.keyClick(header.open_button.menu(), Qt.Key.Key_Return)
    assert chosen.args == [Path("/b/two.toml")]
    assert not header.open_button.menu().isVisible()
    header.close()


def test_the_header_offers_recent_matches_and_save_as(header, qtbot):
    assert [action.isEnabled() for action in header.open_button.menu().actions()] == [False, True, True]
    header.show_recent([Path("/a/one.toml"), Path("/b/two.toml")])
    recent = header.open_button.menu().actions()[:2]
    assert ["one" in action.text() and "/a" in action.text() for action in recent] == [True, False]
    with qtbot.waitSignal(header.recent_requested) as chosen:
        header.open_button.menu().actions()[1].trigger()
    assert chosen.args == [Path("/b/two.toml")]
    with qtbot.waitSignal(header.save_as_requested):
        header.save_as_action.trigger()
    with qtbot.waitSignal(header.new_requested):
        header.new_button.click()


@pytest.mark.parametrize("key", THEMES)
def test_the_theme_menu(header, qtbot, key):
    action = next(action for action in header.theme_button.menu().actions() if action.data() == key)
    with qtbot.waitSignal(header.theme_requested) as request:
        action.trigger()
    assert request.args == [key]
    header.show_theme(key)
    assert [entry.data() for entry in header.theme_button.menu().actions() if entry.isChecked()] == [key]
