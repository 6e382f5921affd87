"""The connection between a front end and its learner process: events and commands as JSON lines on a loopback socket.

The front end listens, and passes a port and a key in the environment; the learner sends the key first. The programs'
printed output cannot disturb the connection. A line has the name of the value's class under `is`.
"""

import hmac
import os
import secrets
import select
import socket
import threading
from contextlib import suppress
from typing import Any, Final, get_args

from runtime.codec import CodecError, convert, decode, encode
from runtime.model.training import RunCommand, RunEvent

VARIABLE: Final = "KICKABOUT_RUN_LINE"
SEND_S: Final = 10.0
"""Time limit for the other side to accept a line."""
_BLOCK: Final = 1 << 16
_MAX_STRANGERS: Final = 8
_KINDS: Final = {kind.__name__: kind for kind in (*get_args(RunEvent), *get_args(RunCommand))}


class WireError(ValueError):
    """A line is not an event or a command."""


class LineClosedError(ConnectionError):
    """The other side has gone."""


def encoded(value: RunEvent | RunCommand) -> bytes:
    """Returns an event or a command as one line of JSON with its newline."""
    return encode({"is": type(value).__name__, "value": value}) + b"\n"


def decoded(line: bytes) -> Any:
    """Returns the event or the command in a line.

    Raises:
        WireError: It is neither.
    """
    try:
        content = decode(line, dict[str, Any])
        return convert(content["value"], _KINDS[content["is"]])
    except (CodecError, KeyError, TypeError) as error:
        raise WireError(f"Not a value: {line[:200]!r} ({error}).") from error


class Line:
    """One end of the line; any thread may send, one thread receives."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._socket.settimeout(SEND_S)
        self._rest = b""
        self._sending = threading.Lock()

    def send(self, value: RunEvent | RunCommand) -> None:
        """Sends an event or a command.

        Raises:
            LineClosedError: The other side has gone, or does not accept it in time, which closes the connection.
        """
        with self._sending:
            try:
                self._socket.sendall(encoded(value))
            except OSError as error:
                with suppress(OSError):  # the other side may have gone already
                    self._socket.shutdown(socket.SHUT_RDWR)  # nothing may follow an incomplete line
                raise LineClosedError(str(error)) from error

    def receive(self, timeout_s: float | None) -> list[Any]:
        """Waits for values up to `timeout_s`, without limit if None; returns the complete ones.

        Raises:
            LineClosedError: The other side has gone, and everything that it sent was received.
            WireError: A line is not an event or a command.
        """
        if not select.select([self._socket], [], [], timeout_s)[0]:
            return []
        try:
            data = self._socket.recv(_BLOCK)
        except OSError as error:
            raise LineClosedError(str(error)) from error
        if not data:
            raise LineClosedError("closed")
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [decoded(line) for line in lines]

    def close(self) -> None:
        """Closes the connection; may be called twice."""
        self._socket.close()


class LineServer:
    """Waits for the learner processes of one run, one at a time; never blocks."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.setblocking(False)
        self._key = secrets.token_hex(32)
        self._greeting = f"{self._key}\n".encode()
        self._strangers: dict[socket.socket, bytes] = {}
        """Connections with an incomplete greeting, and the bytes received so far."""

    @property
    def environment(self) -> dict[str, str]:
        """Variables for the learner process."""
        return {VARIABLE: f"{self._server.getsockname()[1]}:{self._key}"}

    def accept(self) -> Line | None:
        """Returns the connection of a learner that has sent the right key; None if there is none yet."""
        try:
            connection, _ = self._server.accept()
        except OSError:
            connection = None
        if connection is not None:
            connection.setblocking(False)
            self._strangers[connection] = b""
            self._drop(*list(self._strangers)[:-_MAX_STRANGERS])
        for stranger in tuple(self._strangers):
            if self._is_greeted(stranger):
                del self._strangers[stranger]
                return Line(stranger)
        return None

    def close(self) -> None:
        """Stops waiting."""
        self._server.close()
        self._drop(*self._strangers)

    def _is_greeted(self, stranger: socket.socket) -> bool:
        known = self._strangers[stranger]
        try:
            data = stranger.recv(len(self._greeting) - len(known))
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        known = self._strangers[stranger] = known + data
        if hmac.compare_digest(known, self._greeting):
            return True
        if not data or len(known) == len(self._greeting):
            self._drop(stranger)
        return False

    def _drop(self, *strangers: socket.socket) -> None:
        for stranger in strangers:
            stranger.close()
            del self._strangers[stranger]


def connect() -> Line | None:
    """Connects the learner process to its front end; None if it was started without one.

    Raises:
        OSError: Nobody listens.
    """
    port, _, key = os.environ.pop(VARIABLE, "").partition(":")
    if not key:
        return None
    connection = socket.create_connection(("127.0.0.1", int(port)), SEND_S)
    connection.sendall(key.encode() + b"\n")
    return Line(connection)
