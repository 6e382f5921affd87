"""The arena as a program under mutated packets and swaps; the long variants are soak tests."""

import contextlib
import json
import random
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
import rlbot_flatbuffers as flat

ROOT = Path(__file__).resolve().parents[4]
DEADLINE_S = 20.0
SESSIONS = 6
BATCH = 40
ROUNDS_PER_MATCH = 50
COSTLY_SHARE = 0.02
"""Share of match starts and stops that are sent; each takes a while."""


def framed(payload):
    return struct.pack(">H", len(payload)) + payload


def packed(message):
    return framed(flat.InterfacePacket(message).pack())


class Link:
    """A blocking connection that yields messages."""

    def __init__(self, port, agent_id=""):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.socket.sendall(packed(flat.ConnectionSettings(agent_id, False, not agent_id, bool(agent_id))))

    def send(self, *messages):
        self.socket.sendall(b"".join(map(packed, messages)))

    def read(self):
        """Returns the next messages; None once the server has closed the connection."""
        data = self.socket.recv(1 << 16)
        if not data:
            return None
        self.buffer += data
        messages = []
        while len(self.buffer) >= 2 and len(self.buffer) >= 2 + (size := int.from_bytes(self.buffer[:2], "big")):
            messages.append(flat.CorePacket.unpack(self.buffer[2 : 2 + size]).message)
            self.buffer = self.buffer[2 + size :]
        return messages

    def wait(self, condition):
        """Reads until a message fulfils the condition, and returns it."""
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            messages = self.read()
            assert messages is not None, "the server closed"
            for message in messages:
                if condition(message):
                    return message
        pytest.fail("it never came")

    def close(self):
        self.socket.close()


@pytest.fixture
def program(mesh_cache, tmp_path):
    """Starts arenas as programs with a given pace; returns process, port and log file."""
    running = []

    def start(pace):
        log = tmp_path / "arena.log"
        command = [sys.executable, "-m", "runtime.arena", "--port", "0", "--pace", pace, "--meshes", str(mesh_cache)]
        with log.open("w") as errors:
            process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
        running.append(process)
        return process, int(process.stdout.readline().rpartition(":")[2]), log

    yield start
    for process in running:
        process.terminate()
        process.stdout.close()
        assert process.wait(10) == 0


def bot(agent_id, team):
    return flat.PlayerConfiguration(flat.CustomBot(name=agent_id, agent_id=agent_id), team, 0)


def match_of(*cars, **changes):
    return flat.MatchConfiguration(
        launcher=flat.Launcher.NoLaunch,
        game_map_upk="Stadium_P",
        player_configurations=list(cars),
        script_configurations=[],
        instant_start=True,
        mutators=flat.MutatorSettings(match_length=flat.MatchLengthMutator.Unlimited),
        **{"wait_for_agents": True, "enable_state_setting": True, **changes},
    )


def seeds():
    """One well-formed message of every kind."""
    vector = flat.Vector3Partial(1.0, 2.0, 3.0)
    physics = flat.DesiredPhysics(vector, flat.RotatorPartial(0.1, 0.2, 0.3), vector, vector)
    group = flat.RenderGroup(
        [
            flat.RenderMessage(flat.Line3D(flat.RenderAnchor(relative=flat.CarAnchor(1)), flat.RenderAnchor())),
            flat.RenderMessage(flat.PolyLine3D([flat.Vector3(1, 2, 3)] * 3)),
            flat.RenderMessage(flat.String2D("text", 0.1, 0.2, 1.0)),
            flat.RenderMessage(flat.Rect3D(flat.RenderAnchor())),
        ],
        5,
    )
    return [
        flat.ConnectionSettings("a", True, True, True),
        flat.InitComplete(),
        flat.PlayerInput(0, flat.ControllerState(0.5, -0.5, 1.0, -1.0, 0.25, True, True, True, True)),
        flat.DesiredGameState(
            [flat.DesiredBallState(physics)],
            [flat.DesiredCarState(physics, 50.0)],
            flat.DesiredMatchInfo(-650.0, 1.0),
        ),
        group,
        flat.RemoveRenderGroup(5),
        flat.RenderingStatus(0, True, True),
        flat.MatchComm(0, 0, False, "hello", b"content"),
        flat.SetLoadout(0, flat.PlayerLoadout(car_id=23, loadout_paint=flat.LoadoutPaint())),
        flat.PingRequest(7),
        flat.PingResponse(7),
        flat.UpdatePerformanceMonitor(flat.PerformanceMonitor.AlwaysShow),
        flat.ConsoleCommand("kickabout pace 2"),
        flat.ConsoleCommand("kickabout drawings on"),
        flat.StartCommand("nowhere/match.toml"),
        match_of(bot("a", 0), flat.PlayerConfiguration(flat.PsyonixBot(), 1, 0)),
        flat.StopCommand(False),
        flat.DisconnectSignal(),
    ]


