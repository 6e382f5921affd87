"""A bot fails during its match because a package is missing: its card offers the fix, which takes one click."""

import pytest

from app.services.settings import Settings
from app.session.match_runner import match_runner
from resources.examples import example_bots
from runtime.environments import BuildState, InstallProgressed, NeedConcluded, NeedsFound, ProvisionEnded, Verdict
from runtime.model.commands import RestartAgents
from runtime.model.events import AgentChanged
from runtime.model.messages import literal
from runtime.model.states import AgentState, MatchStage, SwapState
from runtime.model.values import GameChoice, Traceback
from tests.app.geared import write_geared
from tests.app.windows import packages_of

GONE = "ModuleNotFoundError: No module named 'gearbox'"
BOT = """
import time
from rlbot.flat import ControllerState
from rlbot.managers import Bot
class Geared(Bot):
    def get_output(self, packet):
        if packet.match_info.seconds_elapsed > 0.5:
            import gearbox
        return ControllerState(throttle=1.0)
Geared("tests/geared").run()
"""


@pytest.fixture
def geared(tmp_path):
    """A match of a bot that needs gearbox and prints so, against a bot that needs nothing."""
    write_geared(tmp_path / "geared", BOT)
    document = tmp_path / "match.toml"
    chaser = example_bots() / "chaser" / "bot.toml"
    document.write_text(
        "[match]\nstart_without_countdown = true\n[[cars]]\nteam = 0\nconfig_file = 'geared/bot.toml'\n"
        f"[[cars]]\nteam = 1\nconfig_file = '{chaser}'\n"
    )
    return document


class Helper:
    """Provider and provision in one: really looks for missing packages, but only simulates the installation."""

    def __init__(self, provider, verdict):
        self._provider = provider
        self._verdict = verdict
        self.asked = []
        self.calls = []
        self.is_over = False
        self._news = []

    def missing(self, match, agents):
        return self._provider.missing(match, agents)

    def provision(self, match, *, only):
        self.asked.append(only)
        self._needs = self._provider.needs(match)
        return self

    def start(self):
        self._news = [NeedsFound(needs=self._needs)]

    def poll(self, timeout_s=0.0):
        news, self._news = self._news, []
        return news

    def install(self):
        (need,) = self._needs
        self.calls.append("install")
        self._news = [
            InstallProgressed(need=need, text="gearbox", share=0.5),
            NeedConcluded(need=need, verdict=self._verdict),
            ProvisionEnded(was_cancelled=False),
        ]
        self.is_over = True

    def cancel(self):
        self.is_over = True

    def close(self):
        pass


def card_of(desktop):
    return desktop.window.teams[0].cards[0]


def fail(desktop, make_agent, reason=GONE, state=AgentState.CRASHED, **changes):
    desktop.session.bridge.post(AgentChanged(agent=make_agent(0, "Geared", state, reason=reason, **changes)))


@pytest.fixture
def playing(make_desktop, runner, geared, qtbot):
    """A window with a scripted match in which Geared plays."""
    desktop = make_desktop(lambda match, choice: runner, geared)
    desktop.session.prepare = lambda match: None
    desktop.session.start()
    qtbot.waitUntil(lambda: card_of(desktop).card.state is AgentState.PLAYING)
    return desktop


LOST = "bot.py:2: ModuleNotFoundError: No module named 'helper'"
NEITHER = {
    "en": "bot.py:2 imports 'helper', which is neither a file of the bot nor a package that its requirements name.",
    "de": "bot.py:2 importiert 'helper'. Das ist weder eine Datei des Bots noch ein Paket, das seine Anforderungen "
    "nennen.",
}
MISSING = {
    "en": "bot.py:2 imports 'helper', but the bot's folder has no helper.py: was it renamed, moved or deleted?",
    "de": "bot.py:2 importiert 'helper', aber im Ordner des Bots fehlt helper.py: Wurde die Datei umbenannt, "
    "verschoben oder gelöscht?",
}
EDIT = {"en": "Edit bot.py", "de": "bot.py bearbeiten"}


@pytest.fixture(params=["en", "de"])
def language(request, speak):
    speak(request.param)
    return request.param


