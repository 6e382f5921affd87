"""The packages of a match are checked before it begins: what is asked, installed, skipped and reported at each step."""

import threading
from dataclasses import replace

import pytest

from app.panels.teams.package_fixes import cards_of
from app.session.provisioning import Provisioning
from resources.examples import example_bots
from runtime.documents import Match, MatchDocument
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
from runtime.model.events import LinesLogged, MatchNoted, PackagesWanted, StageChanged
from runtime.model.messages import literal
from runtime.model.states import MatchStage, StageState
from tests.app.geared import FILE, a_need

DEADLINE_S = 30.0


class Scripted:
    """A provision with prepared answers."""

    def __init__(self, *needs, verdict=None, trouble=None, hangs=False):
        self.needs = needs
        self.verdict = verdict or Verdict(state=BuildState.COMPLETE)
        self.trouble = trouble
        self.hangs = hangs
        self.calls = []
        self.news = []
        self.is_over = False

    def start(self):
        self.news.append(NeedsFound(needs=self.needs))
        if not any(need.can_install for need in self.needs):
            self._end()

    def poll(self, timeout_s=0.0):
        news, self.news = tuple(self.news), []
        return news

    def install(self):
        self.calls.append("install")
        for need in self.needs:
            self.news += [InstallProgressed(need=need, text="installing", share=0.5)]
            self.news += [InstallSaid(need=need, lines=("Collecting numpy",))]
            self.news += [NeedConcluded(need=need, verdict=self.verdict)]
        if not self.hangs:
            self._end()

    def skip(self):
        self.calls.append("skip")
        if not self.is_over:
            self._end()

    def cancel(self):
        if not self.is_over:
            self.calls.append("cancel")
            self._end()

    def close(self):
        self.calls.append("close")

    def _end(self):
        self.is_over = True
        self.news.append(ProvisionEnded(was_cancelled=False, trouble=self.trouble))


class Told(list):
    """Records the window's events; answers the question with `answer`."""

    def __init__(self, answer=None):
        super().__init__()
        self.answer = answer
        self.provisioning = None

    def __call__(self, event):
        self.append(event)
        if isinstance(event, PackagesWanted) and self.answer is not None:
            self.answer(self.provisioning)

    def of(self, kind):
        return [event for event in self if isinstance(event, kind)]

    @property
    def lines(self):
        return [line.text for event in self.of(LinesLogged) for line in event.lines]

    @property
    def notes(self):
        return [event.text for event in self.of(MatchNoted)]


def run(provision, told, *, is_agreed=False, declined=None):
    told.provisioning = Provisioning(provision, is_agreed=is_agreed, declined=set() if declined is None else declined)
    told.provisioning.run(told)
    assert provision.calls[-1] == "close"
    return provision.calls[:-1]


def yes(provisioning):
    provisioning.answer(is_wanted=True)


def no(provisioning):
    provisioning.answer(is_wanted=False)


def test_the_cards_of_an_agent_are_those_of_all_its_cars(tmp_path):
    path = tmp_path / "match.toml"
    duo, striker = example_bots() / "duo" / "bot.toml", example_bots() / "striker" / "bot.toml"
    painter = example_bots() / "painter" / "script.toml"
    cars = ("type = 'Human'", *(f"config_file = '{file}'" for file in (duo, striker, duo)))
    path.write_text("".join(f"[[cars]]\n{car}\n" for car in cars) + f"[[scripts]]\nconfig_file = '{painter}'\n")
    match = MatchDocument.open(path).reading().value
    assert sorted(cards_of(match).values()) == [("car:2",), ("car:3", "car:1"), ("script:0",)]
    assert cards_of(Match(cars=(replace(match.cars[0], team=3),))) == {}


