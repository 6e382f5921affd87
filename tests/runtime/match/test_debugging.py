"""Agents under a debugger: a script attaches like an editor, stops at a breakpoint, reads a variable and continues."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from resources.examples import example_bots
from runtime.documents import read_match_text
from runtime.endpoints import Endpoints
from runtime.match.plan import Deadlines
from runtime.model.commands import DebugAgents, RestartAgents, SwapAgents
from runtime.model.events import AgentChanged, FrameShown, MatchNoted, PaceMeasured
from runtime.model.states import AgentState, Outcome
from tests.dap import DebugClient, Editor, line_of, look_at
from tests.editors import attaching, pycharm_start, vscode_start, write_files

BOTS = example_bots()
HOLD_S = 2.5
"""Longer than lockstep waits for an answer."""
PROGRAMS = {
    "stumbler": """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
import os
for count, message in enumerate(raw.messages()):
    raw.drive(cars, throttle=1.0)
    if count == 30 and not os.path.exists("mark"):
        open("mark", "w").close()
        raise RuntimeError("out of fuel")
""",
    "breaker": """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for message in raw.messages():
    breakpoint()
    raw.drive(cars, throttle=1.0)
""",
}


@pytest.fixture(autouse=True)
def more_programs(programs, monkeypatch):
    for name, source in PROGRAMS.items():
        monkeypatch.setitem(programs, name, source)


def match_of_documents(*documents, own=()):
    """Returns a match of bots; the author starts the cars in `own`."""
    cars = "".join(
        f"[[cars]]\nteam = {place % 2}\nconfig_file = '{path}'\nauto_start = {str(place not in own).lower()}\n"
        for place, path in enumerate(documents)
    )
    return read_match_text(f"[match]\nstart_without_countdown = true\n{cars}", Path("match.toml")).value


def play(stage, match, *, debugged=("blue-1",), **values):
    """Plays a match in which agents are debugged from the start."""
    stage.prepare(match, **values).post(DebugAgents(keys=debugged, is_on=True))
    return stage.run()


def agent_of(result, key):
    return next(agent for agent in result.agents if agent.key == key)


def notes(stage):
    return [event.text.code for event in stage.of(MatchNoted)]


@pytest.mark.parametrize(
    ("bot", "file", "text", "expression", "value", "names"),
    [
        ("chaser", "bot.py", "now = packet.match_info.seconds_elapsed", "self.index", "0", {"packet", "self", "me"}),
        ("duo", "bot.py", "best = min(self.indices", "sorted(self.indices)", "[0, 2]", {"cars", "times", "self"}),
    ],
)
def test_a_bot_stops_at_a_breakpoint_and_the_match_ends_as_without(stage, bot, file, text, expression, value, names):
    program = BOTS / bot / file
    documents = (BOTS / bot / "bot.toml", BOTS / "keeper" / "bot.toml", *([BOTS / bot / "bot.toml"] * (bot == "duo")))
    match = match_of_documents(*documents)
    usual = stage.play(match)
    seen = []
    line = line_of(program, text)
    editor = Editor(lambda port: seen.append(look_at(port, program, line, expression, hold_s=HOLD_S)))
    stage.on_event = editor.follow
    result = play(stage, match)
    editor.finish()
    ((stopped_at, found, local_names),) = seen
    assert (stopped_at, found) == (line, value)
    assert names <= local_names
    assert result.outcome is Outcome.FINISHED, result.reason
    assert result.state_hash == usual.state_hash
    assert result.frames == usual.frames
    agent = agent_of(result, "blue-1")
    assert (agent.starts, agent.restarts, agent.late) == (1, 0, 0)
    assert agent.answers == agent.packets


def test_the_log_says_what_happens_and_nothing_else(stage):
    program = BOTS / "chaser" / "bot.py"
    editor = Editor(lambda port: look_at(port, program, line_of(program, "now = "), "1"))
    stage.on_event = editor.follow
    play(stage, match_of_documents(BOTS / "chaser" / "bot.toml"))
    editor.finish()
    port = next(event.agent.debug_port for event in stage.of(AgentChanged) if event.agent.debug_port)
    said = [line for line in stage.lines("blue-1") if not line.startswith("[ended")]
    assert said[:2] == [
        f"[Kickabout] Waiting for the editor on port {port}: attach its debugger to 127.0.0.1.",
        "[Kickabout] The editor is attached.",
    ]


def test_the_editor_has_all_the_time_it_needs_before_the_kickoff(stage, car, match_of):
    """Every limit of the preparations is shorter than the editor needs."""

    def attach(port):
        time.sleep(3.0)
        DebugClient(port, {}).disconnect()

    editor = Editor(attach)
    stage.on_event = editor.follow
    limits = Deadlines(agents_s=1.0, ready_s=1.0, kickoff_s=5.0)
    result = play(stage, match_of(car("official"), car("driver", 1)), deadlines=limits)
    editor.finish()
    assert result.outcome is Outcome.FINISHED, result.reason


def test_without_a_debugger_the_same_limits_hold(stage, car, match_of):
    limits = Deadlines(agents_s=1.0, ready_s=1.0)
    result = stage.play(match_of(car("loner"), car("driver", 1)), deadlines=limits)
    assert "did not connect within 1 s" in str(result.reason)


def test_debugging_begins_and_ends_during_a_match_in_realtime(stage, car, match_of):
    """The match waits while the editor is away, runs in lockstep, and goes back to its pace."""
    paces = {}

    def on_event(event):
        editor.follow(event)
        if isinstance(event, FrameShown) and event.view.frame > 60:
            if "debug" not in paces:
                paces["debug"] = stage.runner.post(DebugAgents(keys=("blue-1",), is_on=True))
            elif event.view.frame > paces.get("attached", 1 << 30) + 60 and "stop" not in paces:
                paces["stop"] = stage.runner.post(DebugAgents(keys=("blue-1",), is_on=False))
        if isinstance(event, FrameShown):
            paces["frame"] = event.view.frame

    def attach(port):
        with DebugClient(port, {}) as client:
            paces["attached"] = paces["frame"]
            client.disconnect()

    def slow_attach(port):
        time.sleep(1.0)
        held = paces["frame"]
        time.sleep(2.0)
        assert paces["frame"] == held, "the match does not wait for the editor"
        attach(port)

    editor = Editor(slow_attach)
    stage.on_event = on_event
    result = stage.play(match_of(car("official"), car("driver", 1)), pace="realtime", seconds_limit=6.0)
    editor.finish()
    assert result.outcome is Outcome.FINISHED, result.reason
    agent = agent_of(result, "blue-1")
    assert (agent.starts, agent.restarts, agent.state) == (3, 0, AgentState.STOPPED)
    assert agent.debug_port is None
    assert "game-hangs" not in notes(stage)


def test_a_program_that_ends_under_its_debugger_starts_again_without_counting(stage, car, match_of):
    editor = Editor(lambda port: DebugClient(port, {}).disconnect())
    stage.on_event = editor.follow
    result = play(stage, match_of(car("stumbler"), car("driver", 1)))
    editor.finish()
    agent = agent_of(result, "blue-1")
    assert result.outcome is Outcome.FINISHED, result.reason
    assert (agent.starts, agent.restarts) == (2, 0)
    assert agent.debug_port is None
    assert "RuntimeError: out of fuel" in "\n".join(stage.lines("blue-1"))


def test_a_restart_and_a_reload_stay_under_the_debugger(stage, car, match_of):
    ports, posted = [], []

    def on_event(event):
        if not isinstance(event, AgentChanged) or event.agent.key != "blue-1":
            return
        agent = event.agent
        if agent.state is AgentState.STARTING and agent.pid and agent.debug_port and agent.starts > len(ports):
            ports.append(agent.debug_port)
            commands = {1: RestartAgents(keys=("blue-1",)), 2: SwapAgents(keys=("blue-1",))}
            if len(ports) in commands:
                posted.append(stage.runner.post(commands[len(ports)]))
            else:
                threading.Thread(target=lambda: DebugClient(agent.debug_port, {}).disconnect()).start()

    stage.on_event = on_event
    result = play(stage, match_of(car("official"), car("driver", 1)))
    assert result.outcome is Outcome.FINISHED, result.reason
    assert len(ports) == 3
    assert len(set(ports)) == 1


def test_stop_and_pause_work_at_a_breakpoint(stage, car, match_of):
    program = BOTS / "chaser" / "bot.py"
    paused = threading.Event()

    def use(port):
        client = DebugClient(port, {program: [line_of(program, "now = packet")]})
        client.stop()
        stage.runner.send_console("kickabout pause")
        assert paused.wait(10)
        stops.append(time.monotonic())
        stage.runner.request_stop()
        client.close()

    def on_event(event):
        editor.follow(event)
        if isinstance(event, PaceMeasured) and event.is_paused:
            paused.set()

    stops = []
    editor = Editor(use)
    stage.on_event = on_event
    result = play(stage, match_of_documents(BOTS / "chaser" / "bot.toml"))
    editor.finish()
    assert result.outcome is Outcome.INTERRUPTED
    assert time.monotonic() - stops[0] < 5.0


def test_a_program_without_python_is_not_debugged(stage, car, match_of):
    """`env -i` keeps the start hook away, like a program in another language."""
    bot = car("official", run_command="env -u PYTHONPATH python bot.py")
    result = play(stage, match_of(bot, car("driver", 1)))
    assert result.outcome is Outcome.FINISHED, result.reason
    assert "no-debugger" in notes(stage)
    assert agent_of(result, "blue-1").debug_port is None


def test_a_taken_port_is_said_and_the_program_plays_without_the_debugger(stage, car, match_of):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        bot = car("official", run_command=f"KICKABOUT_DEBUG=127.0.0.1:{port} python bot.py")
        result = play(stage, match_of(bot, car("driver", 1)))
    assert result.outcome is Outcome.FINISHED, result.reason
    assert "Kickabout could not start the debugger: " in "\n".join(stage.lines("blue-1"))
    assert "no-debugger" in notes(stage)


def test_breakpoint_stops_under_the_debugger(stage, car, match_of):
    seen = []

    def use(port):
        with DebugClient(port, {}) as client:
            thread, frame = client.stop()
            seen.append((Path(frame["source"]["path"]).name, client.value(frame, "cars")))
            client.disconnect()
            del thread

    editor = Editor(use)
    stage.on_event = editor.follow
    bot = car("breaker")
    play(stage, match_of(bot, car("driver", 1)))
    editor.finish()
    assert seen == [("bot.py", "[0]")]


class OwnStart:
    """Starts an agent of the match as its author would."""

    def __init__(self, stage, command, key="blue-1"):
        self._stage, self._command, self._key = stage, command, key
        self.process = None

    def follow(self, event):
        is_news = isinstance(event, AgentChanged) and event.agent.key == self._key
        if is_news and event.agent.state is AgentState.MANUAL and self.process is None:
            self.process = self._command(event.agent)


def shell(line):
    """Runs a line in a terminal."""
    return subprocess.Popen(line, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def program(match, endpoints, **variables):
    """Runs the program of the first car with nothing but the port and these variables."""
    environment = {**os.environ, "RLBOT_SERVER_PORT": str(endpoints.port()), **variables}
    return subprocess.Popen(
        [sys.executable, "bot.py"],
        cwd=match.cars[0].root_dir,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


@pytest.fixture
def manual(car, match_of):
    """A match whose blue bot is started by the user."""
    bot = car("official", run_command="", environment=())
    folder = Path(bot.root_dir)
    (folder / "bot.toml").write_text('[settings]\nagent_id = "tests/official"\nrun_command = "python bot.py"\n')
    (folder / "bot.py").write_text((folder / "bot.py").read_text().replace("Official()", 'Official("tests/official")'))
    return match_of(replace(bot, source=folder / "bot.toml"), car("driver", 1))


def test_the_shown_command_starts_the_agent_and_stays_the_same(stage, manual):
    endpoints, commands = Endpoints(), []
    for _ in range(2):
        start = OwnStart(stage, lambda agent: shell(dict(agent.reason.args)["command"]))
        stage.on_event = start.follow
        stage.events.clear()
        result = stage.play(manual, endpoints=endpoints)
        start.process.communicate(timeout=20)
        assert result.outcome is Outcome.FINISHED, result.reason
        commands.append(next(e.agent.reason for e in stage.of(AgentChanged) if e.agent.state is AgentState.MANUAL))
    assert commands[0] == commands[1]
    assert f"RLBOT_SERVER_PORT={endpoints.port()}" in str(commands[0])
    assert sys.executable in str(commands[0])


def test_the_port_alone_is_enough_for_a_bot_that_names_its_id(stage, manual):
    endpoints = Endpoints()
    own = OwnStart(stage, lambda agent: program(manual, endpoints))
    stage.on_event = own.follow
    result = stage.play(manual, endpoints=endpoints)
    own.process.communicate(timeout=20)
    assert result.outcome is Outcome.FINISHED, result.reason


def test_a_wrong_id_is_explained(stage, manual):
    endpoints = Endpoints()

    def start(agent):
        program(manual, endpoints, RLBOT_AGENT_ID="someone").communicate(timeout=20)
        return shell(dict(agent.reason.args)["command"])

    own = OwnStart(stage, start)
    stage.on_event = own.follow
    result = stage.play(manual, endpoints=endpoints)
    own.process.communicate(timeout=20)
    assert result.outcome is Outcome.FINISHED, result.reason
    (note,) = [event.text for event in stage.of(MatchNoted) if event.text.code == "wrong-agent-id"]
    assert str(note) == (
        "Agent 'someone' presented a wrong RLBOT_AGENT_ID and was disconnected. To start an agent yourself, switch off "
        "Start automatically on its card, and use the command that the card copies."
    )


def test_the_match_waits_for_an_agent_that_its_author_debugs(stage, manual):
    """The author's program is held by a signal, as a debugger holds it at a breakpoint."""
    endpoints, frames = Endpoints(), []

    def hold(process):
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.5)
        frames.append(shown[-1])
        time.sleep(HOLD_S)
        frames.append(shown[-1])
        process.send_signal(signal.SIGCONT)

    def on_event(event):
        own.follow(event)
        if isinstance(event, FrameShown):
            shown.append(event.view.frame)
            if len(shown) == 3:
                threads.append(threading.Thread(target=hold, args=(own.process,)))
                threads[0].start()

    shown, threads = [], []
    own = OwnStart(stage, lambda agent: program(manual, endpoints))
    stage.on_event = on_event
    result = play(stage, manual, endpoints=endpoints, pace="2", seconds_limit=10.0)
    threads[0].join()
    own.process.communicate(timeout=20)
    assert result.outcome is Outcome.FINISHED, result.reason
    assert frames[0] == frames[1]
    agent = agent_of(result, "blue-1")
    assert (agent.answers, agent.late) == (agent.packets, 0)


