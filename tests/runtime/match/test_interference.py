"""Programs that interfere with a match on an open server: its result never counts as clean."""

import contextlib
import json
import socket
import sys
import threading

import pytest
import rlbot_flatbuffers as flat

from runtime.documents import to_wire
from runtime.games import AttachedGame
from runtime.match.monitor import REPLACED
from runtime.model.events import AgentChanged, FrameShown
from runtime.model.interference import Interference
from runtime.model.states import AgentState, Outcome, Phase
from runtime.protocol import Client, FrameReader, frame, pack_core, unpack_interface
from runtime.records.match_result import exit_code, result_json
from tests.runtime.conftest import DRIVER

PLAYING = (Phase.KICKOFF, Phase.ACTIVE)


@pytest.fixture
def interfere(stage, car, match_of, foreign_arena):
    """Plays a match on an open arena in which another session sends messages during play; returns the result."""
    _server, port = foreign_arena
    with contextlib.ExitStack() as stack:

        def play(*messages, seconds=5.0, **values):
            match = match_of(car("driver"), car("driver", team=1), **values)
            other = stack.enter_context(Client("127.0.0.1", port, flat.ConnectionSettings(agent_id="")))
            sent = []

            def on_event(event):
                if isinstance(event, FrameShown) and event.view.phase in PLAYING and not sent:
                    other.connect(10)
                    for message in messages:
                        other.send(message(match) if callable(message) else message)
                    sent.append(event)

            stage.on_event = on_event
            result = stage.play(match, game=AttachedGame(port=port), seconds_limit=seconds)
            assert sent
            return result

        yield play


def of_kind(result, what):
    return [act for act in result.interference if act.what == what]


def test_the_result_names_a_program_that_steered_the_match_from_outside(interfere):
    result = interfere(flat.ConsoleCommand("kickabout pace 50"), flat.ConsoleCommand("kickabout pace lockstep"))
    (act,) = of_kind(result, "ConsoleCommand")
    assert act == Interference(what="ConsoleCommand", by=act.by, count=2, refused=False)
    assert result.outcome is Outcome.FINISHED
    assert str(result.reason or "") == f"A draw, 0:0. Changed from outside: ConsoleCommand ({act.by})."
    assert json.loads(result_json(result))["interference"][0]["refused"] is False


def test_a_state_that_another_program_sets_is_named(interfere):
    state = flat.DesiredGameState([], [], flat.DesiredMatchInfo(game_speed=2.0))
    result = interfere(state, enable_state_setting=True)
    assert [act.refused for act in of_kind(result, "DesiredGameState")] == [False]
    assert "Changed from outside: DesiredGameState (Session" in str(result.reason or "")


def same_again(match):
    return to_wire(match)


def with_state_setting(match):
    order = to_wire(match)
    order.existing_match_behavior = flat.ExistingMatchBehavior.ContinueAndSpawn
    order.enable_state_setting = True
    return order


@pytest.mark.parametrize("order", [same_again, with_state_setting])
def test_a_match_that_another_program_replaces_has_failed(interfere, order):
    result = interfere(order, seconds=300.0)
    assert (result.outcome, exit_code(result)) == (Outcome.FAILED, 1)
    assert result.reason == REPLACED
    assert [act.refused for act in of_kind(result, "MatchConfiguration")] == [False]


def invalid(match):
    order = to_wire(match)
    order.player_configurations[0].team = 7
    return order


@pytest.mark.parametrize(
    ("order", "what"), [(invalid, "MatchConfiguration"), (flat.StartCommand("/no/match.toml"), "StartCommand")]
)
def test_a_match_that_another_program_cannot_start_changes_nothing(interfere, order, what):
    result = interfere(order)
    (act,) = result.interference
    assert (act.what, act.count, act.refused) == (what, 1, True)
    assert (result.outcome, str(result.reason or "")) == (Outcome.FINISHED, "A draw, 0:0.")


def test_replacing_the_match_of_another_program_gives_a_clean_result(stage, car, match_of, foreign_arena):
    _server, port = foreign_arena
    with Client("127.0.0.1", port, flat.ConnectionSettings(agent_id="")) as other:
        other.connect(10)
        other.send(to_wire(match_of(car("driver"))))
        other.send(flat.ConsoleCommand("kickabout drawings on"))
        while not any(isinstance(message, flat.FieldInfo) for message in other.receive(10)):
            pass
        result = stage.play(match_of(car("driver"), car("driver", team=1)), game=AttachedGame(port=port))
    assert (result.outcome, result.interference) == (Outcome.FINISHED, ())


def test_a_match_that_is_replaced_before_its_kickoff_blames_none_of_its_agents(stage, car, match_of, foreign_arena):
    _server, port = foreign_arena
    match = match_of(car("driver"), car("loner", team=1))
    with Client("127.0.0.1", port, flat.ConnectionSettings(agent_id="")) as other:

        def on_event(event):
            is_ready = isinstance(event, AgentChanged) and event.agent.state is AgentState.READY
            if is_ready and not other.is_connected:
                other.connect(10)
                other.send(same_again(match))

        stage.on_event = on_event
        result = stage.play(match, game=AttachedGame(port=port))
    assert (result.outcome, result.reason) == (Outcome.FAILED, REPLACED)
    assert [(act.what, act.refused) for act in result.interference] == [("MatchConfiguration", False)]


def test_a_match_that_another_program_stops_has_failed(interfere):
    result = interfere(flat.StopCommand(), seconds=300.0)
    (act,) = of_kind(result, "StopCommand")
    assert (act.count, act.refused) == (1, False)
    assert (result.outcome, str(result.reason or "")) == (Outcome.FAILED, f"{act.by} stopped the match.")


FORGED = json.dumps({"kickabout": "report", "version": 1, "refused": "Forged."}).encode()


