"""The session of one v4 agent with a v5 server: the newest state of the game, and the agent's messages."""

import json
import math
import select
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import rlbot_flatbuffers as flat

from .notes import note_once

RETRY_S = 0.1
CONNECT_S = 120.0
"""The time limit of RLBot's own clients."""
SETTINGS_S = 60.0
"""Time limit for the messages about match, field and cars after the connection."""
SEND_S = 5.0
CHUNK = 1 << 16
"""Bytes per read."""
IDLE_S = 0.1
"""If the agent has not read the socket for this long, a background thread reads it."""
MAX_PAYLOAD = 0xFFFF
MAX_MESSAGES = 50
"""Maximum number of other agents' messages that wait for the agent; older ones are dropped, as in v4."""
PACKET_TAG, PREDICTION_TAG = 2, 6
"""Numbers of `GamePacket` and `BallPrediction` in the union `CoreMessage`."""
SCRIPTS = 2
"""Team number of scripts; their index is not a car's index."""
QUICK_CHAT = "v4_quick_chat"
MATCHCOMMS = "v4_matchcomms"
"""Keys of the JSON that v4 hosts send each other in a `MatchComm`."""


_U32, _I32 = struct.Struct("<I").unpack_from, struct.Struct("<i").unpack_from
_VTABLE = struct.Struct("<3H").unpack_from
"""Size of a vtable in bytes, size of its table in bytes, and the position of the first field."""


class ServerGoneError(Exception):
    """The server cannot be reached, or has ended the session."""


class Connection:
    """One session; any thread may call it.

    The newest packet and prediction are stored packed, and unpacked when they are read.
    """

    def __init__(self, host: str, port: int, agent_id: str, *, wants_prediction: bool) -> None:
        self.match: flat.MatchConfiguration | None = None
        self.field: flat.FieldInfo | None = None
        self.team = 0
        self.cars: list[tuple[int, int]] = []
        """Index and player id of each car of this session; empty for a script."""
        self.index = 0
        """Index of the first car, or of the script among the scripts."""
        self.wants_prediction = wants_prediction
        self.prediction = b""
        """The newest packed ball prediction."""
        self.frames = 0
        """Number of packets received so far."""
        self.is_open = True
        self.has_initialized = False
        self.chats: deque[tuple[int, int, int, bool]] = deque(maxlen=MAX_MESSAGES)
        """Received quick chats: number, index of the sender, selection, whether for the team only."""
        self.matchcomms_listeners: list[Callable[[object], None]] = []
        """Called with each received JSON value of `matchcomms`."""
        self._payload = b""
        self._packet: tuple[flat.GamePacket, bytes] | None = None
        self._buffer = bytearray()
        self._count = 0
        self._read_at = time.monotonic()
        self._lock = threading.RLock()
        self._sending = threading.Lock()
        self._socket = _connected(host, port)
        self._wait_for_data = _waiter(self._socket)
        self.send(flat.ConnectionSettings(agent_id, wants_prediction, True, True))

    def wait_for_match(self, *, is_script: bool) -> None:
        """Waits until match, field and, except for scripts, the cars are known.

        Raises:
            ServerGoneError: the server ended the session or did not send them within `SETTINGS_S`.
        """
        deadline = time.monotonic() + SETTINGS_S
        while self.match is None or self.field is None or not (is_script or self.cars):
            if not self.is_open:
                raise ServerGoneError("The server ended the session before the match was set up.")
            if time.monotonic() > deadline:
                raise ServerGoneError(f"The server did not send the match within {SETTINGS_S:g} s.")
            self.pump(RETRY_S)
        threading.Thread(target=self._read_when_idle, name="v4 host reader", daemon=True).start()

    def initialize(self) -> None:
        """Reports once that the agent is ready to play."""
        if not self.has_initialized:
            self.has_initialized = True
            self.send(flat.InitComplete())

    def packet(self) -> "tuple[flat.GamePacket, bytes] | None":
        """Returns the newest packet, unpacked and packed; None before the first one."""
        with self._lock:
            if self._packet is None and self._payload:
                message = flat.CorePacket.unpack(self._payload).message
                self._packet = (message, self._payload) if isinstance(message, flat.GamePacket) else None
            return self._packet

    def wait_for_frame(self, seen: int, timeout_s: float) -> None:
        """Waits until more than `seen` packets have been received, at most `timeout_s`."""
        deadline = time.monotonic() + timeout_s
        left = timeout_s
        while self.frames <= seen and self.is_open and left > 0:
            self.pump(left)
            left = deadline - self._read_at

    def pump(self, timeout_s: float) -> None:
        """Waits up to `timeout_s` for messages and takes all that have arrived."""
        with self._lock:
            while self.is_open and (not timeout_s or self._wait_for_data(timeout_s)):
                try:
                    data = self._socket.recv(CHUNK)
                except BlockingIOError:
                    break
                except OSError:
                    data = b""
                if not data:
                    self.is_open = False
                self._take(data)
                if len(data) < CHUNK:
                    break
                timeout_s = 0.0
            self._read_at = time.monotonic()

    def send(self, message: Any) -> bool:
        """Sends a message; returns false if it is too long. Nothing is sent when the session is over."""
        framed = framed_message(message)
        if framed:
            self.send_framed(framed)
        return bool(framed)

    def send_framed(self, data: bytes) -> None:
        """Sends a message that already has its frame; gives up the server if it accepts nothing for `SEND_S`."""
        try:
            with self._sending:
                while data and self.is_open:
                    try:
                        data = data[self._socket.send(data) :]
                    except BlockingIOError:
                        if not select.select((), (self._socket,), (), SEND_S)[1]:
                            self.is_open = False
        except OSError:
            self.is_open = False

    def send_comm(self, index: int, *, display: str, value: object, team_only: bool = False) -> bool:
        """Sends a JSON value to the other agents; people and v5 bots read `display`.

        Returns false if the value is too long for a message.
        """
        content = json.dumps(value, separators=(",", ":")).encode()
        text = display.encode("utf-8", "replace").decode() or None
        return self.send(flat.MatchComm(index, self.team, team_only, text, content))

    def close(self) -> None:
        """Ends the session."""
        self.send(flat.DisconnectSignal())
        self.is_open = False
        self._socket.close()

    def _read_when_idle(self) -> None:
        """Keeps the server's queue empty while the agent does not read packets."""
        while self.is_open:
            time.sleep(IDLE_S)
            if time.monotonic() - self._read_at > IDLE_S and self.is_open:
                try:
                    self.pump(0.0)
                except (OSError, ValueError):
                    return

    def _take(self, data: bytes) -> None:
        buffer = self._buffer
        if not buffer and len(data) > 2 and len(data) == 2 + (data[0] << 8 | data[1]):
            self._take_payload(data[2:])
            return
        buffer += data
        start, available = 0, len(buffer)
        while available - start >= 2:
            end = start + 2 + (buffer[start] << 8 | buffer[start + 1])
            if end > available:
                break
            self._take_payload(bytes(buffer[start + 2 : end]))
            start = end
        del buffer[:start]

    def _take_payload(self, payload: bytes) -> None:
        tag = _tag(payload)
        if tag == PACKET_TAG:
            self._payload, self._packet = payload, None
            self.frames += 1
        elif tag == PREDICTION_TAG:
            self.prediction = payload
        else:
            try:
                self._take_message(flat.CorePacket.unpack(payload).message)
            except flat.InvalidFlatbuffer as error:
                note_once(f"A message of the server cannot be read: {error}")

    def _take_message(self, message: object) -> None:
        if isinstance(message, flat.MatchConfiguration):
            self.match = message
        elif isinstance(message, flat.FieldInfo):
            self.field = message
        elif isinstance(message, flat.ControllableTeamInfo):
            self.team = message.team
            owned = [(part.index, part.identifier) for part in message.controllables]
            self.index = owned[0][0] if owned else 0
            self.cars = [] if self.team == SCRIPTS else owned
        elif isinstance(message, flat.MatchComm):
            self._take_comm(message)
        elif isinstance(message, flat.DisconnectSignal):
            self.is_open = False

    def _take_comm(self, comm: "flat.MatchComm") -> None:
        try:
            value = json.loads(comm.content)
        except ValueError:
            return
        if not isinstance(value, dict):
            return
        if isinstance(value.get(QUICK_CHAT), int):
            self._count += 1
            self.chats.append((self._count, comm.index, value[QUICK_CHAT], comm.team_only))
        if MATCHCOMMS in value:
            for listener in self.matchcomms_listeners:
                listener(value[MATCHCOMMS])


