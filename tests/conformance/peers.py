"""Connections to a server of the RLBot v5 protocol, and the matches that tests start with them."""

import socket
import struct
import time

import pytest
import rlbot_flatbuffers as flat

DEADLINE_S = 45.0
"""A server that is asked plays at its own pace: a big pad takes 10 s to come back, more where the machine is busy."""


class Peer:
    """One connection: sends messages and keeps, by type and in order, what it is sent."""

    def __init__(self, address, agent_id=None, *, prediction=False, comms=True, close=None):
        self.link = socket.create_connection(address, timeout=DEADLINE_S)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.messages = []
        self.kinds = {}
        self.is_closed = False
        self.cookie = 1000
        if agent_id is not None:
            close = bool(agent_id) if close is None else close
            self.send(flat.ConnectionSettings(agent_id, prediction, comms, close))

    def send(self, *messages):
        for message in messages:
            payload = flat.InterfacePacket(message).pack()
            self.link.sendall(struct.pack(">H", len(payload)) + payload)

    def read(self, timeout_s=0.05):
        """Takes what arrives next; returns the new messages."""
        if self.is_closed:
            return []
        self.link.settimeout(timeout_s)
        try:
            data = self.link.recv(1 << 16)
        except TimeoutError:
            return []
        except ConnectionError:
            data = b""
        finally:
            self.link.settimeout(DEADLINE_S)
        if not data:
            self.is_closed = True
            return []
        self.buffer += data
        new = []
        while len(self.buffer) >= 2 and len(self.buffer) >= 2 + (size := int.from_bytes(self.buffer[:2], "big")):
            new.append(flat.CorePacket.unpack(self.buffer[2 : 2 + size]).message)
            self.buffer = self.buffer[2 + size :]
        for message in new:
            self.kinds.setdefault(type(message), []).append(message)
        self.messages += new
        return new

    def of(self, kind):
        return self.kinds.get(kind, [])

    def until(self, condition, what="it"):
        """Reads until `condition()` holds and returns what it returned."""
        deadline = time.monotonic() + DEADLINE_S
        while not (result := condition()):
            names = [type(message).__name__ for message in self.messages[-20:]]
            assert time.monotonic() < deadline, f"{what} never came; the last messages were {names}"
            assert not self.is_closed, f"the server closed before {what}; the last messages were {names}"
            self.read()
        return result

    def wait(self, kind, count=1):
        """The `count`th message of a kind."""
        return self.until(lambda: self.of(kind)[count - 1 :], kind.__name__)[0]

    def next(self, kind):
        """The first message of a kind that arrives from now on."""
        return self.wait(kind, len(self.of(kind)) + 1)

    def settle(self):
        """Waits until the server has handled everything this peer sent."""
        self.cookie += 1
        self.send(flat.PingRequest(self.cookie))
        self.until(lambda: any(pong.cookie == self.cookie for pong in self.of(flat.PingResponse)), "a pong")

    def wait_until_closed(self):
        deadline = time.monotonic() + DEADLINE_S
        while not self.is_closed:
            assert time.monotonic() < deadline, "the server did not close"
            self.read()
        assert self.messages, "the server closed without a word"
        assert type(self.messages[-1]) is flat.DisconnectSignal, "the end was not announced"

    def ready(self):
        """Waits for the opening and finishes the preparations."""
        for kind in (flat.MatchConfiguration, flat.ControllableTeamInfo, flat.FieldInfo):
            self.wait(kind)
        self.send(flat.InitComplete())
        return self

    @property
    def cars(self):
        """Team and packet indices that it was given."""
        given = self.wait(flat.ControllableTeamInfo)
        return given.team, [part.index for part in given.controllables]

    def comms(self):
        """Contents of the match communication it heard, without what launchers are told in JSON of their server."""
        return [message for message in self.of(flat.MatchComm) if not message.content.startswith(b'{"kickabout"')]

    def drive(self, condition, index=0, **controls):
        """Answers every packet with these controls until one fulfils the condition, and returns that one."""
        deadline = time.monotonic() + DEADLINE_S
        seen = len(self.of(flat.GamePacket))
        state = flat.ControllerState(**controls)
        self.send(flat.PlayerInput(index, state))
        while time.monotonic() < deadline:
            self.read()
            new = self.of(flat.GamePacket)[seen:]
            seen += len(new)
            if new:
                self.send(flat.PlayerInput(index, state))
            for packet in new:
                if condition(packet):
                    return packet
        pytest.fail(f"no packet fulfilled the condition; the last was {self.of(flat.GamePacket)[-1].players[index]!r}")

    def set_state(self, car=None, ball=None, index=0, **info):
        cars = [flat.DesiredCarState() for _ in range(index)] + [car] if car is not None else []
        balls = [flat.DesiredBallState(ball)] if ball is not None else []
        self.send(flat.DesiredGameState(balls, cars, flat.DesiredMatchInfo(**info) if info else None))

    def close(self):
        self.link.close()


class Lab:
    """Peers of one test, and the building blocks of matches."""

    def __init__(self, address):
        self.address = address
        self.peers = []

    def peer(self, agent_id=None, **options):
        self.peers.append(Peer(self.address, agent_id, **options))
        return self.peers[-1]

    @staticmethod
    def bot(agent_id, team=0, name=None, *, hivemind=False, loadout=None):
        variety = flat.CustomBot(name=name or agent_id, agent_id=agent_id, hivemind=hivemind, loadout=loadout)
        return flat.PlayerConfiguration(variety, team, 0)

    @staticmethod
    def match(*players, scripts=(), **changes):
        settings = {
            "launcher": flat.Launcher.NoLaunch,
            "auto_start_agents": False,
            "wait_for_agents": True,
            "game_map_upk": "Stadium_P",
            "instant_start": True,
            "skip_replays": True,
            "enable_state_setting": True,
            "mutators": flat.MutatorSettings(),
            **changes,
        }
        return flat.MatchConfiguration(
            player_configurations=list(players),
            script_configurations=[flat.ScriptConfiguration(name=agent, agent_id=agent) for agent in scripts],
            **settings,
        )

    def start(self, *players, **changes):
        """A match manager that has started a match."""
        manager = self.peer("")
        manager.send(self.match(*players, **changes))
        manager.wait(flat.MatchConfiguration)
        manager.send(flat.InitComplete())
        return manager

    def agent(self, agent_id, **options):
        return self.peer(agent_id, **options).ready()

    def duel(self, **changes):
        """Manager, blue bot a and orange bot b of a match whose packets flow."""
        manager = self.start(self.bot("a"), self.bot("b", 1), **changes)
        peers = [manager, self.agent("a"), self.agent("b")]
        for peer in peers:
            peer.wait(flat.GamePacket)
        return peers

    def solo(self, loadout=None, **changes):
        """One bot on the field, in a match where the ball is in play."""
        self.start(self.bot("a", loadout=loadout), **changes)
        bot = self.agent("a", prediction=True)
        bot.drive(lambda packet: packet.match_info.match_phase in (flat.MatchPhase.Kickoff, flat.MatchPhase.Active))
        return bot

    def close(self):
        stop = Peer(self.address, "")
        stop.send(flat.StopCommand(False))
        stop.settle()
        stop.close()
        for peer in self.peers:
            peer.close()
