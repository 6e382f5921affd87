"""Drops on each part of the window, with drags that arrive at the native window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit

from widgets.shared.drops import PathsDropped
from widgets.shared.search_line import SearchLine

BOT = Path("/bots/mine")
MATCH = Path("/matches/match.toml")
PICTURE = Path("/pictures/cat.png")


@pytest.mark.parametrize("team", [0, 1])
def test_files_go_to_the_team_they_were_dropped_on(main_window, drop, qtbot, team):
    with qtbot.waitSignal(main_window.paths_dropped) as dropped:
        assert drop(main_window.teams[team], PICTURE, BOT)
    assert dropped.args == [PathsDropped(paths=(PICTURE, BOT), team=team)]
    assert not main_window.teams[team].property("drop")


def test_a_bot_on_a_card_goes_to_the_cards_team(main_window, drop, qtbot, a_card):
    main_window.teams[1].show_cards([a_card(team=1)])
    qtbot.waitUntil(main_window.teams[1].cards[0].isVisible)
    with qtbot.waitSignal(main_window.paths_dropped) as dropped:
        assert drop(main_window.teams[1].cards[0], BOT)
    assert dropped.args[0].team == 1


@pytest.mark.parametrize("region", ["stage", "plots", "header", "bottom", "notices", "problems", "options"])
@pytest.mark.parametrize("path", [BOT, MATCH, PICTURE])
def test_the_whole_window_takes_files(main_window, drop, qtbot, region, path):
    if region == "options":
        main_window.pages.setCurrentWidget(main_window.options)
    elif region == "problems":
        main_window.workspace.show_panel(region)
    if region != "notices":
        qtbot.waitUntil(getattr(main_window, region).isVisible)
    with qtbot.waitSignal(main_window.paths_dropped) as dropped:
        assert drop(getattr(main_window, region), path)
    assert dropped.args == [PathsDropped(paths=(path,), team=None)]


def test_the_arenas_own_window_takes_files_too(main_window, drop, qtbot):
    main_window.workspace.set_apart(is_apart=True)
    qtbot.waitUntil(lambda: main_window.stage.window() is not main_window and main_window.stage.window().isVisible())
    with qtbot.waitSignal(main_window.paths_dropped) as dropped:
        assert drop(main_window.stage.canvas, BOT)
    assert dropped.args == [PathsDropped(paths=(BOT,), team=None)]
    main_window.workspace.set_apart(is_apart=False)


def test_lines_for_words_leave_files_to_the_window(main_window, drop, qtbot):
    main_window.workspace.show_panel("log")
    qtbot.waitUntil(main_window.log.view.isVisible)
    with qtbot.waitSignal(main_window.paths_dropped):
        assert drop(main_window.log.view.viewport(), MATCH)
    lines = [line for line in main_window.findChildren(QLineEdit) if line.isVisible() and isinstance(line, SearchLine)]
    assert lines
    for line in lines:
        with qtbot.waitSignal(main_window.paths_dropped):
            assert drop(line, BOT)
        assert not line.text()


def test_addresses_of_other_computers_are_refused(main_window, drop):
    for widget in (main_window.teams[0], main_window.library, main_window.stage):
        assert not drop(widget, QUrl("https://example.org/bot.toml"))


def test_while_a_match_runs_a_drop_on_a_team_is_one_on_the_window(main_window, drop, qtbot):
    main_window.set_locked(is_locked=True)
    with qtbot.waitSignal(main_window.paths_dropped) as dropped:
        assert drop(main_window.teams[0], BOT)
    assert dropped.args == [PathsDropped(paths=(BOT,), team=None)]


def test_an_entry_of_the_library_does_nothing_where_it_comes_from(main_window, drop, monkeypatch):
    for event in (QDragEnterEvent, QDragMoveEvent, QDropEvent):
        monkeypatch.setattr(event, "source", lambda _event: main_window.library.view)
    assert not drop(main_window.library.view, BOT)
    assert drop(main_window.stage, BOT)
