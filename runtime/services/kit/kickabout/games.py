"""One game of a service: a live session of RLBot v5 over a socket, or a recorded session."""

import contextlib
import errno
import io
import json
import os
import socket
import stat
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import rlbot_flatbuffers as flat

RECORDING: Final = "kickabout-recording"
"""Value of `kind` in the first line of a recording."""
_RECORDING_VERSION: Final = 1
_LENGTH: Final = struct.Struct(">H")
_CHUNK: Final = 1 << 16
MAX_BETWEEN: Final = 1000
"""Limit of messages between two packets of a recording."""
_MAX_UNSENT: Final = 1 << 20
_CONNECTING: Final = (0, errno.EINPROGRESS, errno.EWOULDBLOCK, getattr(errno, "WSAEWOULDBLOCK", errno.EWOULDBLOCK))


class GameOverError(Exception):
    """The session has ended; `code` is 0 if the server ended it or the connection broke."""

    def __init__(self, text: str, code: int = 0) -> None:
        super().__init__(text)
        self.code = code


class RecordingError(ValueError):
    """The file is not a recording of a session."""


class Source(Protocol):
    """Source of a game's messages."""

    def receive(self) -> list[bytes]:
        """Returns the payloads that have arrived, without waiting.

        Raises:
            GameOverError: no more will come.
        """

    def send(self, payloads: list[bytes]) -> None:
        """Sends payloads.

        Raises:
            GameOverError: the session has ended.
        """

    def close(self) -> None:
        """Ends the session; may be called twice."""


class Frames:
    """Splits a stream of bytes into payloads; each payload follows its length, two bytes, big-endian."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Adds received bytes and returns the payloads that are complete now."""
        data = self._rest + data if self._rest else data
        payloads, place = [], 0
        while place + 2 <= len(data):
            end = place + 2 + _LENGTH.unpack_from(data, place)[0]
            if end > len(data):
                break
            payloads.append(data[place + 2 : end])
            place = end
        self._rest = data[place:]
        return payloads


def framed(payload: bytes) -> bytes:
    """Returns a payload with its length in front of it."""
    return _LENGTH.pack(len(payload)) + payload


class SocketSource:
    """A session with a server; never blocks."""

    def __init__(self, host: str, port: int, agent_id: str, *, wants_ball_predictions: bool = False) -> None:
        self.socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._frames = Frames()
        settings = flat.ConnectionSettings(agent_id, wants_ball_predictions, False, True)
        self._unsent = framed(flat.InterfacePacket(settings).pack())
        self._is_connected = False
        self._fault = ""
        try:
            if (code := self.socket.connect_ex((host, port))) not in _CONNECTING:
                self._fault = os.strerror(code)
        except (OSError, OverflowError) as error:  # no such host or port
            self._fault = str(error)

    @property
    def is_blocked(self) -> bool:
        """True if unsent bytes wait until the socket accepts more."""
        return bool(self._unsent)

    def receive(self) -> list[bytes]:
        """See `Source`."""
        if self._fault:
            raise GameOverError(f"The server cannot be reached: {self._fault}.", 1)
        try:
            self._flush()
            data = self.socket.recv(_CHUNK)
        except BlockingIOError:
            return []
        except OSError as error:
            if self._is_connected:
                raise GameOverError(f"The connection to the server broke: {error}.") from error
            raise GameOverError(f"The server cannot be reached: {error}.", 1) from error
        if not data:
            raise GameOverError("The server ended the session.")
        return self._frames.feed(data)

    def send(self, payloads: list[bytes]) -> None:
        """See `Source`. Sends all payloads in one system call, because each call wakes the server."""
        self._unsent += b"".join(map(framed, payloads))
        if len(self._unsent) > _MAX_UNSENT:
            raise GameOverError("The server has stopped reading.", 1)
        try:
            self._flush()
        except OSError as error:
            raise GameOverError(f"The connection to the server broke: {error}.") from error

    def close(self) -> None:
        """See `Source`."""
        self.socket.close()

    def _flush(self) -> None:
        if not self._unsent:
            return
        try:
            self._unsent = self._unsent[self.socket.send(self._unsent) :]
            self._is_connected = True
        except BlockingIOError:
            return


