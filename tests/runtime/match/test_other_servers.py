"""Servers that Kickabout did not start: a running arena, and a server that sends only what the protocol requires."""

import os
import re
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest
import rlbot_flatbuffers as flat

from runtime.documents.choices import Mutators
from runtime.documents.model import NO_RESTARTS, RestartPolicy
from runtime.games import AttachedGame
from runtime.match import Deadlines
from runtime.match.connection import PACKET_TAG, tag_of
from runtime.match.run import MORE_TIME
from runtime.model.commands import SetState
from runtime.model.events import AgentChanged, FrameShown, PaceMeasured, StageChanged, TelemetryRecorded
from runtime.model.placements import PAUSE_SPEED, StateChange
from runtime.model.states import AgentState, Blame, MatchStage, Outcome, Phase
from runtime.model.values import GAME_LOG
from runtime.protocol import FrameReader, frame, pack_core, unpack_interface
from runtime.records.match_result import result_json
from runtime.telemetry.history import History


def test_matches_follow_each_other_on_a_server_that_is_not_ours_and_lives_on(stage, car, match_of, foreign_arena):
    server, port = foreign_arena
    for _ in range(2):
        match = match_of(car("driver"), car("driver", team=1))
        result = stage.play(match, game=AttachedGame(port=port), seconds_limit=5.0)
        assert (result.outcome, str(result.reason or "")) == (Outcome.FINISHED, "A draw, 0:0.")
        assert 5.0 <= result.game_seconds < 60
        assert [agent.state for agent in result.agents] == [AgentState.STOPPED] * 2
        assert server.poll() is None


def test_a_missing_server_is_reported_with_its_address(stage, car, match_of):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        result = stage.play(match_of(car("loner")), game=AttachedGame(port=port), deadlines=Deadlines(game_s=0.3))
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert f"127.0.0.1:{port}" in str(result.reason or "")


def test_an_agent_that_the_user_starts_joins_the_match(stage, car, match_of):
    started = []
    manual = car("driver", team=1, run_command="")

    def start(event):
        if isinstance(event, AgentChanged) and event.agent.state is AgentState.MANUAL and not started:
            words = dict(word.split("=") for word in str(event.agent.reason or "").split() if "=" in word)
            environment = os.environ | words | {"RLBOT_SERVER_IP": "127.0.0.1"}
            started.append(subprocess.Popen([sys.executable, "bot.py"], cwd=manual.root_dir, env=environment))

    stage.on_event = start
    result = stage.play(match_of(car("official"), manual))
    assert result.outcome is Outcome.FINISHED
    ours, theirs = result.agents
    assert (ours.state, ours.starts) == (AgentState.STOPPED, 1)
    assert (theirs.state, theirs.starts, theirs.pid) == (AgentState.STOPPED, 0, None)
    assert theirs.answers > 200
    assert started[0].wait(5) == 0


def test_the_result_holds_no_key_of_an_agent_that_the_user_starts(stage, car, match_of):
    manual = car("official", team=1, run_command="")
    result = stage.play(match_of(car("driver"), manual, wait_for_agents=False))
    told = [str(event.agent.reason or "") for event in stage.of(AgentChanged) if event.agent.key == "orange-1"]
    keys = re.findall("tests/official(~~[0-9a-f]{32})", " ".join(told))
    assert keys
    assert keys[0] not in result_json(result)
    assert not any(keys[0] in line for line in stage.lines(GAME_LOG))


class PlainServer(threading.Thread):
    """Sends a packet for each phase (or raw bytes) and an end once it may, and records what it receives."""

    def __init__(self, phases, then_close=False, pause_s=0.0, players=0, is_series=False):
        super().__init__()
        self.pause_s = pause_s
        self.players = [flat.PlayerInfo(last_input=flat.ControllerState(throttle=1.0)) for _ in range(players)]
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.phases = phases
        self.then_close = then_close
        self.is_series = is_series
        self.heard = []
        self.may_end = threading.Event()

    def run(self):
        with self.listener, self.listener.accept()[0] as link:
            reader = FrameReader()
            while not any(isinstance(message, flat.InitComplete) for message in self.heard):
                self.heard += map(unpack_interface, reader.feed(link.recv(65536)))
            link.sendall(frame(pack_core(flat.FieldInfo(boost_pads=[flat.BoostPad(flat.Vector3(1, 2, 3), True)]))))
            for number, phase in enumerate(self.phases):
                if self.pause_s and self.may_end.is_set():
                    break
                if phase == flat.MatchPhase.Ended and not self.is_series:
                    self.may_end.wait(20)
                if isinstance(phase, bytes):
                    link.sendall(frame(phase))
                    continue
                info = flat.MatchInfo(match_phase=phase, frame_num=number, seconds_elapsed=number / 120)
                teams = [flat.TeamInfo(0, 2), flat.TeamInfo(1, 3)]
                packet = flat.GamePacket(match_info=info, teams=teams, players=self.players)
                link.sendall(frame(pack_core(packet)))
                time.sleep(self.pause_s)
            while not self.then_close and (data := link.recv(65536)):
                self.heard += map(unpack_interface, reader.feed(data))


