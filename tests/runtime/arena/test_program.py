"""The arena as a program, with agents of the official package."""

import contextlib
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import rlbot_flatbuffers as flat

from resources.start_hook import START_HOOK
from runtime.arena.net.listening import port_in, port_line
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.model.step_mode import KEY_VARIABLE
from runtime.protocol import Client
from runtime.training.stepping import StepClient, StepCommunicationError

ROOT = Path(__file__).resolve().parents[3]
BOTS = Path(__file__).resolve().parent / "bots"
DEADLINE_S = 30.0
LONG = '[mutators]\nmatch_length = "Unlimited"\n'


class Child:
    """A process; tests can wait for lines of its output."""

    def __init__(self, *arguments, **environment):
        self.process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, "RLBOT_LOG_LEVEL": "error", **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines = []
        self._queue = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._queue.put(line.rstrip())

    def wait_for(self, text):
        deadline = time.monotonic() + DEADLINE_S
        while not any(text in line for line in self.lines):
            left_s = deadline - time.monotonic()
            with contextlib.suppress(queue.Empty):
                self.lines.append(self._queue.get(timeout=max(0.01, min(left_s, 0.2))))
                if left_s > 0:
                    continue
            assert left_s > 0, f"{text!r} never came; got {self.lines}"
            assert self.process.poll() is None or not self._queue.empty(), f"ended before {text!r}; got {self.lines}"
        return next(line for line in self.lines if text in line)

    def end(self):
        """Waits for the end and returns the exit code."""
        return self.process.wait(DEADLINE_S)

    def rest(self):
        """Returns the remaining lines of the output; the process has ended."""
        self._reader.join()
        return list(self._queue.queue)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join()
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture
def child():
    with contextlib.ExitStack() as stack:

        def start(*arguments, **environment):
            one = Child(*arguments, **environment)
            stack.callback(one.close)
            return one

        yield start


@pytest.fixture
def start_arena(child, mesh_cache):
    """Starts the program with options; returns child and port."""

    def start(*options):
        arena = child("-m", "runtime.arena", "--port", "0", "--meshes", mesh_cache, *options)
        return arena, int(arena.wait_for("listening on ").rpartition(":")[2])

    return start


@pytest.fixture
def agent(child):
    def start(program, port, agent_id, *arguments):
        return child(BOTS / program, *arguments, RLBOT_SERVER_PORT=str(port), RLBOT_AGENT_ID=agent_id)

    return start


@pytest.fixture
def connect():
    with contextlib.ExitStack() as stack:

        def make(port, **options):
            client = Client("127.0.0.1", port, flat.ConnectionSettings(agent_id="", **options))
            stack.callback(client.close)
            client.connect(DEADLINE_S)
            return client

        yield make


@pytest.mark.parametrize("chosen", ["", "mine"])
def test_an_arena_prints_the_key_of_its_learner_unless_the_user_has_chosen_it(child, mesh_cache, chosen):
    options = ("--port", "0", "--step-mode", "0", "--meshes", mesh_cache)
    arena = child("-m", "runtime.arena", *options, **{KEY_VARIABLE: chosen})
    key = chosen or arena.wait_for(f"A learner needs {KEY_VARIABLE}=").rpartition("=")[2]
    port = int(arena.wait_for("step mode on ").rpartition(":")[2])
    with StepClient(port, key=key) as learner:
        assert learner.status()["mode"] == "no match"
    with StepClient(port, key="") as stranger, pytest.raises(StepCommunicationError, match=KEY_VARIABLE):
        stranger.status()


def configuration(*cars, scripts=(), **changes):
    players = [
        flat.PlayerConfiguration(flat.CustomBot(name=name, agent_id=agent_id, hivemind=hivemind), team, 0)
        for name, agent_id, team, hivemind in cars
    ]
    return flat.MatchConfiguration(
        launcher=flat.Launcher.NoLaunch,
        wait_for_agents=True,
        game_map_upk="Stadium_P",
        instant_start=True,
        enable_rendering=flat.DebugRendering.OnByDefault,
        player_configurations=players,
        script_configurations=[flat.ScriptConfiguration(name=name, agent_id=agent) for name, agent in scripts],
        mutators=flat.MutatorSettings(match_length=flat.MatchLengthMutator.Unlimited),
        **changes,
    )


