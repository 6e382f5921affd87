"""Entries are added to teams from the library by key, double click, menu and drag."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from runtime.model.game_facts import BLUE, ORANGE
from tests.widgets.library.shown_entries import BROKEN, CONTROL, ROOT, entry, shown
from widgets.shared.drops import PathsDropped

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
@pytest.mark.parametrize(("modifier", "team"), [(Qt.KeyboardModifier.NoModifier, BLUE), (SHIFT, ORANGE)])
def test_enter_puts_the_current_entry_into_a_team(full, qtbot, key, modifier, team):
    with qtbot.waitSignal(full.add_requested) as added:
        QTest.keyClick(full.view, key, modifier)
    assert added.args == [PathsDropped(paths=(ROOT / "Alpha" / "bot.toml",), team=team)]


def test_the_entry_that_tab_leads_to_is_selected_and_added_by_enter(panel, qtbot):
    panel.take_entries([entry("Alpha"), entry("Beta")])
    panel.activateWindow()
    panel.filters.search.setFocus()
    for _ in range(4):
        if panel.view.hasFocus():
            break
        QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
    assert panel.view.hasFocus()
    assert [one.name for one in panel.view.selected()] == ["Alpha"]
    with qtbot.waitSignal(panel.add_requested) as added:
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert added.args == [PathsDropped(paths=(ROOT / "Alpha" / "bot.toml",), team=BLUE)]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_ctrl_enter_starts_the_match_from_the_list_too(main_window, qtbot, key):
    main_window.library.take_entries([entry("Alpha")])
    main_window.library.view.setCurrentIndex(main_window.library.model.index(0))
    main_window.library.view.setFocus()
    main_window.bottom.show_buttons(start="", stop="")
    with (
        qtbot.assertNotEmitted(main_window.library.add_requested),
        qtbot.waitSignal(main_window.bottom.start_requested),
    ):
        QTest.keyClick(main_window.library.view, key, CONTROL)


@pytest.mark.parametrize(("modifier", "team"), [(Qt.KeyboardModifier.NoModifier, BLUE), (SHIFT, ORANGE)])
def test_a_double_click_puts_it_into_a_team(full, qtbot, modifier, team):
    place = full.view.visualRect(full.model.index(1)).center()
    with qtbot.waitSignal(full.add_requested) as added:
        qtbot.mouseDClick(full.view.viewport(), Qt.MouseButton.LeftButton, modifier, place)
        qtbot.mouseRelease(full.view.viewport(), Qt.MouseButton.LeftButton, modifier, place)
    assert added.args == [PathsDropped(paths=(ROOT / "Beta" / "bot.toml",), team=team)]


def test_several_are_added_at_once_without_those_that_cannot_play(full, qtbot):
    QTest.keyClick(full.view, Qt.Key.Key_A, CONTROL)
    with qtbot.waitSignal(full.add_requested) as added:
        full.details.add_orange.click()
    names = [path.parent.name for path in added.args[0].paths]
    assert names == ["Alpha", "Beta", "Painter"]


def test_bots_that_cannot_play_are_shown_and_not_added(panel, qtbot):
    broken = entry("Wreck", problems=(BROKEN,))
    panel.take_entries([broken])
    panel.show_entry(broken.path)
    assert shown(panel) == [broken.name]
    assert not panel.details.add_blue.isEnabled()
    assert not panel.model.flags(panel.model.index(0)) & Qt.ItemFlag.ItemIsDragEnabled
    with qtbot.assertNotEmitted(panel.add_requested):
        QTest.keyClick(panel.view, Qt.Key.Key_Return)


def test_a_broken_file_says_what_is_wrong_and_what_fixes_it(full):
    full.show_entry(ROOT / "Wreck" / "bot.toml")
    text = full.details.text.toPlainText()
    assert "bot.toml:3 It is wrong." in text
    assert "Mend it." in text
    assert "It is wrong. Mend it." in full.details.add_blue.toolTip()
    assert "It is wrong." in full.model.index_of(ROOT / "Wreck" / "bot.toml").data(Qt.ItemDataRole.AccessibleTextRole)


def test_nothing_is_added_while_a_match_runs(full, qtbot):
    full.set_locked(is_locked=True)
    with qtbot.assertNotEmitted(full.add_requested):
        QTest.keyClick(full.view, Qt.Key.Key_Return)
        full.details.add_blue.click()
    assert not full.view.dragEnabled()
    full.set_locked(is_locked=False)
    with qtbot.waitSignal(full.add_requested):
        full.details.add_blue.click()
    assert full.view.dragEnabled()


def test_a_drag_carries_the_documents(full):
    data = full.model.mimeData([full.model.index(row) for row in (3, 1)])
    assert [url.toLocalFile() for url in data.urls()] == [str(ROOT / "Beta" / "bot.toml")]
    assert full.model.supportedDragActions() == Qt.DropAction.CopyAction


def test_the_menu_offers_what_can_be_done_now(full):
    menu = full.actions_of_entry.menu(has_entry=True, may_add=False)
    enabled = [action.text() for action in menu.actions() if action.isEnabled()]
    assert enabled == ["Favourite", "Open folder", "Open in editor", "Open configuration file", "Copy path"]
    menu = full.actions_of_entry.menu(has_entry=True, may_add=True)
    assert all(action.isEnabled() for action in menu.actions())


def test_the_menu_adds(full, qtbot):
    menu = full.actions_of_entry.menu(has_entry=True, may_add=True)
    with qtbot.waitSignal(full.add_requested) as added:
        menu.actions()[1].trigger()
    assert added.args[0].team == ORANGE
