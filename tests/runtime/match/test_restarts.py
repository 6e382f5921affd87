"""Agents that end during real matches: restarted, benched, or the end of the match."""

import contextlib
import os
import shutil
import socket
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.documents import RestartPolicy, Script
from runtime.model.events import AgentChanged, LinesLogged, PaceMeasured
from runtime.model.states import AgentEnding, AgentState, Blame, MatchStage, Outcome, StageState, WhenSpent
from runtime.records.match_result import exit_code
from tests.process_table import is_alive

PROGRAMS = {
    "crasher": """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for count, message in zip(range(12), raw.messages()):
    raw.drive(cars, throttle=1.0)
raise RuntimeError("out of fuel")
""",
    "leaver": """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for count, message in zip(range(12), raw.messages()):
    raw.drive(cars, throttle=1.0)
print("had enough")
""",
    "hanger": """
import time
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for count, message in zip(range(12), raw.messages()):
    raw.drive(cars, throttle=1.0)
print("deep in thought", flush=True)
time.sleep(60)
""",
    "witness": """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw, seen = Raw(), None
cars = raw.join()
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        raw.drive(cars)
        throttle = message.players[1].last_input.throttle
        if throttle != seen:
            print("throttle", throttle, flush=True)
        seen = throttle
""",
    "starter": """
import subprocess, sys
subprocess.Popen([sys.executable, "real.py"])
""",
    "forker": """
import os, time
from raw_agent import Raw
raw = Raw()
cars = raw.join()
raw.drive(cars, throttle=1.0)
if os.fork():
    time.sleep(0.2)
    raise RuntimeError("only the parent")
with open("orphans", "a") as file:
    print(os.getpid(), file=file)
time.sleep(60)
""",
    "patient": """
import os, pathlib, time
from raw_agent import Raw
pathlib.Path("port").write_text(os.environ["RLBOT_SERVER_PORT"])
while pathlib.Path("mark").exists() and not pathlib.Path("go").exists():
    time.sleep(0.02)
pathlib.Path("mark").touch()
raw = Raw()
raw.address = ("127.0.0.1", int(os.environ["RELAY_PORT"]))
raw.play(raw.join(), throttle=1.0)
""",
    "late_bloomer": """
import pathlib
from raw_agent import Raw
mark = pathlib.Path("mark")
if not mark.exists():
    mark.touch()
    raise SystemExit("not today")
raw = Raw()
raw.play(raw.join(), throttle=1.0)
""",
}
POLICY = RestartPolicy(limit=2, limit_in_window=None, backoff_s=0.1, hang_frames=120)


@pytest.fixture(autouse=True)
def more_programs(programs, monkeypatch):
    for name, source in PROGRAMS.items():
        monkeypatch.setitem(programs, name, source)


@pytest.fixture
def history(stage):
    """Returns the states and reasons of an agent in order, without repetitions."""

    def of(key):
        steps = [
            (event.agent.state, str(event.agent.reason or ""))
            for event in stage.of(AgentChanged)
            if event.agent.key == key
        ]
        return [step for place, step in enumerate(steps) if place == 0 or step != steps[place - 1]]

    return of


def by_key(result):
    return {agent.key: agent for agent in result.agents}


OUT_OF_FUEL = "Ended while playing (exited with code 1): bot.py:7: RuntimeError: out of fuel"
SPENT = "No restarts left: the match allows 1."


def test_repeated_crashes_use_up_the_policy_and_then_the_car_stands_still(stage, car, match_of, history):
    def throttles():
        return [line for line in stage.lines("blue-1") if line.startswith("throttle")]

    def stop(event):
        is_spent = any(SPENT in reason for _, reason in history("orange-1"))
        if is_spent and isinstance(event, LinesLogged) and throttles()[-2:] == ["throttle 1.0", "throttle 0.0"]:
            stage.runner.request_stop()

    stage.on_event = stop
    policy = replace(POLICY, limit=1)
    match = match_of(car("witness"), car("crasher", team=1), restarts=policy, enable_state_setting=False)
    result = stage.play(match, pace="realtime", seconds_limit=30.0, restarts=None)
    assert (result.outcome, result.forfeited_by) == (Outcome.INTERRUPTED, None)
    crasher, witness = by_key(result)["orange-1"], by_key(result)["blue-1"]
    assert (crasher.state, crasher.ending, crasher.exit_code) == (AgentState.CRASHED, AgentEnding.CRASH, 1)
    assert (crasher.starts, crasher.restarts) == (2, 1)
    assert str(crasher.reason or "") == f"{OUT_OF_FUEL}. {SPENT}"
    assert 12 < crasher.answers <= 24, "of both starts; on a busy machine, some come too late to count"
    assert (witness.state, witness.starts) == (AgentState.STOPPED, 1)
    waits = [reason for state, reason in history("orange-1") if state is AgentState.RESTARTING]
    assert waits == [f"{OUT_OF_FUEL}. Restarts in 0.1 s (1 of 1)."]
    assert len({event.agent.pid for event in stage.of(AgentChanged) if event.agent.key == "orange-1"} - {None}) == 2
    assert throttles()[-2:] == ["throttle 1.0", "throttle 0.0"]