def test_bots_hivemind_and_script_of_the_official_package_play(start_arena, agent, connect):
    _, port = start_arena("--pace", "lockstep")
    manager = connect(port, wants_comms=True)
    cars = [
        ("Steady", "test/steady", 0, False),
        ("Pair", "test/pair", 1, True),
        ("Steady", "test/steady", 0, False),
        ("Pair", "test/pair", 1, True),
    ]
    manager.send(configuration(*cars, scripts=[("Watching", "test/watching")]))
    bots = [agent("steady_bot.py", port, "test/steady", "--prediction") for _ in range(2)]
    pair = agent("pair_hivemind.py", port, "test/pair")
    script = agent("watching_script.py", port, "test/watching")
    greetings = sorted(one.wait_for("initialized") for one in bots)
    everyone = "of=['Steady', 'Pair', 'Steady (2)', 'Pair (2)']"
    assert greetings == [
        f"initialized index=0 team=0 name=Steady {everyone}",
        f"initialized index=2 team=0 name=Steady (2) {everyone}",
    ]
    assert pair.wait_for("initialized") == "initialized indices=[1, 3] team=1 names=['Pair', 'Pair (2)']"
    assert script.wait_for("initialized") == "initialized index=0 name=Watching can_render=True"
    for one in bots:
        assert one.wait_for("sixty") == "sixty slices=720 moved=True"
        assert one.wait_for("pads=") == "pads=34 goals=2"
        one.wait_for("heard from")
    assert pair.wait_for("sixty") == "sixty cars=4"
    script.wait_for("sixty")
    manager.send(flat.StopCommand(False))
    for one in (*bots, pair, script):
        one.wait_for("retired")
        assert one.end() == 0


@pytest.mark.parametrize("pace", ["lockstep", "realtime"])
def test_bots_and_hivemind_of_the_official_package_are_swapped(start_arena, agent, connect, pace):
    _, port = start_arena("--pace", pace)
    manager = connect(port)
    cars = [("Steady", "test/steady", 0, False), *[("Pair", "test/pair", 1, True)] * 2]
    manager.send(configuration(*cars))
    programs = [("steady_bot.py", "test/steady"), ("pair_hivemind.py", "test/pair")]
    old = [agent(program, port, agent_id) for program, agent_id in programs]
    for one in old:
        one.wait_for("sixty")
    new = [agent(program, port, agent_id) for program, agent_id in programs]
    for one in old:
        one.wait_for("retired")
        assert one.end() == 0
    for one in new:
        one.wait_for("sixty")
    manager.send(flat.StopCommand(False))
    for one in new:
        assert one.end() == 0


def test_match_manager_of_the_official_package(start_arena, agent, child, tmp_path):
    arena, port = start_arena("--pace", "lockstep")
    bot = tmp_path / "bot.toml"
    bot.write_text('[settings]\nname = "Steady"\nagent_id = "test/steady"\n')
    match = tmp_path / "match.toml"
    cars = '[[cars]]\nteam = 0\nconfig_file = "bot.toml"\n[[cars]]\nteam = 1\nconfig_file = "bot.toml"\n'
    match.write_text(f'[rlbot]\nlauncher = "NoLaunch"\nauto_start_agents = false\n{LONG}{cars}')
    keeper = child(BOTS / "match_keeper.py", port, match)
    first = [agent("steady_bot.py", port, "test/steady") for _ in range(2)]
    assert "cars=2" in keeper.wait_for("by path")
    keeper.wait_for("stopped")
    for one in first:
        one.wait_for("retired")
    second = [agent("steady_bot.py", port, "test/steady") for _ in range(2)]
    keeper.process.stdin.write("\n")
    keeper.process.stdin.flush()
    assert "cars=2" in keeper.wait_for("by object")
    keeper.wait_for("shut down")
    for one in second:
        one.wait_for("retired")
    assert arena.end() == 0


