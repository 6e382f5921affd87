"""Whatever is killed and whenever it fails, only Rocket League survives."""

import contextlib
import os
import random
import subprocess
import sys
import time
import uuid
from pathlib import Path

import psutil
import pytest

from runtime.match import Deadlines
from runtime.model.commands import StopMatch
from runtime.model.events import StageChanged
from runtime.model.states import MatchStage, Outcome
from tests.process_table import MARK, marked
from tests.scripted_server.computer import Computer

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LIMIT_S = 10.0
ENDLESS = {"match_s": None, "waits_s": 30.0}


@pytest.fixture
def computer(tmp_path):
    computer = Computer(tmp_path / "computer")
    computer.install(ENDLESS)
    yield computer
    computer.end_games()


def named(mark, text):
    """The processes with this mark whose command line has the text, the oldest first."""
    found = []
    for pid in sorted(marked(mark)):
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            if any(text in word for word in process.cmdline()):
                found.append(process)
    return found


VICTIMS = {
    "launcher": "doomed_launcher",
    "supervisor": "runtime.processes.supervisor",
    "server": "RLBotServer",
    "game": "RocketLeague.exe",
}


def survivors_of(victim, stage, after_s, computer, agents, chance):
    """Kills a process `after_s` into a stage; returns what still runs after the launcher has ended."""
    mark = uuid.uuid4().hex
    command = [sys.executable, str(HERE / "doomed_launcher.py"), str(agents), str(agents), str(computer.folder)]
    environment = os.environ | {MARK: mark, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as launcher:
        for line in launcher.stdout:
            if line.strip() == stage:
                break
        time.sleep(after_s)
        targets = named(mark, VICTIMS[victim])
        if targets:
            chance.choice(targets).kill()
        else:
            launcher.kill()
        launcher.communicate(timeout=60)
    deadline = time.monotonic() + LIMIT_S
    while named(mark, "") != named(mark, VICTIMS["game"]) and time.monotonic() < deadline:
        time.sleep(0.02)
    left = [process.cmdline() for process in named(mark, "") if process not in named(mark, VICTIMS["game"])]
    games = len(named(mark, VICTIMS["game"]))
    computer.end_games()
    return left, games


@pytest.mark.parametrize("victim", VICTIMS)
def test_only_the_game_survives(victim, computer, agents):
    left, games = survivors_of(victim, "PLAY", 0.2, computer, agents, random.Random(1))
    assert left == []
    assert games == (victim != "game")


@pytest.mark.soak
def test_only_the_game_survives_at_any_moment(computer, agents):
    chance = random.Random(11)
    for _ in range(30):
        victim = chance.choice([*VICTIMS])
        stage, after_s = chance.choice(["CHECK", "GAME", "AGENTS", "KICKOFF", "PLAY"]), chance.choice([0, 0.1, 0.5, 2])
        left, _ = survivors_of(victim, stage, after_s, computer, agents, chance)
        assert left == [], (victim, stage, after_s)


FAULTS = {
    "none": {},
    "refuses": {"refuses": 1},
    "resets": {"resets": 1},
    "holds the map": {"holds_map": True},
    "ends at once": {"exit_code": 4, "last_words": "broken"},
    "ignores SIGTERM": {"ignores_terminate": True},
}
GAME_FAULTS = {
    "none": {},
    "dies while it plays": {"dies_after_s": 3.0},
    "does not connect": {"connects": False},
    "ends at once": {"dies_after_s": 0.0},
}


def play_with_faults(stage, car, match_of, computer, chance):
    """Starts, perhaps stops, and checks the end of one match."""
    server, game = chance.choice([*FAULTS]), chance.choice([*GAME_FAULTS])
    computer.install({"match_s": 1.0} | GAME_FAULTS[game], **FAULTS[server])
    match = match_of(car("official"), launcher="Steam")
    limits = Deadlines(load_s=1.0, game_s=3.0, confirm_s=0.5, agents_s=8.0, ready_s=8.0, kickoff_s=5.0, silence_s=3.0)
    runner = stage.prepare(match, game=computer.game(), deadlines=limits, seconds_limit=None)
    stop_in = chance.choice([None, None, MatchStage.GAME, MatchStage.AGENTS, MatchStage.PLAY])

    def on_event(event):
        if isinstance(event, StageChanged) and event.stage is stop_in:
            runner.post(StopMatch())

    stage.on_event = on_event
    result = stage.run()
    print(server, game, stop_in, result.outcome, f"{result.wall_seconds:.1f}", result.reason, sep=" | ")
    assert str(result.reason), (server, game)
    assert result.outcome is not Outcome.FAILED or len(str(result.reason)) > 20
    assert result.wall_seconds < 60
    if chance.random() < 0.4:
        assert computer.kept.close() == ()
    if chance.random() < 0.3:
        computer.end_games()


@pytest.mark.parametrize("count", [5, pytest.param(100, marks=pytest.mark.soak)])
@pytest.mark.timeout(1800)
def test_start_stop_and_start_again_leave_nothing_behind(stage, car, match_of, computer, count):
    chance = random.Random(5)
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1700)"])
    before = set(psutil.Process().children(recursive=True))
    try:
        for _ in range(count):
            play_with_faults(stage, car, match_of, computer, chance)
        assert computer.kept.close() == ()
        assert set(psutil.Process().children(recursive=True)) - before == set()
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()