@pytest.fixture
def serve():
    servers = []

    def make(*phases, **values):
        servers.append(PlainServer(phases, **values))
        servers[-1].start()
        return servers[-1]

    yield make
    for server in servers:
        server.join(5)
        assert not server.is_alive()


MATCH = (flat.MatchPhase.Paused, flat.MatchPhase.Countdown, flat.MatchPhase.Active)


def test_a_server_without_reports_is_followed_by_its_packets(stage, car, match_of, serve):
    server = serve(*MATCH, *[flat.MatchPhase.Active] * 50, flat.MatchPhase.Ended)

    def end(event):
        if isinstance(event, AgentChanged) and event.agent.state is AgentState.PLAYING and event.agent.pid:
            server.may_end.set()

    stage.on_event = end
    result = stage.play(match_of(car("loner")), game=AttachedGame(port=server.port))

    assert (result.outcome, str(result.reason or ""), result.score) == (Outcome.FINISHED, "Orange won 3:2.", (2, 3))
    assert (result.frames, result.state_hash) == (53, None)
    assert server.may_end.is_set()
    (configuration,) = (message for message in server.heard if isinstance(message, flat.MatchConfiguration))
    assert configuration.auto_start_agents is False
    (stop,) = (message for message in server.heard if isinstance(message, flat.StopCommand))
    assert stop.shutdown_server is False
    assert stage.of(FrameShown)[-1].view.phase is Phase.ENDED
    assert all(measured.is_paused is None for measured in stage.of(PaceMeasured))


def test_packets_of_a_server_without_reports_are_recorded(stage, car, match_of, serve):
    server = serve(*MATCH, *[flat.MatchPhase.Active] * 50, flat.MatchPhase.Ended, players=1)
    stage.on_event = lambda event: server.may_end.set() if isinstance(event, TelemetryRecorded) else None
    stage.play(match_of(car("loner")), game=AttachedGame(port=server.port), is_recorded=True)
    history = History()
    for event in stage.of(TelemetryRecorded):
        history.take(event)
    assert round(history.value("match.play_time", None) * 120) == 51
    assert history.value("match.score_orange", None) == 3
    assert [view.frame for view in history.recent_views()] == [1, *range(3, 54, 2)]
    assert len(history.recent_views()[0].pads) == 1


@pytest.mark.parametrize("is_recorded", [False, True])
def test_a_broken_packet_fails_the_match(stage, car, match_of, serve, is_recorded):
    whole = pack_core(flat.GamePacket(players=[flat.PlayerInfo(name="x" * 50)]))
    broken = next(cut for cut in (whole[:size] for size in range(len(whole) - 1, 0, -1)) if tag_of(cut) == PACKET_TAG)
    server = serve(*MATCH, broken)
    result = stage.play(match_of(car("loner")), game=AttachedGame(port=server.port), is_recorded=is_recorded)
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert "are not a message" in str(result.reason or "")


def test_a_server_that_is_no_known_arena_gets_none_of_our_commands(stage, car, match_of, serve):
    server = serve(*MATCH, *[flat.MatchPhase.Active] * 50, flat.MatchPhase.Ended)

    def steer(event):
        if isinstance(event, FrameShown) and event.view.phase is Phase.ACTIVE and not server.may_end.is_set():
            for text in ("kickabout pause", "Pause"):
                stage.runner.send_console(text)
            server.may_end.set()

    stage.on_event = steer
    stage.play(match_of(car("loner")), game=AttachedGame(port=server.port))
    assert [message.command for message in server.heard if isinstance(message, flat.ConsoleCommand)] == ["Pause"]
    told = [line for line in stage.lines(GAME_LOG) if line.startswith("> ")]
    assert told == [
        "> kickabout pause  [not sent: this server does not seem to be a Kickabout arena]",
        "> Pause",
    ]


