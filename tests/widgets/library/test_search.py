"""Search and filters of the library, and the text that is shown if nothing is found."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.widgets.library.shown_entries import CONTROL, ROOT, entry, folder, shown
from widgets.library.values import FavouriteChanged, LibraryFilter, Selection


def test_searching_narrows_the_list_and_escape_widens_it(full, qtbot):
    QTest.keyClicks(full.filters.search, "bet")
    qtbot.waitUntil(lambda: shown(full) == ["Beta"])
    assert full.head.count.text() == "Entries: 1 of 4"
    assert full.view.current.name == "Beta", "the nearest that is left"
    QTest.keyClick(full.filters.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(shown(full)) == 4)
    assert full.view.current.name == "Beta"


def test_the_arrow_down_goes_from_search_to_list(panel):
    panel.take_entries([entry("Alpha")])
    panel.filters.search.setFocus()
    QTest.keyClick(panel.filters.search, Qt.Key.Key_Down)
    assert panel.view.hasFocus()
    assert panel.view.current.name == "Alpha"


def test_an_empty_search_offers_to_clear_it(full, qtbot):
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


def test_search_by_key(full):
    full.head.folders_button.click()
    QTest.keyClick(full, Qt.Key.Key_L, CONTROL)
    assert full.view.isVisible()
    assert full.filters.search.hasFocus()


def test_a_filter_is_reported(full, qtbot):
    with qtbot.waitSignal(full.other_requested) as asked:
        full.filters.selections.buttons()[1].click()
    assert asked.args == [LibraryFilter(selection=Selection.FAVOURITES)]


def test_a_search_says_that_hidden_folders_are_left_out(full, qtbot):
    full.show_folders((folder(), folder(Path("/mine"), is_hidden=True)))
    full.filters.search.setText("nothing of the kind")
    qtbot.waitUntil(full.hint.isVisible)
    assert "Hidden folders are not searched." in full.hint.label.text()
