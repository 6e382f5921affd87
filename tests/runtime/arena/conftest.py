"""A server in a thread with a game that only counts frames, and several kinds of clients."""

import json
import socket
import threading
import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.commands import parse_pace
from runtime.arena.match.lifecycle import MatchOptions
from runtime.arena.match.loop import ArenaServer
from runtime.arena.match.step_mode import StepOptions
from runtime.arena.physics.world import prepare
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.model.states import Phase
from runtime.protocol import CONTROLS, Client, FrameReader, LinkError, frame, pack_core, pack_interface, unpack_core

DEADLINE_S = 30.0


def bot(name, agent_id, team=0, *, hivemind=False):
    variety = flat.CustomBot(name=name, agent_id=agent_id, hivemind=hivemind)
    return flat.PlayerConfiguration(variety, team, 0)


def match_of(*players, scripts=(), **changes):
    settings = {
        "launcher": flat.Launcher.NoLaunch,
        "wait_for_agents": True,
        "game_map_upk": "Stadium_P",
        "enable_state_setting": False,
        **changes,
    }
    return flat.MatchConfiguration(
        player_configurations=list(players),
        script_configurations=[flat.ScriptConfiguration(name=name, agent_id=agent) for name, agent in scripts],
        **settings,
    )


class CountingGame:
    """Replaces the game: counts frames and keeps inputs; nothing moves."""

    series = None
    winner = None

    def __init__(self, match, *, frames=None, slices=720, advance_s=0.0, without_ball=range(0)):
        self.match = match
        self.frames = frames
        self.advance_s = advance_s
        self.without_ball = without_ball
        self.frame_num = 0
        self.game_speed = 1.0
        self.pauses = 0
        self.starts = 0
        self.controls = []
        self.desired = []
        self.loadouts = []
        physics = flat.Physics(flat.Vector3(), flat.Rotator(), flat.Vector3(), flat.Vector3())
        self.prediction = pack_core(flat.BallPrediction([flat.PredictionSlice(0.0, physics)] * slices))

    @property
    def phase(self):
        if not self.starts:
            return Phase.PAUSED
        return Phase.ENDED if self.is_over else Phase.ACTIVE

    @property
    def is_over(self):
        return self.frames is not None and self.frame_num >= self.frames

    @property
    def has_accolades(self):
        return False

    @property
    def has_ball(self):
        return self.frame_num not in self.without_ball

    def start(self):
        self.starts += 1

    def advance(self):
        assert self.starts
        assert not self.is_over
        if self.advance_s:
            time.sleep(self.advance_s)
        self.frame_num += 1

    def drive(self, index, packed):
        controls = flat.ControllerState(*CONTROLS.unpack(packed))
        if controls.throttle == 0.5:
            raise RuntimeError("half throttle breaks this game")
        self.controls.append((self.frame_num, index, controls))

    def packet_frame(self):
        return frame(pack_core(self.packet()))

    def packet(self):
        phase = getattr(flat.MatchPhase, self.phase.value)
        return flat.GamePacket(
            players=[flat.PlayerInfo(name=car.name) for car in self.match.cars],
            boost_pads=[flat.BoostPadState() for _ in range(34)],
            balls=[flat.BallInfo()] if self.has_ball else [],
            match_info=flat.MatchInfo(
                seconds_elapsed=self.frame_num / 120, match_phase=phase, frame_num=self.frame_num
            ),
            teams=[flat.TeamInfo(0, 0), flat.TeamInfo(1, 0)],
            tiles=[],
        )

    def prediction_parts(self):
        return None if self.prediction is None else (frame(self.prediction),)

    def field_info(self):
        return flat.FieldInfo(boost_pads=[], goals=[], tiles=[])

    def set_state(self, state):
        self.desired.append(state)
        if state.match_info is not None and state.match_info.game_speed is not None:
            self.game_speed = state.match_info.game_speed

    def toggle_pause(self):
        self.pauses += 1

    def set_loadout(self, index, loadout):
        self.loadouts.append((index, loadout.car_id))

    def recast(self, match, kept):
        game = CountingGame(match, frames=self.frames)
        game.frame_num, game.kept = self.frame_num, kept
        return game

    def restarted(self, *, seed=None, has_countdown=False):
        game = CountingGame(self.match, frames=self.frames)
        game.frame_num, game.starts, game.restart = self.frame_num, 1, (seed, has_countdown)
        return game

    def end(self):
        self.frames = self.frame_num

    def state_hash(self):
        return f"{self.frame_num:08x}"