def test_a_report_that_another_session_forges_is_none_behind_any_server(stage, car, match_of):
    """Servers of the protocol forward messages of sessions without an agent id with index 0 and team 3."""

    def serve():
        with listener.accept()[0] as link:
            reader, heard = FrameReader(), []
            while not any(isinstance(message, flat.InitComplete) for message in heard):
                heard += map(unpack_interface, reader.feed(link.recv(65536)))
            link.sendall(frame(pack_core(flat.MatchComm(0, 3, False, None, FORGED))))
            phases = [flat.MatchPhase.Kickoff, *[flat.MatchPhase.Active] * 20, flat.MatchPhase.Ended]
            for number, phase in enumerate(phases):
                info = flat.MatchInfo(match_phase=phase, frame_num=number, seconds_elapsed=number / 120)
                teams = [flat.TeamInfo(0, 2), flat.TeamInfo(1, 3)]
                link.sendall(frame(pack_core(flat.GamePacket(match_info=info, teams=teams))))
            while link.recv(65536):
                pass

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=serve)
        server.start()
        game = AttachedGame(port=listener.getsockname()[1])
        result = stage.play(match_of(car("loner"), wait_for_agents=False), game=game)
        server.join(10)
    assert (result.outcome, str(result.reason or "")) == (Outcome.FINISHED, "Orange won 3:2.")


ROGUE = """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        raw.drive(cars, throttle=1.0)
        if message.match_info.frame_num == 60:
            raw.drive([1], throttle=-1.0)
            raw.send(flat.DesiredGameState([], [], flat.DesiredMatchInfo(game_speed=2.0)))
            raw.send(flat.MatchComm(1, 1, False, None, b"forged"))
            raw.send(flat.SetLoadout(1, flat.PlayerLoadout()))
            raw.send(flat.SetLoadout(0, flat.PlayerLoadout()))
            raw.send(flat.ConsoleCommand("Set WorldInfo TimeDilation 2"))
"""


def test_refused_acts_of_a_bots_own_session_are_interference(stage, workshop):
    workshop.bot("rogue", ROGUE)
    workshop.bot("driver")
    result = stage.play(workshop.match(("rogue", 0), ("driver", 1), head="enable_state_setting = false"))
    acts = {act.what: act.count for act in result.interference if act.by == "Bot 'rogue'" and act.refused}
    assert acts == {"PlayerInput": 1, "DesiredGameState": 1, "MatchComm": 1, "SetLoadout": 2, "ConsoleCommand": 1}
    assert len(result.interference) == len(acts)
    assert str(result.reason or "") == "A draw, 0:0."


EARLY = """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
raw.connect()
for message in raw.messages():
    if isinstance(message, flat.ControllableTeamInfo):
        raw.send(flat.SetLoadout(message.controllables[0].index, flat.PlayerLoadout()))
        raw.send(flat.InitComplete())
        raw.send(flat.MatchComm(0, 0, False, None, b"early"))
    if isinstance(message, flat.GamePacket):
        raw.drive([0], throttle=1.0)
"""


def test_what_bots_do_before_the_match_is_no_interference(stage, workshop):
    workshop.bot("early", EARLY)
    workshop.bot("driver")
    assert stage.play(workshop.match(("early", 0), ("driver", 1))).interference == ()


HELPED = """
import os, subprocess, sys
if "helper" in sys.argv:
    import rlbot_flatbuffers as flat
    os.environ["RLBOT_AGENT_ID"] = ""
    from raw_agent import Raw
    raw = Raw()
    raw.connect()
    raw.send(flat.InitComplete())
    for message in raw.messages():
        if isinstance(message, flat.GamePacket) and message.match_info.frame_num > 60:
            raw.send(flat.StopCommand(False))
subprocess.Popen([sys.executable, __file__, "helper"])
"""


def test_a_helper_of_a_bot_is_named_after_its_bot(stage, workshop):
    workshop.bot("helped", f"{HELPED}{DRIVER}")
    workshop.bot("driver")
    result = stage.play(workshop.match(("helped", 0), ("driver", 1)), pace="realtime", seconds_limit=5.0)
    (act,) = result.interference
    assert (act.what, act.by, act.refused) == ("StopCommand", "helper of helped", True)


THIEF = """
import os, time
from pathlib import Path
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
cars = raw.join()
thief = None
for message in raw.messages():
    if isinstance(message, flat.GamePacket):
        raw.drive(cars, throttle=1.0)
        if thief is None and message.match_info.frame_num > 120:
            for place in Path("/proc").glob("[0-9]*/environ"):
                try:
                    lines = place.read_bytes().split(b"\\0")
                except OSError:
                    continue
                keys = [line for line in lines if line.startswith(b"RLBOT_AGENT_ID=tests/robbed~")]
                if keys and b"RLBOT_SERVER_PORT=%d" % raw.address[1] in lines:
                    os.environ["RLBOT_AGENT_ID"] = keys[0].split(b"=", 1)[1].decode()
            thief = Raw()
            thief.join()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the thief reads /proc")
def test_a_car_that_is_taken_with_a_stolen_key_is_a_takeover(stage, workshop):
    workshop.bot("thief", THIEF)
    workshop.bot("robbed")
    result = stage.play(workshop.match(("thief", 0), ("robbed", 1)), pace="realtime", seconds_limit=5.0)
    (act,) = [act for act in result.interference if act.what == "takeover"]
    thief = "a process that Kickabout did not start (robbed (orange-1))"
    assert (act.by, act.count, act.refused) == (thief, 1, False)
    assert f"Changed from outside: takeover ({thief})." in str(result.reason)
    assert any("took over the cars of robbed (orange-1)" in line for line in stage.lines("game"))