@pytest.mark.parametrize("id_of", ["plain", "key"])
def test_only_the_key_replaces_a_running_agent(stage, manual, id_of):
    """A second program waits with the plain id, and takes over with the key."""
    endpoints, others = Endpoints(), []

    def on_event(event):
        own.follow(event)
        if isinstance(event, FrameShown) and event.view.frame > 60 and not others:
            key = {"plain": "tests/official", "key": endpoints.key_of("tests/official")}[id_of]
            others.append(program(manual, endpoints, RLBOT_AGENT_ID=key))

    own = OwnStart(stage, lambda agent: program(manual, endpoints))
    stage.on_event = on_event
    result = stage.play(manual, endpoints=endpoints, pace="realtime", seconds_limit=5.0)
    for process in (own.process, *others):
        process.communicate(timeout=20)
    assert result.outcome is Outcome.FINISHED, result.reason
    was_replaced = "one too many" not in "\n".join(stage.lines("game"))
    assert was_replaced is (id_of == "key")


RECIPES = [
    ("chaser", "now = packet.match_info.seconds_elapsed", "self.index", "0"),
    ("duo", "best = min(self.indices", "sorted(self.indices)", "[0, 2]"),
]


def recipe_match(bot, *, is_own=False):
    documents = [BOTS / bot / "bot.toml", BOTS / "keeper" / "bot.toml", *([BOTS / bot / "bot.toml"] * (bot == "duo"))]
    return match_of_documents(*documents, own=(0, 2) if is_own else ())