def _connected(host: str, port: int) -> socket.socket:
    deadline = time.monotonic() + CONNECT_S
    while True:
        try:
            link = socket.create_connection((host, port), timeout=SEND_S)
        except OSError as error:
            if time.monotonic() > deadline:
                raise ServerGoneError(f"No server answered on {host}:{port} within {CONNECT_S:g} s.") from error
            time.sleep(RETRY_S)
        else:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.setblocking(False)
            return link


def _waiter(link: socket.socket) -> Callable[[float], object]:
    """Returns a function that waits up to a number of seconds and returns a true value if there is data."""
    if not hasattr(select, "poll"):  # Windows
        return lambda timeout_s: select.select((link,), (), (), timeout_s)[0]
    poller = select.poll()
    poller.register(link, select.POLLIN)
    return lambda timeout_s: poller.poll(math.ceil(1000 * timeout_s))


def framed_message(message: Any) -> bytes:
    """Returns a message with its frame; empty if it is too long."""
    payload = flat.InterfacePacket(message).pack()
    return len(payload).to_bytes(2, "big") + payload if len(payload) <= MAX_PAYLOAD else b""


def _tag(payload: bytes) -> int:
    """Returns the message's number in the union, from the root table of the flatbuffer; 0 if there is none."""
    try:
        table = _U32(payload, 0)[0]
        vtable = table - _I32(payload, table)[0]
        size, _, slot = _VTABLE(payload, vtable)
        return payload[table + slot] if size >= 6 and slot else 0
    except (IndexError, struct.error):
        return 0
