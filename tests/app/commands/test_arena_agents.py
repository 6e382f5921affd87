"""`kickabout arena --start-agents` with scripts of bot authors that use the official package."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Queue

import psutil
import pytest

from app.exit_codes import ExitCode
from tests.clock import until
from tests.process_table import is_alive, supervisor_below

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 60.0
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there a program can take the name RLBotServer")

RUN = """
import os
import sys
import time
from pathlib import Path

import psutil
from rlbot.config import load_match_config
from rlbot.managers import MatchManager

processes, server = psutil.process_iter, int(os.environ["SERVER_PID"])
psutil.process_iter = lambda: [process for process in processes() if process.pid == server]  # others are not ours
with MatchManager() as manager:
    for line in sys.stdin:
        word = line.strip()
        if word == "path":
            manager.packet = None
            manager.start_match(Path("match.toml"))
        elif word == "match":
            manager.packet = None
            manager.start_match(load_match_config(Path("match.toml")))
        elif word == "again":
            while manager.packet.match_info.frame_num < 60:
                time.sleep(0.01)
            manager.start_match(Path("match.toml"), wait_for_start=False)
            while manager.packet.match_info.frame_num >= 60:
                time.sleep(0.01)
        elif word == "ask":
            manager.start_match(Path("match.toml"), wait_for_start=False)
        elif word == "stop":
            manager.stop_match()
        elif word == "shut down":
            manager.shut_down(use_force_if_necessary=False)
        print("done", word, flush=True)
"""
BOT = """
import json, os, pathlib, subprocess, sys
helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
names = ("RLBOT_AGENT_ID", "RLBOT_SERVER_PORT")
facts = {"pids": [os.getpid(), helper.pid], **{name: os.environ[name] for name in names}}
part = pathlib.Path(f"{os.getpid()}.part")
part.write_text(json.dumps(facts))
part.rename(f"{os.getpid()}.json")
from rlbot.flat import ControllerState
from rlbot.managers import Bot
class Official(Bot):
    def get_output(self, packet):
        return ControllerState(throttle=1.0)
Official().run()
"""


class Program:
    """A program; tests can wait for lines of its output."""

    def __init__(self, *arguments, cwd, **environment):
        self.process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines = []
        self._queue = Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)

    def wait_for(self, words):
        while True:
            line = self._queue.get(timeout=DEADLINE_S)
            assert line is not None, self.lines
            self.lines.append(line)
            if words in line:
                return line

    def do(self, word):
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        self.wait_for(f"done {word}")

    def rest(self):
        """Returns the remaining lines of the output; the program has ended."""
        self._reader.join()
        return list(iter(self._queue.get, None))

    def close(self):
        self.process.kill()
        self.process.wait()
        self._reader.join()
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture
def start(request, tmp_path):
    """Starts programs in the folder of the match, and ends them."""

    def make(*arguments, **environment):
        made = Program(*arguments, cwd=tmp_path, **environment)
        request.addfinalizer(made.close)
        return made

    return make


@pytest.fixture
def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture
def arena(start, free_port):
    def make(*options):
        made = start("-m", "app", "arena", *options, "--as-rlbotserver", "--port", free_port)
        made.wait_for("listening on ")
        return made

    return make


@pytest.fixture
def run(start, tmp_path):
    """Starts a bot author's script that runs a match in the arena."""

    def make(arena):
        (tmp_path / "run.py").write_text(RUN)
        return start("run.py", SERVER_PID=str(arena.process.pid))

    return make


