"""New versions of agents take over in real matches, started and checked as users would."""

import shutil

import pytest

from resources.examples import example_bots
from runtime.config import read_match_text
from runtime.events import FrameShown, SwapChanged
from runtime.states import AgentState, Phase, SwapOutcome, SwapState


@pytest.fixture
def bots(tmp_path):
    """Copies of example bots, to be edited."""

    def copy(*names):
        for name in names:
            shutil.copytree(example_bots() / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        return tmp_path

    return copy


def a_match(folder, *cars):
    tables = "".join(f"[[cars]]\nteam = {team}\nconfig_file = '{folder / name / 'bot.toml'}'\n" for name, team in cars)
    text = f"[match]\nstart_without_countdown = true\n{tables}"
    return read_match_text(text, folder / "match.toml").value


def test_a_swap_on_request_takes_over_between_two_frames(stage, bots):
    match = a_match(bots("chaser", "striker"), ("chaser", 0), ("striker", 1))

    def once(event):
        if isinstance(event, FrameShown) and event.view.phase is Phase.ACTIVE and not stage.asked:
            stage.asked = True
            stage.runner.request_swap(["blue-1"])
        if isinstance(event, SwapChanged):
            stage.runner.request_stop()

    stage.asked = False
    stage.on_event = once
    result = stage.play(match, pace="realtime", seconds_limit=60.0)
    (record,) = result.swaps
    assert (record.key, record.version, record.outcome, record.files) == ("blue-1", 2, SwapOutcome.SWAPPED, ())
    assert record.duration_s < 10
    blue, orange = result.agents
    assert (blue.version, blue.swaps, blue.starts, orange.version) == (2, 1, 2, 1)
    assert (blue.state, blue.reason, blue.swap_state) == (AgentState.STOPPED, "", SwapState.IDLE)
    assert any(line.startswith("[version 2") for line in stage.lines("blue-1"))
