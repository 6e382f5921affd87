"""The bar at the bottom: pause, pace and game reach the match, and lamps show its state."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from runtime.documents.surgery import set_value
from runtime.model.commands import SetState
from runtime.model.events import FrameShown, PaceMeasured
from runtime.model.placements import PAUSE_SPEED
from runtime.model.states import AgentState, Phase
from runtime.model.values import GameChoice
from tests.labels import labels, named, texts


def begin(desktop, qtbot):
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)


def words(desktop):
    return texts(desktop.window.bottom.lamps)[1::2]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("0 of 1 agent running", "1 of 1 agent running", "1 agent failed")),
        ("de", ("0 von 1 Bot läuft", "1 von 1 Bot läuft", "1 Bot ausgefallen")),
    ],
)
def test_one_agent_is_no_plural(speak, make_desktop, runner, make_agent, qtbot, monkeypatch, language, texts):
    speak(language)
    desktop = make_desktop(lambda match, choice: runner)
    begin(desktop, qtbot)
    for state, text in zip((AgentState.READY, AgentState.PLAYING, AgentState.CRASHED), texts, strict=True):
        monkeypatch.setattr(desktop.session, "agents", {"blue-1": make_agent(0, "Ada", state)})
        desktop.session.changed.emit()
        assert words(desktop)[2] == text


def test_lamps_follow_the_match(desktop, runner, qtbot):
    assert words(desktop) == ["server off", "no match", "no agents"]
    begin(desktop, qtbot)
    qtbot.waitUntil(lambda: words(desktop) == ["server on", "playing", "2 of 2 agents running"])
    with qtbot.waitSignal(desktop.session.ended):
        desktop.session.stop()
    assert words(desktop)[0] == "server off"


def test_pause_and_go_on(desktop, runner, qtbot):
    assert not desktop.window.bottom.pause_button.isEnabled()
    begin(desktop, qtbot)
    qtbot.keyClick(desktop.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: runner.console == ["kickabout pause"])
    bottom = desktop.window.bottom
    assert bottom.pause_button.isChecked()
    assert bottom.pause_button.toolTip().startswith("Resume")
    assert words(desktop)[1] == "paused"
    qtbot.keyClick(desktop.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert runner.console == ["kickabout pause", "kickabout resume"]
    assert not bottom.pause_button.isChecked()


def test_the_pace_changes_a_running_match_and_is_remembered(desktop, runner, qtbot):
    begin(desktop, qtbot)
    chooser = desktop.window.bottom.chooser
    assert not chooser.games.isEnabled()
    chooser.paces.setCurrentIndex(chooser.paces.findData("4"))
    chooser.paces.activated.emit(chooser.paces.currentIndex())
    qtbot.waitUntil(lambda: runner.console == ["kickabout pace 4"])
    assert desktop.settings.settings.pace == "4"


def test_commands_that_are_typed_are_followed(desktop, runner, qtbot):
    begin(desktop, qtbot)
    bottom = desktop.window.bottom
    before = bottom.chooser.choice
    for command, is_paused in (
        ("kickabout pause", True),
        ("kickabout resume", False),
        ("kickabout step 3", True),
        ("Set WorldInfo TimeDilation 2", True),
        ("kickabout resume", False),
    ):
        desktop.session.send(command)
        assert bottom.pause_button.isChecked() is is_paused
    desktop.session.send("kickabout pace 4")
    assert bottom.chooser.choice == GameChoice(game=before.game, pace="4")
    desktop.session.send("kickabout pace 3.33")
    assert bottom.chooser.choice.pace == "4"
    for typed, shown in (
        ("LOCKSTEP", "lockstep"),
        ("0.50", "0.5"),
        ("1", "realtime"),
        ("fast", "realtime"),
        ("1e1", "10"),
    ):
        desktop.session.send(f"kickabout pace {typed}")
        assert bottom.chooser.choice.pace == shown
    assert desktop.settings.settings.pace == before.pace


def tell(desktop, qtbot, *, is_paused, steps_left=0):
    pace = PaceMeasured(speed=0.0, overruns=0, is_paused=is_paused, steps_left=steps_left)
    with qtbot.waitSignal(desktop.session.bridge.pace_measured):
        desktop.session.bridge.post(pace)


def test_reports_of_the_game_take_effect_at_once(desktop, runner, qtbot):
    begin(desktop, qtbot)
    button, phase = desktop.window.bottom.pause_button, named(desktop.window.stage, "Phase of the match")
    qtbot.waitUntil(lambda: phase.text().startswith("Play"))
    tell(desktop, qtbot, is_paused=True)
    assert (button.isChecked(), words(desktop)[1], phase.text()) == (True, "paused", "Paused")
    cards = [card for team in desktop.window.teams[:2] for card in team.cards]
    assert [card.card.is_paused for card in cards] == [True, True]
    tell(desktop, qtbot, is_paused=False, steps_left=480)
    assert (button.isChecked(), words(desktop)[1]) == (False, "stepping")
    assert "480" in labels(desktop.window.bottom.lamps)[3].toolTip()
    tell(desktop, qtbot, is_paused=False)
    assert (button.isChecked(), words(desktop)[1]) == (False, "playing")
    assert phase.text().startswith("Play")
    assert [card.card.is_paused for card in cards] == [False, False]
    assert runner.console == [], "somebody else steered the match"


def test_a_step_of_a_game_that_tells_is_shown_as_it_tells_it(desktop, runner, qtbot):
    begin(desktop, qtbot)
    tell(desktop, qtbot, is_paused=True)
    desktop.session.send("kickabout step 5000")
    tell(desktop, qtbot, is_paused=False, steps_left=4990)
    assert words(desktop)[1] == "stepping"
    desktop.window.bottom.pause_button.click()
    assert runner.console == ["kickabout step 5000", "kickabout pause"]


def test_a_match_that_the_game_itself_interrupted_goes_on_by_the_games_own_command(desktop, runner, qtbot):
    begin(desktop, qtbot)
    qtbot.waitUntil(lambda: desktop.window.stage.canvas.view.frame == 599)
    view = replace(desktop.window.stage.canvas.view, phase=Phase.PAUSED)
    desktop.session.bridge.post(FrameShown(view=view))
    qtbot.waitUntil(lambda: words(desktop)[1] == "paused")
    desktop.window.bottom.pause_button.click()
    assert runner.console == ["Pause"]


def choose_game(desktop, key):
    chooser = desktop.window.bottom.chooser
    chooser.games.setCurrentIndex(chooser.games.findData(key))
    chooser.games.activated.emit(chooser.games.currentIndex())


def choose_running_server(desktop):
    choose_game(desktop, "attached")


def choose_pace(desktop, pace):
    paces = desktop.window.bottom.chooser.paces
    paces.setCurrentIndex(paces.findData(pace))
    paces.activated.emit(paces.currentIndex())


def speeds(runner):
    return [command.change.game_speed for command in runner.stage if isinstance(command, SetState)]


def offered(desktop):
    paces = desktop.window.bottom.chooser.paces
    return [paces.itemData(row) for row in range(paces.count()) if paces.model().item(row).isEnabled()]


def allow_state_setting(desktop, *, is_allowed):
    value = ("match", "enable_state_setting"), is_allowed
    assert desktop.document.edit("", lambda document: document.edit(lambda text: set_value(text, *value)))


def test_a_server_that_is_no_known_arena_is_slowed_down_for_a_pause(desktop, runner, qtbot):
    choose_running_server(desktop)
    allow_state_setting(desktop, is_allowed=True)
    begin(desktop, qtbot)
    button = desktop.window.bottom.pause_button
    assert button.toolTip().splitlines()[1].startswith("Slows the game down so far")
    qtbot.waitUntil(lambda: words(desktop)[1] == "playing")
    button.click()
    assert speeds(runner) == [PAUSE_SPEED]
    assert button.isChecked()
    assert words(desktop)[1] == "paused"
    button.click()
    assert speeds(runner) == [PAUSE_SPEED, 1.0]
    assert not button.isChecked()
    tell(desktop, qtbot, is_paused=False)
    assert button.toolTip() == "Pause (Ctrl+P)"
    button.click()
    assert runner.console == ["kickabout pause"]
    assert button.isChecked()


def test_a_running_server_plays_at_moderate_speeds_and_an_arena_there_at_all(desktop, runner, qtbot):
    choose_pace(desktop, "lockstep")
    assert offered(desktop) == ["realtime", "0.25", "0.5", "2", "4", "10", "lockstep"]
    choose_running_server(desktop)
    allow_state_setting(desktop, is_allowed=True)
    chooser = desktop.window.bottom.chooser
    assert offered(desktop) == ["realtime", "0.25", "0.5", "2"]
    assert "Only the arena plays at this speed" in chooser.paces.model().item(chooser.paces.count() - 1).toolTip()
    assert chooser.choice == desktop.session.choice == GameChoice(game="attached", pace="realtime")
    choose_pace(desktop, "0.5")
    assert desktop.settings.settings.pace == "0.5"
    begin(desktop, qtbot)
    choose_pace(desktop, "2")
    choose_pace(desktop, "realtime")
    assert speeds(runner) == [2.0, 1.0]
    tell(desktop, qtbot, is_paused=False)
    assert "lockstep" in offered(desktop)
    choose_pace(desktop, "10")
    assert (speeds(runner), runner.console) == ([2.0, 1.0], ["kickabout pace 10"])


def address(desktop, qtbot, text):
    line = desktop.window.bottom.chooser.address
    line.clear()
    qtbot.keyClicks(line, text)


def test_the_address_of_a_server_is_judged_while_it_is_typed_and_kept(desktop, runner, qtbot):
    bottom = desktop.window.bottom
    chooser = bottom.chooser
    assert not chooser.address.isVisible()
    choose_running_server(desktop)
    assert chooser.address.isVisible()
    assert not chooser.remark.isVisible()
    address(desktop, qtbot, "10.0.0.7:99999")
    assert "99999" in chooser.remark.text()
    assert not bottom.start_button.isEnabled()
    assert bottom.start_button.toolTip() == chooser.remark.text() == chooser.address.toolTip()
    address(desktop, qtbot, "10.0.0.7:5000")
    assert "no password and no encryption" in chooser.remark.text()
    assert bottom.start_button.isEnabled()
    address(desktop, qtbot, "localhost")
    assert not chooser.remark.isVisible()
    assert desktop.settings.settings.server_address == ""
    qtbot.keyClick(chooser.address, Qt.Key.Key_Return)
    assert desktop.settings.settings.server_address == "localhost"
    address(desktop, qtbot, "10.0.0.7")
    bottom.start_button.click()
    qtbot.waitUntil(lambda: desktop.session.phase is not None)
    assert desktop.settings.settings.server_address == "10.0.0.7"
    assert not chooser.address.isEnabled()
    with qtbot.waitSignal(desktop.session.ended):
        desktop.session.stop()
    address(desktop, qtbot, "10.0.0.7:x")
    choose_game(desktop, "arena")
    assert bottom.start_button.isEnabled()
    assert not chooser.remark.isVisible()


def test_switching_the_game_checks_the_open_match_at_once(desktop, qtbot):
    desktop.window.pages.setCurrentWidget(desktop.window.options)
    change = ("match", "game_mode"), "Dropshot"
    desktop.document.edit("", lambda document: document.edit(lambda text: set_value(text, *change)))
    bottom, panel = desktop.window.bottom, desktop.window.options
    qtbot.waitUntil(lambda: panel.is_made)
    for game, is_played in (("arena", False), ("attached", True), ("arena", False), ("rocket-league", True)):
        choose_game(desktop, game)
        assert bottom.start_button.isEnabled() is is_played
        remark = panel.row("match.game_mode").option.remark
        assert (remark is None) is is_played
        assert is_played or "needs Rocket League" in str(remark.text)


def test_a_pause_without_effect_is_off_and_says_why(desktop, runner, qtbot):
    choose_running_server(desktop)
    bottom = desktop.window.bottom
    allow_state_setting(desktop, is_allowed=False)
    desktop.session.start()
    qtbot.waitUntil(lambda: words(desktop)[1] == "playing")
    assert not bottom.pause_button.isEnabled()
    assert "which is off in this match's settings" in bottom.pause_button.toolTip()
    tell(desktop, qtbot, is_paused=False)
    assert bottom.pause_button.isEnabled()


def test_the_next_match_is_played_as_chosen(make_desktop, runner, qtbot):
    choices = []
    desktop = make_desktop(lambda match, choice: choices.append(choice) or runner)
    chooser = desktop.window.bottom.chooser
    chooser.games.setCurrentIndex(chooser.games.findData("attached"))
    chooser.games.activated.emit(chooser.games.currentIndex())
    assert not chooser.paces.isEnabled()
    assert "can only be set if “Bots may move things” is on" in chooser.paces.toolTip()
    desktop.session.start()
    qtbot.waitUntil(lambda: choices == [GameChoice(game="attached")])
