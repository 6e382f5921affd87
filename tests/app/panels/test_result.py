"""The end of a match: a card with the figures of each car, a rematch, swapped sides, and the result as a file."""

import csv
import json
from dataclasses import replace
from io import StringIO

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.panels.result import csv_of
from app.services.settings import Settings
from app.session.match_runner import match_runner
from resources.examples import example_match
from runtime.model.states import Outcome
from tests.app.conftest import ScriptedRunner, a_result
from tests.app.windows import panel
from widgets.stage.hud.result_card import ResultRow, ResultValue


@pytest.fixture
def runners():
    return []


@pytest.fixture
def ended(make_desktop, copied_match, runners, qtbot):
    """A window in which a match of two cars has been played to its end."""

    def make_runner(match, choice):
        runners.append((match, ScriptedRunner(frames=60)))
        return runners[-1][1]

    desktop = make_desktop(make_runner, copied_match())
    play_to_the_end(desktop, runners, qtbot)
    return desktop


def play_to_the_end(desktop, runners, qtbot):
    before = len(runners)
    if not desktop.session.is_running:
        desktop.session.start()
    qtbot.waitUntil(lambda: desktop.session.view is not None and len(runners) >= max(1, before))
    runners[-1][1].may_end.set()
    qtbot.waitUntil(lambda: not desktop.session.is_running)


def cells(desktop, column):
    table = desktop.window.stage.result_card.table
    return [table.item(row, column).text() for row in range(table.rowCount())]


def test_the_card_shows_every_car_when_the_match_has_ended(ended):
    card = ended.window.stage.result_card
    assert card.isVisible()
    assert (cells(ended, 0), card.value.score) == (["Striker", "Chaser"], (1, 2))
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_a_rematch_is_the_same_match_again(ended, runners, qtbot):
    card = ended.window.stage.result_card
    card.rematch_button.click()
    assert ended.session.is_running
    assert not card.isVisible()
    play_to_the_end(ended, runners, qtbot)
    assert [car.team for car in runners[1][0].cars] == [car.team for car in runners[0][0].cars]
    assert card.isVisible()


def test_swapped_sides_are_one_step_of_undo_and_a_new_match(ended, runners, qtbot):
    before = ended.document.document.text
    ended.window.stage.result_card.swap_button.click()
    play_to_the_end(ended, runners, qtbot)
    names = [[(car.name, car.team) for car in match.cars] for match, _ in runners]
    assert sorted(names[1]) == sorted((name, 1 - team) for name, team in names[0])
    ended.document.undo()
    assert ended.document.document.text == before


def test_a_failed_match_and_one_without_frames_have_no_card(make_desktop, qtbot):
    class Failing(ScriptedRunner):
        def run(self, emit):
            super().run(lambda event: None if type(event).__name__ == "MatchEnded" else emit(event))
            from runtime.model.events import MatchEnded

            emit(MatchEnded(result=a_result(outcome=Outcome.FAILED)))

    desktop = make_desktop(lambda match, choice: Failing(frames=10))
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.session.view is not None)
    desktop.session.stop()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    assert not desktop.window.stage.result_card.isVisible()


def test_the_result_is_saved_as_the_command_line_prints_it_as_a_table_and_as_a_picture(ended, qtbot, tmp_path):
    controller = panel(ended, "result")
    ended.window.stage.result_card.save_button.click()
    dialog = ended.window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "a.json"))
    dialog.reject()
    qtbot.waitUntil((tmp_path / "a.json").is_file)
    assert json.loads((tmp_path / "a.json").read_text())["outcome"] == "finished"
    for name in ("b.CSV", "c.png"):
        controller.save(tmp_path / name)
        qtbot.waitUntil((tmp_path / name).is_file)
    head, *rows = (tmp_path / "b.CSV").read_text().splitlines()
    assert head.startswith("name,team,score,goals")
    assert [row.split(",")[:2] for row in rows] == [["Striker", "blue"], ["Chaser", "orange"]]
    assert QImage(str(tmp_path / "c.png")).width() > 100


def test_a_file_that_cannot_be_written_is_reported(ended, qtbot, tmp_path):
    refusals = []
    ended.notifications.refused.connect(refusals.append)
    panel(ended, "result").save(tmp_path / "missing" / "a.json")
    qtbot.waitUntil(lambda: bool(refusals))
    assert "a.json" in refusals[0]


def test_the_table_is_csv_whatever_the_names_are():
    row = ResultRow(
        name="Ada", team=0, score=300, goals=2, assists=1, saves=3, shots=4, demolitions=5, boost=812.4, late=6
    )
    rows = (replace(row, name='A "b", c\nd'), replace(row, team=1, boost=None, late=None))
    read = list(csv.DictReader(StringIO(csv_of(ResultValue(words="", score=(2, 0), rows=rows)))))
    assert [(each["name"], each["team"], each["boost_collected"], each["late_answers"]) for each in read] == [
        ('A "b", c\nd', "blue", "812.4", "6"),
        ("Ada", "orange", "", ""),
    ]


def test_the_card_of_a_real_match_has_all_figures(make_desktop, monkeypatch, mesh_cache, qtbot):
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    desktop = make_desktop(lambda match, choice: match_runner(match, choice, Settings()), example_match("1v1"))
    session = desktop.session
    session.choose(replace(session.choice, pace="lockstep"))
    session.start()
    qtbot.waitUntil(lambda: session.view is not None and session.view.seconds_elapsed > 8.0, timeout=60_000)
    session.stop()
    qtbot.waitUntil(lambda: not session.is_running)
    rows = desktop.window.stage.result_card.value.rows
    assert [(row.name, row.team) for row in rows] == [(car.name, car.team) for car in session.view.cars]
    assert all(row.late is not None and row.boost is not None and row.boost >= 0.0 for row in rows)
    assert any(row.boost for row in rows)
