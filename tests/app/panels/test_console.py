"""Commands reach the game of the running match, wrong commands are answered, and typed commands are remembered."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.panels.log.console import COMPLETIONS, ConsoleController, refusal
from app.services.notifications import Notifications
from app.services.settings import SettingsFile, SettingsStore
from app.session.match_session import MatchSession
from resources.looks import Theme, looks
from runtime.documents import Match
from runtime.games import AttachedGame
from runtime.model.events import PaceMeasured, StageChanged
from runtime.model.states import MatchStage, StageState
from runtime.model.values import CarEntry, GameChoice, MatchOverview
from widgets.log.log_panel import LogPanel


class Typing:
    """A log panel with its controller, and a match that a script plays."""

    def __init__(self, qtbot, runner, settings, match):
        self.qtbot, self.runner = qtbot, runner
        self.settings = settings
        self.panel = LogPanel(looks(Theme.DARK))
        self.session = MatchSession(lambda match, choice: runner, lambda: match)
        self.bridge = self.session.bridge
        notifications = Notifications(self.session)
        self.controller = ConsoleController(self.panel, self.session, settings, notifications, self.session)
        self.panel.show()

    @property
    def console(self):
        return self.panel.console

    def play(self):
        self.session.show_overview(overview_of_cars())
        self.session.start()
        self.qtbot.waitUntil(self.console.line.isEnabled)

    def enter(self, text):
        self.console.line.setText(text)
        self.qtbot.keyClick(self.console.line, Qt.Key.Key_Return)

    def stop(self):
        self.session.stop()
        self.qtbot.waitUntil(lambda: not self.session.is_running)

    def close(self):
        self.stop()
        self.panel.close()
        self.panel.deleteLater()


def overview_of_cars():
    car = CarEntry(position=0, name="Striker", team=0, kind="bot", source=None)
    return MatchOverview(
        title="1v1",
        path=None,
        is_dirty=False,
        cars=(car,),
        scripts=(),
        game_mode="Soccar",
        game_map="",
        match_length="",
        problems=(),
    )


@pytest.fixture
def make_typing(qtbot, runner, tmp_path):
    made = []

    def make(match=None, **kept):
        store = SettingsStore(SettingsFile(tmp_path))
        store.change(**kept)
        typing = Typing(qtbot, runner, store, match or Match())
        made.append(typing)
        return typing

    yield make
    for typing in made:
        typing.close()


@pytest.fixture
def playing(make_typing):
    typing = make_typing()
    typing.play()
    return typing


@pytest.mark.parametrize(
    "text",
    [
        "kickabout pause",
        "kickabout resume",
        "kickabout step",
        "kickabout step 1",
        "kickabout step 1000000",
        "kickabout pace realtime",
        "kickabout pace 1000",
        "kickabout  pace   0.001",
        "pause",
        "Set WorldInfo TimeDilation 0.5",
        "set worldinfo worldgravityz -100",
    ],
)
def test_console_commands_of_the_arena(text):
    assert refusal(text, may_set_state=True) == ""


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("kickabout step 0", "kickabout step 1 … 1000000"),
        ("kickabout step 1000001", "kickabout step 1 … 1000000"),
        ("kickabout step some", "kickabout step 1 … 1000000"),
        ("kickabout pace", "0.001 ≤ X ≤ 1000"),
        ("kickabout pace 0", "0.001 ≤ X ≤ 1000"),
        ("kickabout pace 1000.1", "0.001 ≤ X ≤ 1000"),
        ("kickabout pause now", "Usage: kickabout pause"),
        ("SET worldinfo TIMEDILATION fast", "Set WorldInfo TimeDilation X"),
        ("Set WorldInfo WorldGravityZ", "Set WorldInfo WorldGravityZ X"),
        ("Pause 3", "Usage: Pause"),
    ],
)
def test_a_command_of_another_form_is_reported_the_right_one(text, form):
    sentence = refusal(text, may_set_state=True)
    assert sentence.startswith("Usage: ")
    assert form in sentence


@pytest.mark.parametrize(
    "text", ["kickabout", "kickabout dance", "kickabouts pause", "Set WorldInfo Colour 3", "say x"]
)
def test_an_unknown_command_is_reported_so(text):
    assert "Unknown command" in refusal(text, may_set_state=True)


@pytest.mark.parametrize("text", ["kickabout drawings on", "kickabout drawings off"])
def test_what_the_window_sees_to_itself_is_not_meddled_with(text):
    assert refusal(text, may_set_state=True) == "Drawings are switched on and off in the arena view."


@pytest.mark.parametrize("text", ["Pause", "Set WorldInfo TimeDilation 2", "set worldinfo worldgravityz x"])
def test_the_games_own_commands_need_a_match_that_allows_them(text):
    assert "does not allow state setting" in refusal(text, may_set_state=False)
    assert refusal("kickabout pause", may_set_state=False) == ""


def test_every_offered_command_is_understood():
    for completion in COMPLETIONS:
        assert refusal(f"{completion}1" if completion.endswith(" ") else completion, may_set_state=True) == ""


def test_a_command_reaches_the_game_and_is_remembered(playing, runner, qtbot):
    with qtbot.waitSignal(playing.controller.sent):
        playing.enter(" kickabout pause ")
    assert runner.console == ["kickabout pause"]
    assert playing.console.line.text() == ""
    assert playing.settings.settings.console_lines == ("kickabout pause",)


def test_a_wrong_command_goes_nowhere_and_is_answered(playing, runner):
    playing.enter("kickabout dance")
    assert runner.console == []
    assert "Unknown command" in playing.console.answer.text()
    assert playing.console.line.text() == "kickabout dance"
    assert playing.settings.settings.console_lines == ()


def test_another_server_gets_whatever_is_typed(make_typing, runner):
    typing = make_typing()
    typing.session.choose(GameChoice(game="attached"))
    typing.play()
    typing.enter("Freeplay Boost 3")
    assert runner.console == ["Freeplay Boost 3"]
    assert "for example: Pause" in typing.console.line.placeholderText()


def test_only_a_server_known_to_be_an_arena_gets_our_commands(make_typing, runner, qtbot):
    typing = make_typing()
    typing.session.choose(GameChoice(game="attached"))
    typing.play()
    for text in ("kickabout pause", " KICKABOUT  dance"):
        typing.enter(text)
        assert "Only a Kickabout arena" in typing.console.answer.text()
    typing.bridge.pace_measured.emit(PaceMeasured(speed=1.0, overruns=0))
    typing.enter("kickabout pause")
    assert runner.console == []
    with qtbot.waitSignal(typing.session.changed):
        typing.bridge.pace_measured.emit(PaceMeasured(speed=1.0, overruns=0, is_paused=False))
    typing.enter("kickabout pause")
    assert runner.console == ["kickabout pause"]
    assert "for example: kickabout step 120" in typing.console.line.placeholderText()


def test_the_settings_of_the_match_are_respected(make_typing, runner):
    typing = make_typing(Match(enable_state_setting=False))
    typing.play()
    typing.enter("Pause")
    assert runner.console == []
    assert "does not allow" in typing.console.answer.text()


def test_without_a_game_it_is_off_and_says_why(make_typing):
    typing = make_typing()
    assert "No match is running" in typing.console.reason
    typing.play()
    typing.bridge.stage_changed.emit(StageChanged(stage=MatchStage.GAME, state=StageState.RUNNING))
    assert typing.console.reason == "The game has not started yet."
    typing.bridge.stage_changed.emit(StageChanged(stage=MatchStage.GAME, state=StageState.DONE))
    assert typing.console.reason == ""
    typing.stop()
    assert "No match is running" in typing.console.reason


def test_the_past_and_the_choice_to_hide_the_line_outlive_a_start(make_typing):
    first = make_typing(console_lines=("kickabout step 7",))
    first.panel.console_button.click()
    second = make_typing()
    assert not second.panel.console_button.isChecked()
    assert second.console.isHidden()
    assert second.console.line.history.lines == ("kickabout step 7",)


def test_the_command_of_the_window_leads_to_the_line_or_says_why_not(desktop, qtbot):
    window = desktop.window
    window.log.console_button.setChecked(False)
    window.workspace.show_panel("plots")
    window.commands.console.trigger()
    assert "No match is running" in window.bottom.line.text()
    desktop.session.start()
    qtbot.waitUntil(window.log.console.line.isEnabled)
    qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.log.console.line.hasFocus)
    assert window.workspace.is_shown("log")


def test_sent_messages_can_be_read(desktop, qtbot):
    log = desktop.window.log
    desktop.session.start()
    qtbot.waitUntil(lambda: log.console.line.isEnabled() and log.choice.count() == 4)
    for before, after in (("Striker", "Game"), ("Game", "Game"), ("Everything", "Everything")):
        log.choice.activated.emit(log.choice.findText(before))
        log.console.line.setText("kickabout pause")
        qtbot.keyClick(log.console.line, Qt.Key.Key_Return)
        assert log.choice.currentText() == after


def test_nothing_is_typed_to_a_game_without_a_console(make_typing, monkeypatch):
    monkeypatch.setattr(AttachedGame, "capabilities", replace(AttachedGame.capabilities, has_console=False))
    typing = make_typing()
    typing.session.choose(GameChoice(game="attached"))
    typing.session.show_overview(overview_of_cars())
    typing.session.start()
    typing.qtbot.waitUntil(lambda: "no console commands" in typing.console.reason)
    assert not typing.console.line.isEnabled()
    typing.bridge.post(PaceMeasured(speed=1.0, overruns=0, is_paused=False))
    typing.qtbot.waitUntil(typing.console.line.isEnabled)