@pytest.mark.parametrize(
    ("program", "ending", "words"),
    [("crasher", AgentEnding.CRASH, "crashed: Ended while"), ("leaver", AgentEnding.LEFT, "exited: Left while")],
)
def test_a_forfeit_gives_the_match_to_the_other_side(stage, car, match_of, program, ending, words):
    policy = replace(POLICY, limit=1, when_spent=WhenSpent.FORFEIT)
    match = match_of(car("driver"), car(program, team=1))
    result = stage.play(match, pace="realtime", seconds_limit=60.0, restarts=policy)
    assert (result.outcome, exit_code(result), result.forfeited_by) == (Outcome.FINISHED, 0, 1)
    assert str(result.reason or "").startswith(
        f"Blue won by forfeit; the score was 0:0. {program.title()} (orange-1) {words} playing (exited with code"
    )
    assert str(result.reason or "").endswith(SPENT)
    loser = by_key(result)["orange-1"]
    assert (loser.ending, loser.starts, loser.exit_code) == (ending, 2, 1 if program == "crasher" else 0)
    assert stage.states(MatchStage.PLAY)[-1] is StageState.DONE


def test_a_script_has_no_side_that_could_lose_by_it(stage, car, match_of):
    place = car("crasher")
    script = Script(name="Watcher", agent_id="tests/watcher", root_dir=place.root_dir, run_command=place.run_command)
    policy = replace(POLICY, limit=0, when_spent=WhenSpent.FORFEIT)
    match = match_of(car("driver"), car("driver", team=1), scripts=(script,))
    result = stage.play(match, pace="realtime", seconds_limit=1.0, restarts=policy)
    assert (result.outcome, result.forfeited_by, result.frames) == (Outcome.FINISHED, None, 120)
    assert by_key(result)["script-1"].ending is AgentEnding.CRASH


def test_a_match_can_be_ended_by_it(stage, car, match_of):
    policy = replace(POLICY, limit=0, when_spent=WhenSpent.END)
    match = match_of(car("driver"), car("crasher", team=1))
    result = stage.play(match, pace="realtime", seconds_limit=60.0, restarts=policy)
    assert (result.outcome, result.blame, exit_code(result)) == (Outcome.FAILED, Blame.MATCH, 1)
    assert str(result.reason or "") == f"The match was ended. Crasher (orange-1) crashed: {OUT_OF_FUEL}."
    assert stage.states(MatchStage.PLAY)[-1] is StageState.FAILED
    assert by_key(result)["blue-1"].state is AgentState.STOPPED


def test_a_hanging_agent_is_killed_and_plays_again(stage, car, match_of, history):
    def stop(event):
        agent = getattr(event, "agent", None)
        if agent is not None and agent.starts == 2 and agent.state is AgentState.PLAYING:
            stage.runner.request_stop()

    stage.on_event = stop
    match = match_of(car("driver"), car("hanger", team=1), restarts=POLICY)
    result = stage.play(match, pace="realtime", seconds_limit=60.0, restarts=None)
    killed = "Answered nothing for 120 frames, so it was killed. Last output: deep in thought."
    reason = f"{killed} It hung at bot.py:9."
    passing = [(AgentState.HUNG, killed), (AgentState.HUNG, reason), (AgentState.CONNECTED, ""), (AgentState.READY, "")]
    steps = [step for step in history("orange-1") if step not in passing]
    place = steps.index((AgentState.PLAYING, ""))
    assert steps[place + 1 : place + 4] == [
        (AgentState.RESTARTING, f"{reason} Restarts in 0.1 s (1 of 2)."),
        (AgentState.STARTING, ""),
        (AgentState.PLAYING, ""),
    ]
    hanger = by_key(result)["orange-1"]
    assert (hanger.state, hanger.restarts) == (AgentState.STOPPED, 1)
    assert str(hanger.reason or "") == f"Was restarted once. {reason}"
    assert hanger.errors == 0
    lines = stage.lines("orange-1")
    assert [line for line in lines if line.endswith(f"; Kickabout ended it: {killed}]")]
    assert [line for line in lines if "bot.py" in line and line.endswith("line 9 in <module>")]
    assert by_key(result)["blue-1"].starts == 1