def test_one_question_for_all_and_progress_in_the_stage():
    told = Told(yes)
    assert run(Scripted(a_need("numpy"), a_need("torch", "tqdm", name="Bob")), told) == ["install"]
    (wanted,) = told.of(PackagesWanted)
    assert wanted.names == ("Ada", "Bob")
    assert len(wanted.missing) == 3
    assert str(wanted.missing[0]) == "numpy is not installed (/bots/ada/requirements.txt:1)"
    texts = [(event.stage, event.state, str(event.text)) for event in told.of(StageChanged)]
    assert (MatchStage.CHECK, StageState.RUNNING, "Ada: installing (50 %)") in texts
    assert "Collecting numpy" in told.lines
    assert "Ada: installed." in told.lines
    assert told.notes == []


def test_a_no_installs_nothing_and_is_remembered():
    declined = set()
    assert run(Scripted(a_need("numpy")), Told(no), declined=declined) == ["skip"]
    again = Told()
    assert run(Scripted(a_need("numpy")), again, declined=declined) == ["skip"]
    assert again.of(PackagesWanted) == []
    assert run(Scripted(a_need("numpy", "torch")), Told(yes), declined=declined) == ["install"]
    assert run(Scripted(a_need("numpy")), Told(), declined=declined, is_agreed=True) == ["install"]


def test_not_now_installs_nothing_and_is_asked_again():
    declined = set()
    told = Told(lambda provisioning: provisioning.postpone())
    assert run(Scripted(a_need("numpy")), told, declined=declined) == ["skip"]
    assert declined == set()
    again = Told(yes)
    assert run(Scripted(a_need("numpy")), again, declined=declined) == ["install"]
    assert len(again.of(PackagesWanted)) == 1


@pytest.mark.parametrize(("is_agreed", "calls"), [(False, ["skip"]), (True, ["install"])])
def test_lines_that_failed_before_are_tried_again_on_request_only(is_agreed, calls):
    fault = Fault(text="numpy", file=FILE, line=1, reason=literal("There is no such package."))
    told = Told()
    assert run(Scripted(a_need("numpy", faults=(fault,))), told, is_agreed=is_agreed) == calls
    assert told.of(PackagesWanted) == []
    assert any("There is no such package." in line for line in told.lines)


def test_what_cannot_be_installed_is_logged_and_not_asked_about():
    told = Told()
    run(Scripted(a_need("numpy", environment=None)), told)
    assert told.of(PackagesWanted) == []
    assert told.lines == ["Ada: numpy is not installed (/bots/ada/requirements.txt:1)"]


def test_a_doubt_is_logged():
    told = Told()
    run(Scripted(a_need(doubt=literal("The Python does not answer."))), told)
    assert told.lines == ["The Python does not answer."]


@pytest.mark.parametrize(
    ("verdict", "note"),
    [
        (
            Verdict(state=BuildState.FAILED, reason=literal("The disk is full.")),
            "were not installed. The disk is full.",
        ),
        (
            Verdict(state=BuildState.OFFLINE, unmet=a_need("numpy").unmet),
            "Ada: a package index could not be reached, so these are still missing: numpy.",
        ),
        (
            Verdict(
                state=BuildState.PARTIAL,
                faults=(Fault(text="odd", file=FILE, line=2, reason=literal("There is no such one.")),),
            ),
            "/bots/ada/requirements.txt:2: 'odd' could not be installed. There is no such one.",
        ),
    ],
)
def test_failures_are_noted(verdict, note):
    told = Told(yes)
    run(Scripted(a_need("numpy"), verdict=verdict), told)
    assert len(told.notes) == 1
    assert note in str(told.notes[0])


def test_trouble_of_our_own_is_noted():
    told = Told(yes)
    run(Scripted(a_need("numpy"), trouble=literal("The supervisor was lost.")), told)
    assert list(map(str, told.notes)) == ["The supervisor was lost."]


@pytest.mark.parametrize("hangs", [False, True])
def test_a_cancel_ends_question_and_installation(hangs):
    provision = Scripted(a_need("numpy"), hangs=hangs)

    def act(provisioning):
        if hangs:
            provisioning.answer(is_wanted=True)
        threading.Timer(0.1, provisioning.cancel).start()

    assert run(provision, Told(act)) == (["install", "cancel"] if hangs else ["cancel"])
