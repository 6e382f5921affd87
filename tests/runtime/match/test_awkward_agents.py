"""Agents that misbehave at each stage of a match: what is reported about them, and that nothing of them is left.

Each match has one agent of each kind, at different stages. One match per stage makes the whole matrix; all matches but
the first are soak tests.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from runtime.documents.model import NO_RESTARTS, Car, Match
from runtime.model.states import AgentState, Outcome
from runtime.records.match_result import exit_code
from tests.process_table import mentioning

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the agents fork and use signals")

LOST = "Its connection to the server ended."
HERE = Path(__file__).parent
ROOT = HERE.parents[2]
KILLED_LIMIT_S = 5.0
"""Usually takes a tenth of a second; other tests may run at the same time."""
STAGES = ["starting", "connecting", "getting ready", "ready", "playing", "stopping"]
DIES = {
    "exits": (AgentState.CRASHED, r"\(exited with code 3\)", 3),
    "exits with 0": (AgentState.EXITED, r"\(exited with code 0\)", 0),
    "dies by a signal": (AgentState.CRASHED, r"\(killed by signal 11, SIGSEGV\)", None),
    "raises": (AgentState.CRASHED, r"\(exited with code 1\): it's a böt\.py:\d+: RuntimeError: out of fuel", 1),
}
LOSES_ITS_CONNECTION = "holds the pipe open"
"""It starts a program that holds its output, and exits. The agent counts as running as long as that program runs."""
HANGS = ["ignores SIGTERM", "hangs", "forks and leaves", LOSES_ITS_CONNECTION]
PLAYS_ON = ["keeps a daemon", "keeps a session", "closes its output", "floods"]
KINDS = [*DIES, *HANGS, *PLAYS_ON]
WHEN = {
    "starting": "Ended before it was ready",
    "connecting": "Ended before it was ready",
    "getting ready": "Ended before it was ready",
    "ready": "(Ended before it was ready|Ended before the kickoff|Ended while playing|Left while playing)",
    "playing": "(Ended|Left) while playing",
}


def awkward_car(folder, kind, stage, team):
    place = folder / f"{kind}, {stage}"
    place.mkdir(parents=True)
    shutil.copy(HERE / "awkward_agent.py", place / "it's a böt.py")
    shutil.copy(HERE / "raw_agent.py", place)
    return Car(
        name=f"{kind}, {stage}",
        team=team,
        agent_id=f"tests/{kind}/{stage}",
        root_dir=str(place),
        run_command=f'python "it\'s a böt.py" "{kind}" "{stage}"',
    )


def rotation(folder, shift):
    """Returns a match of all kinds, each at a different stage; `shift` rotates the stages."""
    cars = [
        awkward_car(folder, kind, STAGES[(shift + place) % len(STAGES)], place % 2) for place, kind in enumerate(KINDS)
    ]
    return Match(cars=tuple(cars), wait_for_agents=False, instant_start=True)


def judge(agent, kind, stage):
    """Returns what is wrong in the status of an agent; empty if everything is right."""
    if stage == "stopping" or kind in PLAYS_ON:
        expected, reason = (AgentState.STOPPED,), ""
    elif kind in DIES:
        expected, reason = (DIES[kind][0],), f"{WHEN[stage]} {DIES[kind][1]}.*"
    else:
        is_lost = kind == LOSES_ITS_CONNECTION and stage not in ("starting", "connecting")
        expected = (AgentState.STOPPED, AgentState.FAILED) if is_lost else (AgentState.STOPPED,)
        reason = f"({re.escape(LOST)}.*|.*answer.*)?" if is_lost else ".*"
    wrong = []
    if agent.state not in expected:
        wrong.append(f"{agent.name}: {agent.state}, {agent.reason!s}")
    if not re.fullmatch(reason, str(agent.reason or "")):
        wrong.append(f"{agent.name}: {str(agent.reason or '')!r}")
    if kind in DIES and stage != "stopping" and agent.exit_code != DIES[kind][2]:
        wrong.append(f"{agent.name}: code {agent.exit_code}")
    return wrong


def play(stage, folder, shift):
    result = stage.play(rotation(folder, shift), pace="realtime", seconds_limit=3.5, restarts=NO_RESTARTS)
    left = mentioning(folder)
    for process in left:
        process.kill()
    assert (result.outcome, exit_code(result)) == (Outcome.FINISHED, 0), str(result.reason or "")
    assert [problem for agent in result.agents for problem in judge(agent, *agent.name.split(", "))] == []
    assert left == []
    for agent in result.agents:
        assert f"{agent.name.replace(', ', ' while ')}" in stage.lines(agent.key)


def test_awkward_agents_are_told_apart_and_nothing_of_them_is_left(stage, tmp_path):
    play(stage, tmp_path / "agents", 0)


def kill_launcher(folder, meshes, kinds, stage, moment, after_s):
    """Plays a match of agents that misbehave at one stage, kills its launcher, and returns the remaining processes."""
    for kind in kinds:
        place = folder / kind
        place.mkdir(parents=True)
        source = (HERE / "awkward_agent.py").read_text()
        (place / "bot.py").write_text(source.replace("sys.argv[1:3]", f"{kind!r}, {stage!r}"))
        shutil.copy(HERE / "raw_agent.py", place)
    launcher = subprocess.Popen(
        [sys.executable, str(HERE / "doomed_launcher.py"), str(folder), str(meshes)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with launcher:
        reached = any(line.strip() == moment for line in launcher.stdout)
        time.sleep(after_s)
        launcher.kill()
    deadline = time.monotonic() + KILLED_LIMIT_S
    while (left := mentioning(folder)) and time.monotonic() < deadline:
        time.sleep(0.01)
    for process in left:
        process.kill()
    assert reached
    return left


def test_no_process_is_left_when_the_launcher_is_killed(tmp_path, mesh_cache):
    assert kill_launcher(tmp_path, mesh_cache, [*HANGS[:1], *PLAYS_ON[:3]], "playing", "PLAY", 0.6) == []


@pytest.mark.soak
@pytest.mark.parametrize("stage", STAGES[:5])
@pytest.mark.parametrize("kinds", [list(DIES), HANGS, PLAYS_ON], ids=["die", "hang", "play on"])
def test_no_process_of_any_kind_is_left_when_the_launcher_is_killed(tmp_path, mesh_cache, kinds, stage):
    moments = ["AGENTS"] if stage in STAGES[:4] and kinds is not PLAYS_ON else ["AGENTS", "PLAY"]
    for moment in moments:
        assert kill_launcher(tmp_path / moment, mesh_cache, kinds, stage, moment, 0.7) == []


@pytest.mark.soak
@pytest.mark.parametrize("shift", range(1, len(STAGES)))
def test_every_kind_on_every_stage(stage, tmp_path, shift):
    play(stage, tmp_path / "agents", shift)


def test_agents_that_cannot_run_are_told_and_the_others_play(stage, car, match_of, tmp_path):
    (tmp_path / "data.txt").write_text("no program")
    match = match_of(
        car("driver"),
        Car(name="Text", team=1, agent_id="tests/text", root_dir=str(tmp_path), run_command="./data.txt"),
        Car(
            name="Nowhere", team=1, agent_id="tests/gone", root_dir=str(tmp_path / "gone"), run_command="python bot.py"
        ),
        wait_for_agents=False,
    )
    result = stage.play(match, pace="realtime", seconds_limit=4.0)  # most of it with the driver, which nobody awaits
    assert (result.outcome, exit_code(result)) == (Outcome.FINISHED, 0), result.reason
    driver, text, nowhere = result.agents
    assert driver.state is AgentState.STOPPED
    assert (text.state, nowhere.state) == (AgentState.FAILED, AgentState.FAILED)
    assert "data.txt" in str(text.reason or "")
    assert str(tmp_path / "gone") in str(nowhere.reason or "")
