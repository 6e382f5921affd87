"""Recommended teams are offered for folders that have them, and fill both teams in one step, by keys and mouse."""

import json
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.panels.library.recommendations import RecommendationController
from resources.examples import example_bots
from runtime.documents import CarKind
from runtime.model.values import GameChoice
from tests.app.pictures.contrast import pale_texts
from tests.app.pictures.layout import lasting_faults
from widgets.library.values import Opponent


def recommend(folder, *teams):
    listed = [{"bots": list(team)} for team in teams]
    (folder / "recommendations.json").write_text(json.dumps({"recommendations": listed}), encoding="utf-8")


def recommendations_of(desktop):
    return desktop.panels["library"].findChild(RecommendationController)


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "pack"
    for name in ("chaser", "keeper", "duo"):
        shutil.copytree(example_bots() / name, folder / name)
    recommend(folder, ["Chaser", "Chaser"], ["Keeper", "Duo"], ["Chaser", "Nexto", "Necto", "Nexto"])
    return folder


@pytest.fixture
def window(make_desktop, runner, qtbot, pack):
    desktop = make_desktop(lambda _match, _wish: runner)

    def look_through():
        desktop.panels["library"].rescan()
        qtbot.waitUntil(
            lambda: not desktop.panels["library"].is_scanning and not desktop.panels["library"]._drain_timer.isActive()
        )

    look_through()
    desktop.look_through = look_through
    assert not desktop.window.library.recommended_button.isVisible()
    desktop.panels["library"].add_folder(pack)
    qtbot.waitUntil(lambda: pack in desktop.panels["library"].folders)
    look_through()
    return desktop


@pytest.fixture
def dialog(window):
    window.window.library.recommended_requested.emit()
    opened = recommendations_of(window).dialog
    yield opened
    if recommendations_of(window).dialog is not None:
        opened.close()


def rows_of(dialog):
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def teams_of(desktop):
    cars = desktop.document.match().cars
    return [[car.name for car in cars if car.team == team] for team in (0, 1)]


def test_the_button_is_there_when_there_is_something_to_choose(window, pack, qtbot):
    button = window.window.library.recommended_button
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = recommendations_of(window).dialog
    assert rows_of(dialog) == [
        "2x Chaser\nfrom pack",
        "Keeper, Duo\nfrom pack",
        "Chaser, 2x Nexto, Necto\nNot in the library: Nexto, Necto.",
    ]
    window.panels["library"].hide_folder(pack, is_hidden=True)
    assert rows_of(dialog) == []
    assert "recommendations.json" in dialog.about.text()
    assert not button.isVisible()
    dialog.close()


def test_a_team_fills_both_teams_as_one_step(window, dialog, pack, qtbot):
    before = window.document.document.text
    dialog.list.setCurrentRow(1)
    assert dialog.about.text() == "Blue: Keeper, Duo. Orange: Keeper, Duo."
    qtbot.mouseClick(dialog.fill_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: recommendations_of(window).dialog is None)
    assert teams_of(window) == [["Keeper", "Duo"], ["Keeper", "Duo"]]
    assert all(car.source.is_relative_to(pack) for car in window.document.match().cars), "the bots of the pack itself"
    assert window.document.steps.undo == "Recommended teams: Keeper, Duo"
    assert window.document.overview.can_start
    window.document.undo()
    assert window.document.document.text == before


def test_by_keys_and_against_oneself(window, dialog, qtbot):
    assert dialog.opponent.currentData() is Opponent.SAME, "in the arena, nobody drives"
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Home)
    QTest.keyClick(dialog.opponent, Qt.Key.Key_Down)
    assert dialog.about.text() == "Blue: you. Orange: 2x Chaser."
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: recommendations_of(window).dialog is None)
    cars = window.document.match().cars
    assert [(car.kind, car.team) for car in cars] == [(CarKind.HUMAN, 0), (CarKind.BOT, 1), (CarKind.BOT, 1)]


def test_rocket_league_offers_a_match_against_oneself_first(window):
    window.session.choose(GameChoice(game="attached"))
    recommendations_of(window).show_dialog()
    dialog = recommendations_of(window).dialog
    assert dialog.opponent.currentData() is Opponent.PERSON
    recommendations_of(window).show_dialog()
    assert recommendations_of(window).dialog is dialog, "there is one"
    dialog.close()


def test_a_team_that_lacks_bots_cannot_be_chosen_until_they_are_there(window, dialog, pack, qtbot):
    before = window.document.document.text
    dialog.list.setCurrentRow(2)
    assert not dialog.fill_button.isEnabled()
    assert dialog.fill_button.toolTip() == dialog.about.text() == "Not in the library: Nexto, Necto."
    dialog.list.itemDoubleClicked.emit(dialog.list.item(2))
    assert window.document.document.text == before
    recommend(pack, ["Chaser"], ["Keeper"], ["Duo"])
    window.look_through()
    assert dialog.list.currentRow() == 2
    assert dialog.fill_button.isEnabled()
    dialog.list.itemDoubleClicked.emit(dialog.list.item(2))
    assert teams_of(window) == [["Duo"], ["Duo"]]


def test_nothing_is_filled_while_a_match_runs(window, dialog, qtbot):
    dialog.list.setCurrentRow(0)
    window.session.start()
    assert not dialog.fill_button.isEnabled()
    assert "while a match is running" in dialog.about.text()
    window.session.stop()
    qtbot.waitUntil(lambda: not window.session.is_running)
    assert dialog.fill_button.isEnabled()


def test_a_bad_file_is_reported_among_the_folders(window, pack):
    (pack / "recommendations.json").write_text('{"recommendations": [', encoding="utf-8")
    window.look_through()
    folders = window.window.library.folders
    folders.rows.setCurrentRow(1)
    assert "recommendations.json" in folders.notices.text()
    assert "not valid JSON" in folders.notices.text()
    assert not window.window.library.recommended_button.isVisible()


def test_scripts_and_options_of_the_match_stay(window, dialog):
    painter = example_bots() / "painter" / "script.toml"
    window.context.edits.add_script(painter)
    dialog.list.setCurrentRow(0)
    dialog.fill_button.click()
    match = window.document.match()
    assert [script.source for script in match.scripts] == [painter]
    assert [script.name for script in match.scripts] == ["Painter"]


def test_every_control_of_the_dialog_has_a_name(dialog):
    for control in (dialog.list, dialog.opponent, dialog.about):
        assert control.accessibleName()
    assert dialog.fill_button.toolTip()
    assert dialog.close_button.toolTip()


def test_nothing_of_the_dialog_is_cut_off_or_pale(dialog):
    assert [*lasting_faults(dialog), *pale_texts(dialog)] == []
