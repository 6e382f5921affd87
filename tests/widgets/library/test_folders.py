"""Folders of the library are dropped, listed, hidden and scanned."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from runtime.model.entries import ScanNotice
from runtime.model.messages import literal
from tests.widgets.library.shown_entries import folder
from widgets.library.values import FolderHidingRequested, FolderRemovalRequested, ScanCancelRequested
from widgets.shared.drops import PathsDropped


@pytest.mark.parametrize("part", ["filters", "view", "details"])
def test_what_is_dropped_on_the_library_is_for_the_library(main_window, drop, qtbot, part):
    with qtbot.waitSignal(main_window.paths_dropped) as dropped:
        assert drop(getattr(main_window.library, part), Path("/my/bots"))
    assert dropped.args == [PathsDropped(paths=(Path("/my/bots"),), team=None, is_for_library=True)]
    assert not main_window.library.property("drop")


def test_folders_are_listed_with_what_could_not_be_read(panel, qtbot):
    notice = ScanNotice(path=Path("/mine/secret"), message=literal("This folder cannot be read: Permission denied."))
    panel.show_folders((folder(is_removable=False), folder(Path("/mine"), notices=(notice,), total=7)))
    assert panel.head.folders_button.property("active") is True
    panel.head.folders_button.click()
    assert panel.folders.isVisible()
    panel.folders.rows.setCurrentRow(1)
    assert "7" in panel.folders.rows.item(1).text()
    assert "Permission denied" in panel.folders.notices.text()
    with qtbot.waitSignal(panel.other_requested) as removed:
        QTest.keyClick(panel.folders.rows, Qt.Key.Key_Delete)
    assert removed.args == [FolderRemovalRequested(root=Path("/mine"))]
    panel.folders.rows.setCurrentRow(0)
    assert not panel.folders.remove_button.isEnabled()
    with qtbot.assertNotEmitted(panel.other_requested):
        QTest.keyClick(panel.folders.rows, Qt.Key.Key_Delete)
    QTest.keyClick(panel.folders.rows, Qt.Key.Key_Escape)
    assert panel.view.isVisible()


def test_a_scan_can_be_given_up_while_it_goes_on(panel, qtbot):
    assert not panel.note.isVisible()
    panel.show_folders((folder(is_scanning=True),))
    assert panel.note.isVisible()
    with qtbot.waitSignal(panel.other_requested) as asked:
        panel.note.button.click()
    assert asked.args == [ScanCancelRequested()]


def test_a_folder_is_hidden_by_its_mark(panel, qtbot):
    panel.show_folders((folder(is_removable=False), folder(Path("/mine"), total=7)))
    panel.head.folders_button.click()
    rows = panel.folders.rows
    rows.setCurrentRow(1)
    with qtbot.waitSignal(panel.other_requested) as wanted:
        QTest.keyClick(rows, Qt.Key.Key_Space)
    assert wanted.args == [FolderHidingRequested(root=Path("/mine"), is_hidden=True)]
    panel.show_folders((folder(is_removable=False), folder(Path("/mine"), is_hidden=True, total=0)))
    assert rows.currentRow() == 1
    assert rows.item(1).text().endswith("hidden, not scanned")
    with qtbot.waitSignal(panel.other_requested) as wanted:
        QTest.keyClick(rows, Qt.Key.Key_Space)
    assert wanted.args == [FolderHidingRequested(root=Path("/mine"), is_hidden=False)]


def test_showing_folders_asks_for_nothing(panel, themed, qtbot):
    hidden = (folder(is_removable=False, is_hidden=True), folder(Path("/mine")))
    with qtbot.assertNotEmitted(panel.other_requested):
        panel.show_folders(hidden)
        panel.show_folders(hidden[::-1])
        panel.set_looks(themed)