def test_every_agent_of_the_official_package_sets_the_state(start_arena, child, connect):
    """In the newest versions of the package every call of `set_game_state` raises; the start hook repairs them."""
    _, port = start_arena("--pace", "lockstep")
    manager = connect(port)
    cars = [("Bot", "test/bot", 0, False), ("Hivemind", "test/hivemind", 1, True)]
    manager.send(configuration(*cars, scripts=[("Script", "test/script")], enable_state_setting=True))
    names = ("bot", "hivemind", "script", "manager")
    quiet = {"RLBOT_SERVER_PORT": str(port), "RLBOT_LOG_LEVEL": "critical"}  # otherwise each packet logs a failure
    quiet["PYTHONPATH"] = str(START_HOOK)
    agents = [child(BOTS / "setting.py", name, port, RLBOT_AGENT_ID=f"test/{name}", **quiet) for name in names]
    for one, name in zip(agents, names, strict=True):
        one.wait_for(f"{name} has set the ball")


def hash_of_a_match(start_arena, agent, connect, seed):
    arena, port = start_arena("--pace", "lockstep", "--seed", seed, "--seconds", "3")
    manager = connect(port, wants_comms=True)
    manager.send(configuration(("A", "test/steady", 0, False), ("B", "test/steady", 1, False)))
    bots = [agent("steady_bot.py", port, "test/steady") for _ in range(2)]
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        for message in manager.receive(0.1):
            if type(message) is flat.MatchComm and b'"final":true' in message.content:
                manager.send(flat.StopCommand(True))
                assert arena.end() == 0
                for bot in bots:
                    assert bot.end() == 0
                return message.content.split(b'"state_hash":"')[1][:32]
    raise AssertionError("no final report")


