"""The library's panel: what is shown, and what keys, clicks and drags ask for."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QListView, QToolButton

from runtime.entries import (
    EntryDetails,
    EntryFile,
    EntryKind,
    LibraryEntry,
    Relation,
    RelationKind,
    ScanNotice,
    SourceVersion,
    folded,
)
from runtime.problems import Problem, Severity
from runtime.values import BLUE, ORANGE
from widgets.drops import DropKind, PathsDropped
from widgets.library.description import partner_of
from widgets.library.details_pane import ABOUT, FILES, README
from widgets.library.library_panel import LibraryPanel
from widgets.library.new_agent_dialog import NewAgentDialog
from widgets.library.values import (
    FavouriteChanged,
    FileAction,
    FileActionRequested,
    FolderHidingRequested,
    FolderRemovalRequested,
    FoldersDropped,
    FolderState,
    LibraryFilter,
    NewAgentRequested,
    ScanCancelRequested,
    Selection,
)

BROKEN = Problem(severity=Severity.ERROR, path=Path("/b/w/bot.toml"), line=3, message="It is wrong.", fix="Mend it.")
ROOT = Path("/bots")
CONTROL = Qt.KeyboardModifier.ControlModifier


def entry(name, **changes):
    values = {
        "path": ROOT / name / "bot.toml",
        "root": ROOT,
        "kind": EntryKind.BOT,
        "name": name,
        "version": SourceVersion(digest="abcd1234", changed_s=1000.0, files=3),
        "searchable": folded(name),
    }
    return LibraryEntry(**{**values, **changes})


def folder(root=ROOT, **changes):
    values = {"root": root, "title": str(root), "total": 1, "is_scanning": False, "is_removable": True}
    return FolderState(**{**values, **changes})


@pytest.fixture
def panel(qtbot, dark):
    made = LibraryPanel(dark, lambda path: DropKind.MATCH if path.name == "match.toml" else DropKind.NOTHING)
    qtbot.addWidget(made)
    made.resize(280, 640)
    made.show()
    qtbot.waitExposed(made)
    made.show_folders((folder(),))
    return made


@pytest.fixture
def full(panel):
    script = entry("Painter", kind=EntryKind.SCRIPT)
    panel.take_entries([entry("Alpha"), entry("Beta"), script, entry("Wreck", problems=(BROKEN,))])
    panel.view.setCurrentIndex(panel.model.index(0))
    panel.view.setFocus()
    return panel


def shown(panel):
    return [one.name for one in panel.model.shown]


def keys(panel, *strokes):
    for key, modifier in strokes:
        QTest.keyClick(panel.view, key, modifier)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
@pytest.mark.parametrize(("modifier", "team"), [(Qt.KeyboardModifier.NoModifier, BLUE), (CONTROL, ORANGE)])
def test_enter_puts_the_current_entry_into_a_team(full, qtbot, key, modifier, team):
    with qtbot.waitSignal(full.add_requested) as added:
        QTest.keyClick(full.view, key, modifier)
    assert added.args == [PathsDropped(paths=(ROOT / "Alpha" / "bot.toml",), team=team)]


def test_ctrl_enter_in_the_list_is_no_start(main_window, qtbot):
    main_window.library.take_entries([entry("Alpha")])
    main_window.library.view.setCurrentIndex(main_window.library.model.index(0))
    main_window.library.view.setFocus()
    main_window.bottom.show_buttons(start="", stop="")
    with (
        qtbot.assertNotEmitted(main_window.bottom.start_requested, wait=150),
        qtbot.waitSignal(main_window.library.add_requested),
    ):
        QTest.keyClick(main_window.library.view, Qt.Key.Key_Return, CONTROL)


@pytest.mark.parametrize(("modifier", "team"), [(Qt.KeyboardModifier.NoModifier, BLUE), (CONTROL, ORANGE)])
def test_a_double_click_puts_it_into_a_team(full, qtbot, modifier, team):
    place = full.view.visualRect(full.model.index(1)).center()
    with qtbot.waitSignal(full.add_requested) as added:
        qtbot.mouseDClick(full.view.viewport(), Qt.MouseButton.LeftButton, modifier, place)
    assert added.args == [PathsDropped(paths=(ROOT / "Beta" / "bot.toml",), team=team)]


def test_several_are_added_at_once_without_those_that_cannot_play(full, qtbot):
    QTest.keyClick(full.view, Qt.Key.Key_A, CONTROL)
    with qtbot.waitSignal(full.add_requested) as added:
        full.details.add_orange.click()
    names = [path.parent.name for path in added.args[0].paths]
    assert names == ["Alpha", "Beta", "Painter"]


@pytest.mark.parametrize("broken", [entry("Wreck", problems=(BROKEN,)), entry("Old", kind=EntryKind.V4)])
def test_what_cannot_play_is_shown_and_not_added(panel, qtbot, broken):
    panel.take_entries([broken])
    panel.show_entry(broken.path)
    assert shown(panel) == [broken.name]
    assert not panel.details.add_blue.isEnabled()
    assert not panel.model.flags(panel.model.index(0)) & Qt.ItemFlag.ItemIsDragEnabled
    with qtbot.assertNotEmitted(panel.add_requested, wait=50):
        QTest.keyClick(panel.view, Qt.Key.Key_Return)


def test_a_broken_file_says_what_is_wrong_and_what_mends_it(full):
    full.show_entry(ROOT / "Wreck" / "bot.toml")
    text = full.details.text.toPlainText()
    assert "bot.toml:3 It is wrong." in text
    assert "Mend it." in text
    assert "It is wrong. Mend it." in full.details.add_blue.toolTip()
    assert "It is wrong." in full.model.index_of(ROOT / "Wreck" / "bot.toml").data(Qt.ItemDataRole.AccessibleTextRole)


def test_nothing_is_added_while_a_match_runs(full, qtbot):
    full.set_locked(is_locked=True)
    with qtbot.assertNotEmitted(full.add_requested, wait=50):
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


def test_searching_narrows_the_list_and_escape_widens_it(full, qtbot):
    QTest.keyClicks(full.filters.search, "bet")
    qtbot.waitUntil(lambda: shown(full) == ["Beta"])
    assert full.head.count.text() == "Entries: 1 of 4"
    assert full.view.current.name == "Beta", "the nearest that is left"
    QTest.keyClick(full.filters.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(shown(full)) == 4)
    assert full.view.current.name == "Beta"


def test_escape_is_only_kept_from_stop_while_there_is_something_to_empty(main_window, qtbot):
    main_window.bottom.show_buttons(start="", stop="")
    search = main_window.library.filters.search
    search.setFocus()
    search.setText("x")
    with qtbot.assertNotEmitted(main_window.bottom.stop_requested, wait=150):
        QTest.keyClick(search, Qt.Key.Key_Escape)
    assert search.text() == ""
    with qtbot.waitSignal(main_window.bottom.stop_requested):
        QTest.keyClick(search, Qt.Key.Key_Escape)


def test_the_arrow_down_goes_from_search_to_list(panel):
    panel.take_entries([entry("Alpha")])
    panel.filters.search.setFocus()
    QTest.keyClick(panel.filters.search, Qt.Key.Key_Down)
    assert panel.view.hasFocus()
    assert panel.view.current.name == "Alpha"


def test_nothing_found_offers_the_way_back(full, qtbot):
    full.filters.search.setText("zzz")
    qtbot.waitUntil(full.hint.isVisible)
    assert not full.details.isVisible()
    full.hint.button.click()
    qtbot.waitUntil(lambda: len(shown(full)) == 4)
    assert not full.hint.isVisible()


def test_without_folders_the_hint_asks_for_one(panel, qtbot):
    panel.take_entries([entry("Chaser")])
    panel.show_folders((folder(is_removable=False),))
    assert panel.hint.isVisible()
    with qtbot.waitSignal(panel.folder_wanted):
        panel.hint.button.click()
    panel.show_folders((folder(is_removable=False), folder(Path("/mine"))))
    assert not panel.hint.isVisible()


def test_kinds_tags_and_languages_are_offered_as_they_come(panel, qtbot):
    panel.take_entries([entry("A", tags=("goalie",), language="rust"), entry("B", tags=("1v1",), language="Rust")])
    tag, language = panel.filters.tag, panel.filters.language
    assert [tag.itemText(place) for place in range(tag.count())] == ["All tags", "1v1", "goalie"]
    assert language.count() == 2
    tag.setCurrentIndex(2)
    tag.activated.emit(2)
    assert shown(panel) == ["A"]
    assert panel.filters.more.property("active") is True
    panel.take_entries([entry("C", tags=("aerial",))])
    assert tag.currentData() == "goalie", "what was chosen stays chosen"
    panel.drop_entries([ROOT / "A" / "bot.toml"])
    assert tag.currentData() == "goalie"
    assert shown(panel) == []


def test_favourites_are_marked_and_shown_alone(full, qtbot):
    with qtbot.waitSignal(full.other_requested) as asked:
        QTest.keyClick(full.view, Qt.Key.Key_D, CONTROL)
    assert asked.args == [FavouriteChanged(paths=(ROOT / "Alpha" / "bot.toml",), is_favourite=True)]
    full.show_marks([ROOT / "Alpha" / "bot.toml"], [ROOT / "Beta" / "bot.toml"])
    assert full.details.favourite.isChecked()
    spoken = full.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("favourite")
    full.filters.selections.buttons()[1].click()
    assert shown(full) == ["Alpha"]
    full.filters.selections.buttons()[2].click()
    assert shown(full) == ["Beta"]


@pytest.mark.parametrize(
    ("key", "modifiers", "action"),
    [
        (Qt.Key.Key_F, CONTROL | Qt.KeyboardModifier.ShiftModifier, FileAction.OPEN_FOLDER),
        (Qt.Key.Key_E, CONTROL, FileAction.EDIT),
        (Qt.Key.Key_C, CONTROL | Qt.KeyboardModifier.ShiftModifier, FileAction.COPY_PATH),
    ],
)
def test_what_can_be_done_with_the_files(full, qtbot, key, modifiers, action):
    with qtbot.waitSignal(full.other_requested) as asked:
        QTest.keyClick(full.view, key, modifiers)
    assert asked.args == [FileActionRequested(path=ROOT / "Alpha" / "bot.toml", action=action)]
    button = {
        FileAction.OPEN_FOLDER: full.details.folder,
        FileAction.EDIT: full.details.edit,
        FileAction.COPY_PATH: full.details.copy,
    }[action]
    with qtbot.waitSignal(full.other_requested) as asked:
        button.click()
    assert asked.args[0].action is action


def test_the_menu_offers_what_can_be_done_now(full):
    menu = full.actions_of_entry.menu(has_entry=True, may_add=False)
    enabled = [action.text() for action in menu.actions() if action.isEnabled()]
    assert enabled == ["Favourite", "Open the folder", "Open in the editor", "Copy the path"]
    menu = full.actions_of_entry.menu(has_entry=True, may_add=True)
    assert all(action.isEnabled() for action in menu.actions())


def test_the_menu_adds(full, qtbot):
    menu = full.actions_of_entry.menu(has_entry=True, may_add=True)
    with qtbot.waitSignal(full.add_requested) as added:
        menu.actions()[1].trigger()
    assert added.args[0].team == ORANGE


def test_the_list_keeps_its_place_while_entries_arrive(panel):
    panel.take_entries([entry(f"n{number:03}") for number in range(100)])
    panel.show_entry(ROOT / "n050" / "bot.toml")
    before = panel.view.verticalScrollBar().value()
    assert before > 0
    panel.take_entries([entry("zzz"), entry("n050x")])
    assert panel.view.current.name == "n050"
    assert panel.view.verticalScrollBar().value() == before
    panel.drop_entries([ROOT / "n050" / "bot.toml"])
    assert panel.view.current.name == "n050x"


def test_an_entry_that_changes_is_shown_anew(full):
    full.take_entries([entry("Alpha", description="Now with words.")])
    assert "Now with words." in full.details.text.toPlainText()
    assert len(full.model.shown) == 4


def test_a_folder_that_is_removed_takes_its_entries_along(full):
    full.take_entries([entry("Other", root=Path("/elsewhere"))])
    full.drop_root(ROOT)
    assert shown(full) == ["Other"]


def test_readme_and_files_follow_the_entry(full, qtbot):
    path = ROOT / "Alpha" / "bot.toml"
    full.details.tabs.setCurrentIndex(README)
    assert full.details.text.toPlainText() == "Reading …"
    files = (EntryFile(name="src/bot.py", size=2048),)
    full.show_details(EntryDetails(path=ROOT / "Beta" / "bot.toml", readme="# Wrong"))
    assert full.details.text.toPlainText() == "Reading …"
    full.show_details(EntryDetails(path=path, readme="# Right\n\n<b>raw</b> **bold**", files=files, is_cut=True))
    assert "Right" in full.details.text.toPlainText()
    full.details.tabs.setCurrentIndex(FILES)
    text = full.details.text.toPlainText()
    assert "src/bot.py" in text
    assert "2 KiB" in text
    assert "more files" in text
    full.details.tabs.setCurrentIndex(ABOUT)
    assert "abcd1234" in full.details.text.toPlainText()


def test_texts_of_a_bot_are_only_text(full):
    evil = '<img src="file:///etc/passwd"><script>x</script><h1>big</h1>'
    full.take_entries([entry("Alpha", description=evil, developer=evil, source_link="javascript:alert(1)")])
    assert evil in full.details.text.toPlainText()
    assert "javascript" in full.details.text.toPlainText()
    assert 'href="javascript' not in full.details.text.toHtml()


def test_nothing_is_loaded_for_a_readme(full, qtbot):
    asked = []
    browser = full.details.text
    assert browser.loadResource(2, "https://example.org/x.png") is None
    full.details.link_activated.connect(asked.append)
    full.details.tabs.setCurrentIndex(README)
    full.show_details(
        EntryDetails(path=ROOT / "Alpha" / "bot.toml", readme="![x](https://example.org/x.png) [go](https://a.b)")
    )
    browser.anchorClicked.emit("https://a.b")
    assert asked == ["https://a.b"]


def test_pictures_are_asked_for_when_they_are_in_view(panel, qtbot):
    asked = []
    panel.logo_wanted.connect(asked.append)
    panel.take_entries([entry(f"n{number:03}", logo=ROOT / f"{number}.png") for number in range(100)])
    qtbot.waitUntil(lambda: len(asked) > 3)
    assert len(asked) < 30
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    panel.show_logo(asked[0], image)
    panel.show_logo(asked[1], QImage())
    assert panel.model.logo(panel.model.shown[0]) is not None
    assert panel.model.logo(panel.model.shown[1]) is None
    before = list(asked)
    panel.view.viewport().repaint()
    qtbot.wait(80)
    assert asked == before, "each is asked for once"
    row = panel.view.visualRect(panel.model.index(0))
    assert panel.view.viewport().grab(row).toImage().pixelColor(24, row.height() // 2) == QColor("#ff0000")


def test_a_folder_may_be_dropped_and_a_match_is_for_the_window(main_window, drop, qtbot):
    with qtbot.waitSignal(main_window.library.folders_dropped) as dropped:
        assert drop(main_window.library.filters, Path("/my/bots"))
    assert dropped.args == [FoldersDropped(paths=(Path("/my/bots"),))]
    assert not main_window.library.property("drop")
    with qtbot.waitSignal(main_window.paths_dropped):
        assert drop(main_window.library.filters, Path("/matches/match.toml"))


def test_folders_are_listed_with_what_could_not_be_read(panel, qtbot):
    notice = ScanNotice(path=Path("/mine/secret"), message="This folder cannot be read: Permission denied.")
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
    with qtbot.assertNotEmitted(panel.other_requested, wait=50):
        QTest.keyClick(panel.folders.rows, Qt.Key.Key_Delete)
    QTest.keyClick(panel.folders.rows, Qt.Key.Key_Escape)
    assert panel.view.isVisible()


@pytest.mark.parametrize(
    ("key", "modifiers", "name"),
    [
        (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier, "rescan_requested"),
        (Qt.Key.Key_N, CONTROL | Qt.KeyboardModifier.ShiftModifier, "new_requested"),
    ],
)
def test_keys_of_the_panel(full, qtbot, key, modifiers, name):
    with qtbot.waitSignal(getattr(full, name)):
        QTest.keyClick(full.view, key, modifiers)


def test_a_scan_can_be_given_up_while_it_goes_on(panel, qtbot):
    assert not panel.note.isVisible()
    panel.show_folders((folder(is_scanning=True),))
    assert panel.note.isVisible()
    with qtbot.waitSignal(panel.other_requested) as asked:
        panel.note.button.click()
    assert asked.args == [ScanCancelRequested()]


def test_every_command_has_a_name_and_keys(full):
    assert {"New bot", "Packs of bots"} <= {action.text() for action in full.commands}
    for action in full.commands:
        assert action.text()
        assert not action.shortcut().isEmpty()


def test_search_by_key(full):
    full.head.folders_button.click()
    QTest.keyClick(full, Qt.Key.Key_L, CONTROL)
    assert full.view.isVisible()
    assert full.filters.search.hasFocus()


def test_a_filter_is_told(full, qtbot):
    with qtbot.waitSignal(full.other_requested) as asked:
        full.filters.selections.buttons()[1].click()
    assert asked.args == [LibraryFilter(selection=Selection.FAVOURITES)]


def test_every_control_has_a_name_and_every_button_a_tooltip(full):
    kinds = (QAbstractButton, QComboBox, QLineEdit, QListView)
    controls = [child for kind in kinds for child in full.findChildren(kind)]
    own = [child for child in controls if not child.parent().inherits("QComboBoxPrivateContainer")]
    assert len(own) > 15
    for control in own:
        assert control.accessibleName(), control
    for button in full.findChildren(QToolButton):
        if button.parent() not in (full.filters.search, full.details.tabs) and not button.text():
            assert button.toolTip(), button.accessibleName()


def test_every_theme_draws_every_row(full, themed):
    before = full.grab().toImage()
    full.set_looks(themed)
    full.show_marks([ROOT / "Alpha" / "bot.toml"], [])
    assert full.grab().toImage() != before


def test_a_row_is_drawn_again_when_it_looks_different(full):
    row = full.view.visualRect(full.model.index(1))

    def picture():
        return full.view.viewport().grab(row).toImage()

    plain = picture()
    assert picture() == plain
    full.show_marks([ROOT / "Beta" / "bot.toml"], [])
    starred = picture()
    assert starred != plain
    full.take_entries([replace(full.model.shown[1], name="Bita", path=ROOT / "Beta" / "bot.toml")])
    assert picture() != starred


@pytest.fixture
def dialog(qtbot, panel):
    made = NewAgentDialog(Path("/bots"), lambda name: name.lower(), panel)
    made.open()
    qtbot.waitExposed(made)
    yield made
    made.reject()


def test_a_new_agent_needs_a_name(dialog):
    assert not dialog.create_button.isEnabled()
    dialog.name.setText("  ")
    assert not dialog.create_button.isEnabled()
    dialog.name.setText("Mine")
    assert dialog.create_button.isEnabled()
    assert "/bots/mine" in dialog.place.text().replace("\\", "/")


@pytest.mark.parametrize("kind", [EntryKind.BOT, EntryKind.HIVEMIND, EntryKind.SCRIPT])
def test_a_new_agent_is_asked_for(dialog, qtbot, kind):
    dialog.name.setText("Mine")
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    with qtbot.waitSignal(dialog.requested) as asked:
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    assert asked.args == [NewAgentRequested(kind=kind, name="Mine", folder=Path("/bots"))]
    assert not dialog.create_button.isEnabled(), "not twice"


def test_the_dialog_says_why_not_and_lets_the_user_try_again(dialog):
    dialog.name.setText("Mine")
    dialog.create_button.click()
    dialog.show_fault("There is already something.")
    assert dialog.fault.isVisible()
    assert dialog.create_button.isEnabled()
    assert dialog.name.text() == "Mine"


def test_rows_have_one_height(full):
    heights = {full.view.visualRect(full.model.index(row)).height() for row in range(4)}
    assert len(heights) == 1
    assert full.view.indexAt(QPoint(5, 5)).row() == 0


def test_the_current_entry_stays_in_view_when_its_details_take_room(panel, qtbot):
    panel.take_entries([entry(f"n{number:03}") for number in range(60)])
    panel.show_entry(ROOT / "n012" / "bot.toml")
    qtbot.waitUntil(lambda: panel.details.isVisible() and panel.details.height() > 50)
    view = panel.view
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(view.currentIndex()).center()))


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
    assert rows.item(1).text().endswith("hidden, not looked into")
    with qtbot.waitSignal(panel.other_requested) as wanted:
        QTest.keyClick(rows, Qt.Key.Key_Space)
    assert wanted.args == [FolderHidingRequested(root=Path("/mine"), is_hidden=False)]


def test_showing_folders_asks_for_nothing(panel, themed, qtbot):
    hidden = (folder(is_removable=False, is_hidden=True), folder(Path("/mine")))
    with qtbot.assertNotEmitted(panel.other_requested, wait=10):
        panel.show_folders(hidden)
        panel.show_folders(hidden[::-1])
        panel.set_looks(themed)


def test_a_search_says_that_hidden_folders_are_left_out(full, qtbot):
    full.show_folders((folder(), folder(Path("/mine"), is_hidden=True)))
    full.filters.search.setText("nothing of the kind")
    qtbot.waitUntil(full.hint.isVisible)
    assert "Hidden folders are not searched." in full.hint.label.text()


def relations_of(*partners):
    return (Relation(kind=RelationKind.REQUIRES, word="<b>x</b>", partners=partners),)


def test_relations_are_told_whoever_has_them(full, qtbot):
    beta = entry("Beta <i>", tags=("enables-x",))
    full.details.show_relations(relations_of(beta, entry("Gamma")))
    assert "<b>x</b>: with Beta <i>, Gamma" in full.details.text.toPlainText()
    with qtbot.waitSignal(full.details.entry_wanted) as wanted:
        full.details.text.anchorClicked.emit(QUrl("partner:1"))
    assert wanted.args == [ROOT / "Gamma" / "bot.toml"]
    full.details.tabs.setCurrentIndex(README)
    with qtbot.waitSignal(full.other_requested) as other:
        full.details.text.anchorClicked.emit(QUrl("partner:1"))
    assert other.args == ["partner:1"], "what a README says is no more than a link"


@pytest.mark.parametrize("address", ["partner:", "partner:2", "partner:-1", "partner:1x", "partner:²", "entry:0", "x"])
def test_a_link_that_leads_to_no_partner(address):
    assert partner_of(address, relations_of(entry("A"), entry("B"))) is None
    assert partner_of("partner:9" + "9" * 5000, relations_of(entry("A"))) is None


def test_relations_go_with_their_entry(full):
    full.details.show_relations(relations_of(entry("Gamma")))
    full.view.setCurrentIndex(full.model.index(1))
    assert "Gamma" not in full.details.text.toPlainText()