class Mutator:
    """Mutates well-formed payloads, and knows which results the protocol can read."""

    COSTLY = (flat.MatchConfiguration, flat.StopCommand, flat.StartCommand)

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.payloads = [flat.InterfacePacket(message).pack() for message in seeds()]

    def next(self):
        """Returns a payload, and whether its session survives it."""
        while True:
            payload = self._mutated()
            try:
                message = flat.InterfacePacket.unpack(payload).message
            except flat.InvalidFlatbuffer:
                return payload, False
            if type(message) is flat.StopCommand and message.shutdown_server:
                continue
            if type(message) in self.COSTLY and self.random.random() > COSTLY_SHARE:
                continue
            return payload, type(message) is not flat.DisconnectSignal

    def _mutated(self):
        chance = self.random
        data = bytearray(chance.choice(self.payloads))
        for _ in range(chance.choice((0, 1, 1, 2, 4))):
            at = chance.randrange(len(data))
            kind = chance.randrange(4)
            if kind == 0:
                data[at] ^= 1 << chance.randrange(8)
            elif kind == 1:
                data[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
            elif kind == 2:
                data[at : at + 4] = struct.pack("<f", chance.choice((float("nan"), float("inf"), -1e38, 1e-40)))
            elif len(data) > 8:
                del data[at:]
                data = data or bytearray(b"\x00")
        return bytes(data)


class Attacker:
    """A session that sends payloads of a mutator, and reconnects whenever it is ended."""

    def __init__(self, port, mutator, number):
        self.port = port
        self.mutator = mutator
        self.number = number
        self.link = None
        self.sent = 0

    def attack(self):
        """Sends payloads up to the first that ends the session, and waits until they have been handled."""
        if self.link is None:
            self.link = Link(self.port, "a" if self.number % 2 else "")
        batch = []
        stands = True
        while stands and len(batch) < BATCH:
            payload, stands = self.mutator.next()
            batch.append(framed(payload))
        self.sent += len(batch)
        try:
            self.link.socket.sendall(b"".join(batch) + packed(flat.PingRequest(2**60 + self.sent)))
            self._wait_for_pong()
        except (ConnectionError, BrokenPipeError):
            self._hang_up()

    def _wait_for_pong(self):
        while (messages := self.link.read()) is not None:
            if any(type(message) is flat.PingResponse and message.cookie == 2**60 + self.sent for message in messages):
                return
        self._hang_up()

    def _hang_up(self):
        self.link.close()
        self.link = None


@pytest.mark.parametrize("count", [8_000, pytest.param(1_000_000, marks=[pytest.mark.soak, pytest.mark.timeout(7200)])])
def test_mutated_packets_leave_the_server_standing_and_its_memory_flat(program, count):
    process, port, log = program("realtime")
    memory = psutil.Process(process.pid).memory_info
    manager = Link(port)
    match = match_of(bot("a", 0), bot("b", 1), wait_for_agents=False, enable_rendering=flat.DebugRendering.OnByDefault)
    manager.send(match)
    rounds = 0
    attackers = [Attacker(port, Mutator(f"{count} {number}"), number) for number in range(SESSIONS)]
    middle = None
    while (sent := sum(attacker.sent for attacker in attackers)) < count:
        for attacker in attackers:
            attacker.attack()
        rounds += 1
        manager.send(*([match] if rounds % ROUNDS_PER_MATCH == 0 else []), flat.PingRequest(1))
        manager.wait(lambda message: type(message) is flat.PingResponse)
        assert process.poll() is None
        if middle is None and sent >= count / 2:
            middle = memory().rss
    growth = memory().rss / middle - 1.0
    print(f"memory: {middle >> 20} MiB in the middle, {growth:+.1%} since")
    assert growth < 0.05
    for attacker in attackers:
        if attacker.link is not None:
            attacker.link.close()
    manager.send(flat.InitComplete(), match_of(flat.PlayerConfiguration(flat.PsyonixBot(), 0, 0)))
    manager.wait(lambda message: type(message) is flat.GamePacket and len(message.players) == 1)
    manager.close()
    assert "Traceback" not in log.read_text()


class Driver(threading.Thread):
    """A bot that answers every packet until another session takes over."""

    def __init__(self, port, agent_id):
        super().__init__(name=f"bot {agent_id}")
        self.link = Link(port, agent_id)
        self.frames = []
        self.index = None
        self.ending = None
        self.has_played = threading.Event()
        self.start()

    def run(self):
        opening = set()
        with contextlib.suppress(ConnectionError):
            while (messages := self.link.read()) is not None:
                for message in messages:
                    opening.add(type(message))
                    self._take(message)
                if self.index is not None and flat.FieldInfo in opening and not self.frames and None not in opening:
                    opening.add(None)
                    self.link.send(flat.InitComplete())
        self.link.close()

    def _take(self, message):
        if type(message) is flat.GamePacket:
            if message.match_info.match_phase != flat.MatchPhase.Ended:  # the last frame is sent again as the end
                self.frames.append(message.match_info.frame_num)
            with contextlib.suppress(ConnectionError):
                self.link.send(flat.PlayerInput(self.index, flat.ControllerState(throttle=1.0, steer=0.3)))
            self.has_played.set()
        elif type(message) is flat.ControllableTeamInfo:
            self.index = message.controllables[0].index
        elif type(message) is flat.DisconnectSignal:
            self.ending = message


def connections(process):
    own = psutil.Process(process.pid)
    found = own.net_connections(kind="tcp") if hasattr(own, "net_connections") else own.connections(kind="tcp")
    return sum(connection.status == psutil.CONN_ESTABLISHED for connection in found)


@pytest.mark.parametrize("pace", ["lockstep", "realtime"])
@pytest.mark.parametrize("swaps", [5, pytest.param(50, marks=[pytest.mark.soak, pytest.mark.timeout(600)])])
def test_swaps_in_a_match_of_six_lose_no_frame_no_car_and_no_session(program, swaps, pace):
    process, port, log = program(pace)
    ids = "abcdef"
    manager = Link(port)
    manager.send(match_of(*(bot(agent_id, place % 2) for place, agent_id in enumerate(ids))))
    manager.wait(lambda message: type(message) is flat.FieldInfo)
    drivers = {agent_id: [Driver(port, agent_id)] for agent_id in ids}
    for (first,) in drivers.values():
        assert first.has_played.wait(DEADLINE_S)
    for number in range(swaps):
        versions = drivers[ids[number % len(ids)]]
        versions.append(Driver(port, ids[number % len(ids)]))
        assert versions[-1].has_played.wait(DEADLINE_S)
        versions[-2].join(DEADLINE_S)
        assert versions[-2].ending is not None
    assert connections(process) == len(ids) + 1
    manager.send(flat.StopCommand(False))
    final = manager.wait(lambda message: type(message) is flat.MatchComm and b'"final":true' in message.content)
    for versions in drivers.values():
        versions[-1].join(DEADLINE_S)
    for place, versions in enumerate(drivers.values()):
        frames = [frame for driver in versions for frame in driver.frames]
        assert frames == list(range(frames[0], frames[-1] + 1)), "a frame was lost or answered twice"
        assert {driver.index for driver in versions} == {place}
    report = json.loads(final.content)
    assert sum(agent["swaps"] for agent in report["agents"]) == swaps
    if pace == "lockstep":
        assert all(agent["packets"] - agent["answers"] <= 1 for agent in report["agents"])
    assert all(agent["drops"] == 0 for agent in report["agents"])
    manager.close()
    assert "Traceback" not in log.read_text()
