"""The whole window with a match that a script plays."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from base64 import b64encode
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox, QToolTip, QWidget

from app.program import quitting_on_signals
from app.services.picture_program import read_picture
from app.services.pictures import PictureReader
from app.services.settings import Settings, SettingsFile
from resources.examples import example_bots, example_match
from runtime.documents.surgery import set_value
from runtime.model.commands import StopMatch
from runtime.model.events import MatchEnded
from runtime.model.states import AgentState, MatchStage, StageState
from tests.app.windows import panel
from tests.labels import named, texts
from widgets.shared.drops import PathsDropped


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def start(desktop, qtbot):
    click(qtbot, desktop.window.bottom.start_button)
    qtbot.waitUntil(lambda: desktop.window.stage.canvas.view is not None)
    qtbot.waitUntil(lambda: desktop.window.stage.canvas.view.frame == 599)
    qtbot.waitUntil(lambda: desktop.window.bottom.checklist.state(MatchStage.PLAY) is StageState.RUNNING)


def test_the_example_match_is_open_at_once(desktop):
    window = desktop.window
    assert named(window.header, "Open match").text() == "1v1"
    assert [len(team.cards) for team in window.teams] == [1, 1, 0]
    assert window.bottom.start_button.isEnabled()
    assert not window.bottom.stop_button.isEnabled()
    assert "Press Start" in window.stage.canvas.accessibleDescription()
    assert not window.teams[2].isVisible()


def test_a_match_is_shown_while_it_runs(desktop, runner, qtbot):
    window = desktop.window
    start(desktop, qtbot)
    assert not window.bottom.start_button.isEnabled()
    assert window.bottom.start_button.toolTip() == "A match is running."
    assert window.bottom.stop_button.isEnabled()
    assert window.bottom.checklist.state(MatchStage.KICKOFF) is StageState.DONE
    assert window.bottom.checklist.state(MatchStage.PLAY) is StageState.RUNNING
    playing = [AgentState.PLAYING] * 2
    qtbot.waitUntil(lambda: [team.cards[0].card.state for team in window.teams[:2]] == playing)
    assert window.teams[0].cards[0].card.figures.late_share == pytest.approx(0.05)
    assert [named(window, f"Goals of {team}").text() for team in ("Blue", "Orange")] == ["1", "2"]
    assert window.stage.canvas.accessibleDescription() == ""
    assert not window.header.open_button.isEnabled()
    qtbot.waitUntil(lambda: bool(window.plots.canvas.picture and window.plots.canvas.picture.cells))
    window.plots.choose(("control",))
    speeds = window.plots.canvas.picture.cells[0].traces[0]
    assert window.plots.canvas.picture.time_range.to_s == pytest.approx(599 / 60)
    assert speeds.at_cursor == 1599.0


def test_stop_ends_the_match_and_start_works_again(desktop, runner, qtbot):
    start(desktop, qtbot)
    click(qtbot, desktop.window.bottom.stop_button)
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    assert runner.stopped.is_set()
    assert desktop.window.bottom.line.text() == "Stopped at 1-2 after 0:05"
    assert named(desktop.window.stage, "Phase of the match").text() == "Stopped"
    assert desktop.window.bottom.start_button.isEnabled()
    assert desktop.window.header.open_button.isEnabled()
    start(desktop, qtbot)


def test_the_last_result_stays_until_another_match_is_opened(desktop, runner, qtbot):
    line, checklist = desktop.window.bottom.line, desktop.window.bottom.checklist
    start(desktop, qtbot)
    runner.may_end.set()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    result = (line.text(), line.toolTip(), line.property("tone"))
    desktop.document.take_bots(PathsDropped(paths=(example_bots() / "striker",), team=0))
    assert len(desktop.window.teams[0].cards) == 2
    assert (line.text(), line.toolTip(), line.property("tone")) == result
    assert checklist.state(MatchStage.KICKOFF) is StageState.DONE
    desktop.document.refused.emit("No such file.")
    assert line.text() == "No such file."
    desktop.document.undo()
    assert (line.text(), line.toolTip(), line.property("tone")) == result
    desktop.document.new()
    assert line.text() == ""
    assert checklist.state(MatchStage.KICKOFF) is StageState.PENDING
    desktop.document.undo()
    assert line.text() == ""


@pytest.mark.parametrize("opened", ["the same", "another", "a broken"])
def test_opening_a_match_clears_the_last_result(desktop, runner, qtbot, tmp_path, opened):
    (tmp_path / "broken.toml").write_text("[[cars]\n")
    paths = {"the same": example_match("1v1"), "another": example_match("hoops"), "a broken": tmp_path / "broken.toml"}
    start(desktop, qtbot)
    runner.may_end.set()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    is_open = desktop.document.open(paths[opened])
    assert (desktop.window.bottom.checklist.state(MatchStage.PLAY) is StageState.PENDING) is is_open
    assert (desktop.window.bottom.line.text() == "") is is_open


def test_cards_get_their_logos_off_the_window_thread(desktop, qtbot, monkeypatch, tmp_path):
    shutil.copytree(example_bots() / "striker", tmp_path / "striker")
    threads = []

    def read(reader, path):
        threads.append(threading.current_thread())
        return read_picture(path)

    monkeypatch.setattr(PictureReader, "read", read)
    desktop.document.take_bots(PathsDropped(paths=(tmp_path / "striker",), team=0))
    card = desktop.window.teams[0].cards[-1]
    assert card.card.logo == tmp_path / "striker" / "logo.svg"
    qtbot.waitUntil(lambda: desktop.window.logos.get(card.card.logo) is not None)
    assert threads
    assert threading.main_thread() not in threads


def test_faults_and_silence_of_a_finished_match_stay_on_the_cards(desktop, runner, qtbot, make_agent, make_result):
    agents = (
        make_agent(0, "Striker", AgentState.CRASHED, reason="Ended while playing (exited with code 1)"),
        make_agent(1, "Chaser", AgentState.STOPPED, answers=0, reason="Answered none of 120 frames."),
    )
    start(desktop, qtbot)
    desktop.session.bridge.post(
        MatchEnded(result=make_result(agents=agents, reason="Orange won 2:1. Striker crashed."))
    )
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    states = [texts(team.cards[0])[1] for team in desktop.window.teams[:2]]
    assert states == [
        "● crashed: Ended while playing (exited with code 1)",
        "● stopped: Answered none of 120 frames.",
    ]
    line = desktop.window.bottom.line
    assert line.text().endswith(". 1 agent failed, 1 agent never answered")
    assert "Striker crashed." in line.toolTip()
    runner.post(StopMatch())


def a_setting(document):
    document.edit(lambda text: set_value(text, ("match", "skip_replays"), False))


def with_a_car(document):
    document.add_psyonix(0, "Pro")


@pytest.mark.parametrize("change", [a_setting, with_a_car])
def test_an_edit_after_the_match_keeps_the_chosen_log(desktop, runner, qtbot, change):
    window = desktop.window
    start(desktop, qtbot)
    runner.may_end.set()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    click(qtbot, window.teams[0].cards[0])
    state = window.teams[0].cards[0].card.state
    assert "Striker is here" in window.log.view.toPlainText()
    assert desktop.document.edit("edit", change)
    assert window.log.choice.currentText() == "Striker"
    assert "Striker is here" in window.log.view.toPlainText()
    assert (window.teams[0].cards[0].card.state is state) is (change is a_setting)
    assert window.teams[0].cards[0].property("chosen") is (change is a_setting)
    window.log.choice.activated.emit(window.log.choice.findText("Chaser"))
    assert "Chaser is here" in window.log.view.toPlainText()
    desktop.document.new()
    assert window.log.choice.currentText() == "Game"
    assert [window.log.choice.itemText(place) for place in range(window.log.choice.count())] == ["Game", "Everything"]


def test_another_match_ends_the_search_of_settings(desktop, copied_match):
    options = desktop.window.options
    options.search.setText("boost")
    options.changed_button.setChecked(True)
    assert desktop.document.edit("edit", a_setting)
    assert options.search.text() == "boost", "an edit keeps it"
    desktop.document.open(copied_match("2v2"))
    assert (options.search.text(), options.changed_button.isChecked()) == ("", False)


def test_a_card_chooses_its_log(desktop, qtbot):
    window = desktop.window
    click(qtbot, window.teams[1].cards[0])
    assert window.teams[1].cards[0].property("chosen")
    start(desktop, qtbot)
    qtbot.waitUntil(lambda: "Chaser is here" in window.log.view.toPlainText())
    assert window.log.choice.currentText() == "Chaser"
    click(qtbot, window.teams[0].cards[0])
    assert "Striker is here" in window.log.view.toPlainText()
    assert "Chaser" not in window.log.view.toPlainText()
    window.log.choice.activated.emit(window.log.choice.findText("Chaser"))
    assert window.teams[1].cards[0].property("chosen")
    assert "Chaser is here" in window.log.view.toPlainText()
    window.log.choice.activated.emit(0)
    assert not any(team.cards[0].property("chosen") for team in window.teams[:2])


@pytest.mark.parametrize("answer", ["Cancel", None])
def test_closing_while_a_match_runs_asks_once(desktop, runner, qtbot, answer):
    start(desktop, qtbot)
    for _ in range(2):
        assert not desktop.window.close()
    box = the_box(desktop, qtbot)
    assert len(desktop.window.findChildren(QMessageBox)) == 1
    assert (box.text(), box.informativeText()) == ("A match is running; closing the window stops it.", "")
    box.button(QMessageBox.StandardButton.Cancel).click() if answer else qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert desktop.session.is_running
    assert not desktop.session.is_stopping
    qtbot.waitUntil(lambda: desktop.window.findChild(QMessageBox) is None)
    desktop.window.close()
    the_box(desktop, qtbot).defaultButton().click()
    qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert runner.stopped.is_set()


def test_a_match_and_unsaved_changes_are_one_question(make_desktop, runner, copied_match, qtbot):
    desktop = make_desktop(lambda match, choice: runner, copied_match())
    changed(desktop)
    start(desktop, qtbot)
    desktop.window.close()
    box = the_box(desktop, qtbot)
    assert box.informativeText() == "A match is running; closing the window stops it.\nSave them first?"
    click(qtbot, box.button(QMessageBox.StandardButton.Discard))
    qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert runner.stopped.is_set()


def test_a_match_that_is_being_stopped_needs_no_question(desktop, runner, qtbot):
    start(desktop, qtbot)
    desktop.session.stop()
    desktop.window.close()
    assert desktop.window.findChild(QMessageBox) is None
    qtbot.waitUntil(lambda: not desktop.window.isVisible())


def test_closing_while_a_match_runs_stops_it_and_waits(desktop, runner, qtbot):
    start(desktop, qtbot)
    assert not desktop.window.close()
    the_box(desktop, qtbot).defaultButton().click()
    assert desktop.window.isVisible()
    assert "Stopping the match" in desktop.window.bottom.line.text()
    assert not desktop.window.close()
    qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert runner.stopped.is_set()
    assert not desktop.session.is_running


def test_closing_never_hangs_on_a_match_that_does_not_end(make_desktop, qtbot):
    may_end = threading.Event()

    class Deaf:
        def run(self, sink):
            may_end.wait(20)
            raise RuntimeError("at last")

        def post(self, command):
            pass

    desktop = make_desktop(lambda match, choice: Deaf())
    desktop.closing._deadline.setInterval(100)
    click(qtbot, desktop.window.bottom.start_button)
    desktop.window.close()
    the_box(desktop, qtbot).defaultButton().click()
    assert desktop.window.isVisible()
    qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert desktop.session.is_running
    may_end.set()


def changed(desktop):
    desktop.document.take_bots(PathsDropped(paths=(example_bots() / "keeper",), team=0))
    assert desktop.document.is_dirty


def the_box(desktop, qtbot):
    qtbot.waitUntil(lambda: desktop.window.findChild(QMessageBox) is not None)
    return desktop.window.findChild(QMessageBox)


@pytest.mark.parametrize("answer", ["Discard", "Cancel", "Save"])
def test_unsaved_changes_are_asked_about(make_desktop, runner, copied_match, qtbot, answer):
    path = copied_match()
    desktop = make_desktop(lambda match, choice: runner, path)
    changed(desktop)
    desktop.window.close()
    desktop.window.close()
    box = the_box(desktop, qtbot)
    click(qtbot, box.button(getattr(QMessageBox.StandardButton, answer)))
    if answer == "Cancel":
        assert desktop.window.isVisible()
        desktop.window.close()
        qtbot.waitUntil(lambda: desktop.window.findChild(QMessageBox) not in (None, box))
        click(qtbot, desktop.window.findChildren(QMessageBox)[-1].button(QMessageBox.StandardButton.Discard))
    qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert ("keeper" in path.read_text(encoding="utf-8")) is (answer == "Save")


def test_an_example_with_changes_asks_for_a_place(desktop, qtbot, tmp_path):
    changed(desktop)
    desktop.window.header.save_button.click()
    qtbot.waitUntil(lambda: desktop.window.findChild(QFileDialog) is not None)
    dialog = desktop.window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "mine.toml"))
    dialog.reject()
    assert desktop.document.path == tmp_path / "mine.toml"
    assert named(desktop.window.header, "Open match").text() == "mine"


def test_bots_and_matches_are_chosen_from_disk(desktop, qtbot):
    desktop.window.teams[1].add_button.click()
    dialog = desktop.window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(example_bots() / "keeper" / "bot.toml"))
    dialog.reject()
    assert len(desktop.window.teams[1].cards) == 2
    qtbot.waitUntil(lambda: desktop.window.findChild(QFileDialog) is None)
    desktop.window.header.open_button.click()
    dialog = desktop.window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(example_match("3v3")))
    dialog.reject()
    click(qtbot, the_box(desktop, qtbot).button(QMessageBox.StandardButton.Discard))
    assert named(desktop.window.header, "Open match").text() == "3v3"


def drop(desktop, widget, path, qtbot):
    """Drags a path over a widget, and waits until the window has dealt with it."""
    handle = widget.window().windowHandle()
    paths = path if isinstance(path, tuple) else (path,)
    place = widget.mapTo(widget.window(), QPoint(widget.width() // 2, widget.height() // 2))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(handle, QDragEnterEvent(place, *rest))
    move = QDragMoveEvent(place, *rest)
    QApplication.sendEvent(handle, move)
    assert move.isAccepted()
    QApplication.sendEvent(handle, QDropEvent(QPointF(place), *rest))
    qtbot.waitUntil(lambda: not desktop.incoming.tasks.is_busy)


def test_dropping_a_match_opens_it_and_a_bot_joins_its_team(desktop, runner, qtbot, copied_match):
    window = desktop.window
    drop(desktop, window.stage, copied_match("2v2"), qtbot)
    assert named(window.header, "Open match").text() == "2v2"
    drop(desktop, window.teams[1], example_bots() / "chaser", qtbot)
    assert sizes(desktop) == [2, 3]
    start(desktop, qtbot)
    drop(desktop, window.teams[1], example_bots() / "chaser", qtbot)
    assert window.bottom.line.text() == "A match is running; open the files when it is over."
    assert sizes(desktop) == [2, 3]


def sizes(desktop):
    return [len(team.keys) for team in desktop.window.teams[:2]]


def noticed(desktop):
    notice = desktop.window.notices.notice
    return notice.text if notice is not None else ""


@pytest.mark.parametrize("region", ["stage", "plots", "header", "bottom"])
def test_a_bot_dropped_beside_the_teams_joins_the_smaller_one(desktop, qtbot, region):
    region = getattr(desktop.window, region)
    for count, name in enumerate(("keeper", "chaser", "striker")):
        assert sizes(desktop) == [[1, 1], [2, 1], [2, 2]][count]
        drop(desktop, region, example_bots() / name, qtbot)
        assert noticed(desktop) == f"Added to the match: {name}."


def folder_of(path, count):
    for number in range(count):
        shutil.copytree(example_bots() / "chaser", path / f"bot{number}")
    return path


@pytest.mark.parametrize(("count", "joins"), [(1, True), (2, True), (8, True), (9, False), (0, False)])
def test_the_bots_of_a_folder_join_the_team_it_is_dropped_on_unless_they_are_many(
    desktop, qtbot, tmp_path, count, joins
):
    folder = folder_of(tmp_path / "bots", count)
    folder.mkdir(exist_ok=True)
    drop(desktop, desktop.window.teams[1], folder, qtbot)
    assert sizes(desktop) == [1, 1 + joins * count]
    if joins:
        assert noticed(desktop).startswith("Added to the match: bot0")
        desktop.document.undo()
        assert sizes(desktop) == [1, 1], "one step"
    else:
        qtbot.waitUntil(lambda: noticed(desktop) == f"Added to the library: {folder}")


@pytest.mark.parametrize("region", ["stage", "header", "bottom", "library"])
def test_a_folder_of_bots_dropped_beside_the_teams_is_listed_in_the_library(desktop, qtbot, tmp_path, region):
    folder = folder_of(tmp_path / "bots", 5)
    drop(desktop, getattr(desktop.window, region), folder, qtbot)
    qtbot.waitUntil(lambda: noticed(desktop) == f"Added to the library: {folder}")
    assert panel(desktop, "library").folders == (folder,)
    assert sizes(desktop) == [1, 1]


def test_a_bot_dropped_on_the_library_is_only_listed_there(desktop, qtbot, tmp_path):
    folder = folder_of(tmp_path, 1)
    drop(desktop, desktop.window.library, folder / "bot0", qtbot)
    qtbot.waitUntil(lambda: panel(desktop, "library").folders == (folder / "bot0",))
    assert sizes(desktop) == [1, 1]


@pytest.mark.parametrize("region", ["stage", "library", "log"])
def test_what_is_of_no_use_is_named_and_the_rest_is_used(desktop, qtbot, tmp_path, region):
    text, picture = tmp_path / "notes.txt", tmp_path / "cat.png"
    for path in (text, picture):
        path.write_text("hello")
    drop(desktop, getattr(desktop.window, region), (text, tmp_path / "gone", example_match("2v2"), picture), qtbot)
    assert named(desktop.window.header, "Open match").text() == "2v2"
    assert desktop.window.bottom.line.text() == (
        "Cannot open notes.txt, cat.png. You can drop bots, matches, archives of bots, situations and training runs. "
        f"File not found: {tmp_path / 'gone'}"
    )
    assert panel(desktop, "library").folders == ()


def test_a_refusal_is_a_notice_while_a_page_covers_the_status(desktop, qtbot, tmp_path):
    (tmp_path / "notes.txt").write_text("hello")
    desktop.window.show_page(QWidget())
    drop(desktop, desktop.window.shown_page, tmp_path / "notes.txt", qtbot)
    assert noticed(desktop).startswith("Cannot open notes.txt")
    desktop.window.show_match()
    assert desktop.window.bottom.line.text() == ""


@pytest.mark.parametrize("region", ["library", "stage"])
def test_a_match_of_v4_is_converted_if_the_user_wants_it(desktop, qtbot, tmp_path, region):
    shutil.copytree(example_bots() / "chaser", tmp_path / "chaser")
    old = tmp_path / "rlbot.cfg"
    old.write_text(
        "[Match Configuration]\nnum_participants = 2\nenable_lockstep = 1\n"
        "[Participant Configuration]\nparticipant_config_0 = chaser/bot.toml\nparticipant_type_1 = human\n"
        "participant_team_1 = 1\n"
    )
    before = named(desktop.window.header, "Open match").text()
    drop(desktop, getattr(desktop.window, region), old, qtbot)
    assert panel(desktop, "library").folders == ()
    assert "This is a match of RLBot v4." in noticed(desktop)
    assert named(desktop.window.header, "Open match").text() == before
    click(qtbot, desktop.window.notices.action_button)
    qtbot.waitUntil(lambda: desktop.document.path is None and not desktop.incoming.tasks.is_busy)
    assert "enable_lockstep has no counterpart" in noticed(desktop)
    assert desktop.document.is_dirty
    assert sizes(desktop) == [1, 1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chaser", "rlbot.cfg"]
    assert desktop.document.save_as(tmp_path / "new.toml")
    assert 'config_file = "chaser/bot.toml"' in (tmp_path / "new.toml").read_text()


def test_bots_that_come_with_a_match_join_that_match(desktop, qtbot, copied_match):
    desktop.document.take_bots(PathsDropped(paths=(example_bots() / "chaser",), team=0))
    drop(desktop, desktop.window.teams[0], (example_bots() / "keeper", copied_match("1v1")), qtbot)
    click(qtbot, the_box(desktop, qtbot).button(QMessageBox.StandardButton.Discard))
    assert sizes(desktop) == [2, 1]
    assert [card.card.name for card in desktop.window.teams[0].cards][-1] == "Keeper"


@pytest.mark.parametrize(("kind", "file"), [("match", "2v2.toml"), ("training run", "reach.run.toml")])
def test_of_several_documents_one_is_opened_and_the_others_are_named(desktop, qtbot, tmp_path, kind, file):
    for name in ("a", "b"):
        shutil.copyfile(example_match("1v1"), tmp_path / f"{name}{file}")
    drop(desktop, desktop.window.stage, tuple(sorted(tmp_path.glob(f"*{file}"))), qtbot)
    words = noticed(desktop) if kind == "training run" else desktop.window.bottom.line.text()
    assert words.startswith(f"Only one {kind} can be open at a time. "), "the page of the run covers the line"


def test_nothing_of_a_dropped_folder_is_run(desktop, tmp_path, qtbot):
    folder = tmp_path / "evil"
    folder.mkdir()
    mark = tmp_path / "ran"
    for name in ("bot.py", "__init__.py", "setup.py", "sitecustomize.py"):
        (folder / name).write_text(f"open({str(mark)!r}, 'w')")
    (folder / "bot.toml").write_text('[settings]\nagent_id = "x/y"\nname = "Evil"\nrun_command = "python bot.py"\n')
    drop(desktop, desktop.window.teams[0], folder, qtbot)
    assert desktop.window.teams[0].cards[-1].card.name == "Evil"
    assert not mark.exists()


def test_a_match_with_errors_cannot_start(make_desktop, runner, copied_match):
    path = copied_match()
    text = path.read_text(encoding="utf-8").replace("chaser/bot.toml", "gone/bot.toml")
    path.write_text(text, encoding="utf-8")
    window = make_desktop(lambda match, choice: runner, path).window
    assert window.problems.isVisible()
    assert not window.bottom.start_button.isEnabled()
    assert "errors" in window.bottom.start_button.toolTip()
    assert "errors" in window.stage.canvas.accessibleDescription()


def test_bots_named_at_the_start_make_a_match(make_desktop, runner):
    bots = (example_bots() / "chaser" / "bot.toml", example_bots() / "keeper" / "bot.toml")
    window = make_desktop(lambda match, choice: runner, None, bots).window
    assert [[card.card.name for card in team.cards] for team in window.teams[:2]] == [["Chaser"], ["Keeper"]]
    assert window.bottom.start_button.isEnabled()


def test_theme_and_document_are_remembered(make_desktop, runner, copied_match, qapp, home_of_its_own, qtbot):
    path = copied_match("2v2")
    desktop = make_desktop(lambda match, choice: runner, path)
    desktop.window.header.theme_requested.emit("light")
    assert desktop.appearance.looks.theme.value == "light"
    desktop.window.header.theme_requested.emit("dark")
    assert desktop.appearance.looks.theme.value == "dark"
    desktop.window.resize(1100, 700)
    desktop._keep_place()
    settings = SettingsFile(home_of_its_own / "config").load()
    assert (settings.theme, settings.last_document) == ("dark", str(path))
    other = make_desktop(lambda match, choice: runner)
    assert named(other.window.header, "Open match").text() == "2v2"
    assert other.appearance.looks.theme.value == "dark"
    assert other.window.height() == 700


def test_saving_after_a_match_keeps_what_it_showed(make_desktop, runner, copied_match, qtbot):
    path = copied_match()
    desktop = make_desktop(lambda match, choice: runner, path)
    changed(desktop)
    start(desktop, qtbot)
    desktop.window.bottom.stop_button.click()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    desktop.window.header.save_button.click()
    assert not desktop.document.is_dirty
    assert "•" not in named(desktop.window.header, "Open match").text()
    assert desktop.window.bottom.line.text().startswith("Stopped at")
    assert desktop.window.stage.canvas.view is not None


def test_a_signal_closes_the_window_without_questions(desktop, runner, qtbot):
    changed(desktop)
    start(desktop, qtbot)
    with quitting_on_signals(desktop.closing.close_now):
        signal.raise_signal(signal.SIGTERM)
        qtbot.waitUntil(lambda: not desktop.window.isVisible())
    assert runner.stopped.is_set()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_broken_geometry_is_ignored(make_desktop, runner, home_of_its_own):
    file = SettingsFile(home_of_its_own / "config")
    for geometry in ("not base64!", "AAAA"):
        file.save(type(file.load())(geometry=geometry))
        assert make_desktop(lambda match, choice: runner).window.isVisible()


def test_first_paint_does_not_wait_for_plots_or_the_match():
    code = (
        "import app.program, sys; heavy = 'numpy', 'runtime.match', 'runtime.agents', 'psutil'; "
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"


PLACES_PROGRAM = """
import json
from PySide6.QtCore import QTimer
import app.program
import app.window

