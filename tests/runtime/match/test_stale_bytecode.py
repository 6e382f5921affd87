"""The version that is reported is the one that runs, even if a saved file is as long and as old as the one before."""

import os

import pytest

from runtime.model.events import AgentChanged
from runtime.model.states import AgentState, SwapMode
from tests.runtime.match.test_swaps import SCRIPT
from tests.runtime.match.versions import DRIVER

SAVED_S = 1_700_000_000
IMPORT = "import tuning\nprint('gain', tuning.GAIN, flush=True)\n"
SERVICE = """
import kickabout, numpy as np, tuning
print("gain", tuning.GAIN, flush=True)
class Service(kickabout.AgentService):
    def act(self, observations):
        return np.zeros((len(observations), 8))
Service().run()
"""


@pytest.fixture(autouse=True)
def _bytecode(monkeypatch):
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)


def save(folder, gain, at_s=SAVED_S):
    (folder / "new").write_text(f"GAIN = {gain}\n")
    os.utime(folder / "new", (at_s, at_s))
    (folder / "new").replace(folder / "tuning.py")


def gains(stage, key):
    return [line for line in stage.lines(key) if line.startswith("gain")]


def test_bots_hiveminds_and_scripts_run_what_was_saved(author, workshop, stage):
    folders = [
        workshop.bot("ada", IMPORT + DRIVER).parent,
        workshop.bot("pair", IMPORT + DRIVER, more="hivemind = true").parent,
        workshop.bot("watcher", IMPORT + SCRIPT, more="", document="script.toml").parent,
    ]

    def save_all(gain, at_s):
        for folder in folders:
            save(folder, gain, at_s)

    save_all(1, SAVED_S)
    result = author(
        workshop.match(("ada", 0), ("pair", 1), ("pair", 1), scripts=["watcher"]),
        (lambda: save_all(2, SAVED_S), 3),
        (lambda: save_all(3, SAVED_S - 3600), 3),
    )
    assert [agent.version for agent in result.agents] == [3, 3, 3]
    for key in ("blue-1", "orange-1", "script-1"):
        assert gains(stage, key) == ["gain 1", "gain 2", "gain 3"], key


def test_services_run_what_was_saved(stage, tmp_path):
    from tests.runtime.services.conftest import Bots

    bots = Bots(tmp_path)
    folder = bots.folder(SERVICE)
    save(folder, 1)

    def save_then_stop(event):
        if isinstance(event, AgentChanged) and event.agent.state is AgentState.PLAYING and event.agent.answers > 100:
            if event.agent.swaps:
                stage.runner.request_stop()
            elif (folder / "tuning.py").read_text() == "GAIN = 1\n":
                save(folder, 2)

    stage.on_event = save_then_stop
    stage.play(bots.match(folder, cars=1), seconds_limit=600.0, swap_mode=SwapMode.AUTO)
    assert gains(stage, "blue-1") == ["gain 1", "gain 2"]