def test_an_agent_that_hangs_when_the_match_ends_has_printed_its_stack(stage, car, match_of):
    result = stage.play(match_of(car("driver"), car("hanger", team=1)), seconds_limit=20.0)
    assert by_key(result)["orange-1"].state is AgentState.STOPPED
    lines = stage.lines("orange-1")
    assert [line for line in lines if "bot.py" in line and line.endswith("line 9 in <module>")]
    assert lines[-1] == "[killed by signal 15, SIGTERM; Kickabout ended it: The match ended.]"
    assert not [line for line in stage.lines("blue-1") if "most recent call first" in line]
    assert stage.lines("blue-1")[-1].startswith("[exited with code 0"), "it may end before it is asked to"


def test_an_agent_that_fails_before_the_match_is_started_again(stage, car, match_of):
    result = stage.play(match_of(car("driver"), car("late_bloomer", team=1)), restarts=POLICY, seconds_limit=0.2)
    assert result.outcome is Outcome.FINISHED
    bloomer = by_key(result)["orange-1"]
    assert (bloomer.state, bloomer.starts, bloomer.restarts) == (AgentState.STOPPED, 2, 1)
    assert (
        str(bloomer.reason or "")
        == "Was restarted once. Ended before it was ready (exited with code 1). Last output: not today."
    )
    assert "Late_Bloomer (orange-1): Was restarted once" in str(result.reason or "")


def test_an_agent_that_fails_at_once_does_not_delay_the_failure_of_the_match(stage, car, match_of):
    result = stage.play(match_of(car("driver"), car("quitter", team=1)), restarts=None)
    assert (result.outcome, result.blame, exit_code(result)) == (Outcome.FAILED, Blame.MATCH, 1)
    assert str(result.reason or "") == (
        "Quitter (orange-1) crashed: Ended before it was ready (exited with code 1): bot.py:4: ValueError: no engine. "
        "No restarts left: only one is allowed before kickoff."
    )
    assert by_key(result)["orange-1"].starts == 2
    assert result.wall_seconds < 30


def test_hiveminds_and_scripts_are_restarted_and_what_was_stopped_or_replaced_is_not(stage, car, match_of, tmp_path):
    def direct(event):
        agent = getattr(event, "agent", None)
        if agent is None or agent.state is not AgentState.PLAYING:
            return
        if agent.key == "orange-1" and not asked:
            asked.append(agent.key)
            stage.runner.request_stop_agent(["orange-1"])
            stage.runner.request_swap(["orange-2"])
        if agent.key in ("blue-1", "script-1") and agent.restarts == 1:
            back.add(agent.key)
        if back == {"blue-1", "script-1"} and agent.key == "orange-2" and agent.swaps == 1:
            stage.runner.request_stop()

    asked, back = [], set()
    stage.on_event = direct
    hive = [car("crasher", hivemind=True) for _ in range(2)]
    orange = [car("driver", team=1), car("driver", team=1)]
    script = Script(
        name="Watcher", agent_id="tests/watcher", root_dir=hive[0].root_dir, run_command=hive[0].run_command
    )
    match = match_of(*hive, *orange, scripts=(script,))
    result = stage.play(match, pace="realtime", seconds_limit=20.0, restarts=replace(POLICY, limit=None))
    agents = by_key(result)
    assert result.outcome is Outcome.INTERRUPTED
    assert agents["blue-1"].cars == (0, 1)
    assert [agents[key].restarts > 0 for key in ("blue-1", "script-1")] == [True, True]
    assert [(agents[f"orange-{place}"].starts, agents[f"orange-{place}"].restarts) for place in (1, 2)] == [
        (1, 0),
        (2, 0),
    ]
    assert agents["orange-1"].state is AgentState.STOPPED