@pytest.mark.parametrize(("bot", "text", "expression", "value"), RECIPES)
def test_vscode_attaches_with_the_written_configuration(stage, tmp_path, bot, text, expression, value):
    program_file, endpoints = BOTS / bot / "bot.py", Endpoints()
    match = recipe_match(bot)
    usual = stage.play(match)
    write_files(match, tmp_path, endpoints)
    host, port = attaching(tmp_path)
    seen = []
    editor = Editor(lambda _: seen.append(look_at(port, program_file, line_of(program_file, text), expression)))
    stage.on_event = editor.follow
    result = play(stage, match, endpoints=endpoints)
    editor.finish()
    assert host == "127.0.0.1"
    assert seen[0][:2] == (line_of(program_file, text), value)
    assert result.state_hash == usual.state_hash


@pytest.mark.parametrize("start", [vscode_start, pycharm_start])
@pytest.mark.parametrize(("bot", "text", "expression", "value"), RECIPES)
def test_editors_start_a_bot_with_the_written_configuration(stage, tmp_path, start, bot, text, expression, value):
    program_file, endpoints = BOTS / bot / "bot.py", Endpoints()
    usual = stage.play(recipe_match(bot))
    match = recipe_match(bot, is_own=True)
    write_files(match, tmp_path, endpoints)
    port = endpoints.free_port("the editor's own")
    seen = []

    def use(_port):
        seen.append(look_at(port, program_file, line_of(program_file, text), expression, hold_s=HOLD_S))

    own = OwnStart(stage, lambda agent: start(tmp_path, port))
    thread = threading.Thread(target=use, args=(port,))

    def on_event(event):
        own.follow(event)
        if own.process is not None and not thread.ident:
            thread.start()

    stage.on_event = on_event
    result = play(stage, match, endpoints=endpoints)
    thread.join(30)
    own.process.communicate(timeout=20)
    assert result.outcome is Outcome.FINISHED, result.reason
    assert seen[0][:2] == (line_of(program_file, text), value)
    assert result.state_hash == usual.state_hash
