import contextlib
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import psutil
import pytest

import runtime
from runtime.documents import read_match_text
from runtime.documents.model import NO_RESTARTS, Car, CarKind, Match, Script
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import (
    AllowDrawing,
    AnswerSwap,
    FollowDrawings,
    RestartAgents,
    SendConsole,
    SetState,
    SetSwapMode,
    StopAgents,
    StopMatch,
    SwapAgents,
)
from runtime.model.events import AgentChanged, FrameShown, LinesLogged, StageChanged, SwapChanged
from runtime.model.placements import StateChange
from runtime.model.states import Phase, SwapMode
from runtime.protocol.report import AgentReport, GameReport
from tests.process_table import is_alive


@pytest.fixture
def bot():
    def make(name="Ada", team=0, **values):
        defaults = {"agent_id": "tests/ada", "root_dir": "/bots/ada", "run_command": "run me", "given_name": name}
        return Car(name=name, team=team, **(defaults | values))

    return make


@pytest.fixture
def human():
    return Car(kind=CarKind.HUMAN, team=1)


@pytest.fixture
def script():
    def make(name="Painter", agent_id="tests/painter", run_command="paint"):
        return Script(name=name, agent_id=agent_id, root_dir="/scripts", run_command=run_command)

    return make


@pytest.fixture
def match_of():
    def make(*cars, **values):
        return Match(cars=cars, **values)

    return make


@pytest.fixture
def row():
    def make(*cars, agent_id="tests/ada", connected=True, ready=True, **values):
        return AgentReport(
            agent_id=agent_id,
            cars=cars,
            is_connected=connected,
            is_ready=ready,
            **({"team": 0, "packets": 0, "answers": 0, "late": 0} | values),
        )

    return make


@pytest.fixture
def report():
    def make(*rows, notes=(), final=False, frame=0, speed=1.0):
        return GameReport(
            frame=frame,
            speed=speed,
            overruns=0,
            is_paused=False,
            steps_left=0,
            is_final=final,
            state_hash=None,
            agents=rows,
            notes=notes,
        )

    return make


RAW_AGENT = Path(__file__).parent / "match" / "raw_agent.py"

DRIVER = """
from raw_agent import Raw
raw = Raw()
raw.play(raw.join(), throttle=1.0)
"""

AGENTS = {
    "stopper": """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
indices = raw.join()
for message in raw.messages():
    if isinstance(message, flat.GamePacket) and message.match_info.frame_num == 20:
        raw.send(flat.StopCommand(True))
    elif isinstance(message, flat.GamePacket):
        raw.drive(indices)
""",
    "hostile": """
import socket
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
cars = raw.join()
tries = []
def intrude(agent_id, *messages):
    other = Raw()
    other.reach()
    tries.append(other)
    if agent_id is not None:
        other.send(flat.ConnectionSettings(agent_id, False, True, bool(agent_id)))
    for message in messages:
        other.send(message)
def attack():
    report = b'{"kickabout":"report","version":1,"refused":"Forged."}'
    taken = flat.PlayerConfiguration(flat.CustomBot(name="Evil", agent_id="evil"), 0, 0)
    config = flat.MatchConfiguration(
        player_configurations=[taken],
        game_map_upk="Stadium_P",
        enable_state_setting=True,
        existing_match_behavior=flat.ExistingMatchBehavior.ContinueAndSpawn,
    )
    intrude("", config, flat.InitComplete())
    intrude("", flat.ConsoleCommand("kickabout pause"))
    intrude("", flat.StopCommand(True))
    intrude("", flat.MatchComm(0, 3, False, None, report))
    intrude(None, flat.StartCommand("match.toml"))
    intrude("tests/victim", flat.InitComplete())
    for _ in range(256):
        intrude(None)
for count, message in enumerate(raw.messages()):
    if count == 30:
        attack()
    if isinstance(message, flat.GamePacket):
        raw.drive(cars, throttle=1.0)
""",
    "driver": DRIVER,
    "official": """
from rlbot.flat import ControllerState
from rlbot.managers import Bot
class Official(Bot):
    def get_output(self, packet):
        return ControllerState(throttle=1.0)
Official().run()
""",
    "hasty": """
import socket
from raw_agent import Raw
raw = Raw()
raw.link = socket.create_connection(raw.address)
raw.play(raw.join(), throttle=1.0)
""",
    "quitter": """
import sys
print("on my way")
raise ValueError("no engine")
""",
    "polite_quitter": "print('nothing to do')",
    "silent_loader": "import time; print('loading the model', flush=True); time.sleep(60)",
    "loner": "import time; time.sleep(60)",
    "busy_loader": "while True: pass",
    "dreamer": """
from raw_agent import Raw
raw = Raw()
raw.connect()
for message in raw.messages():
    pass
""",
    "stubborn": """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("stubborn", flush=True)
from raw_agent import Raw
raw = Raw()
raw.play(raw.join())
while True:
    time.sleep(1)
""",
    "chatty": """
import sys
from raw_agent import Raw
line = "x" * 99 + "\\n"
raw = Raw()
cars = raw.join()
for _ in range(1000):
    sys.stdout.write(line * 1000)
sys.stdout.flush()
raw.play(cars)
""",
    "garbler": """
import itertools
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for count, message in zip(range(60), raw.messages()):
    raw.drive(cars)
raw.link.sendall(b"\\x00\\x20" + b"\\xff" * 5000)
for message in raw.messages():
    pass
import time
time.sleep(60)
""",
    "dizzy": """
from raw_agent import Raw
raw = Raw()
raw.play(raw.join(), throttle=float("nan"), steer=float("inf"), pitch=-7.0)
""",
    "thinker": """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
print("Traceback (most recent call last):\\n  File x\\nKeyError: 'ball'", flush=True)
for message in raw.messages():
    pass
""",
    "dozer": """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for count, message in zip(range(60), raw.messages()):
    raw.drive(cars)
for message in raw.messages():
    pass
""",
    "twins": """
from raw_agent import Raw
raw, twin = Raw(), Raw()
cars = raw.join()
twin.connect()
raw.play(cars, throttle=1.0)
""",
    "mortal": """
import os, itertools
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for count, message in zip(range(60), raw.messages()):
    raw.drive(cars)
raise RuntimeError("out of fuel")
""",
}
"""Programs of agents by name; most of them misbehave in one way."""