def test_a_program_that_only_starts_another_one_is_no_agent_that_left(stage, car, match_of, history):
    starter = car("starter", team=1)
    shutil.copy(Path(car("crasher").root_dir) / "bot.py", Path(starter.root_dir) / "real.py")
    policy = replace(POLICY, limit=0, when_spent=WhenSpent.END)
    result = stage.play(match_of(car("driver"), starter), pace="realtime", seconds_limit=60.0, restarts=policy)
    assert "[exited with code 0; what it started goes on]" in stage.lines("orange-1")
    assert AgentState.PLAYING in [state for state, _ in history("orange-1")]
    assert str(result.reason or "").startswith("The match was ended. Starter (orange-1) exited: Left while playing")
    assert "out of fuel" in str(result.reason or "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_leftover_processes_of_a_crash_are_ended_before_the_restart(stage, car, match_of):
    def stop(event):
        agent = getattr(event, "agent", None)
        if agent is not None and agent.starts == 2 and agent.state is AgentState.PLAYING:
            stage.runner.request_stop()
            orphan = int((Path(forker.root_dir) / "orphans").read_text().split()[0])
            left.append(is_alive(orphan))

    left = []
    stage.on_event = stop
    forker = car("forker", team=1)
    result = stage.play(match_of(car("driver"), forker), pace="realtime", seconds_limit=60.0, restarts=POLICY)
    assert by_key(result)["orange-1"].restarts == 1
    assert left[:1] == [False]


def test_a_save_brings_back_who_waits_for_its_restart(author, workshop, programs):
    def mend(event):
        agent = getattr(event, "agent", None)
        if agent is not None and agent.key == "blue-1" and agent.state is AgentState.RESTARTING:
            code.write_text(programs["driver"])

    code = workshop.bot("Ada", PROGRAMS["crasher"])
    workshop.bot("Bob")
    match = workshop.match(("Ada", 0), ("Bob", 1))
    result = author(match, (lambda: None, 1), on_change=mend, restarts=replace(POLICY, backoff_s=30.0))
    ada = by_key(result)["blue-1"]
    assert (ada.state, ada.starts, ada.restarts, ada.version) == (AgentState.STOPPED, 2, 0, 2)
    assert by_key(result)["orange-1"].starts == 1


class Relay:
    """Connects an agent to the server, and keeps the server's side open after the agent has gone."""

    def __init__(self, port_file):
        self._port_file = port_file
        self._threads = []
        self.may_let_go = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._start(self._serve)

    def close(self):
        self.may_let_go.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(10)

    def _start(self, work, *ends):
        self._threads.append(threading.Thread(target=work, args=ends, daemon=True))
        self._threads[-1].start()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                agent, _ = self._listener.accept()
                server = self._reach()
                self._start(self._pass_on, agent, server)
                self._start(self._pass_on, server, agent)

    def _reach(self):
        while True:
            with contextlib.suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", int(self._port_file.read_text())))
            time.sleep(0.02)

    def _pass_on(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
        self.may_let_go.wait(30)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
        target.close()


@pytest.fixture
def patient(car, monkeypatch):
    """A car whose bot connects through a relay; its second process connects once there is a file `go`."""
    made = car("patient", team=1)
    relay = Relay(Path(made.root_dir) / "port")
    monkeypatch.setenv("RELAY_PORT", str(relay.port))
    yield made, relay
    relay.close()


def test_a_process_is_not_blamed_for_the_late_end_of_the_session_before(stage, car, match_of, patient):
    """The server reports the old session once more after the start of the new process, and then its end."""
    ada, relay = patient
    go = Path(ada.root_dir) / "go"
    waiting, playing = [], []

    def hear_report():
        if waiting:
            (go.touch if relay.may_let_go.is_set() else relay.may_let_go.set)()
        elif len(playing) == 1:
            playing.append("the report told of its session")
            stage.runner.request_restart(["orange-1"])

    def direct(event):
        agent = getattr(event, "agent", None)
        if isinstance(event, PaceMeasured) and event.is_paused is not None:
            hear_report()
        elif agent is None or agent.key != "orange-1":
            pass
        elif agent.starts == 2 and not go.exists():
            waiting.append(agent.state)
        elif agent.state is AgentState.PLAYING and agent.starts == 2:
            stage.runner.request_stop()
        elif agent.state is AgentState.PLAYING and not playing:
            playing.append("for the first time")

    stage.on_event = direct
    result = stage.play(match_of(car("driver"), ada), pace="realtime", seconds_limit=60.0)
    assert set(waiting) == {AgentState.STARTING}
    assert (by_key(result)["orange-1"].starts, by_key(result)["orange-1"].state) == (2, AgentState.STOPPED)