class RecordedSource:
    """A recorded session: each call of `receive` returns the messages up to the next game packet."""

    def __init__(self, path: Path) -> None:
        self.header, self._payloads = read_recording(path)
        self.inputs: list[bytes] = []
        """The sent messages, without `ConnectionSettings`."""

    def receive(self) -> list[bytes]:
        """See `Source`."""
        payloads: list[bytes] = []
        for payload in self._payloads:
            if len(payloads) == MAX_BETWEEN:
                raise RecordingError("The recording is damaged: it has no packets.")
            payloads.append(payload)
            if isinstance(unpack(payload), flat.GamePacket):
                break
        if not payloads:
            raise GameOverError("The recording is over.")
        return payloads

    def send(self, payloads: list[bytes]) -> None:
        """See `Source`."""
        self.inputs += payloads

    def close(self) -> None:
        """See `Source`."""


def read_recording(path: Path) -> tuple[dict[str, Any], Iterator[bytes]]:
    """Returns the first line of a recording and its payloads; a truncated last payload is ignored.

    Raises:
        RecordingError: the file is not a recording, or cannot be read.
    """
    try:
        is_regular = stat.S_ISREG(path.stat().st_mode)  # opening another one may wait forever
        with path.open("rb") if is_regular else contextlib.nullcontext(io.BytesIO()) as file:
            header = json.loads(file.readline(_CHUNK))
            start = file.tell()
        is_right = isinstance(header, dict) and header["kind"] == RECORDING and header["version"] == _RECORDING_VERSION
    except (OSError, ValueError, KeyError, RecursionError) as error:
        raise RecordingError(f"{path} is not a recording: {error}.") from error
    if not (is_right and isinstance(header.get("agent_id"), str)):
        raise RecordingError(f"{path} is not a recording of this version.")
    return header, _payloads(path, start)


def _payloads(path: Path, start: int) -> Iterator[bytes]:
    """Reads the payloads as they are needed, because recordings may be larger than the memory."""
    frames = Frames()
    with path.open("rb") as file:
        file.seek(start)
        while block := file.read(_CHUNK):
            yield from frames.feed(block)


class Recorder:
    """Writes the received messages of a session to a file: a line of JSON, then the framed messages."""

    def __init__(self, path: Path, agent_id: str, title: str) -> None:
        header = {"kind": RECORDING, "version": _RECORDING_VERSION, "agent_id": agent_id, "title": title}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("wb")
        self._file.write(json.dumps(header).encode() + b"\n")

    def add(self, payload: bytes) -> None:
        """Writes one message. If writing fails, the recording ends, but the game continues."""
        if not self._file.closed:
            self._try(lambda: self._file.write(framed(payload)))

    def close(self) -> None:
        """Closes the file; may be called twice."""
        self._try(self._file.close)

    def _try(self, call: Callable[[], object]) -> None:
        try:
            call()
        except OSError as error:
            print(f"The recording {self._file.name} is not complete: {error}", file=sys.stderr)
            with contextlib.suppress(OSError):
                self._file.close()


def unpack(payload: bytes) -> Any:
    """Returns the message in a payload; None if this version does not know the message."""
    try:
        return flat.CorePacket.unpack(payload).message
    except flat.InvalidFlatbuffer:
        return None


