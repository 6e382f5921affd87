"""A bot whose packages are missing, in the window: one confirmation between the drop and the match."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl

from app.panels.teams.package_fixes import of_needs
from app.services.settings import Settings
from app.session.match_runner import match_runner
from resources.examples import example_bots
from runtime.environments import Fault, NeedsFound
from runtime.model.commands import StopMatch
from runtime.model.events import MatchEnded, PackagesWanted
from runtime.model.messages import literal
from runtime.model.states import AgentState
from runtime.model.values import GameChoice
from tests.app.geared import DOCUMENT, FILE, a_need, write_geared
from tests.app.windows import packages_of
from tests.process_table import descendants
from widgets.shared.drops import PathsDropped


class Scripted:
    """Provider and provision in one: gearbox is missing, and is installed at once."""

    def __init__(self):
        self.calls = []
        self.is_over = False
        self._news = []

    def provision(self, match):
        return self

    def needs(self, match):
        return ()

    def remarks(self, match):
        return {}

    def missing(self, match, agents):
        return ()

    def start(self):
        self._news.append(NeedsFound(needs=(A_NEED,)))

    def poll(self, timeout_s=0.0):
        news, self._news = self._news, []
        return news

    def install(self):
        self.calls.append("install")
        self.is_over = True

    def skip(self):
        self.calls.append("skip")
        self.is_over = True

    def close(self):
        pass


A_NEED = a_need("gearbox>=1", name="Geared")


@pytest.fixture
def geared(tmp_path, make_wheel):
    """A bot that needs gearbox; Kickabout lends it `rlbot`, because tests download nothing."""
    bot = write_geared(tmp_path / "geared")
    make_wheel(bot / "wheels", "gearbox", "1.2", "gearbox.py", "RATIO = 0.5\n")
    return bot


@pytest.fixture
def empty_match(tmp_path):
    document = tmp_path / "match.toml"
    chaser = example_bots() / "chaser" / "bot.toml"
    document.write_text(f"[match]\nstart_without_countdown = true\n[[cars]]\nteam = 1\nconfig_file = '{chaser}'\n")
    return document


class Ending:
    """A runner whose match ends at once, with Geared in a given state."""

    def __init__(self, make_agent, make_result, state, reason):
        self.runs = 0
        self.is_stopped = False
        self._result = make_result(agents=(make_agent(0, "Geared", state, reason=reason),))

    def run(self, emit):
        self.runs += 1
        emit(MatchEnded(result=self._result))

    def post(self, command):
        self.is_stopped = self.is_stopped or isinstance(command, StopMatch)


@pytest.fixture
def short(make_desktop, make_agent, make_result, empty_match, geared):
    """A window with a match of Geared that ends at once, because Geared lacks what it imports."""

    def make(state=AgentState.CRASHED, reason="ModuleNotFoundError: No module named 'gearbox'"):
        runner = Ending(make_agent, make_result, state, reason)
        desktop = make_desktop(lambda match, choice: runner, empty_match)
        desktop.document.take_bots(PathsDropped(paths=(geared,), team=0))
        return desktop, runner

    return make


@pytest.fixture
def real(make_desktop, monkeypatch, mesh_cache, empty_match):
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    return make_desktop(lambda match, choice: match_runner(match, GameChoice(pace="realtime"), Settings()), empty_match)


def the_card(desktop):
    return desktop.window.teams[0].cards[0]


def ask(desktop, qtbot):
    desktop.window.bottom.start_button.click()
    qtbot.waitUntil(lambda: desktop.window.notices.notice is not None)
    return desktop.window.notices


def ended(desktop, runner, runs, qtbot):
    qtbot.waitUntil(lambda: runner.runs == runs and not desktop.session.is_running)


def test_from_the_drop_to_the_field_with_one_confirmation(real, geared, qtbot):
    window = real.window
    real.document.take_bots(PathsDropped(paths=(geared,), team=0))
    qtbot.waitUntil(the_card(real).fix_button.isVisible)
    assert the_card(real).fix_button.text() == "Install and play"
    assert "gearbox>=1 is not installed" in the_card(real).toolTip()

    qtbot.mouseClick(window.bottom.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.notices.notice is not None)
    assert window.notices.action_button.text() == "Install 1 package for Geared"
    assert "gearbox>=1 is not installed" in window.notices.text.text()
    assert not the_card(real).fix_button.isVisible()
    assert "choose Install or Play without them" in window.bottom.line.text()
    seen = []
    real.session.bridge.stage_changed.connect(lambda change: seen.append(change.text))
    qtbot.mouseClick(window.notices.action_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: the_card(real).card.state is AgentState.PLAYING, timeout=90_000)
    assert any("Geared: " in text and "%" in text for text in map(str, seen))
    assert window.notices.notice is None

    qtbot.mouseClick(window.bottom.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not real.session.is_running)
    seen.clear()
    window.bottom.start_button.click()
    qtbot.waitUntil(lambda: the_card(real).card.state is AgentState.PLAYING, timeout=30_000)
    assert window.history.rows.count() == 1, "the second start asks nothing"
    assert not any("packages" in text for text in map(str, seen)), "and looks for nothing"


def test_a_no_is_remembered_until_something_else_is_lacking(short, geared, qtbot):
    desktop, runner = short()
    ask(desktop, qtbot).other_button.click()
    ended(desktop, runner, 1, qtbot)
    desktop.window.bottom.start_button.click()
    ended(desktop, runner, 2, qtbot)
    assert desktop.window.history.rows.count() == 1
    (geared / "requirements.txt").write_text("gearbox>=1\nclutch\n")
    assert ask(desktop, qtbot).action_button.text() == "Install 2 packages for Geared"
    desktop.session.stop()
    ended(desktop, runner, 3, qtbot)


def test_every_card_of_a_hivemind_offers_what_helps_and_one_press_serves_all(short, geared, qtbot):
    (geared / "bot.toml").write_text(DOCUMENT + "hivemind = true\n")
    desktop, runner = short()
    desktop.context.edits.add_human(0)
    desktop.context.edits.move_car(2, 0, 0)
    desktop.document.take_bots(PathsDropped(paths=(geared,), team=0))
    human, first, second = desktop.window.teams[0].cards
    qtbot.waitUntil(second.fix_button.isVisible)
    assert first.fix_button.text() == second.fix_button.text() == "Install and play"
    assert not human.fix_button.isVisible()
    provision = Scripted()
    packages_of(desktop).provider = lambda: provision
    second.fix_button.click()
    ended(desktop, runner, 1, qtbot)
    assert provision.calls == ["install"]


def test_closing_the_question_lets_the_match_go_on_and_the_next_start_asks_again(short, qtbot):
    desktop, runner = short()
    notices = ask(desktop, qtbot)
    qtbot.mouseClick(notices.close_button, Qt.MouseButton.LeftButton)
    ended(desktop, runner, 1, qtbot)
    assert "continues without the missing packages" in notices.text.text()
    notices.dismiss()
    assert ask(desktop, qtbot).action_button.text() == "Install 1 package for Geared"
    desktop.session.stop()
    ended(desktop, runner, 2, qtbot)


def test_after_a_crash_for_lack_of_a_package_the_card_offers_it(short, qtbot):
    desktop, runner = short()
    ask(desktop, qtbot).other_button.click()
    ended(desktop, runner, 1, qtbot)
    qtbot.waitUntil(the_card(desktop).fix_button.isVisible)
    assert the_card(desktop).fix_button.text() == "Install and play"
    hint = " ".join(the_card(desktop).toolTip().split())  # long lines are wrapped
    assert "Install what Geared requires: 'gearbox>=1'" in hint
    provision = Scripted()
    packages_of(desktop).provider = lambda: provision
    the_card(desktop).fix_button.click()
    ended(desktop, runner, 2, qtbot)
    assert provision.calls == ["install"], "without another question"


def test_what_no_requirement_names_is_installed_as_well(short, geared, qtbot):
    desktop, runner = short(reason="ModuleNotFoundError: No module named 'cv2'")
    ask(desktop, qtbot).other_button.click()
    ended(desktop, runner, 1, qtbot)
    qtbot.waitUntil(the_card(desktop).fix_button.isVisible)
    assert the_card(desktop).fix_button.text() == "Install and play"
    hint = " ".join(the_card(desktop).toolTip().split())
    assert "Install 'opencv-python', which Geared imports but does not require." in hint
    needs = packages_of(desktop).provider().needs(desktop.document.match())
    assert [unmet.requirement.text for need in needs for unmet in need.unmet] == ["gearbox>=1", "opencv-python"]
    provision = Scripted()
    packages_of(desktop).provider = lambda: provision
    the_card(desktop).fix_button.click()
    ended(desktop, runner, 2, qtbot)
    assert provision.calls == ["install"], "without another question"


def test_what_a_list_with_hashes_does_not_name_is_added_by_the_user(short, geared, qtbot, opener):
    (geared / "requirements.txt").write_text("gearbox==1.2 --hash=sha256:00\n")
    desktop, runner = short(reason="ModuleNotFoundError: No module named 'cv2'")
    ask(desktop, qtbot).other_button.click()
    ended(desktop, runner, 1, qtbot)
    qtbot.waitUntil(the_card(desktop).fix_button.isVisible)
    assert the_card(desktop).fix_button.text() == "Edit requirements.txt"
    assert "Add 'opencv-python' to " in " ".join(the_card(desktop).toolTip().split())
    the_card(desktop).fix_button.click()
    assert opener.opened == [QUrl.fromLocalFile(str(geared / "requirements.txt")).toString()]
    assert runner.runs == 1


def test_a_python_that_does_not_fit_is_reported_on_the_card(short, geared, qtbot, opener):
    (geared / "requirements.txt").unlink()
    (geared / "pyproject.toml").write_text('[project]\nname = "geared"\nrequires-python = ">=3.99"\n')
    desktop, _runner = short()
    qtbot.waitUntil(the_card(desktop).fix_button.isVisible)
    assert the_card(desktop).fix_button.text() == "Edit pyproject.toml"
    assert "Geared requires Python >=3.99, but Python 3." in the_card(desktop).toolTip()
    the_card(desktop).fix_button.click()
    assert opener.opened == [QUrl.fromLocalFile(str(geared / "pyproject.toml")).toString()]


@pytest.mark.skipif(not Path("/usr/bin/python3").exists(), reason=literal("needs a Python of the system"))
def test_an_interpreter_that_is_not_ours_to_fill_is_named(short, geared, qtbot, opener):
    outside = "/usr/bin/python3"
    (geared / "bot.toml").write_text(DOCUMENT.replace("python bot.py", f"{outside} bot.py"))
    desktop, _runner = short()
    qtbot.waitUntil(the_card(desktop).fix_button.isVisible)
    assert the_card(desktop).fix_button.text() == "Edit bot.toml"
    assert outside in the_card(desktop).toolTip()
    the_card(desktop).fix_button.click()
    assert opener.opened == [QUrl.fromLocalFile(str(geared / "bot.toml")).toString()]


def a_fault(line, text):
    reason = literal("No matching distribution found.")
    return Fault(text=text, file=FILE, line=line, reason=reason)


def test_what_could_not_be_installed_is_not_offered_again(qapp):
    need = a_need("gearbox==99", faults=(a_fault(1, "gearbox==99"),))
    fix = of_needs([need])["blue-1"]
    assert (fix.installs, fix.words, fix.file) == (False, "Edit requirements.txt", FILE)
    assert "No matching distribution found." in fix.reason


@pytest.mark.parametrize("faults", [(), (a_fault(1, "gearbox==99"),), (a_fault(1, "other"), a_fault(2, "wheel==99"))])
def test_what_was_not_tried_yet_is_offered(qapp, faults):
    assert of_needs([a_need("gearbox==99", "wheel", faults=faults)])["blue-1"].installs


def test_what_was_fixed_elsewhere_is_seen_when_the_user_comes_back(short, geared, qtbot, qapp):
    desktop, _runner = short()
    qtbot.waitUntil(the_card(desktop).fix_button.isVisible)
    (geared / "requirements.txt").write_text("# nothing any more\n")
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    qtbot.waitUntil(lambda: not the_card(desktop).fix_button.isVisible())


def test_the_question_names_everybody_and_some_packages(desktop, qtbot):
    strip = desktop.window.notices
    for names, count, action, text in (
        (("Ada",), 1, "Install 1 package for Ada", "Missing packages: p0."),
        (("Ada", "Bob"), 4, "Install 4 packages for Ada and Bob", "p2; p3."),
        (("Ada", "Bob", "Eve"), 5, "Install 5 packages for Ada, Bob and Eve", "p2; p3, and 1 more."),
    ):
        desktop.session.bridge.post(
            PackagesWanted(names=names, missing=tuple(literal(f"p{place}") for place in range(count)))
        )
        qtbot.waitUntil(lambda action=action: strip.action_button.text() == action)
        assert strip.text.text().endswith(text)


def test_stop_ends_the_question_and_nothing_is_played(short, qtbot):
    desktop, runner = short()
    notices = ask(desktop, qtbot)
    desktop.window.bottom.stop_button.click()
    ended(desktop, runner, 1, qtbot)
    assert runner.is_stopped
    assert notices.notice is None
    desktop.window.history.rows.itemActivated.emit(desktop.window.history.rows.item(0))
    assert not desktop.session.is_running, "an answer that comes too late changes nothing"


def test_stop_ends_an_installation_and_its_programs(short, qtbot):
    desktop, runner = short()
    before = set(descendants())
    texts = []
    desktop.session.bridge.stage_changed.connect(lambda change: texts.append(change.text))
    ask(desktop, qtbot).action_button.click()
    qtbot.waitUntil(lambda: any(str(text).startswith("Geared: ") for text in texts))
    desktop.window.bottom.stop_button.click()
    ended(desktop, runner, 1, qtbot)
    assert runner.is_stopped
    assert not set(descendants()) - before


def test_without_missing_packages_no_question_is_asked(make_desktop, make_agent, make_result, qtbot):
    runner = Ending(make_agent, make_result, AgentState.STOPPED, "")
    desktop = make_desktop(lambda match, choice: runner)
    packages_of(desktop).check()
    desktop.window.bottom.start_button.click()
    ended(desktop, runner, 1, qtbot)
    qtbot.waitUntil(lambda: not packages_of(desktop)._tasks.is_busy)
    assert not the_card(desktop).fix_button.isVisible()
    assert desktop.window.history.rows.count() == 0


def test_consent_to_a_start_that_is_refused_does_not_hold_for_the_next(short, qtbot):
    desktop, runner = short()
    qtbot.waitUntil(the_card(desktop).fix_button.isVisible)
    card, overview = the_card(desktop).card, desktop.document.overview
    desktop.session.show_overview(replace(overview, cars=()))
    desktop.panels["teams"].apply_fix(card)
    assert not desktop.session.is_running
    desktop.session.show_overview(overview)
    assert ask(desktop, qtbot).action_button.text() == "Install 1 package for Geared"
    desktop.session.stop()
    ended(desktop, runner, 1, qtbot)


def test_the_answer_to_an_earlier_question_does_not_answer_a_later_one(short, geared, qtbot):
    desktop, runner = short()
    first = ask(desktop, qtbot).notice
    desktop.session.stop()
    ended(desktop, runner, 1, qtbot)
    (geared / "requirements.txt").write_text("gearbox>=1\nclutch\n")
    second = ask(desktop, qtbot).notice
    first.on_action()
    assert desktop.window.notices.notice == second, "it is still asked"
    second.on_other()
    ended(desktop, runner, 2, qtbot)