@pytest.fixture
def bots(tmp_path):
    """Writes a match of two bots with this source; returns a function that reads what the started bots have written."""

    def make(source=BOT):
        cars = ""
        for team, name in enumerate(("ada", "bob")):
            folder = tmp_path / name
            folder.mkdir()
            (folder / "bot.py").write_text(source)
            command = 'run_command = "python bot.py"\nrun_command_linux = "python bot.py"\n'
            (folder / "bot.toml").write_text(f'[settings]\nagent_id = "tests/{name}"\nname = "{name}"\n{command}')
            cars += f'[[cars]]\nteam = {team}\nconfig_file = "{name}/bot.toml"\n'
        (tmp_path / "match.toml").write_text(f'[rlbot]\nlauncher = "NoLaunch"\n{cars}')
        return lambda: [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*/*.json"))]

    return make


def pids(facts):
    return {pid for one in facts for pid in one["pids"]}


def all_gone(numbers):
    """Returns True once the processes have ended, False if one still runs at the deadline."""
    deadline = time.monotonic() + DEADLINE_S
    while any(map(is_alive, numbers)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_a_script_of_a_bot_author_plays_stops_and_plays_again(arena, run, bots, free_port):
    written = bots()
    server = arena("--start-agents")
    script = run(server)
    script.do("path")
    first = written()
    assert sorted(one["RLBOT_AGENT_ID"] for one in first) == ["tests/ada", "tests/bob"]
    assert {one["RLBOT_SERVER_PORT"] for one in first} == {str(free_port)}
    assert all(map(is_alive, pids(first)))
    script.do("stop")
    assert all_gone(pids(first))

    script.do("match")
    second = [one for one in written() if one not in first]
    assert sorted(one["RLBOT_AGENT_ID"] for one in second) == ["tests/ada", "tests/bob"]
    script.do("again")
    third = [one for one in written() if one not in (*first, *second)]
    assert len(third) == 2
    assert all_gone(pids(second))
    assert all(map(is_alive, pids(third)))

    script.do("shut down")
    assert server.process.wait(DEADLINE_S) == 0
    assert all_gone(pids(third))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0)])
def test_no_agent_outlives_the_arena(arena, run, bots, number, code):
    written = bots()
    server = arena("--start-agents")
    run(server).do("path")
    server.process.send_signal(number)
    assert server.process.wait(DEADLINE_S) == code
    assert all_gone(pids(written()))


FAILING = BOT.partition("from rlbot")[0] + "raise ValueError('no engine')"


def test_a_bot_that_fails_is_named_with_its_log_and_what_it_started_ends(arena, run, bots, home_of_its_own):
    written = bots(FAILING)
    server = arena("--start-agents")
    run(server).do("ask")
    line = server.wait_for("Its log is ")
    assert " ended during the match (exited with code 1): ValueError: no engine" in line
    assert all_gone(pids(written()))
    log = Path(line.partition("Its log is ")[2].rstrip("."))
    assert log.is_relative_to(home_of_its_own)
    assert "no engine" in log.read_text()


def test_a_match_after_the_loss_of_the_supervisor_has_its_agents(arena, run, bots):
    written = bots()
    server = arena("--start-agents")
    script = run(server)
    script.do("path")
    (guard,) = psutil.Process(server.process.pid).children()
    supervisor_below(guard).kill()
    server.wait_for("All agents have ended.")
    first = written()
    assert all_gone(pids(first))
    script.do("again")
    assert len(written()) == len(first) + 2


FOREIGN = """
import os, sys
from rlbot.config import load_match_config
from pathlib import Path
match = load_match_config(Path("match.toml"))
from rlbot.interface import SocketRelay
if int(sys.argv[2]) != os.getuid():
    os.setgroups([]); os.setgid(int(sys.argv[2])); os.setuid(int(sys.argv[2]))
relay = SocketRelay("")
wishes = {"wants_match_communications": True, "wants_ball_predictions": False, "close_between_matches": False}
relay.connect(rlbot_server_port=int(sys.argv[1]), **wishes)
relay.match_comm_handlers.append(lambda comm: print(comm.content.decode(), flush=True))
relay.start_match(match)
relay.run()
"""


@pytest.mark.skipif(not sys.platform.startswith("linux") or os.getuid() != 0, reason="only root can act as others")
@pytest.mark.parametrize("user", [0, 65534])
def test_a_match_of_another_user_starts_no_program(arena, start, bots, tmp_path, free_port, user):
    written = bots()
    arena("--start-agents")
    (tmp_path / "foreign.py").write_text(FOREIGN)
    client = start("foreign.py", free_port, user)
    if user:
        client.wait_for("This arena starts agents only for programs of the user who runs it.")
        time.sleep(1.0)
        assert written() == []
    else:
        until(lambda: len(written()) >= 2)


def test_a_program_that_only_starts_the_bot_has_not_ended(arena, run, bots, tmp_path):
    starter = "import subprocess, sys\nsubprocess.Popen([sys.executable, 'real.py'])"
    written = bots(starter)
    for name in ("ada", "bob"):
        (tmp_path / name / "real.py").write_text(BOT)
    server = arena("--start-agents")
    script = run(server)
    script.do("path")
    assert len(written()) == 2
    script.do("stop")
    assert all_gone(pids(written()))
    script.do("shut down")
    assert server.process.wait(DEADLINE_S) == 0
    assert [line for line in server.rest() if "ended during the match" in line] == []


def test_without_the_option_the_arena_says_that_nobody_starts_the_bots(arena, run, bots):
    written = bots()
    server = arena()
    run(server).do("ask")
    assert server.wait_for("are not started automatically").endswith("or run the arena with --start-agents.")
    assert written() == []


def test_agents_are_started_for_this_machine_alone(start):
    server = start("-m", "app", "arena", "--start-agents", "--listen", "0.0.0.0", "--port", "0")
    server.wait_for("--start-agents is for this machine alone")
    assert server.process.wait(DEADLINE_S) == ExitCode.USAGE