@pytest.fixture
def lost(language, geared, playing):
    """The match with the window in one of the languages, after the bot began to import a module that it lacks."""
    (geared.parent / "geared" / "bot.py").write_text("\nimport helper\n")
    return playing


def told(desktop):
    return " ".join(card_of(desktop).toolTip().split())


@pytest.fixture
def compiled(geared):
    """The bot's folder has a compiled `helper`."""
    cache = geared.parent / "geared" / "__pycache__"
    cache.mkdir(exist_ok=True)
    (cache / "helper.cpython-311.pyc").touch()


@pytest.mark.usefixtures("compiled")
def test_a_missing_file_of_the_bot_is_no_package_to_install(lost, language, geared, make_agent, qtbot, monkeypatch):
    opened = []
    monkeypatch.setattr(lost.context.places, "show_path", opened.append)
    fail(lost, make_agent, LOST)
    qtbot.waitUntil(card_of(lost).fix_button.isVisible)
    assert card_of(lost).fix_button.text() == EDIT[language]
    assert MISSING[language] in told(lost)
    card_of(lost).fix_button.click()
    assert opened == [geared.parent / "geared" / "bot.py"]


def test_an_unknown_module_is_no_package_to_install(lost, language, make_agent, qtbot):
    fail(lost, make_agent, LOST)
    qtbot.waitUntil(card_of(lost).fix_button.isVisible)
    assert card_of(lost).fix_button.text() == EDIT[language]
    assert NEITHER[language] in told(lost)


@pytest.mark.usefixtures("compiled")
def test_a_new_version_without_a_file_that_the_last_one_had(lost, language, make_agent, qtbot):
    fail(lost, make_agent, "", AgentState.PLAYING, swap_state=SwapState.REFUSED, swap_text=f"It ended: {LOST}")
    qtbot.waitUntil(card_of(lost).fix_button.isVisible)
    assert MISSING[language].partition("imp")[2] in told(lost)
    fail(lost, make_agent, "", AgentState.PLAYING)
    qtbot.waitUntil(lambda: not card_of(lost).fix_button.isVisible())


@pytest.mark.usefixtures("compiled")
def test_after_the_match_the_card_still_says_so(lost, language, runner, make_agent, make_result, qtbot, monkeypatch):
    agent = make_agent(0, "Geared", AgentState.CRASHED, reason=LOST)
    result = make_result(agents=(agent,))
    monkeypatch.setattr("tests.app.conftest.a_result", lambda outcome: result)
    fail(lost, make_agent, LOST)
    runner.may_end.set()
    qtbot.waitUntil(lambda: not lost.session.is_running)
    qtbot.waitUntil(lambda: MISSING[language] in told(lost))


def help_with(desktop, verdict):
    repair = packages_of(desktop).repair
    helper = Helper(repair._provider(), verdict)
    repair._provider = lambda: helper
    return helper


@pytest.mark.parametrize("state", [AgentState.CRASHED, AgentState.RESTARTING])
def test_what_helps_is_on_the_card_while_the_match_goes_on(playing, make_agent, qtbot, state):
    assert not card_of(playing).fix_button.isVisible()
    traceback = Traceback(text=f"Traceback\n{GONE}", error=GONE, frames=())
    fail(playing, make_agent, "It ended.", state, traceback=traceback)
    qtbot.waitUntil(card_of(playing).fix_button.isVisible)
    assert playing.session.is_running
    assert card_of(playing).fix_button.text() == "Install and restart"
    assert "Install what Geared requires: 'gearbox>=1'" in card_of(playing).toolTip()
    fail(playing, make_agent, "", AgentState.PLAYING)
    qtbot.waitUntil(lambda: not card_of(playing).fix_button.isVisible())


def test_a_new_version_that_lacks_a_package_is_helped_while_the_old_one_plays(playing, make_agent, qtbot):
    fail(playing, make_agent, "", AgentState.PLAYING, swap_state=SwapState.REFUSED, swap_text=f"It ended: {GONE}")
    qtbot.waitUntil(card_of(playing).fix_button.isVisible)
    assert card_of(playing).card.state is AgentState.PLAYING
    fail(playing, make_agent, "", AgentState.PLAYING)
    qtbot.waitUntil(lambda: not card_of(playing).fix_button.isVisible())