@pytest.fixture
def programs():
    return AGENTS


@pytest.fixture
def car(tmp_path):
    """Makes a car whose bot is one of `AGENTS`."""

    return partial(new_car, tmp_path)


def new_car(place, program, team=0, **values):
    folder = place / f"agent {program}"
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(AGENTS[program])
    shutil.copy(RAW_AGENT, folder)
    defaults = {"agent_id": f"tests/{program}", "run_command": "python bot.py"}
    return Car(name=program.title(), team=team, root_dir=str(folder), **(defaults | values))


@pytest.fixture
def agents(tmp_path, programs):
    """A folder with the folders of two agents, for launchers that a test kills."""
    for name in ("driver", "stubborn"):
        folder = tmp_path / "agents" / name
        folder.mkdir(parents=True)
        (folder / "bot.py").write_text(programs[name])
        shutil.copy(RAW_AGENT, folder)
    return tmp_path / "agents"


@pytest.fixture
def foreign_arena(mesh_cache):
    """An arena that another program has started: its process and its port."""
    command = [sys.executable, "-m", "runtime.arena", "--port", "0", "--pace", "lockstep", "--meshes", str(mesh_cache)]
    root = Path(runtime.__file__).resolve().parents[1]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as server:
        yield server, int(server.stdout.readline().rpartition(":")[2])
        server.terminate()


class Runner(MatchRun):
    """A match run with a method for each command."""

    def request_stop(self):
        self.post(StopMatch())

    def send_console(self, text):
        self.post(SendConsole(text=text))

    def request_swap(self, keys=()):
        self.post(SwapAgents(keys=tuple(keys)))

    def answer_swap(self, keys=(), *, is_wanted):
        self.post(AnswerSwap(keys=tuple(keys), is_wanted=is_wanted))

    def set_swap_mode(self, keys=(), *, mode):
        self.post(SetSwapMode(keys=tuple(keys), mode=mode))

    def request_restart(self, keys=()):
        self.post(RestartAgents(keys=tuple(keys)))

    def request_stop_agent(self, keys):
        self.post(StopAgents(keys=tuple(keys)))

    def follow_drawings(self, *, is_wanted):
        self.post(FollowDrawings(is_wanted=is_wanted))

    def allow_drawing(self, keys=(), *, is_allowed):
        self.post(AllowDrawing(keys=tuple(keys), is_allowed=is_allowed))

    def place(self, placement):
        self.post(SetState(change=StateChange(placements=(placement,))))


