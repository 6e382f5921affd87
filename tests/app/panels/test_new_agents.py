"""New bots, hiveminds and scripts play at once: a real match, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from resources.examples import example_bots
from runtime.documents import MatchDocument
from runtime.library import TEMPLATES, make_agent
from runtime.model.entries import EntryKind

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 90.0


def test_new_agents_play_at_once(tmp_path, home_of_its_own):
    made = {kind: make_agent(TEMPLATES[kind], f"New {kind.value}", tmp_path, example_bots()) for kind in TEMPLATES}
    document = MatchDocument.new()
    document.add_bot(made[EntryKind.BOT], 0)
    for _ in range(2):
        document.add_bot(made[EntryKind.HIVEMIND], 1)
    document.add_script(made[EntryKind.SCRIPT])
    document.save(tmp_path / "match.toml")
    command = [sys.executable, "-m", "app", "play", str(tmp_path / "match.toml")]
    done = subprocess.run(
        [*command, "--pace", "lockstep", "--seconds", "4", "--json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(home_of_its_own)},
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["problems"] == []
    agents = {agent["name"]: agent for agent in result["agents"]}
    assert {"New bot", "New script"} < set(agents)
    assert all(agent["starts"] == 1 for agent in agents.values())
    cars = [agent for agent in agents.values() if agent["cars"]]
    assert len(cars) == 2
    assert all(agent["answers"] > 200 for agent in cars)
