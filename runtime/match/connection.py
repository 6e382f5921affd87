"""The match's own session with the server: a match manager that reads everything and unpacks only what is new."""

import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import rlbot_flatbuffers as flat

from runtime.games.game import ServerAddress
from runtime.model.game_facts import SCRIPTS, SERVER_INDEX
from runtime.model.messages import Message, message
from runtime.protocol import Client, InterfaceMessage, LinkError, unpack_core

PACKET_TAG: Final = 2
"""Number of GamePacket in the union of the server's messages."""
SAMPLE: Final = "kickabout sample on"
"""Console command of a session that does not use every frame; only the arena knows it."""
MAX_CHAT: Final = 64
"""Maximum number of match communications per poll; the newest are kept."""
MAX_READS: Final = 32
"""Maximum number of reads of the socket per poll (2 MB in all), so that a flood cannot hold up the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """The messages that came through the session since the last poll."""

    packets: tuple[bytes, ...]
    """All game packets, not unpacked, or only the oldest and the newest; see `MatchConnection`."""
    field: flat.FieldInfo | None
    comms: tuple[bytes, ...]
    """Contents of match communication from the arena itself; only these can be reports."""
    chat: tuple[flat.MatchComm, ...] = ()
    """The newest match communication of other sessions."""
    dropped_chat: int = 0
    """Number of older match communications of other sessions, which are lost."""
    is_any: bool
    """True if anything arrived."""
    permissions: tuple[flat.RenderingStatus, ...] = ()
    """Changed permissions to draw."""
    configuration: flat.MatchConfiguration | None = None
    """The newest match configuration."""


MAX_PAUSE_S: Final = 0.5
"""Maximum time between two polls that counts as silence, because the computer may have slept."""
NOTHING: Final = Received(packets=(), field=None, comms=(), is_any=False)


class Silence:
    """Counts the time in which we polled the server but nothing arrived; owned by the match's thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked_at = clock()
        self._lasts_s = 0.0

    @property
    def lasts_s(self) -> float:
        """Time for which the game has sent nothing; 0 while it sends."""
        return self._lasts_s

    def end(self) -> None:
        """Ends the silence, because something arrived."""
        self._looked_at = self._clock()
        self._lasts_s = 0.0

    def tick(self) -> None:
        """Extends the silence, because nothing has arrived since the last call."""
        now = self._clock()
        self._lasts_s += min(MAX_PAUSE_S, now - self._looked_at)
        self._looked_at = now


class MatchConnection:
    """The session; owned by the match's thread. Its loss raises no error, but is reported by `loss`.

    With `keeps_packets`, a poll returns every game packet, otherwise only the oldest and the newest.
    """

    def __init__(self, server: ServerAddress, manager_key: str = "", *, keeps_packets: bool = False) -> None:
        self.server = server
        self.manager_key = manager_key
        """Key with which our sessions control the game; empty for a game that takes no keys."""
        self._keeps_packets = keeps_packets
        self._client: Client | None = None
        self._loss: Message | None = None
        self._sent: object = None
        self.sent_s: float | None = None
        """Time of `time.monotonic` at which the match was sent; None before."""
        self.is_confirmed = False
        """True if the server has accepted the match that was sent."""

    @property
    def is_open(self) -> bool:
        """True if the session is connected."""
        return self._client is not None and self._client.is_connected

    @property
    def loss(self) -> Message | None:
        """Reason for the end of the session, as a sentence; None while it is connected, or if it never was."""
        return self._loss

    def try_open(self) -> bool:
        """Tries once to connect; returns false if no server listens or the port is not known yet."""
        if self.server.port is None:
            return False
        if self._client is None:
            settings = flat.ConnectionSettings(agent_id=self.manager_key, wants_comms=True, close_between_matches=False)
            self._client = Client(self.server.host, self.server.port, settings)
        try:
            return self._client.try_connect()
        except LinkError:
            return False

    def send(self, message: InterfaceMessage) -> bool:
        """Sends a message; returns false if there is no session.

        Raises:
            ProtocolError: the message cannot be sent.
        """
        if self._client is None or not self._client.is_connected:
            return False
        try:
            self._client.send(message)
        except LinkError as error:
            self._loss = self._loss or error.text
            return False
        return True

    def send_match(self, match: flat.MatchConfiguration) -> None:
        """Sends the match, which the server confirms by sending it back; it gives no answer when it refuses it.

        Raises:
            ProtocolError: it cannot be sent.
        """
        self._sent, self.sent_s = _identity_of(match), time.monotonic()
        self.send(match)

    def confirm(self, match: flat.MatchConfiguration) -> None:
        """Takes a match that the server has sent; it may be an earlier one."""
        self.is_confirmed = self.is_confirmed or _identity_of(match) == self._sent

    def receive(self, timeout_s: float) -> Received:
        """Waits up to `timeout_s` for messages and returns all that have arrived.

        Raises:
            ProtocolError: the server speaks another protocol.
        """
        if self._client is None:
            return NOTHING
        payloads: list[bytes] = []
        try:
            payloads += self._client.receive_payloads(timeout_s)
            for _ in range(MAX_READS):
                more = self._client.receive_payloads(0)
                if not more:
                    break
                payloads += more
        except LinkError as error:
            self._loss = self._loss or error.text
        return self._sorted(payloads) if payloads else NOTHING

    def close(self) -> None:
        """Ends the session; may be called twice."""
        if self._client is not None:
            self._client.close()

    def _sorted(self, payloads: list[bytes]) -> Received:
        packets: list[bytes] = []
        field: flat.FieldInfo | None = None
        comms: list[bytes] = []
        chat: list[flat.MatchComm] = []
        permissions: list[flat.RenderingStatus] = []
        configuration: flat.MatchConfiguration | None = None
        for payload in payloads:
            if tag_of(payload) == PACKET_TAG:
                packets[len(packets) if self._keeps_packets else 1 :] = [payload]
                continue
            received = unpack_core(payload)
            if isinstance(received, flat.FieldInfo):
                field = received
            elif isinstance(received, flat.MatchComm):
                if received.team > SCRIPTS and received.index == SERVER_INDEX:
                    comms.append(bytes(received.content))
                else:
                    chat.append(received)
            elif isinstance(received, flat.MatchConfiguration):
                configuration = received
            elif isinstance(received, flat.RenderingStatus):
                permissions.append(received)
            elif isinstance(received, flat.DisconnectSignal):
                self._loss = self._loss or message("session-ended", "The server ended the session.")
        return Received(
            packets=tuple(packets),
            field=field,
            comms=tuple(comms),
            chat=tuple(chat[-MAX_CHAT:]),
            dropped_chat=max(0, len(chat) - MAX_CHAT),
            is_any=True,
            permissions=tuple(permissions),
            configuration=configuration,
        )


def _identity_of(match: flat.MatchConfiguration) -> object:
    """Returns what tells a match from others that a server may send back; it changes names, numbers and launcher."""
    players = [(player.team, getattr(player.variety, "agent_id", "")) for player in match.player_configurations]
    scripts = [script.agent_id for script in match.script_configurations]
    return match.game_map_upk, str(match.game_mode), sorted(players), scripts


def tag_of(payload: bytes) -> int:
    """Returns the message's number in the union, read from the flatbuffer's root table; 0 if there is none."""
    try:
        (table,) = struct.unpack_from("<I", payload)
        (back,) = struct.unpack_from("<i", payload, table)
        (size, _, place) = struct.unpack_from("<HHH", payload, table - back)
        return payload[table + place] if size >= 6 and place else 0
    except (struct.error, IndexError):
        return 0