def test_same_seed_gives_the_same_match(start_arena, agent, connect):
    one, two = (hash_of_a_match(start_arena, agent, connect, 5) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_signals_end_it_cleanly(start_arena, connect, number, code):
    arena, port = start_arena()
    client = connect(port)
    client.send(flat.PingRequest(1))
    while not client.receive(1.0):
        pass
    arena.process.send_signal(number)
    assert type(client.receive(DEADLINE_S)[-1]) is flat.DisconnectSignal
    assert arena.end() == code


def test_the_port_is_reported_on_request_as_soon_as_clients_can_connect(child, mesh_cache):
    arena = child("-m", "runtime.arena", "--port", "0", "--report-port", "--meshes", mesh_cache)
    port = port_in(arena.wait_for("port "))
    socket.create_connection(("127.0.0.1", port)).close()
    assert arena.lines == [port_line(port)]
    assert arena.wait_for("listening on ") == f"listening on 127.0.0.1:{port}"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_while_it_loads_ends_it_without_a_word(child, free_port, mesh_cache, number, code):
    arena = child("-m", "runtime.arena", "--port", free_port, "--meshes", mesh_cache)
    deadline = time.monotonic() + DEADLINE_S
    while True:
        with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", free_port)):
            break
        assert time.monotonic() < deadline
    arena.process.send_signal(number)
    assert arena.end() == code
    assert arena.rest() == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_it_can_be_ended_before_clients_can_connect(child, number, code):
    told_while_it_begins_to_listen = f"""
import os, sys
import runtime.arena.__main__ as program
program.listen = lambda *_, **__: os.kill(os.getpid(), {int(number)})
sys.exit(program.main(["--port", "0"]))
"""
    arena = child("-c", told_while_it_begins_to_listen)
    assert arena.end() == code
    assert arena.rest() == []


def test_it_listens_before_it_loads_what_takes_long(child):
    heavy = ("rocketsim", "rlbot_flatbuffers", "numpy", "runtime.documents")
    loaded = f"import sys, runtime.arena.__main__; print('loaded:', [name for name in {heavy} if name in sys.modules])"
    assert child("-c", loaded).wait_for("loaded:") == "loaded: []"


def test_a_taken_port_is_explained(child, mesh_cache):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        arena = child("-m", "runtime.arena", "--port", port, "--meshes", mesh_cache)
        assert arena.end() == 3
        arena.wait_for(f"The arena cannot listen on 127.0.0.1:{port}:")


def test_a_taken_port_is_left_for_a_free_one_on_request(child, mesh_cache):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        arena = child("-m", "runtime.arena", "--port", port, "--or-free-port", "--report-port", "--meshes", mesh_cache)
        other = int(arena.wait_for("port ").removeprefix("port "))
        assert other != port
        socket.create_connection(("127.0.0.1", other), 5).close()


def test_meshes_that_cannot_be_built_are_explained(child, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    arena = child("-m", "runtime.arena", "--port", "0", "--meshes", blocked)
    assert arena.end() == 3
    arena.wait_for("The arena cannot build its walls")


def wait_for(client, is_it):
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        for message in client.receive(0.1):
            if is_it(message):
                return message
    raise AssertionError("it never came")


@pytest.mark.parametrize(
    ("folder", "played", "refused", "words"),
    [
        ("soccar", "Snowday", "Hoops", "no .cmf file in its sub-folder hoops, which Hoops is played in."),
        ("hoops", "Hoops", "Heatseeker", "no .cmf file in its sub-folder soccar, which Heatseeker is played in."),
    ],
)
def test_own_walls_are_played_on_where_they_are(
    start_arena, connect, mesh_cache, tmp_path, folder, played, refused, words
):
    shutil.copytree(ensure_meshes(mesh_cache) / folder, tmp_path / folder)
    arena, port = start_arena("--walls", tmp_path)
    assert refused in arena.wait_for("has no walls for")
    client = connect(port, wants_comms=True)
    client.send(configuration(game_mode=getattr(flat.GameMode, refused)))
    report = wait_for(client, lambda message: type(message) is flat.MatchComm and b'"refused"' in message.content)
    assert words in json.loads(report.content)["refused"]
    client.send(configuration(game_mode=getattr(flat.GameMode, played)))
    wait_for(client, lambda message: type(message) is flat.FieldInfo)


@pytest.mark.parametrize(("only", "played", "refused"), [("soccar", "Soccar", "Hoops"), ("hoops", "Hoops", "Soccar")])
def test_an_arena_for_one_kind_of_walls_refuses_the_others(start_arena, connect, only, played, refused):
    _, port = start_arena("--only", only)
    client = connect(port, wants_comms=True)
    client.send(configuration(game_mode=getattr(flat.GameMode, refused)))
    report = wait_for(client, lambda message: type(message) is flat.MatchComm and b'"refused"' in message.content)
    assert f"the walls of {only} alone; {refused} needs" in json.loads(report.content)["refused"]
    client.send(configuration(game_mode=getattr(flat.GameMode, played)))
    wait_for(client, lambda message: type(message) is flat.FieldInfo)


def test_invalid_meshes_of_the_user_are_explained(child, tmp_path):
    arena = child("-m", "runtime.arena", "--port", "0", "--walls", tmp_path)
    assert arena.end() == 3
    assert "has no arena meshes" in arena.wait_for("The arena cannot use the walls in")


def test_listening_to_other_machines_is_warned_about(start_arena):
    arena, port = start_arena("--listen", "0.0.0.0")
    assert f"0.0.0.0:{port}: anybody on the network may join" in arena.wait_for("WARNING")
    with socket.create_connection(("127.0.0.1", port), timeout=5):
        pass


def test_listening_on_loopback_is_not_warned_about(start_arena):
    arena, _ = start_arena("--listen", "127.0.0.1")
    assert not any("WARNING" in line for line in arena.lines)


def test_the_address_of_another_machine_is_explained(child, mesh_cache):
    arena = child("-m", "runtime.arena", "--port", "0", "--listen", "192.0.2.1", "--meshes", mesh_cache)
    assert arena.end() == 3
    arena.wait_for("The arena cannot listen on 192.0.2.1:0:")


@pytest.mark.parametrize(
    "options",
    [
        *(["--port", "65536"], ["--port", "-1"], ["--port", "x"], ["--pace", "0"], ["--seconds", "0"]),
        *(["--listen", "example.org"], ["--listen", ""], ["--wait", "nan"], ["--log-level", "loud"], ["--only", "x"]),
    ],
)
def test_wrong_use_is_exit_code_2(child, options):
    assert child("-m", "runtime.arena", *options).end() == 2


def test_listens_on_both_loopback_addresses(start_arena):
    _, port = start_arena()
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no ::1")
    with socket.create_connection(("::1", port), timeout=5) as link:
        assert link.getpeername()[1] == port


def test_meshes_are_ready_for_the_tests_above(mesh_cache):
    assert ensure_meshes(mesh_cache).is_dir()