def test_games_of_a_series_are_counted_behind_a_server_without_reports(stage, car, match_of, serve):
    phase = flat.MatchPhase
    server = serve(*MATCH, *[phase.Ended, phase.Active] * 2, phase.Ended, pause_s=0.05, is_series=True)
    mutators = Mutators(series_length="ThreeGames")
    result = stage.play(match_of(car("loner"), mutators=mutators), game=AttachedGame(port=server.port))
    assert (result.outcome, str(result.reason or "")) == (Outcome.FINISHED, "Orange won the series 2:0.")
    assert [game.score for game in result.series.games] == [(2, 3)] * 2


def test_an_agent_that_crashes_behind_a_server_without_reports_is_restarted(
    stage, car, match_of, serve, programs, monkeypatch
):
    server = serve(*MATCH, *[flat.MatchPhase.Active] * 50, flat.MatchPhase.Ended)
    monkeypatch.setitem(programs, "brief", "import time; time.sleep(0.5); raise SystemExit('too short')")

    def end(event):
        if isinstance(event, AgentChanged) and event.agent.state is AgentState.PLAYING and event.agent.restarts:
            server.may_end.set()

    stage.on_event = end
    policy = RestartPolicy(limit=1, backoff_s=0.1)
    result = stage.play(match_of(car("brief")), game=AttachedGame(port=server.port), restarts=policy)
    assert result.outcome is Outcome.FINISHED
    assert (result.agents[0].starts, result.agents[0].restarts) == (2, 1)
    assert "Brief (blue-1): Was restarted once. Ended while playing" in str(result.reason or "")


def test_the_limit_ends_a_match_behind_a_server_that_knows_none(stage, car, match_of, serve):
    server = serve(*MATCH, *[flat.MatchPhase.Active] * 200)
    result = stage.play(match_of(car("loner")), game=AttachedGame(port=server.port), seconds_limit=1.0)
    assert (result.outcome, result.game_seconds >= 1.0) == (Outcome.FINISHED, True)


def test_a_server_that_goes_away_fails_the_match(stage, car, match_of, serve):
    server = serve(*MATCH, then_close=True)
    result = stage.play(match_of(car("loner")), game=AttachedGame(port=server.port))
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert "ended the session" in str(result.reason or "")


@pytest.mark.parametrize(
    ("phases", "words"),
    [
        (MATCH[:1], f"Loner (blue-1) did not connect within 0.5 s. {MORE_TIME}"),
        (MATCH, "The game sent nothing for 0.5 s."),
    ],
)
def test_a_server_that_falls_silent_is_given_up(stage, car, match_of, serve, phases, words):
    server = serve(*phases)
    deadlines = Deadlines(agents_s=0.5, silence_s=0.5)
    result = stage.play(match_of(car("loner")), game=AttachedGame(port=server.port), deadlines=deadlines)
    assert (result.outcome, str(result.reason or "")) == (Outcome.FAILED, words)


def test_behind_a_server_that_tells_nothing_the_old_version_goes_first(stage, workshop, author, serve, monkeypatch):
    monkeypatch.setattr("runtime.agents.swaps.runner.UNREPORTED_S", 0.3)
    server = serve(*MATCH)
    sleep = "import time\ntime.sleep(60)\n"
    bot = workshop.bot("ada", sleep)
    result = author(
        workshop.match(("ada", 0)),
        lambda: stage.runner.request_swap(["blue-1"]),
        lambda: bot.write_text("(\n"),
        lambda: bot.write_text(sleep + "#"),
        lambda: bot.write_text("print('no wheels')\nraise SystemExit(3)\n"),
        lambda: bot.write_text(sleep),
        game=AttachedGame(port=server.port),
        restarts=NO_RESTARTS,
    )
    assert [(record.outcome.value, record.version) for record in result.swaps] == [
        ("swapped", 2),
        ("refused", 2),
        ("swapped", 3),
        ("failed", 3),
        ("swapped", 4),
    ]
    assert str(result.swaps[3].reason or "") == "It ended before it was ready (exited with code 3): no wheels."
    (agent,) = result.agents
    assert (agent.state, agent.version, agent.starts) == (AgentState.STOPPED, 4, 5)


