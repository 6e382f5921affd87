"""Driving is offered when it is possible, and starting a match against a bot never loses an edited document."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from resources.examples import example_bots
from runtime.model.commands import DriveCar
from runtime.model.driving import DriveAction as Do
from tests.app.windows import panel
from tests.labels import texts
from widgets.drive.keys_dialog import DriveKeysDialog
from widgets.preferences.preferences_dialog import PreferencesDialog
from widgets.stage.cameras import CameraKind

HUMAN = '[[cars]]\ntype = "Human"\nteam = 1\n[[cars]]\ntype = "Psyonix"\n'
CHASER = example_bots() / "chaser" / "bot.toml"


@pytest.fixture
def human(make_desktop, runner, tmp_path):
    document = tmp_path / "human.toml"
    document.write_text(HUMAN)
    return make_desktop(lambda match, choice: runner, document)


@pytest.fixture
def playing(human, qtbot):
    human.session.start()
    qtbot.waitUntil(human.window.stage.driving.button.isVisible)
    return human


def sources(runner):
    return [command.source for command in runner.stage if isinstance(command, DriveCar)]


def test_driving_is_offered_while_a_match_with_a_human_runs(human, runner, qtbot):
    button = human.window.stage.driving.button
    assert button.isHidden()
    human.session.start()
    qtbot.waitUntil(button.isVisible)
    human.session.stop()
    qtbot.waitUntil(button.isHidden)


def test_a_match_of_bots_offers_nothing(desktop, runner, qtbot):
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.session.phase is not None)
    assert desktop.window.stage.driving.button.isHidden()
    desktop.window.commands.drive.trigger()
    assert not sources(runner)


def test_keys_reach_the_source_that_the_match_samples(playing, runner):
    overlay = playing.window.stage.driving
    playing.window.commands.drive.trigger()
    (source,) = sources(runner)
    QTest.keyPress(overlay, Qt.Key.Key_W)
    QTest.mousePress(overlay, Qt.MouseButton.LeftButton)
    sample = source.sample()
    assert (sample.throttle, sample.boost) == (1.0, True)
    overlay.clearFocus()
    sample = source.sample()
    assert (sample.throttle, sample.boost) == (0.0, False)
    QTest.mouseRelease(overlay, Qt.MouseButton.LeftButton)
    QTest.keyClick(overlay, Qt.Key.Key_Escape)
    assert sources(runner) == [source, None]
    assert not panel(playing, "drive").is_driving


def test_the_end_of_the_match_ends_driving(playing, qtbot):
    playing.window.commands.drive.trigger()
    assert panel(playing, "drive").is_driving
    playing.session.stop()
    qtbot.waitUntil(lambda: not panel(playing, "drive").is_driving)
    assert playing.window.stage.driving.isHidden()


def test_changed_keys_take_effect_at_once(playing, runner):
    playing.window.commands.drive.trigger()
    playing.settings.change(drive_keys=("jump=J", "boost="))
    QTest.keyPress(playing.window.stage.driving, Qt.Key.Key_J)
    QTest.mousePress(playing.window.stage.driving, Qt.MouseButton.LeftButton)
    sample = sources(runner)[0].sample()
    assert (sample.jump, sample.boost) == (True, False)
    QTest.mouseRelease(playing.window.stage.driving, Qt.MouseButton.LeftButton)


def test_where_the_game_is_no_arena_the_button_says_why(human, qtbot):
    human.session.choice = type(human.session.choice)(game="attached")
    human.session.start()
    button = human.window.stage.driving.button
    qtbot.waitUntil(button.isVisible)
    assert not button.isEnabled()
    assert button.text() == "You drive in the game's own window"


@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard])
def test_an_edited_document_is_not_lost_to_a_match_against_a_bot(human, answer):
    human.context.edits.add_psyonix(0, "Rookie")
    panel(human, "drive").play_against(CHASER)
    box = human.window.findChild(QMessageBox)
    assert not human.session.is_running
    box.button(answer).click()
    is_played = answer is QMessageBox.StandardButton.Discard
    assert human.session.is_running is is_played
    assert human.document.is_dirty is not is_played


def test_a_bot_with_errors_is_not_played_against(human, tmp_path):
    (tmp_path / "bot.toml").write_text("[settings\n")
    panel(human, "drive").play_against(tmp_path / "bot.toml")
    assert not human.session.is_running
    assert "errors" in human.window.bottom.line.text()


def test_no_second_match_is_started(playing):
    panel(playing, "drive").play_against(CHASER)
    assert playing.window.bottom.line.text() == "A match is running."


def test_driving_brings_the_ball_camera_which_space_switches_and_the_end_restores(playing):
    canvas = playing.window.stage.canvas
    canvas.choose_camera(CameraKind.TEAM)
    playing.window.commands.drive.trigger()
    assert (canvas.camera, canvas.chosen) == (CameraKind.BALL_CAM, 1)
    for expected in (CameraKind.CAR, CameraKind.BALL_CAM):
        QTest.keyClick(playing.window.stage.driving, Qt.Key.Key_Space)
        assert canvas.camera is expected
    playing.window.commands.drive.trigger()
    assert canvas.camera is CameraKind.TEAM


def test_keys_are_changed_in_the_preferences(human, qtbot):
    human.window.commands.settings.trigger()
    page = human.window.findChild(PreferencesDialog)
    page.keys.click()
    dialog = human.window.findChild(DriveKeysDialog)
    dialog.buttons[Do.JUMP].click()
    QTest.keyClick(dialog.buttons[Do.JUMP], Qt.Key.Key_Q)
    dialog.ramp.setValue(0)
    assert human.settings.settings.drive_keys == ("jump=Q",)
    assert human.settings.settings.drive_ramp_ms == 0
    assert "Two actions have the same key." in texts(page)
    dialog.close()
    page.close()


def test_lockstep_is_no_pace_to_drive_in(playing):
    playing.session.choose(replace(playing.session.choice, pace="lockstep"))
    playing.window.commands.drive.trigger()
    assert "Choose real time" in playing.window.notices.text.text()