make = app.window.Desktop

def watched(*parts):
    desktop = make(*parts)
    desktop.window.completed.connect(lambda: QTimer.singleShot(500, desktop, lambda: tell(desktop)))
    return desktop

def tell(desktop):
    window = desktop.window
    parts = (window.bottom.start_button, window.bottom.stop_button, window.bottom.chooser)
    places = [part.rect().translated(part.mapToGlobal(part.rect().topLeft())) for part in parts]
    print(json.dumps([place.getRect() for place in (window.frameGeometry(), *places)]), flush=True)
    desktop.closing.close_now()

app.window.Desktop = watched
raise SystemExit(app.program.run_window(None, (), is_new=True))
"""


def geometry_of(place):
    """Returns the settings value for a window at this place on a large screen."""
    window = QWidget()
    window.setGeometry(*place)
    kept = b64encode(window.saveGeometry().data()).decode("ascii")
    window.deleteLater()
    return kept


@pytest.mark.parametrize(
    ("size", "place"),
    [((1366, 768), (100, 100, 1280, 800)), ((1024, 640), (2000, 1200, 1280, 700))],
    ids=["tall", "away"],
)
def test_the_restored_window_lies_on_its_screen(qapp, home_of_its_own, tmp_path, size, place):
    assert SettingsFile(home_of_its_own / "config").save(Settings(geometry=geometry_of(place)))
    width, height = size
    screen = {"name": "small", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "dpr": 1.0}
    (tmp_path / "screen.json").write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PLACES_PROGRAM],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen:configfile=screen.json", "PYTHONPATH": str(Path.cwd())},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    places = [QRect(*place) for place in json.loads(done.stdout.splitlines()[-1])]
    assert [place for place in places if not QRect(0, 0, *size).contains(place)] == []


def test_settings_of_a_newer_version_stay_and_the_window_says_so(make_desktop, runner, qtbot, home_of_its_own):
    file = home_of_its_own / "config" / "settings.json"
    file.parent.mkdir()
    file.write_text('{"version": 2, "theme": "dark"}')
    desktop = make_desktop(lambda match, choice: runner)
    desktop.settings.change(theme="light")
    qtbot.waitUntil(lambda: "cannot be read (a newer version" in desktop.window.notices.text.text())
    assert file.read_text() == '{"version": 2, "theme": "dark"}'


def test_a_name_is_never_read_as_html_which_would_load_pictures(desktop, styled, qtbot, qapp, tmp_path):
    name = "<img src=x.svg>"
    shutil.copytree(example_bots() / "striker", tmp_path / "striker")
    document = tmp_path / "striker" / "bot.toml"
    document.write_text(document.read_text().replace('"Striker"', f'"{name}"'))
    assert name in document.read_text()
    desktop.document.take_bots(PathsDropped(paths=(tmp_path / "striker",), team=0))
    might_be_rich = QtGui.Qt.mightBeRichText  # PySide has it in another module than the rest
    card = desktop.window.teams[0].cards[-1]
    assert name in card.toolTip()
    assert might_be_rich(card.toolTip())
    QToolTip.showText(QPoint(5, 5), card.toolTip(), card)
    qtbot.waitUntil(QToolTip.isVisible)
    labels = {label for widget in qapp.topLevelWidgets() for label in (widget, *widget.findChildren(QLabel))}
    labels = [label for label in labels if isinstance(label, QLabel) and might_be_rich(label.text())]
    QToolTip.hideText()
    assert any(label.metaObject().className() == "QTipLabel" for label in labels)
    assert {label.text() for label in labels if label.textFormat() is not Qt.TextFormat.PlainText} == set()