STIRRING = "import time\nwhile True: time.sleep(0.001); sum(range(1000))"


def test_an_agent_that_hangs_behind_a_server_without_reports_is_killed_and_restarted(
    stage, car, match_of, serve, programs, monkeypatch
):
    """The loner does nothing, its neighbour at least uses some CPU time; neither sends new inputs."""
    monkeypatch.setitem(programs, "stirring", STIRRING)
    server = serve(*MATCH, *[flat.MatchPhase.Active] * 2000, flat.MatchPhase.Ended, pause_s=1 / 120, players=2)
    told = []

    def end(event):
        if isinstance(event, AgentChanged):
            told.append((event.agent.key, event.agent.state, str(event.agent.reason or "")))
            if event.agent.restarts:
                server.may_end.set()
                stage.runner.request_stop()

    stage.on_event = end
    policy = RestartPolicy(limit=1, backoff_s=0.1, hang_frames=120)
    match = match_of(car("loner"), car("stirring", team=1))
    stage.play(match, game=AttachedGame(port=server.port), restarts=policy, seconds_limit=None)
    (hung,) = {(key, reason) for key, state, reason in told if state is AgentState.RESTARTING}
    assert hung[0] == "blue-1"
    assert hung[1].startswith("Used no CPU time, printed nothing and changed no input for 360 frames, so it was k")


def speeds_of(server):
    states = (message for message in server.heard if isinstance(message, flat.DesiredGameState))
    return [round(state.match_info.game_speed, 4) for state in states]


def test_the_pace_of_a_server_without_commands_is_its_game_speed(stage, car, match_of, serve):
    """A match that was slowed down so far that the server sends nothing does not count as silent."""
    server = serve(*MATCH, flat.MatchPhase.Ended)
    paused = []

    def pause(event):
        if isinstance(event, StageChanged) and event.stage is MatchStage.PLAY and not paused:
            paused.append(threading.Timer(1.0, server.may_end.set))
            stage.runner.post(SetState(change=StateChange(game_speed=PAUSE_SPEED)))
            paused[0].start()

    stage.on_event = pause
    match, deadlines = match_of(car("loner"), enable_state_setting=True), Deadlines(silence_s=0.5)
    result = stage.play(match, game=AttachedGame(port=server.port), pace="0.5", deadlines=deadlines)
    assert (result.outcome, str(result.reason)) == (Outcome.FINISHED, "Orange won 3:2.")
    assert speeds_of(server) == [0.5, PAUSE_SPEED]


@pytest.mark.parametrize(("pace", "is_noted"), [("0.5", True), ("realtime", False), ("lockstep", False)])
def test_a_pace_that_cannot_be_set_is_noted(stage, car, match_of, serve, pace, is_noted):
    server = serve(*MATCH, *[flat.MatchPhase.Active] * 50, flat.MatchPhase.Ended)
    server.may_end.set()
    match = match_of(car("loner"), enable_state_setting=False)
    stage.play(match, game=AttachedGame(port=server.port), pace=pace)
    assert any("its speed can be set only if" in line for line in stage.lines(GAME_LOG)) is is_noted
    assert speeds_of(server) == []


def test_a_game_without_a_console_gets_no_commands(stage, car, match_of, serve, monkeypatch):
    monkeypatch.setattr(AttachedGame, "capabilities", replace(AttachedGame.capabilities, has_console=False))
    server = serve(*MATCH, *[flat.MatchPhase.Active] * 50, flat.MatchPhase.Ended)

    def steer(event):
        if isinstance(event, FrameShown) and event.view.phase is Phase.ACTIVE and not server.may_end.is_set():
            stage.runner.send_console("Pause")
            server.may_end.set()

    stage.on_event = steer
    stage.play(match_of(car("loner")), game=AttachedGame(port=server.port))
    assert not [message for message in server.heard if isinstance(message, flat.ConsoleCommand)]
    assert "> Pause  [not sent: this server takes no console commands]" in stage.lines(GAME_LOG)


def test_a_running_arena_takes_the_pace_as_a_command(stage, car, match_of, foreign_arena):
    _, port = foreign_arena
    stage.play(match_of(car("driver")), game=AttachedGame(port=port), pace="2", seconds_limit=0.5)
    assert "> kickabout pace 2" in stage.lines(GAME_LOG)
