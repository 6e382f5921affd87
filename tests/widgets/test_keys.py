"""The list of all keys names every command and every key that the window handles, and can be searched."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut

import widgets
from widgets.keys.key_overview import MAX_LINE_LENGTH, KeyOverview, key_rows
from widgets.teams.card_value import CardAction
from widgets.teams.card_words import KEYS, action_words
from widgets.words import key_text

HANDLERS = {"itemActivated": "Key_Return", "returnPressed": "Key_Return", "contextMenuEvent": "Key_Menu"}
"""Handlers that stand for a key without naming it."""
PLACES = {
    "commands.py": ("Everywhere",),
    "library/entry_view.py": ("In the library",),
    "library/filter_bar.py": ("In the library's search",),
    "library/folder_page.py": ("In the folders of the library",),
    "main_window.py": ("Everywhere",),
    "shared/search_line.py": ("In the match settings", "In the library's search", "In the log"),
    "feed/feed_panel.py": ("In the feed",),
    "plots/legend.py": ("In the legend of the plots",),
    "plots/plot_canvas.py": ("In the plots",),
    "log/console_bar.py": ("In the game console",),
    "log/log_panel.py": ("In the log",),
    "log/log_view.py": ("In the log",),
    "notices/notice_history.py": ("In the notices",),
    "options/option_panel.py": ("In the match settings",),
    "options/option_row.py": ("In the match settings",),
    "options/preset_bar.py": ("In the name of a preset",),
    "options/script_list.py": ("On a script",),
    "palette/command_palette.py": ("In the command palette",),
    "problems/problem_list.py": ("In the problems",),
    "drive/drive_overlay.py": ("In the arena, while driving; the settings list the other keys",),
    "stage/arena_canvas.py": ("In the arena",),
    "stage/camera_tool.py": ("In the arena",),
    "stage/hud/result_card.py": ("In the arena",),
    "workspace/workspace.py": ("Everywhere",),
    "sandbox/sandbox_panel.py": ("In the sandbox",),
    "stage/movable_arena.py": ("In the arena, while moving cars and ball",),
    "teams/agent_card.py": ("On a card",),
}
"""The headings of the list under which the keys of each module are."""


def rows_of(window):
    library = window.library
    return key_rows((*window.commands.all, *library.commands), library.actions_of_entry.of_entry)


def keys_of(rows, *places):
    return {keys for row in rows if not places or row.place in places for keys in row.keys.split(", ")}


def keys_taken(path):
    """Returns the names of the keys that a module compares with, or handles through a signal of Qt."""
    named = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and node.attr.startswith("Key_"):
            named.add(node.attr)
        elif isinstance(node, ast.Attribute) and node.attr in HANDLERS:
            named.add(HANDLERS[node.attr])
        elif isinstance(node, ast.FunctionDef) and node.name in HANDLERS:
            named.add(HANDLERS[node.name])
        elif isinstance(node, ast.FunctionDef) and node.name == "keyPressEvent":
            named.add("")
    return named


ROOT = Path(widgets.__file__).parent


@pytest.fixture
def overview(qtbot, main_window):
    made = KeyOverview(rows_of(main_window), main_window)
    qtbot.addWidget(made)
    made.show()
    return made


def test_every_command_and_every_key_of_a_card_is_listed(overview, main_window):
    shown = dict(overview.shown)
    for action in (*main_window.commands.all, *main_window.library.commands):
        words = action.text().replace("&", "")
        assert words in shown
        for keys in action.shortcuts():
            assert key_text(keys) in shown[words]
    assert shown["Start the match"] == "Ctrl+Enter"
    assert shown["Keyboard shortcuts"] == "F1"
    for action in KEYS:
        assert action_words(action) in shown
    listed = [words for words, _ in overview.shown]
    assert listed.count(action_words(CardAction.OTHER_TEAM)) == 2, "to the left and to the right"


def test_every_key_that_a_module_takes_is_listed(main_window):
    takers = {path.relative_to(ROOT).as_posix(): keys_taken(path) for path in sorted(ROOT.rglob("*.py"))}
    takers = {module: names for module, names in takers.items() if names}
    assert len(takers) > 10
    unplaced = takers.keys() - PLACES.keys()
    assert not unplaced, "say in PLACES where their keys stand, and list them in widgets/keys/key_overview.py"
    rows = rows_of(main_window)
    for module, names in takers.items():
        listed = keys_of(rows, *PLACES[module])
        for name in names - {""}:
            key = key_text(QKeySequence(Qt.Key[name]))
            assert any(keys == key or keys.endswith(f"+{key}") for keys in listed), f"{module} takes {key}"


def test_every_place_that_is_named_has_keys(main_window):
    heads = {row.place for row in rows_of(main_window)}
    assert {place for places in PLACES.values() for place in places} - heads == set()


def test_every_shortcut_of_the_window_is_listed(main_window):
    listed = keys_of(rows_of(main_window))
    held = [keys for action in main_window.findChildren(QAction) for keys in action.shortcuts()]
    held += [shortcut.key() for shortcut in main_window.findChildren(QShortcut)]
    assert len(held) > 40
    assert {key_text(keys) for keys in held if not keys.isEmpty()} - listed == set()


def test_the_librarys_keys_are_listed(main_window):
    rows = {(row.place, row.words): row.keys for row in rows_of(main_window)}
    assert rows["Everywhere", "Search the library"] == "Ctrl+L"
    assert rows["Everywhere", "New bot"] == "Ctrl+Shift+N"
    assert rows["In the library", "Add to orange"] == "Shift+Enter"
    assert rows["In the library", "Favourite"] == "Ctrl+D"
    assert rows["In the folders of the library", "Remove the folder from the library"] == "Del"


def test_no_key_of_a_place_means_two_things(main_window):
    rows = rows_of(main_window)
    for place in {row.place for row in rows}:
        keys = [key for row in rows if row.place == place for key in row.keys.split(", ") if key]
        assert len(keys) == len(set(keys)), place


def places(overview):
    return [overview.rows.topLevelItem(index) for index in range(overview.rows.topLevelItemCount())]


def test_many_keys_leave_room_for_the_words(overview):
    for place in places(overview):
        for row in (place.child(index) for index in range(place.childCount())):
            assert max(map(len, row.text(1).split("\n"))) <= MAX_LINE_LENGTH
    assert overview.rows.columnWidth(0) > overview.rows.columnWidth(1)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("start match", "Start the match"),
        ("F1", "Keyboard shortcuts"),
        ("del", "Remove from the match"),
        ("search", "Search"),
        ("orange", "Add to orange"),
    ],
)
def test_typing_sifts(overview, qtbot, typed, found):
    count = len(overview.shown)
    qtbot.keyClicks(overview.typed, typed)
    assert found in [words for words, _ in overview.shown]
    assert len(overview.shown) < count
    overview.typed.clear()
    assert len(overview.shown) == count


def test_an_empty_group_has_no_heading(overview, qtbot):
    qtbot.keyClicks(overview.typed, "zzzz")
    assert overview.shown == ()
    assert all(place.isHidden() for place in places(overview))


def test_escape_closes(overview, qtbot):
    qtbot.keyClick(overview, Qt.Key.Key_Escape)
    assert not overview.isVisible()
