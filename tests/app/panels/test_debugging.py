"""Debugging from the cards of the window."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from app.services.translation import set_language
from resources.examples import example_bots
from runtime.environments import debugger
from runtime.model.commands import DebugAgents
from runtime.model.events import AgentChanged, StageChanged
from runtime.model.messages import message
from runtime.model.states import AgentState, MatchStage, StageState
from runtime.model.values import GameChoice
from tests.app.windows import panel
from widgets.shared.page_dialog import PageDialog
from widgets.teams.agent_card import offered
from widgets.teams.card_value import CardAction
from widgets.teams.card_words import action_words, state_line

ACTIONS = (
    CardAction.DEBUG,
    CardAction.END_DEBUG,
    CardAction.COPY_START,
    CardAction.WRITE_LAUNCH,
    CardAction.DEBUG_HELP,
)


@pytest.fixture
def bot(tmp_path):
    """The document of a bot in a folder of its own."""
    folder = tmp_path / "ada"
    folder.mkdir()
    (folder / "bot.py").write_text("")
    text = '[settings]\nagent_id = "tests/ada"\nname = "Ada"\nrun_command = "python bot.py"\n'
    (folder / "bot.toml").write_text(text + 'run_command_linux = "python bot.py"\n')
    return folder / "bot.toml"


@pytest.fixture
def document(tmp_path, bot):
    path = tmp_path / "match.toml"
    chaser = example_bots() / "chaser" / "bot.toml"
    path.write_text(
        f"[[cars]]\nteam = 0\nconfig_file = '{bot}'\nauto_start = false\n[[cars]]\nteam = 1\nconfig_file = '{chaser}'\n"
    )
    return path


@pytest.fixture
def desktop(make_desktop, runner, document):
    desktop = make_desktop(lambda match, choice: runner, document)
    desktop.session.prepare = lambda match: None
    return desktop


def card_of(desktop, team=0):
    return desktop.window.teams[team].cards[0]


def texts(desktop):
    return desktop.window.notices.notice.text if desktop.window.notices.notice is not None else ""


def boxes(kind):
    return [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()]


def report(desktop, make_agent, state, **changes):
    desktop.session.bridge.post(AgentChanged(agent=make_agent(0, "Ada", state, **changes)))


@pytest.fixture
def without_debugpy(monkeypatch):
    """Every interpreter lacks debugpy; the installation is recorded and ends as `results` says."""
    installed, results = [], [None]

    def install(python, folder, installer=None):
        installed.append((python, folder))
        if results[-1] is None:
            (folder / "debugpy").mkdir(parents=True)
        return results[-1]

    monkeypatch.setattr(debugger, "debugger_folder", lambda python, cache: cache / "debugpy-3.11")
    monkeypatch.setattr(debugger, "install_debugger", install)
    return installed, results


def test_debug_starts_the_match_with_the_agent_under_its_debugger(desktop, runner, qtbot):
    card_of(desktop, 1).ask(CardAction.DEBUG)
    qtbot.waitUntil(lambda: DebugAgents(keys=("orange-1",), is_on=True) in runner.console)
    assert desktop.session.is_running


def test_debug_during_a_match_concerns_the_running_agent(desktop, runner, qtbot):
    desktop.session.start()
    qtbot.waitUntil(lambda: card_of(desktop, 1).card.state is AgentState.PLAYING)
    card_of(desktop, 1).ask(CardAction.DEBUG)
    qtbot.waitUntil(lambda: DebugAgents(keys=("orange-1",), is_on=True) in runner.console)


def test_debugpy_is_installed_after_consent(desktop, runner, qtbot, without_debugpy):
    installed, _ = without_debugpy
    card_of(desktop, 1).ask(CardAction.DEBUG)
    qtbot.waitUntil(lambda: bool(boxes(QMessageBox)))
    (box,) = boxes(QMessageBox)
    assert "20 MB" in box.text()
    assert installed == []
    assert not desktop.session.is_running
    assert box.defaultButton().text() == "Install debugpy"
    box.accept()
    folder = debugger.debugger_folder(None, Path("/"))
    qtbot.waitUntil(lambda: any(isinstance(command, DebugAgents) for command in runner.console))
    (command,) = (command for command in runner.console if isinstance(command, DebugAgents))
    assert command.debugpy == installed[0][1]
    assert command.debugpy.name == folder.name
    desktop.session.stop()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    card_of(desktop, 1).ask(CardAction.DEBUG)
    qtbot.waitUntil(lambda: desktop.session.is_running)
    assert len(installed) == 1, "the second time it is there"


def test_a_failed_installation_says_why(desktop, qtbot, without_debugpy):
    _, results = without_debugpy
    results.append(message("x", "No network."))
    card_of(desktop, 1).ask(CardAction.DEBUG)
    qtbot.waitUntil(lambda: bool(boxes(QMessageBox)))
    boxes(QMessageBox)[0].accept()
    qtbot.waitUntil(lambda: texts(desktop) == "debugpy was not installed. No network.")
    assert not desktop.session.is_running


WORDS = {
    "en": (
        "● waiting for the debugger on port 5678",
        "● being debugged",
        ["Debug", "Stop debugging", "Copy the start command", "Write launch configuration …", "How to debug"],
    ),
    "de": (
        "● wartet auf den Debugger an Port 5678",
        "● wird debuggt",
        ["Debuggen", "Debuggen beenden", "Startbefehl kopieren", "Startkonfiguration schreiben …", "So wird debuggt"],
    ),
}


@pytest.mark.parametrize("language", WORDS)
def test_cards_say_what_the_debugger_does(desktop, runner, make_agent, qtbot, qapp, language):
    set_language(qapp, language)
    try:
        desktop.session.start()
        waiting, debugged, actions = WORDS[language]
        report(desktop, make_agent, AgentState.STARTING, debug_port=5678)
        qtbot.waitUntil(lambda: state_line(card_of(desktop).card) == waiting)
        for changes in ({"debug_port": 5678, "is_debugger_attached": True}, {"debug_port": 0}):
            report(desktop, make_agent, AgentState.PLAYING, answers_per_s=0.0, **changes)
            qtbot.waitUntil(lambda: state_line(card_of(desktop).card) == debugged)
        assert [action_words(action) for action in ACTIONS] == actions
        card_of(desktop).ask(CardAction.END_DEBUG)
        assert DebugAgents(keys=("blue-1",), is_on=False) in runner.console
        report(desktop, make_agent, AgentState.PLAYING)
        qtbot.waitUntil(lambda: CardAction.DEBUG in offered(card_of(desktop).card, is_locked=True))
        assert CardAction.END_DEBUG not in offered(card_of(desktop).card, is_locked=True)
    finally:
        set_language(qapp, "en")


def test_the_start_command_is_copied_before_and_during_a_match(desktop, make_agent, qtbot):
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("")
    card_of(desktop).ask(CardAction.COPY_START)
    qtbot.waitUntil(lambda: "bot.py" in clipboard.text())
    first = clipboard.text()
    endpoints = desktop.session.endpoints
    assert f"RLBOT_SERVER_PORT={endpoints.port()}" in first
    assert f"RLBOT_AGENT_ID='{endpoints.key_of('tests/ada')}'" in first
    clipboard.setText("")
    desktop.session.start()
    reason = message("start-it-yourself", "Start it yourself")
    report(desktop, make_agent, AgentState.MANUAL, reason=reason)
    qtbot.waitUntil(lambda: card_of(desktop).card.state is AgentState.MANUAL)
    assert CardAction.COPY_START in offered(card_of(desktop).card, is_locked=True)
    card_of(desktop).ask(CardAction.COPY_START)
    qtbot.waitUntil(lambda: clipboard.text() == first)
    assert CardAction.COPY_START not in offered(card_of(desktop, 1).card, is_locked=True)


def test_the_start_command_for_a_running_server_has_its_port_and_no_key(desktop, qtbot):
    desktop.session.choose(GameChoice(game="attached"))
    card_of(desktop).ask(CardAction.COPY_START)
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: "RLBOT_SERVER_PORT=23234" in clipboard.text())
    assert "RLBOT_AGENT_ID=tests/ada" in clipboard.text()


def test_launch_configurations_are_written_after_a_question(desktop, bot, qtbot):
    card_of(desktop).ask(CardAction.WRITE_LAUNCH)
    qtbot.waitUntil(lambda: bool(boxes(QMessageBox)))
    (box,) = boxes(QMessageBox)
    launch, run = bot.parent / ".vscode" / "launch.json", bot.parent / ".run" / "Kickabout Ada.run.xml"
    assert f"{launch} (new)" in box.text()
    assert f"{run} (new)" in box.text()
    assert not launch.exists()
    box.accept()
    qtbot.waitUntil(lambda: launch.exists() and run.exists())
    qtbot.waitUntil(lambda: "Wrote the launch configurations" in texts(desktop))
    assert json.loads(launch.read_text())["configurations"][1]["env"]["RLBOT_AGENT_ID"] == "tests/ada", "no secret"
    card_of(desktop).ask(CardAction.WRITE_LAUNCH)
    qtbot.waitUntil(lambda: texts(desktop) == "The launch configurations are up to date.")


def test_a_refusal_writes_nothing(desktop, bot, qtbot):
    card_of(desktop).ask(CardAction.WRITE_LAUNCH)
    qtbot.waitUntil(lambda: bool(boxes(QMessageBox)))
    boxes(QMessageBox)[0].reject()
    assert sorted(path.name for path in bot.parent.iterdir()) == ["bot.py", "bot.toml"]


def test_what_cannot_be_merged_is_copied(desktop, bot, qtbot):
    place = bot.parent / ".vscode" / "launch.json"
    place.parent.mkdir()
    place.write_text("{ broken")
    card_of(desktop).ask(CardAction.WRITE_LAUNCH)
    qtbot.waitUntil(lambda: bool(boxes(QMessageBox)))
    assert texts(desktop).startswith(f"{place} cannot be changed")
    assert "Kickabout: start Ada" in QGuiApplication.clipboard().text()
    assert str(place) not in boxes(QMessageBox)[0].text()
    boxes(QMessageBox)[0].reject()
    assert place.read_text() == "{ broken"


def test_the_page_is_opened_from_the_card_and_from_the_overview_of_keys(desktop, qtbot):
    card_of(desktop).ask(CardAction.DEBUG_HELP)
    (page,) = boxes(PageDialog)
    assert page.browser.toPlainText().startswith("Debugging a bot")
    page.close()
    desktop.window.commands.keys.trigger()
    overview = next(box for box in QApplication.topLevelWidgets() if hasattr(box, "help_button") and box.isVisible())
    qtbot.mouseClick(overview.help_button, Qt.MouseButton.LeftButton)
    (page,) = boxes(PageDialog)
    page.close()
    overview.close()


def test_a_document_with_errors_says_so(desktop, document, qtbot, monkeypatch):
    refused = []
    desktop.context.notifications.refused.connect(refused.append)
    monkeypatch.setattr(panel(desktop, "debugging")._document, "match", lambda: None)
    card_of(desktop).ask(CardAction.DEBUG)
    assert refused == ["The match has errors. See Problems."]


def test_a_request_to_debug_waits_for_the_runner(make_desktop, runner, document, qtbot):
    """The question about packages, for example, comes before the runner."""
    desktop = make_desktop(lambda match, choice: runner, document)
    held = []

    class Preparation:
        def run(self, emit):
            emit(StageChanged(stage=MatchStage.CHECK, state=StageState.RUNNING))
            desktop.session.post(DebugAgents(keys=("blue-1",), is_on=True))
            held.append(list(runner.console))

        def cancel(self):
            pass

    desktop.session.prepare = lambda match: Preparation()
    desktop.session.start()
    desktop.session.post(DebugAgents(keys=("orange-1",), is_on=True))
    qtbot.waitUntil(lambda: DebugAgents(keys=("orange-1",), is_on=True) in runner.console)
