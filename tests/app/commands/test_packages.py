"""Missing packages of bots on the command line: the question before a match, and advice during it."""

import dataclasses
import io
import sys

import pytest

from app.commands.packages import LAST_LINES, MAX_LISTED, PackageAdvice, Preparing, ask_on_terminal, question
from runtime.documents import Match
from runtime.documents.model import Car
from runtime.environments import (
    BuildState,
    Fault,
    InstallProgressed,
    InstallSaid,
    NeedConcluded,
    NeedsFound,
    ProvisionEnded,
    Verdict,
)
from runtime.model.events import AgentChanged, LinesLogged
from runtime.model.messages import literal
from runtime.model.states import AgentState, SwapState
from tests.app.geared import FILE, a_need


class ScriptedProvision:
    """A provision with prepared needs, output and verdict."""

    def __init__(self, needs, verdict=None, said=(), progress=()):
        self.needs = needs
        self.verdict = verdict
        self.said = said
        self.progress = progress
        self.calls = []
        self.news = []
        self.is_over = False

    def start(self):
        self.news = [NeedsFound(needs=tuple(self.needs))]

    def poll(self, timeout_s):
        news, self.news = self.news, []
        return tuple(news)

    def install(self):
        self.calls.append("install")
        for need in self.needs:
            self.news += [InstallProgressed(need=need, text=text, share=share) for text, share in self.progress]
            self.news += [InstallSaid(need=need, lines=self.said)]
            self.news += [NeedConcluded(need=need, verdict=self.verdict)]
        self.end()

    def skip(self):
        self.calls.append("skip")
        self.end()

    def cancel(self):
        self.calls.append("cancel")
        self.end(was_cancelled=True)

    def end(self, *, was_cancelled=False):
        if not self.is_over:
            self.is_over = True
            self.news.append(ProvisionEnded(was_cancelled=was_cancelled))

    def close(self):
        self.calls.append("close")


def talk(provision, *, ask=None, install=False, live=False):
    stream = io.StringIO()
    preparing = Preparing(stream, live=live, ask=ask, install=install, command="kickabout play m.toml --install")
    is_ready = preparing.run(provision)
    return is_ready, stream.getvalue()


COMPLETE = Verdict(state=BuildState.COMPLETE)


def test_where_nothing_is_missing_nothing_is_reported():
    provision = ScriptedProvision([])
    assert talk(provision) == (True, "")
    assert provision.calls == ["skip", "close"]


def test_one_question_for_all(monkeypatch):
    asked = []
    provision = ScriptedProvision([a_need("numpy", "torch"), a_need("cv2", name="Eve")], COMPLETE)
    is_ready, text = talk(provision, ask=lambda line, _default: asked.append(line) or True)
    assert is_ready
    assert asked == ["Install 3 packages for Ada and Eve?"]
    assert provision.calls == ["install", "close"]
    assert f"  numpy is not installed ({FILE}:1)\n" in text
    assert "Eve: installed.\n" in text


def test_declining_starts_the_match_anyway():
    provision = ScriptedProvision([a_need("numpy")])
    is_ready, text = talk(provision, ask=lambda line, _default: False)
    assert (is_ready, provision.calls) == (True, ["skip", "close"])
    assert "To install" not in text


def test_where_nobody_can_be_asked_the_command_is_reported():
    provision = ScriptedProvision([a_need("numpy")])
    is_ready, text = talk(provision)
    assert (is_ready, provision.calls) == (True, ["skip", "close"])
    assert text.endswith("To install them, run: kickabout play m.toml --install\n")


def test_after_agreeing_to_install_no_question_is_asked():
    provision = ScriptedProvision([a_need("numpy")], COMPLETE)
    talk(provision, ask=lambda line, _default: pytest.fail("asked"), install=True)
    assert provision.calls == ["install", "close"]


def test_lines_that_failed_before_are_reported_and_not_asked_about_again():
    fault = Fault(text="nosuch", file=FILE, line=1, reason=literal("No such package."))
    provision = ScriptedProvision([a_need("nosuch", faults=(fault,))])
    _, text = talk(provision, ask=lambda line, _default: pytest.fail("asked"))
    assert text == f"{FILE}:1: 'nosuch' could not be installed. No such package.\n"
    again = ScriptedProvision([a_need("nosuch", faults=(fault,))], COMPLETE)
    talk(again, install=True)
    assert again.calls == ["install", "close"]


def test_what_cannot_be_installed_is_left_to_the_user():
    provision = ScriptedProvision([a_need("numpy", environment=None)])
    _, text = talk(provision, install=True)
    assert provision.calls == ["skip", "close"]
    assert "Install them for '/py', Kickabout's Python." in text


def test_a_doubt_is_reported():
    assert talk(ScriptedProvision([a_need(doubt=literal("It is too old."))]))[1] == "It is too old.\n"


@pytest.mark.parametrize(("count", "more"), [(MAX_LISTED - 1, 0), (MAX_LISTED, 0), (MAX_LISTED + 1, 1)])
def test_long_lists_are_cut(count, more):
    _, text = talk(ScriptedProvision([a_need(*(f"p{place}" for place in range(count)))]))
    assert text.count("is not installed") == count - more
    assert (f"and {more} more" in text) is bool(more)


def test_without_a_network_what_is_missing_is_reported():
    need = a_need("numpy", "torch")
    provision = ScriptedProvision([need], Verdict(state=BuildState.OFFLINE, unmet=need.unmet))
    is_ready, text = talk(provision, install=True)
    assert is_ready
    assert "Ada: a package index could not be reached, so these are still missing: numpy and torch.\n" in text