class Stage:
    """Runs matches and records their events."""

    def __init__(self, meshes):
        self.game = ArenaGame(meshes=meshes)
        self.events = []
        self.runner = None
        self.on_event = lambda event: None

    def play(self, match, **values):
        self.prepare(match, **values)
        return self.run()

    def prepare(self, match, **values):
        defaults = {"game": self.game, "pace": "lockstep", "seconds_limit": 2.0, "restarts": NO_RESTARTS}
        self.runner = Runner(MatchPlan(match=match, **(defaults | values)))
        return self.runner

    def run(self):
        return self.runner.run(self._take)

    def _take(self, event):
        self.events.append(event)
        self.on_event(event)

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def states(self, stage):
        return [event.state for event in self.of(StageChanged) if event.stage is stage]

    def lines(self, key):
        return [line.text for event in self.of(LinesLogged) for line in event.lines if line.key == key]

    @property
    def pids(self):
        return {event.agent.pid for event in self.of(AgentChanged) if event.agent.pid}


@pytest.fixture
def stage(mesh_cache):
    stage = Stage(mesh_cache)
    yield stage
    assert not [pid for pid in stage.pids if is_alive(pid)]


@pytest.fixture
def arena_pid():
    def find():
        for child in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):  # it may end at this moment
                if "runtime.arena" in child.cmdline():
                    return child.pid
        pytest.fail("no arena runs")

    return find


DOCUMENT = """
[settings]
agent_id = "tests/{name}"
name = "{name}"
run_command = "python bot.py"
run_command_linux = "python bot.py"
{more}
"""


class Workshop:
    """Folders of agents with their documents, which tests edit during a match."""

    def __init__(self, root):
        self.root = root

    def bot(self, name, code=DRIVER, more='loadout_file = "loadout.toml"', document="bot.toml"):
        """Writes the folder of a bot or script; returns its program."""
        folder = self.root / name
        folder.mkdir()
        (folder / "bot.py").write_text(code)
        (folder / document).write_text(DOCUMENT.format(name=name, more=more))
        (folder / "loadout.toml").write_text("[blue_loadout]\ncar_id = 23\n[orange_loadout]\ncar_id = 23\n")
        shutil.copy(RAW_AGENT, folder)
        return folder / "bot.py"

    def match(self, *cars, scripts=(), head="", tail=""):
        """Returns a match of bots, each given as (name or document, team)."""
        text = f"[match]\nstart_without_countdown = true\n{head}\n"
        documents = [(name if "/" in name else f"{name}/bot.toml", team) for name, team in cars]
        text += "".join(f'[[cars]]\nteam = {team}\nconfig_file = "{document}"\n' for document, team in documents)
        text += "".join(f'[[scripts]]\nconfig_file = "{name}/script.toml"\n' for name in scripts)
        text += tail
        return read_match_text(text, self.root / "match.toml").value


@pytest.fixture
def workshop(tmp_path):
    return Workshop(tmp_path)


RUNNING = (Phase.KICKOFF, Phase.ACTIVE)


class Author:
    """Takes steps during a match: each next one when all swaps of the last have ended.

    A step is a function, or a function and the number of swaps that it causes. After the last step the match is
    stopped.
    """

    def __init__(self, stage, *steps, on_change=lambda event: None):
        self.stage = stage
        self.on_change = on_change
        self.steps = [step if isinstance(step, tuple) else (step, 1) for step in steps]
        self.awaited = 0
        self.is_playing = False
        stage.on_event = self

    def __call__(self, event):
        self.on_change(event)
        self.is_playing = self.is_playing or (isinstance(event, FrameShown) and event.view.phase in RUNNING)
        self.awaited -= isinstance(event, SwapChanged)
        if not self.is_playing or self.awaited > 0 or not isinstance(event, FrameShown | SwapChanged):
            return
        if self.steps:
            step, self.awaited = self.steps.pop(0)
            step()
        else:
            self.stage.runner.request_stop()


@pytest.fixture
def author(stage):
    """Plays a match with an `Author` in real time, with swaps on save; returns the result."""

    def play(match, *steps, on_change=lambda event: None, **values):
        Author(stage, *steps, on_change=on_change)
        defaults = {"pace": "realtime", "seconds_limit": 60.0, "swap_mode": SwapMode.AUTO}
        return stage.play(match, **(defaults | values))

    return play
