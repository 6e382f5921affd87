"""What is said of a package that an agent lacks, when it happens and once."""

import dataclasses

import pytest

from app.commands.packages import PackageAdvice
from runtime.documents import Match
from runtime.documents.model import Car
from runtime.model.events import AgentChanged, LinesLogged, SwapChanged
from runtime.model.states import AgentState, SwapOutcome
from runtime.model.values import SwapRecord

LACKS = "Ended before it was ready (exited with code 1): bot.py:1: ModuleNotFoundError: No module named '{}'"


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
def swap():
    def ended(outcome, reason):
        record = SwapRecord(
            key="blue-1",
            name="Ada",
            version=1,
            digest="",
            files=("bot.py",),
            time_s=1.0,
            duration_s=0.1,
            outcome=outcome,
            reason=reason,
        )
        return SwapChanged(record=record)

    return ended


@pytest.mark.parametrize("state", [AgentState.CRASHED, AgentState.EXITED, AgentState.RESTARTING])
def test_who_ends_for_lack_of_a_package_is_told_with_what_mends_it(advice, ada, folder, tmp_path, state):
    assert advice.on_event(ada(state, LACKS.format("gearbox"))) == (
        f"Ada (blue-1) lacks gearbox. Install what Ada requires: 'gearbox>=1' ({folder / 'requirements.txt'}:1). "
        f"Run: kickabout play '{tmp_path / 'my match.toml'}' --install"
    )


def test_a_new_version_that_lacks_one_is_told_while_the_old_one_plays(advice, swap, folder):
    text = advice.on_event(swap(SwapOutcome.FAILED, f"It {LACKS.format('cv2')[0].lower()}{LACKS.format('cv2')[1:]}."))
    assert text == (
        f"Ada (blue-1) lacks cv2. Add 'opencv-python' to {folder / 'requirements.txt'}, then Kickabout can install it."
    )


def test_each_package_is_told_once(advice, ada, swap):
    first = [
        advice.on_event(ada(AgentState.RESTARTING, f"{LACKS.format('gearbox')}. Restarts in {delay} s."))
        for delay in (1, 2)
    ]
    assert [bool(text) for text in first] == [True, False]
    assert advice.on_event(swap(SwapOutcome.FAILED, LACKS.format("gearbox"))) == ""
    assert "lacks clutch" in advice.on_event(swap(SwapOutcome.FAILED, LACKS.format("clutch")))


def test_nothing_is_said_of_anything_else(advice, ada, swap):
    elsewhere = dataclasses.replace(ada(AgentState.CRASHED, LACKS.format("gearbox")).agent, key="orange-1")
    for event in (
        ada(AgentState.PLAYING, LACKS.format("gearbox")),
        ada(AgentState.CRASHED, "Ended while playing (exited with code 1): ValueError: no engine"),
        ada(AgentState.CRASHED),
        swap(SwapOutcome.REFUSED, LACKS.format("gearbox")),
        swap(SwapOutcome.SWAPPED, ""),
        AgentChanged(agent=elsewhere),
        LinesLogged(lines=()),
    ):
        assert advice.on_event(event) == ""
