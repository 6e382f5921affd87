"""Drops that each part of the window accepts, with drags that arrive at the native window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl

from widgets.shared.drops import Drags, DropKind, PathsDropped

BOT = Path("/bots/mine")
BOT_FILE = Path("/bots/mine/bot.toml")
MATCH = Path("/matches/match.toml")
PICTURE = Path("/pictures/cat.png")


@pytest.mark.parametrize("team", [0, 1])
@pytest.mark.parametrize("path", [BOT, BOT_FILE])
def test_a_bot_goes_to_the_team_it_was_dropped_on(main_window, drop, qtbot, team, path):
    with qtbot.waitSignal(main_window.teams[team].paths_dropped) as dropped:
        assert drop(main_window.teams[team], path)
    assert dropped.args == [PathsDropped(paths=(path,), team=team)]
    assert not main_window.teams[team].property("drop")


def test_a_bot_on_a_card_goes_to_the_cards_team(main_window, drop, qtbot, a_card):
    main_window.teams[1].show_cards([a_card(team=1)])
    qtbot.waitUntil(main_window.teams[1].cards[0].isVisible)
    with qtbot.waitSignal(main_window.teams[1].paths_dropped):
        assert drop(main_window.teams[1].cards[0], BOT)


@pytest.mark.parametrize("region", ["stage", "plots", "header", "bottom"])
def test_a_match_may_be_dropped_anywhere(main_window, drop, qtbot, region):
    with qtbot.waitSignal(main_window.paths_dropped) as dropped:
        assert drop(getattr(main_window, region), MATCH)
    assert dropped.args == [PathsDropped(paths=(MATCH,), team=None)]


def test_a_match_may_be_dropped_on_the_log(main_window, drop, qtbot):
    with qtbot.waitSignal(main_window.paths_dropped):
        assert drop(main_window.log.view.viewport(), MATCH)


def test_a_match_may_be_dropped_on_a_team(main_window, drop, qtbot):
    with qtbot.waitSignal(main_window.teams[0].paths_dropped) as dropped:
        assert drop(main_window.teams[0], MATCH)
    assert dropped.args[0].paths == (MATCH,)


def test_only_the_useful_paths_of_a_drag_count(main_window, drop, qtbot):
    with qtbot.waitSignal(main_window.teams[0].paths_dropped) as dropped:
        assert drop(main_window.teams[0], PICTURE, BOT)
    assert dropped.args[0].paths == (BOT,)


@pytest.mark.parametrize("path", [PICTURE, QUrl("https://example.org/bot.toml")])
def test_other_things_are_refused(main_window, drop, path):
    assert not drop(main_window.teams[0], path)
    assert not drop(main_window.stage, path)


def test_a_bot_beside_the_teams_is_refused(main_window, drop):
    assert not drop(main_window.stage, BOT)


def test_nothing_is_taken_while_a_match_runs(main_window, drop):
    main_window.set_locked(is_locked=True)
    assert not drop(main_window.teams[0], BOT)
    assert not drop(main_window.stage, MATCH)
    main_window.set_locked(is_locked=False)
    assert drop(main_window.teams[0], BOT)


def a_drag(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


class Elsewhere:
    """Classifies paths only when `finish` is called, and records the paths."""

    def __init__(self):
        self.asked = []
        self.due = []
        self.drags = Drags(self.classify, lambda work, done: self.due.append((work, done)))

    def classify(self, path):
        self.asked.append(path)
        return DropKind.BOT

    def finish(self):
        for work, done in self.due:
            done(work())
        self.due.clear()


def test_a_drag_is_classified_once_and_elsewhere():
    there, taken = Elsewhere(), []
    for _ in range(50):
        assert there.drags.may_take(a_drag(BOT), (DropKind.BOT,)), "as long as it is not known"
        assert there.drags.may_take(a_drag(BOT), (DropKind.MATCH,)), "as long as it is not known"
    assert there.asked == []
    there.finish()
    assert there.drags.may_take(a_drag(BOT), (DropKind.BOT,))
    assert not there.drags.may_take(a_drag(BOT), (DropKind.MATCH,))
    there.drags.take(a_drag(BOT), (DropKind.BOT,), taken.append)
    assert there.asked == [BOT]
    assert taken == [(BOT,)]


def test_another_drag_of_the_same_path_is_classified_anew():
    there, taken = Elsewhere(), []
    for count in (1, 2):
        assert there.drags.may_take(a_drag(BOT), (DropKind.BOT,))
        there.finish()
        there.drags.take(a_drag(BOT), (DropKind.BOT,), taken.append)
        assert there.asked == [BOT] * count


def test_a_drop_on_an_unknown_card_takes_effect_when_it_is_known():
    there, taken = Elsewhere(), []
    for wanted in (DropKind.BOT, DropKind.MATCH):
        there.drags.take(a_drag(BOT), (wanted,), taken.append)
        assert taken == ([] if wanted is DropKind.BOT else [(BOT,)])
        there.finish()
    assert taken == [(BOT,)]


def test_a_result_that_comes_too_late_is_not_the_next_drags():
    there = Elsewhere()
    assert there.drags.may_take(a_drag(MATCH), (DropKind.MATCH,))
    assert there.drags.may_take(a_drag(BOT), (DropKind.MATCH,))
    work, done = there.due.pop(0)
    done(work())
    assert there.drags.may_take(a_drag(BOT), (DropKind.MATCH,)), "still unknown"
    there.finish()
    assert not there.drags.may_take(a_drag(BOT), (DropKind.MATCH,))