class Game:
    """One game, as the author's methods see it; authors can use `data` freely."""

    def __init__(
        self,
        source: Source,
        *,
        key: str,
        agent_id: str,
        title: str = "",
        server: str = "",
        slots: tuple[int, ...] = (),
        recorder: Recorder | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.key = key
        """Identifies the game; no other game of this service has or had the same key."""
        self.title = title or agent_id
        self.server = server
        """Games on the same server belong to one match."""
        self.slots = slots
        self.match: Any = None
        """`MatchConfiguration`."""
        self.field: Any = None
        """`FieldInfo`."""
        self.team = 0
        self.cars: tuple[int, ...] = ()
        """Indices of the cars that the service drives in this game."""
        self.packet: Any = None
        """The newest `GamePacket`; None before the first."""
        self.ball_prediction: Any = None
        """The newest `BallPrediction`; None unless the service wants them."""
        self.data: Any = None
        self.held: list[Any] = []
        """The newest controls, one for each car."""
        self._decided: tuple[int, int] | None = None
        """Frame and phase of the packet for which `held` was decided."""
        self.source = source
        self.is_ready = False
        """True if the server was told that the game is ready."""
        self.is_due = False
        """True if the newest packet has not been answered."""
        self.received_s = 0.0
        self.began_s = clock()
        self.packets = self.answers = self.skipped = self.errors = 0
        self.rewards: list[float] = []
        """Sum and number of the author's rewards; empty if there are none."""
        self.latencies_s: list[float] = []
        """Latencies of the answers since the last figures."""
        self._recorder = recorder
        self._clock = clock

    @property
    def is_known(self) -> bool:
        """True if match, field and cars are known."""
        return self.match is not None and self.field is not None and bool(self.cars)

    def receive(self, unpacked: Callable[[bytes], Any]) -> None:
        """Handles the messages that have arrived; `unpacked` returns the message in a payload.

        Raises:
            GameOverError: the session has ended.
        """
        for payload in self.source.receive():
            if self._recorder is not None:
                self._recorder.add(payload)
            self._take(unpacked(payload))

    def ready(self) -> None:
        """Tells the server that the game is ready for packets.

        Raises:
            GameOverError: the session has ended.
        """
        self.is_ready = True
        self.source.send([flat.InterfacePacket(flat.InitComplete()).pack()])

    def holds(self, ticks: int) -> bool:
        """Returns whether the controls are less than this many ticks old and from the same phase of the match."""
        info = self.packet.match_info
        if self._decided is None or len(self.held) != len(self.cars):
            return False
        frame, phase = self._decided
        return phase == int(info.match_phase) and 0 <= info.frame_num - frame < ticks

    def decide(self, controls: list[Any]) -> None:
        """Sets new controls, which hold from the newest packet on."""
        info = self.packet.match_info
        self.held, self._decided = controls, (info.frame_num, int(info.match_phase))

    def answer(self, controls: list[Any]) -> None:
        """Sends the controls of each car, in the order of `cars`.

        Raises:
            GameOverError: the session has ended.
        """
        self.is_due = False
        inputs = [flat.PlayerInput(car, control) for car, control in zip(self.cars, controls, strict=True)]
        self.source.send([flat.InterfacePacket(message).pack() for message in inputs])
        self.answers += 1
        self.latencies_s.append(self._clock() - self.received_s)

    def close(self) -> None:
        """Ends the session and its recording; may be called twice."""
        self.source.close()
        if self._recorder is not None:
            self._recorder.close()

    def _take(self, message: Any) -> None:
        if isinstance(message, flat.GamePacket):
            self.skipped += self.is_due
            self.packets += 1
            self.packet, self.is_due, self.received_s = message, True, self._clock()
        elif isinstance(message, flat.BallPrediction):
            self.ball_prediction = message
        elif isinstance(message, flat.ControllableTeamInfo):
            self.team = message.team
            self.cars = tuple(part.index for part in message.controllables)
        elif isinstance(message, flat.MatchConfiguration):
            self.match = message
        elif isinstance(message, flat.FieldInfo):
            self.field = message
        elif isinstance(message, flat.PingRequest):
            self.source.send([flat.InterfacePacket(flat.PingResponse(message.cookie)).pack()])
        elif isinstance(message, flat.DisconnectSignal):
            raise GameOverError("The server ended the session.")