class Peer:
    """A client that keeps every message that it receives."""

    def __init__(self, port, agent_id, *, prediction=False, comms=True, close=None):
        settings = flat.ConnectionSettings(
            agent_id=agent_id,
            wants_ball_predictions=prediction,
            wants_comms=comms,
            close_between_matches=bool(agent_id) if close is None else close,
        )
        self.client = Client("127.0.0.1", port, settings)
        self.client.connect(DEADLINE_S)
        self.messages = []
        self.is_closed = False

    def send(self, *messages):
        for message in messages:
            self.client.send(message)

    def read(self, timeout_s=0.02):
        """Returns the messages that arrive next; empty if none arrive or the server has closed the connection."""
        try:
            got = self.client.receive(timeout_s)
        except LinkError:
            self.is_closed = True
            return []
        self.messages += got
        return got

    def of(self, kind):
        return [message for message in self.messages if type(message) is kind]

    def wait_for(self, condition, what="condition"):
        """Reads until `condition(peer)` holds."""
        deadline = time.monotonic() + DEADLINE_S
        while not (result := condition(self)):
            assert time.monotonic() < deadline, f"{what} never came; got {[type(m).__name__ for m in self.messages]}"
            assert not self.is_closed, f"closed before {what}"
            self.read()
        return result

    def wait_for_kind(self, kind, count=1):
        return self.wait_for(lambda peer: peer.of(kind)[count - 1 :], kind.__name__)[0]

    def wait_until_closed(self):
        deadline = time.monotonic() + DEADLINE_S
        while not self.is_closed:
            assert time.monotonic() < deadline, "the server did not close"
            self.read()
        assert self.messages
        assert type(self.messages[-1]) is flat.DisconnectSignal

    def settle(self):
        """Waits until the server has handled everything that this client has sent."""
        self.settled = getattr(self, "settled", 0) + 1
        self.send(flat.PingRequest(self.settled))
        self.wait_for(lambda peer: any(pong.cookie == peer.settled for pong in peer.of(flat.PingResponse)), "pong")

    def reports(self):
        return [
            json.loads(message.content)
            for message in self.of(flat.MatchComm)
            if message.team == 3 and message.content.startswith(b'{"kickabout":"report"')
        ]

    def wait_for_report(self, condition, what="report"):
        return self.wait_for(lambda peer: [r for r in peer.reports() if condition(r)], what)[-1]

    def answer(self, index, **controls):
        self.send(flat.PlayerInput(index, flat.ControllerState(**controls)))

    def close(self):
        self.client.close()


class RawPeer:
    """A client on a bare socket that sends only what a test tells it to."""

    def __init__(self, port, host="127.0.0.1"):
        self.link = socket.create_connection((host, port), timeout=DEADLINE_S)
        self.reader = FrameReader()

    def send(self, *messages):
        for message in messages:
            self.link.sendall(frame(pack_interface(message)))

    def read_all(self):
        """Reads every message until the server closes the connection."""
        messages = []
        while True:
            try:
                data = self.link.recv(1 << 16)
            except ConnectionError:
                return messages
            if not data:
                return messages
            messages += [unpack_core(payload) for payload in self.reader.feed(data)]

    def close(self):
        self.link.close()


LEARNER_KEY = "learner~" + 32 * "5"


class Arena:
    """A running server, its games, and its clients, which `close` closes."""

    def __init__(self, *, pace, wait_s, make_game, refusal, starter, manager_key, step_mode):
        self.games = []
        self.peers = []
        self._make_game = make_game
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        options = MatchOptions(open_game=self._open, refusal=refusal, wait_s=wait_s, seed=1, starter=starter)
        if step_mode is not None:
            listener = socket.create_server(("127.0.0.1", 0), backlog=16)
            self.step_port = listener.getsockname()[1]
            step_mode = StepOptions(listeners=[listener], key=LEARNER_KEY, **step_mode)
        self.server = ArenaServer(
            [self.listener], options, pace=parse_pace(pace), manager_key=manager_key, step_mode=step_mode
        )
        self.thread = threading.Thread(target=self.server.run, name="server of the test")
        self.thread.start()

    @property
    def game(self):
        return self.games[-1]

    def _open(self, match):
        self.games.append(self._make_game(match))
        return self.game

    def join(self, agent_id="", **options):
        peer = Peer(self.port, agent_id, **options)
        self.peers.append(peer)
        return peer

    def raw(self):
        peer = RawPeer(self.port)
        self.peers.append(peer)
        return peer

    def launch(self, match, key=""):
        """Starts a match as its manager; `key` is that of the arena's owner."""
        manager = self.join(key, close=False)
        manager.send(match, flat.InitComplete())
        manager.wait_for_kind(flat.FieldInfo)
        return manager

    def agent(self, agent_id, **options):
        """Connects an agent and plays the opening."""
        peer = self.join(agent_id, **options)
        peer.wait_for_kind(flat.FieldInfo)
        peer.wait_for_kind(flat.ControllableTeamInfo)
        peer.send(flat.InitComplete())
        return peer

    def close(self):
        self.server.request_stop()
        self.thread.join(DEADLINE_S)
        assert not self.thread.is_alive()
        for peer in self.peers:
            peer.close()


@pytest.fixture
def arena():
    """Starts servers with the arguments of `Arena`, all of which have defaults."""
    running = []

    def start(pace="lockstep", **values):
        defaults = {
            "wait_s": 30.0,
            "make_game": CountingGame,
            "refusal": lambda match: None,
            "starter": None,
            "manager_key": "",
            "step_mode": None,
        }
        running.append(Arena(pace=pace, **(defaults | values)))
        return running[-1]

    yield start
    for one in running:
        one.close()


@pytest.fixture
def make():
    """Makes bots, matches and games: `make.bot`, `make.match`, `make.game`."""

    class Make:
        bot = staticmethod(bot)
        match = staticmethod(match_of)
        game = CountingGame

    return Make


@pytest.fixture
def unhurried(monkeypatch):
    """An answer counts as late only if the server no longer waited for it, so that a slow machine changes nothing."""
    monkeypatch.setattr("runtime.arena.report.agent_stats.LATE_S", DEADLINE_S)


@pytest.fixture(scope="session")
def walls(mesh_cache):
    """Loads the generated arena into the physics of this process."""
    prepare(ensure_meshes(mesh_cache))


@pytest.fixture
def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
