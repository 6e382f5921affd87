"""Frames are held back from sessions that could not read all: busy bots, scripts, and those that want samples."""

import os
import subprocess
import sys
import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.running_match import HOLD_S, SAMPLE_S

READS_S = 0.003
"""Time that the programs below take to read a frame: more than a tick at paces 4 and 10."""
PROGRAM = f"""
import time
from pathlib import Path
from rlbot import flat
from rlbot.managers import Bot, Script

class Slow(KIND):
    def _handle_ball_prediction(self, prediction):
        time.sleep({READS_S})
        super()._handle_ball_prediction(prediction)
    def get_output(self, packet):
        time.sleep(0.02)
        return flat.ControllerState(throttle=1.0)
    def handle_packet(self, packet):
        with Path("calls").open("a") as file:
            file.write(".")

Slow().run()
"""


@pytest.fixture
def program(tmp_path):
    """Starts a program that uses the official package and reads slowly."""
    children = []

    def start(kind, server, agent_id):
        environment = os.environ | {"RLBOT_AGENT_ID": agent_id, "RLBOT_SERVER_PORT": str(server.port)}
        source = PROGRAM.replace("KIND", kind)
        children.append(subprocess.Popen([sys.executable, "-c", source], cwd=tmp_path, env=environment))

    yield start
    for child in children:
        child.kill()
        child.wait()


def frames(peer):
    return [packet.match_info.frame_num for packet in peer.of(flat.GamePacket)]


def figures(manager, condition):
    return manager.wait_for_report(lambda report: condition(report["agents"][0]))["agents"][0]


@pytest.mark.parametrize("pace", ["4", "10"])
def test_a_bot_that_reads_slower_than_ticks_come_answers(arena, make, program, pace):
    server = arena(pace=pace)
    manager = server.launch(make.match(make.bot("A", "a")))
    program("Bot", server, "a")
    manager.wait_for(lambda _: server.game.frame_num > 240 * float(pace), "two seconds")
    agent = figures(manager, lambda agent: agent["packets"] > 200 * float(pace))
    assert agent["answers"] > 20
    assert agent["answers"] + agent["drops"] <= agent["packets"] <= server.game.frame_num
    assert agent["drops"] > agent["packets"] / 2, "most frames were replaced by newer ones"
    assert 20 < agent["answer_ms"]["p50"] < 200


@pytest.mark.parametrize("pace", ["10", "lockstep"])
def test_a_script_that_reads_slower_than_ticks_come_is_called(arena, make, program, tmp_path, pace):
    server = arena(pace=pace, make_game=lambda match: make.game(match, advance_s=0.0005))
    manager = server.launch(make.match(scripts=[("S", "s")]))
    program("Script", server, "s")
    figures(manager, lambda agent: agent["packets"] > 2000)
    assert len((tmp_path / "calls").read_text()) > 20


def test_an_answer_brings_the_newest_frame_at_once(arena, make):
    """The tick after the answer is seconds away."""
    server = arena(pace="4")
    server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a", prediction=True)
    agent.wait_for_kind(flat.GamePacket)
    agent.answer(0)
    for number in range(2, 30):
        agent.wait_for_kind(flat.GamePacket, number)
        agent.answer(0)
        agent.settle()
    assert frames(agent) == sorted(set(frames(agent))), "no frame comes twice"
    newest = server.game.frame_num
    assert newest - frames(agent)[-1] <= 8 + HOLD_S * 480, "it gets no old frames"


def test_a_bot_that_does_not_answer_gets_as_many_frames_as_in_real_time(arena, make):
    server = arena(pace="10")
    server.launch(make.match(make.bot("A", "a")))
    silent, witness = server.agent("a"), server.join()
    witness.send(flat.InitComplete())
    silent.wait_for_kind(flat.GamePacket)
    started, first = time.monotonic(), len(frames(silent))
    while time.monotonic() - started < 2.0:
        silent.read()
        witness.read(0.0)
    silent.settle()
    rate = (len(frames(silent)) - first) / (time.monotonic() - started)
    assert 60 < rate < 130, "at most 120 a second"
    assert len(frames(witness)) > 3 * len(frames(silent)), "sessions that only watch get every frame"


@pytest.mark.parametrize(("pace", "is_held"), [("0.5", False), ("realtime", False), ("1.5", True)])
def test_no_frame_is_held_back_up_to_real_time(arena, make, pace, is_held):
    server = arena(pace=pace)
    manager = server.launch(make.match(make.bot("A", "a")))
    silent = server.agent("a")
    silent.wait_for_kind(flat.GamePacket, 60)
    assert (figures(manager, lambda agent: agent["packets"] >= 60)["drops"] > 0) is is_held


def test_a_session_that_wants_samples_gets_the_last_frame_before_a_pause(arena, make):
    server = arena(make_game=lambda match: make.game(match, advance_s=0.0005))
    manager = server.launch(make.match(flat.PlayerConfiguration(flat.PsyonixBot(), 0, 0)))
    witness = server.join()
    witness.send(flat.ConsoleCommand("kickabout sample on"), flat.InitComplete())
    witness.wait_for_kind(flat.GamePacket)
    started, first = time.monotonic(), len(frames(witness))
    while time.monotonic() - started < 1.0:
        witness.read()
        manager.read(0.0)
    rate = (len(frames(witness)) - first) / (time.monotonic() - started)
    assert rate < 1.05 / SAMPLE_S
    assert len(frames(manager)) > 2 * len(frames(witness)), "others get every frame"
    manager.send(flat.ConsoleCommand("kickabout step 37"))
    manager.wait_for_report(lambda report: report["paused"])
    witness.wait_for(lambda peer: frames(peer)[-1] == server.game.frame_num, "the last frame")
    assert frames(witness) == sorted(set(frames(witness))), "no frame comes twice"
    witness.send(flat.ConsoleCommand("kickabout sample off"))
    witness.settle()
    newest = server.game.frame_num
    manager.send(flat.ConsoleCommand("kickabout step 30"))
    witness.wait_for(lambda peer: frames(peer)[-1] == newest + 30, "the last frame")
    assert frames(witness)[-30:] == list(range(newest + 1, newest + 31))
