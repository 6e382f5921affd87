"""The feed's list: filters, order, limits, and what a click requests."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from widgets.feed.feed_panel import MAX_ENTRIES, REPEATED_S, FeedEntry, FeedKind, FeedPanel


def entry(number, kind=FeedKind.CHAT, subjects=("Striker",), text=None):
    words = text if text is not None else f"line {number}"
    return FeedEntry(kind=kind, time="0:01", text=words, subjects=subjects, game_s=number, wall_s=number + 3, team=0)


@pytest.fixture
def panel(qtbot, dark):
    made = FeedPanel(dark)
    qtbot.addWidget(made)
    made.resize(500, 200)
    made.show()
    return made


def rows(panel):
    return [found.text for found in panel.model.rows]


@pytest.mark.parametrize("count", [1, MAX_ENTRIES - 1, MAX_ENTRIES, MAX_ENTRIES + 1, 3 * MAX_ENTRIES])
@pytest.mark.parametrize("at_once", [1000, 3 * MAX_ENTRIES])
def test_the_newest_entries_are_kept_in_their_order(panel, count, at_once):
    entries = [entry(number) for number in range(count)]
    for first in range(0, count, at_once):
        panel.append(entries[first : first + at_once])
    assert rows(panel) == [f"line {number}" for number in range(count)][-MAX_ENTRIES:]
    assert panel.model.rowCount() == min(count, MAX_ENTRIES)


def shown_text(panel, row):
    return panel.model.data(panel.model.index(row))


@pytest.mark.parametrize(("gap_s", "is_counted"), [(REPEATED_S - 1, True), (REPEATED_S, True), (REPEATED_S + 1, False)])
@pytest.mark.parametrize("at_once", [True, False])
def test_repeated_late_answers_are_counted_at_the_first_ones(panel, gap_s, is_counted, at_once):
    late = [entry(number * gap_s, FeedKind.LATE, text="late") for number in range(3)]
    between = entry(1, FeedKind.GOAL, text="Goal")
    other = entry(2, FeedKind.LATE, ("Chaser",), "late")
    entries = [late[0], between, other, *late[1:]]
    for batch in [entries] if at_once else [[each] for each in entries]:
        panel.append(batch)
    assert rows(panel) == ["late", "Goal", "late", *([] if is_counted else ["late", "late"])]
    assert shown_text(panel, 0) == ("0:01   late   (3x)" if is_counted else "0:01   late")
    assert shown_text(panel, 2) == "0:01   late"
    if is_counted:
        hint = panel.model.data(panel.model.index(0), Qt.ItemDataRole.ToolTipRole)
        assert hint.splitlines()[1].startswith("Game time since the start: 0:00; 3 times, the last at ")
    panel.kinds.setCurrentIndex(panel.kinds.findText("Goals and saves"))
    panel.append([entry(2 * gap_s + 1, FeedKind.LATE, text="late")])
    panel.kinds.setCurrentIndex(0)
    if is_counted:
        assert shown_text(panel, 0) == "0:01   late   (4x)", "counted while it was filtered out"


def test_only_the_same_words_right_after_each_other_are_one_chat_entry_and_goals_never(panel):
    hello, other = entry(1, text="A: hello"), entry(2, text="B: hello")
    panel.append([hello, replace(hello, game_s=2), other])
    panel.append([replace(other, game_s=3), hello, entry(4, FeedKind.GOAL, text="Goal by A")])
    panel.append([entry(5, FeedKind.GOAL, text="Goal by A")])
    assert [(found.text, found.count) for found in panel.model.rows] == [
        ("A: hello", 2),
        ("B: hello", 2),
        ("A: hello", 1),
        ("Goal by A", 1),
        ("Goal by A", 1),
    ]


def test_filters_apply_to_old_and_new_entries(panel, qtbot):
    panel.show_subjects(("Striker", "Chaser"))
    panel.append(
        [
            entry(0, text="hello"),
            entry(1, FeedKind.GOAL, ("Chaser", "Striker"), "Goal by Chaser"),
            entry(2, FeedKind.SWAP, ("Chaser",), "Chaser plays version 2"),
        ]
    )
    panel.kinds.setCurrentIndex(panel.kinds.findText("Goals and saves"))
    assert rows(panel) == ["Goal by Chaser"]
    panel.append([entry(3, FeedKind.SAVE, text="Save by Striker"), entry(4)])
    assert rows(panel) == ["Goal by Chaser", "Save by Striker"]
    panel.subjects.setCurrentIndex(panel.subjects.findData("Chaser"))
    assert rows(panel) == ["Goal by Chaser"]
    panel.kinds.setCurrentIndex(0)
    assert rows(panel) == ["Goal by Chaser", "Chaser plays version 2"]
    panel.filter.setText("VERSION")
    qtbot.waitUntil(lambda: rows(panel) == ["Chaser plays version 2"])


def test_removed_entries_are_those_that_the_filter_shows(panel):
    panel.kinds.setCurrentIndex(panel.kinds.findText("Demolitions"))
    panel.append([entry(0, FeedKind.DEMOLITION, text="first")])
    panel.append([entry(number) for number in range(MAX_ENTRIES - 1)])
    assert rows(panel) == ["first"]
    panel.append([entry(1, FeedKind.DEMOLITION, text="second")])
    assert rows(panel) == ["second"]


def test_the_chosen_car_stays_chosen_while_it_is_there(panel):
    panel.show_subjects(("Striker", "Chaser"))
    panel.append([entry(0, subjects=("Chaser",)), entry(1, subjects=("Striker",))])
    panel.subjects.setCurrentIndex(panel.subjects.findData("Chaser"))
    panel.show_subjects(("Keeper", "Chaser"))
    assert panel.subjects.currentData() == "Chaser"
    panel.show_subjects(("Keeper",))
    assert panel.subjects.currentData() == ""
    assert len(rows(panel)) == 2


def test_a_click_or_enter_chooses_an_entry_and_rows_can_be_copied(panel, qtbot):
    seen = []
    panel.entry_chosen.connect(seen.append)
    panel.append([entry(0), entry(1)])
    place = panel.view.visualRect(panel.model.index(1)).center()
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert [found.game_s for found in seen] == [1, 1]
    panel.view.selectAll()
    qtbot.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "0:01   line 0\n0:01   line 1"


def test_the_list_follows_its_end_unless_it_was_scrolled_away(panel):
    bar = panel.view.verticalScrollBar()
    panel.append([entry(number) for number in range(100)])
    assert bar.value() == bar.maximum() > 0
    bar.setValue(0)
    panel.append([entry(100)])
    assert bar.value() == 0


def test_every_kind_has_an_icon_in_both_themes(panel, themed):
    panel.set_looks(themed)
    panel.append([entry(number, kind) for number, kind in enumerate(FeedKind)])
    for row in range(len(FeedKind)):
        assert not panel.model.index(row).data(Qt.ItemDataRole.DecorationRole).isNull()
    assert not panel.grab().isNull()