def test_one_press_installs_for_that_agent_and_starts_it_again(playing, runner, make_agent, qtbot):
    helper = help_with(playing, Verdict(state=BuildState.COMPLETE))
    lines = []
    playing.session.bridge.stage_changed.connect(lambda change: lines.append((change.stage, change.text)))
    fail(playing, make_agent)
    qtbot.waitUntil(card_of(playing).fix_button.isVisible)
    card_of(playing).fix_button.click()
    card_of(playing).fix_button.click()
    assert not card_of(playing).fix_button.isVisible()
    assert "Installing its packages" in card_of(playing).toolTip()
    qtbot.waitUntil(lambda: RestartAgents(keys=("blue-1",)) in runner.console)
    assert (helper.asked, helper.calls) == (["blue-1"], ["install"])
    qtbot.waitUntil(lambda: lines[-1:] == [(MatchStage.PLAY, None)])
    assert (MatchStage.PLAY, "Geared: gearbox (50 %)") in [(stage, str(text)) for stage, text in lines]


def test_an_installation_that_fails_restarts_nothing_and_is_offered_again(playing, runner, make_agent, qtbot):
    helper = help_with(playing, Verdict(state=BuildState.FAILED, reason=literal("No network.")))
    fail(playing, make_agent)
    qtbot.waitUntil(card_of(playing).fix_button.isVisible)
    card_of(playing).fix_button.click()
    qtbot.waitUntil(lambda: "No network." in getattr(playing.window.notices.notice, "text", ""))
    qtbot.waitUntil(lambda: not packages_of(playing).repair._installations)
    fail(playing, make_agent)
    qtbot.waitUntil(card_of(playing).fix_button.isVisible)
    assert helper.calls == ["install"]
    assert not [command for command in runner.console if isinstance(command, RestartAgents)]


def test_the_end_of_the_match_ends_what_goes_on(playing, runner, make_agent, qtbot):
    helper = help_with(playing, Verdict(state=BuildState.COMPLETE))
    helper.install = lambda: None
    fail(playing, make_agent)
    qtbot.waitUntil(card_of(playing).fix_button.isVisible)
    card_of(playing).fix_button.click()
    qtbot.waitUntil(lambda: helper.asked == ["blue-1"])
    playing.session.stop()
    qtbot.waitUntil(lambda: helper.is_over and not playing.session.is_running)
    assert not [command for command in runner.console if isinstance(command, RestartAgents)]


def test_errors_not_about_packages_get_no_button(playing, make_agent, qtbot):
    fail(playing, make_agent, "ZeroDivisionError: division by zero")
    qtbot.waitUntil(lambda: card_of(playing).card.state is AgentState.CRASHED)
    qtbot.waitUntil(lambda: not packages_of(playing).repair._checks.is_busy)
    assert not card_of(playing).fix_button.isVisible()


@pytest.mark.soak
def test_a_real_bot_comes_back_into_its_match(make_desktop, make_wheel, geared, mesh_cache, monkeypatch, qtbot):
    make_wheel(geared.parent / "geared" / "wheels", "gearbox", "1.2", "gearbox.py", "RATIO = 0.5\n")
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    choice = GameChoice(pace="realtime")
    desktop = make_desktop(lambda match, _choice: match_runner(match, choice, Settings()), geared)
    desktop.session.start()
    qtbot.waitUntil(desktop.window.notices.other_button.isVisible)
    desktop.window.notices.other_button.click()
    qtbot.waitUntil(card_of(desktop).fix_button.isVisible, timeout=90_000)
    card_of(desktop).fix_button.click()
    qtbot.waitUntil(lambda: "Installing its packages" in card_of(desktop).toolTip())
    qtbot.waitUntil(lambda: card_of(desktop).card.state is AgentState.PLAYING, timeout=90_000)
    frame = desktop.window.stage.canvas.view.frame
    qtbot.waitUntil(lambda: desktop.window.stage.canvas.view.frame > frame + 240)
    assert card_of(desktop).card.state is AgentState.PLAYING
