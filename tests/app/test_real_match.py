"""A real match in the window, with real arena, bots and processes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.services.settings import Settings
from app.session.match_runner import match_runner
from resources.examples import example_match
from runtime.model.states import AgentState, MatchStage, StageState
from tests.process_table import descendants


@pytest.fixture
def real(make_desktop, monkeypatch, mesh_cache):
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    return make_desktop(lambda match, choice: match_runner(match, choice, Settings()), example_match("1v1"))


def test_a_match_is_started_watched_and_closed(real, qtbot):
    window = real.window
    before = set(descendants())
    window.bottom.start_button.click()
    assert real.session.is_running, "the click returns at once"
    qtbot.waitUntil(lambda: window.stage.canvas.view is not None, timeout=60_000)
    qtbot.waitUntil(
        lambda: all(team.cards[0].card.state is AgentState.PLAYING for team in window.teams[:2]), timeout=30_000
    )
    qtbot.waitUntil(lambda: window.teams[0].cards[0].card.figures.answers_per_s is not None, timeout=30_000)
    assert window.bottom.checklist.state(MatchStage.PLAY) is StageState.RUNNING
    assert window.teams[0].cards[0].card.figures.answers_per_s > 10
    assert len(window.stage.canvas.view.pads) == 34
    assert set(descendants()) - before
    for command, is_paused in (("kickabout pause", True), ("kickabout resume", False)):
        window.log.console.line.setText(command)
        qtbot.keyClick(window.log.console.line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda command=command: f"> {command}" in window.log.view.toPlainText())
        qtbot.waitUntil(lambda wanted=is_paused: window.bottom.pause_button.isChecked() is wanted)

    window.close()
    window.findChild(QMessageBox).defaultButton().click()
    assert window.isVisible()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert not set(descendants()) - before
