"""One connection to the scripted server."""

import asyncio
from pathlib import Path

import rlbot_flatbuffers as flat

from runtime.protocol import FrameReader, ProtocolError, frame, pack_core, unpack_interface
from runtime.protocol.older import console_commands
from tests.scripted_server.log import log
from tests.scripted_server.rules import OTHER_TEAM, SCRIPTS_TEAM

QUEUE = 60
"""Messages that wait for a client; further ones are lost."""
END = object()


class Session:
    """Handles the messages of one client. The server and the bridge only put things into its queue."""

    def __init__(self, server, number, reader, writer):
        self.server, self.id = server, number
        self.reader, self.writer = reader, writer
        self.queue = asyncio.Queue(QUEUE)
        self.agent_id, self.team, self.seats = "", OTHER_TEAM, []
        self.is_established = self.is_ready = False
        self.wants_predictions = self.wants_comms = self.closes = False
        self.may_draw = server.draws_by_default
        self.may_set_state = server.has_state_setting
        self.frames = FrameReader()
        self.is_dropped = False
        self.ended = asyncio.Event()

    @property
    def name(self):
        if not self.agent_id:
            return f"client {self.id} (w/o aid)"
        indices = "+".join(str(seat.index) for seat in self.seats)
        return f"client {self.id} (index {indices}, team {self.team}, aid {self.agent_id})"

    def put(self, kind, value=None):
        """Queues something for the client; returns whether there was room."""
        try:
            self.queue.put_nowait((kind, value))
        except asyncio.QueueFull:
            return False
        return True

    async def run(self):
        tasks = [asyncio.create_task(self._send_all()), asyncio.create_task(self._read_all())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if (error := task.exception()) is not None and not isinstance(error, OSError):
                    log("error", "FlatBuffersSession", f"Error while handling client messages: {error!r}")
        finally:
            for task in tasks:
                task.cancel()
            await self._clean_up()

    async def _clean_up(self):
        log("info", "FlatBuffersSession", f"Closing session for {self.name}")
        self.is_established = self.is_ready = False
        self.server.tell_bridge(lambda bridge: bridge.agents.release(self.id))
        if not self.is_dropped:
            self._write(flat.DisconnectSignal())
        self.server.tell(lambda: self.server.sessions.pop(self.id, None))
        if self.is_dropped:
            self.writer.transport.abort()
        self.writer.close()
        self.ended.set()

    # ---- from the server to the client

    def _write(self, message):
        self.writer.write(frame(message if isinstance(message, bytes) else pack_core(message)))

    async def _send_all(self):
        while True:
            kind, value = await self.queue.get()
            await self.server.awake.wait()
            if kind is END:
                if value or (self.is_established and self.closes):
                    return
            else:
                getattr(self, f"_send_{kind}")(value)
                await self.writer.drain()

    def _send_message(self, message):
        self._write(message)

    def _send_seats(self, seats):
        self.seats, self.team = seats, seats[0].team
        seats = [flat.ControllableInfo(seat.index, seat.player_id) for seat in seats]
        self._write(flat.ControllableTeamInfo(self.team, seats))

    def _send_tick(self, tick):
        if self.is_ready:
            self._write(tick)

    def _send_prediction(self, prediction):
        if self.is_ready and self.wants_predictions:
            self._write(prediction)

    def _send_rights(self, rights):
        self.may_draw, self.may_set_state = rights

    def _send_comm(self, comm):
        is_foreign = comm.team_only and comm.team != self.team
        if self.wants_comms and (not self.agent_id or (self.is_ready and not is_foreign)):
            self._write(comm)

    def _send_rendering(self, status):
        if self.team == OTHER_TEAM:
            self._write(status)
        elif status.is_bot == (self.team != SCRIPTS_TEAM) and status.index in [seat.index for seat in self.seats]:
            self.may_draw = status.status
            self._write(status)

    # ---- from the client to the server

    async def _read_all(self):
        while data := await self.reader.read(1 << 16):
            await self.server.awake.wait()
            for payload in self.frames.feed(data):
                if not self._handle(payload):
                    return

    def _handle(self, payload):
        try:
            message = unpack_interface(payload)
        except ProtocolError as error:
            if "Unknown union" in str(error) and "tag = 0)" not in str(error):
                return True  # the server ignores messages that are newer than it
            log("error", "FlatBuffersSession", f"Received a message with type NONE from {self.name}. Disconnecting.")
            return False
        self.server.heard.add(self, message, payload)
        name = type(message).__name__
        if name == "DesiredGameState":
            return self._on_state(message, console_commands(payload))
        handle = getattr(self, f"_on_{name}", None)
        return handle is None or handle(message) is not False

    def _on_DisconnectSignal(self, _):  # noqa: N802 - named like the message, like those below
        return False

    def _on_ConnectionSettings(self, settings):  # noqa: N802
        if self.is_established:
            return True
        self.agent_id = settings.agent_id.strip()
        self.wants_predictions, self.wants_comms = settings.wants_ball_predictions, settings.wants_comms
        self.closes = settings.close_between_matches
        if self.agent_id and not self.closes:
            log(
                "error",
                "FlatBuffersSession",
                f"Detected a client with close_between_matches=False AND a non-empty agent id '{self.agent_id}'. "
                "These settings are incompatible. Disconnecting.",
            )
            return False
        self.server.tell(lambda: self.server.introduce(self))
        self.is_established = True
        return True

    def _on_InitComplete(self, _):  # noqa: N802
        if self.is_established and not self.is_ready:
            if self.closes:
                self.server.tell_bridge(lambda bridge: bridge.mark_ready(self.id))
            self.is_ready = True

    def _on_SetLoadout(self, message):  # noqa: N802
        if not self.is_established or (self.is_ready and not self.may_set_state):
            return
        if self.is_ready:
            self.server.tell_bridge(lambda bridge: bridge.change_body(message.index, message.loadout))
            return
        # An index that is not owned addresses player id 0, because the server's check cannot fail.
        player_id = next((seat.player_id for seat in self.seats if seat.index == message.index), 0)
        self.server.tell_bridge(lambda bridge: bridge.set_loadout(player_id, message.loadout))

    def _on_StopCommand(self, command):  # noqa: N802
        self.server.tell(lambda: self.server.stop_match(is_shutdown=command.shutdown_server))

    def _on_StartCommand(self, command):  # noqa: N802

        from runtime.documents.match_file import read_match  # few clients need it, and it takes time
        from runtime.documents.wire import to_wire

        reading = read_match(Path(command.config_path))
        if reading.value is None:
            log("error", "ConfigParser", f"Failed to load match config: {reading.problems[0].message}")
        else:
            self._on_MatchConfiguration(to_wire(reading.value))

    def _on_MatchConfiguration(self, match):  # noqa: N802
        if self.server.validate(match):
            self.server.tell(lambda: self.server.start_match(match))

    def _on_PlayerInput(self, message):  # noqa: N802
        if not self.is_established:
            return
        index = message.player_index
        if not self.may_set_state and index not in [seat.index for seat in self.seats]:
            log("warn", "FlatBuffersSession", f"Client tried to set loadout of player it does not own (got: {index})")
            return
        self.server.tell_bridge(lambda bridge: bridge.drive(index, message.controller_state))

    def _on_MatchComm(self, comm):  # noqa: N802
        if self.agent_id:
            comm.team = self.team
        elif self.is_established:
            comm.index, comm.team, comm.team_only = 0, OTHER_TEAM, False
        else:
            return
        self.server.tell(lambda: self.server.relay(self, comm))

    def _on_state(self, state, commands):
        if self.may_set_state:
            self.server.tell_bridge(lambda bridge: bridge.set_state(state, commands))
        return True

    def _on_ConsoleCommand(self, message):  # noqa: N802
        if self.server.behaviour.knows_console_command and self.may_set_state:
            self.server.tell_bridge(lambda bridge: bridge.game.send(console=message.command))

    def _on_RenderingStatus(self, status):  # noqa: N802
        self.server.tell(lambda: self.server.set_rendering(status))

    def _on_PingRequest(self, ping):  # noqa: N802
        self.put("message", flat.PingResponse(ping.cookie))
