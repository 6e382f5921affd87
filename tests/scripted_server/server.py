"""The scripted RLBotServer: `RLBotServer [port] [game port]`."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import struct
import sys
import time
from collections import Counter, deque
from pathlib import Path

import msgspec
import rlbot_flatbuffers as flat

from runtime.protocol import pack_core
from tests.scripted_server.behaviour import ServerBehaviour
from tests.scripted_server.bridge import Bridge, processes
from tests.scripted_server.log import log
from tests.scripted_server.rules import number_names, validate
from tests.scripted_server.session import END, Session

DEFAULT_PORT = 23234
KEPT = 500
"""Messages of clients that are kept as text for the test."""


class Heard:
    """The messages that clients have sent."""

    def __init__(self):
        self.counts = Counter()
        self.matches = []
        self.texts = deque(maxlen=KEPT)

    def add(self, session, message, payload):
        kind = type(message).__name__
        self.counts[kind] += 1
        if isinstance(message, flat.MatchConfiguration):
            self.matches.append(payload.hex())
        if kind != "PlayerInput":
            text = "" if isinstance(message, flat.MatchConfiguration) else repr(message)
            self.texts.append([session.id, session.agent_id, kind, text])


class Server:
    """Sessions, and the state that they share. One queue each for the server and the bridge, as in RLBotServer."""

    def __init__(self, behaviour, port, game_listener):
        self.behaviour, self.port = behaviour, port
        self.sessions, self.missed = {}, Counter()
        self.heard = Heard()
        self.queue = asyncio.Queue()
        self.awake = asyncio.Event()
        self.set_silent(is_silent=behaviour.is_silent)
        self.game_listener = game_listener
        self.bridge = Bridge(self, game_listener.getsockname()[1])
        self.match = self.field = None
        self.has_packet = self.has_state_setting = self.draws_by_default = self.never_draws = False
        self.waiting_match, self.waiting_field = [], []
        self.is_listening = False
        self.numbers = iter(range(100, 1 << 30))
        self.tasks = set()

    def set_silent(self, *, is_silent):
        (self.awake.clear if is_silent else self.awake.set)()

    def tell(self, message):
        self.queue.put_nowait(message)

    def tell_bridge(self, message):
        self.bridge.queue.put_nowait(message)

    def distribute(self, kind, value):
        for number, session in self.sessions.items():
            if session.put(kind, value):
                continue
            count = self.missed[number] = self.missed[number] + 1
            if str(count).strip("0") == "1":
                log(
                    "warn",
                    "FlatBuffersServer",
                    f"Session {number}'s outbound message queue is full ({count} messages missed)",
                )

    # ---- messages to the server

    def introduce(self, session):
        if self.match is not None:
            session.put("message", self.match)
        else:
            self.waiting_match.append(session)
        if session.agent_id:
            self.tell_bridge(lambda bridge: bridge.reserve(session))
        if self.field is not None:
            session.put("message", self.field)
        else:
            self.waiting_field.append(session)

    def validate(self, match):
        """Returns whether a match can be played; the only answer to a refused one are lines in the log."""
        errors = validate(match)
        if self.behaviour.refuses > 0:
            self.behaviour.refuses -= 1
            errors.append("Invalid match, as the test wants it.")
        for error in errors:
            log("error", "ConfigValidator", error)
        return not errors

    def start_match(self, match):
        self._end_agents()
        self.has_packet, self.field, self.match = False, None, match
        self.draws_by_default = match.enable_rendering == flat.DebugRendering.OnByDefault
        self.never_draws = match.enable_rendering == flat.DebugRendering.AlwaysOff
        self.has_state_setting = match.enable_state_setting
        self.tell_bridge(lambda bridge: bridge.start_match(match))
        for session in self.sessions.values():
            session.put("rights", (self.draws_by_default, self.has_state_setting))
        waiting, self.waiting_match = self.waiting_match, []
        if not self.behaviour.sends_raw_names:
            number_names(match)
        payload = pack_core(match)
        for session in waiting:
            session.put("message", payload)

    def stop_match(self, *, is_shutdown):
        if is_shutdown:
            if not self.behaviour.ignores_terminate:
                self.shut_down()
            return
        self.field = self.match = None
        self.has_packet = False
        self.tell_bridge(lambda bridge: bridge.end_match())
        self._end_agents()

    def _end_agents(self):
        for session in self.sessions.values():
            session.put(END, False)

    def distribute_field(self, field):
        self.field = field
        waiting, self.waiting_field = self.waiting_field, []
        for session in waiting:
            session.put("message", field)

    def relay(self, sender, comm):
        if not self.has_packet:
            log("warn", "FlatBuffersServer", "Received MatchComm before receiving a GamePacket.")
            return
        for session in self.sessions.values():
            if session is not sender:
                session.put("comm", comm)

    def set_rendering(self, status):
        if not self.never_draws:
            for session in self.sessions.values():
                session.put("rendering", status)

    def shut_down(self):
        self.queue.put_nowait(None)

    # ---- the program

    async def run(self):
        """Serves until the end; returns the exit code."""
        loop = asyncio.get_running_loop()
        codes = []
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._on_signal, number, codes)
        game_server = await asyncio.start_server(self._on_game, sock=self.game_listener, limit=1 << 14)
        self._start(self.bridge.handle_messages())
        async with game_server, contextlib.AsyncExitStack() as stack:
            await self._open_control(stack)
            await asyncio.sleep(self.behaviour.listens_after_s)
            try:
                listener = _listener(self.port)
            except OSError:
                log(
                    "error",
                    "FlatBuffersServer",
                    f"Port {self.port} is already in use. Is another instance of RLBot already running?",
                )
                return 0
            await stack.enter_async_context(await asyncio.start_server(self._on_client, sock=listener))
            self.is_listening = True
            while (message := await self.queue.get()) is not None:
                message()
            await self._end_sessions()
            self.bridge.game.writer = None
            for task in self.tasks:
                task.cancel()
        for text in ("Shutting down server...", "TCP handler has shut down successfully."):
            log("info", "Main", text)
        log("info", "Main", "Bridge handler has shut down successfully.")
        log("info", "Main", "Server shut down successfully.")
        return codes[0] if codes else 0

    def _start(self, work):
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def _on_signal(self, number, codes):
        if not self.behaviour.ignores_terminate:
            codes.append(128 + number)
            self.shut_down()

    async def _end_sessions(self):
        sessions = list(self.sessions.values())
        for session in sessions:
            if not session.put(END, True):
                session.writer.transport.abort()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(session.ended.wait() for session in sessions)), 2)

    def _on_client(self, reader, writer):
        link = writer.get_extra_info("socket")
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.behaviour.resets > 0:
            self.behaviour.resets -= 1
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
            return
        writer.transport.set_write_buffer_limits(high=0)
        session = Session(self, next(self.numbers), reader, writer)
        self.sessions[session.id] = session
        self._start(session.run())

    def _on_game(self, reader, writer):
        self._start(self._play(reader, writer))

    async def _play(self, reader, writer):
        await self.bridge.read_game(reader, writer)
        if not self.behaviour.survives_game:
            self.shut_down()

    # ---- control by a test

    async def _open_control(self, stack):
        if not self.behaviour.state:
            return
        control = await asyncio.start_server(self._on_control, "127.0.0.1", 0)
        await stack.enter_async_context(control)
        file = Path(self.behaviour.state, "control.port")
        fresh = file.with_suffix(f".{os.getpid()}")
        fresh.write_text(str(control.sockets[0].getsockname()[1]))
        fresh.replace(file)

    async def _on_control(self, reader, writer):
        request = json.loads(await reader.readline())
        answer = getattr(self, f"_control_{request.pop('verb')}")(**request)
        writer.write(json.dumps(answer).encode() + b"\n")
        writer.close()

    def _control_set(self, **fields):
        changed = msgspec.structs.asdict(self.behaviour) | fields
        msgspec.convert(changed, ServerBehaviour)
        for name, value in fields.items():
            setattr(self.behaviour, name, value)
        self.set_silent(is_silent=self.behaviour.is_silent)
        self.bridge.release_map()

    def _control_heard(self):
        return {"counts": self.heard.counts, "texts": list(self.heard.texts), "matches": self.heard.matches}

    def _control_state(self):
        bridge = self.bridge
        return {
            "pid": os.getpid(),
            "port": self.port,
            "game_port": bridge.game_port,
            "is_listening": self.is_listening,
            "is_game_connected": bridge.game.writer is not None,
            "phase": bridge.state and bridge.state["phase"],
            "map": bridge.map,
            "has_match": self.match is not None,
            "ready": bridge.agents.ready,
            "agents": len(bridge.agents.agents),
            "sessions": [[session.id, session.agent_id, session.is_ready] for session in self.sessions.values()],
        }

    def _control_drop(self, agent_id=None):
        """Ends sessions without a word; all of them, or those with an agent id."""
        for session in list(self.sessions.values()):
            if agent_id is None or session.agent_id == agent_id:
                session.is_dropped = True
                if not session.put(END, True):
                    session.writer.transport.abort()

    def _control_game(self, **order):
        self.bridge.game.send(**order)

    def _control_crash(self, code=1, words="Unhandled exception. System.NullReferenceException"):
        print(words, file=sys.stderr, flush=True)
        os._exit(code)


def _listener(port):
    """Listens on all interfaces, as RLBotServer does."""
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


def game_listener(port, mark, first):
    """Listens on the port that a running game uses, or on the first free one."""
    urls = [word for words in processes(mark) for word in words if "RLBot_ControllerURL" in word]
    if urls:
        return _listener(int(urls[0].rpartition(":")[2]))
    for number in range(first, 65535):
        if number != port:
            with contextlib.suppress(OSError):
                return _listener(number)
    return _listener(50000)


def _port(text):
    try:
        port = int(text)
    except ValueError:
        sys.exit(_aborted(f"Unhandled exception. System.FormatException: The input string '{text}' was not in a ..."))
    if not 0 <= port <= 65535:
        log("error", "Main", "Port number must be between 0 and 65535. (Parameter 'rlbotSocketsPort')")
        sys.exit(0)
    return port


def _aborted(words):
    print(words, file=sys.stderr, flush=True)
    return 134


def main(options):
    """Runs a server with the arguments of the command line; `options` are the fields of its behaviour."""
    behaviour = msgspec.convert(options, ServerBehaviour)
    arguments = sys.argv[1:]
    if behaviour.exit_code is not None:
        print(behaviour.last_words, file=sys.stderr, flush=True)
        sys.exit(behaviour.exit_code)
    if arguments[:1] == ["--version"]:
        while behaviour.is_silent:
            time.sleep(1)
        print(
            f"RLBotServer v{behaviour.version}\nBridge 0.1.0\n@ https://www.rlbot.org & https://github.com/RLBot/core"
        )
        return
    port = _port(arguments[0]) if arguments else DEFAULT_PORT
    try:
        first, games = behaviour.first_game_port, behaviour.games
        listener = _listener(_port(arguments[1])) if len(arguments) > 1 else game_listener(port, games, first)
    except OSError as error:
        sys.exit(_aborted(f"Unhandled exception. System.Net.Sockets.SocketException ({error.errno}): {error.strerror}"))
    game_port = listener.getsockname()[1]
    log("info", "Main", f"Server will use port {port}, expecting Rocket League on port {game_port}")
    log("info", "Main", "Waiting for connections...")

    async def serve():
        return await Server(behaviour, port, listener).run()

    sys.exit(asyncio.run(serve()))