def test_a_failure_shows_the_last_lines_and_the_reason():
    said = tuple(f"line {place}" for place in range(LAST_LINES + 1))
    provision = ScriptedProvision([a_need("numpy")], Verdict(state=BuildState.FAILED, reason=literal("No disk.")), said)
    _, text = talk(provision, install=True)
    assert "line 0\n" not in text
    assert "  line 1\n" in text
    assert text.endswith("Ada: the packages were not installed. No disk.\n")


def test_progress_on_a_terminal_and_elsewhere():
    progress = (("creating an environment", 0.0), ("installing numpy", 0.3), ("installing numpy", 0.9))
    plain = talk(ScriptedProvision([a_need("numpy")], COMPLETE, progress=progress), install=True)[1]
    assert plain.count("Ada: installing numpy ...\n") == 1
    live = talk(ScriptedProvision([a_need("numpy")], COMPLETE, progress=progress), install=True, live=True)[1]
    assert "\r\x1b[K 30 %  Ada: installing numpy\r\x1b[K 90 %  Ada: installing numpy" in live
    assert "\r\x1b[KAda: installed.\n" in live


def test_an_interrupted_question_ends_it():
    def interrupted(line, _default):
        raise KeyboardInterrupt

    provision = ScriptedProvision([a_need("numpy")])
    assert talk(provision, ask=interrupted)[0] is False
    assert set(provision.calls) == {"cancel", "close"}


@pytest.mark.parametrize(("count", "text"), [(1, "Install 1 package for Ada?"), (2, "Install 2 packages for Ada?")])
def test_the_question(count, text):
    assert question([a_need(*(f"p{place}" for place in range(count)))]) == text


@pytest.mark.parametrize(
    ("answer", "is_agreed"),
    [("\n", True), ("y\n", True), (" YES \n", True), ("n\n", False), ("what\n", False), ("", False)],
)
def test_answers(monkeypatch, answer, is_agreed):
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    assert ask_on_terminal("Really?") is is_agreed


@pytest.mark.parametrize(("answer", "is_agreed"), [("\n", False), ("y\n", True), ("n\n", False), ("", False)])
def test_answers_to_what_is_better_not_done(monkeypatch, capsys, answer, is_agreed):
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    assert ask_on_terminal("Really?", default=False) is is_agreed
    assert capsys.readouterr().err == "Really? [y/N] "


IMPORT_FAILED = "Ended before it was ready (exited with code 1): bot.py:1: ModuleNotFoundError: No module named '{}'"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "ada"
    folder.mkdir()
    (folder / "requirements.txt").write_text("gearbox>=1\n")
    return folder


@pytest.fixture
def advice(tmp_path, folder):
    car = Car(name="Ada", agent_id="tests/ada", root_dir=str(folder), run_command="python bot.py")
    return PackageAdvice(Match(cars=(car,)), tmp_path / "environments", document=tmp_path / "my match.toml")


@pytest.fixture
def ada(make_agent):
    def changed(state, reason=""):
        return AgentChanged(agent=make_agent(0, "Ada", state=state, reason=reason))

    return changed


@pytest.fixture
def swap(make_agent):
    def changed(state, text):
        agent = make_agent(0, "Ada", state=AgentState.PLAYING)
        return AgentChanged(agent=dataclasses.replace(agent, swap_state=state, swap_text=literal(text)))

    return changed


@pytest.mark.parametrize("state", [AgentState.CRASHED, AgentState.EXITED, AgentState.RESTARTING])
def test_an_agent_that_ends_without_a_package_gets_advice_with_the_command(advice, ada, folder, tmp_path, state):
    assert advice.on_event(ada(state, IMPORT_FAILED.format("gearbox"))) == (
        f"Ada (blue-1) lacks gearbox. Install what Ada requires: 'gearbox>=1' ({folder / 'requirements.txt'}:1). "
        f"Run: kickabout play '{tmp_path / 'my match.toml'}' --install"
    )


def test_a_failed_swap_gets_advice_while_the_old_version_plays(advice, swap, tmp_path):
    text = advice.on_event(
        swap(SwapState.REFUSED, f"It {IMPORT_FAILED.format('cv2')[0].lower()}{IMPORT_FAILED.format('cv2')[1:]}.")
    )
    assert text == (
        "Ada (blue-1) lacks cv2. Install 'opencv-python', which Ada imports but does not require. "
        f"Run: kickabout play '{tmp_path / 'my match.toml'}' --install"
    )


def test_advice_on_a_package_is_given_once(advice, ada, swap):
    first = [
        advice.on_event(ada(AgentState.RESTARTING, f"{IMPORT_FAILED.format('gearbox')}. Restarts in {delay} s."))
        for delay in (1, 2)
    ]
    assert [bool(text) for text in first] == [True, False]
    assert advice.on_event(swap(SwapState.REFUSED, IMPORT_FAILED.format("gearbox"))) == ""
    assert "imports 'clutch'" in advice.on_event(swap(SwapState.REFUSED, IMPORT_FAILED.format("clutch")))


def test_other_events_get_no_advice(advice, ada, swap):
    elsewhere = dataclasses.replace(ada(AgentState.CRASHED, IMPORT_FAILED.format("gearbox")).agent, key="orange-1")
    for event in (
        ada(AgentState.PLAYING, IMPORT_FAILED.format("gearbox")),
        ada(AgentState.CRASHED, "Ended while playing (exited with code 1): ValueError: no engine"),
        ada(AgentState.CRASHED),
        swap(SwapState.CHANGED, IMPORT_FAILED.format("gearbox")),
        swap(SwapState.IDLE, ""),
        AgentChanged(agent=elsewhere),
        LinesLogged(lines=()),
    ):
        assert advice.on_event(event) == ""
