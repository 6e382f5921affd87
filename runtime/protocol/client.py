"""One session with a server from the client's side, used by the launcher and the tests."""

import selectors
import socket
import time
from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.messages import Message, MessageError, message
from runtime.protocol.framing import FrameReader, frame
from runtime.protocol.messages import CoreMessage, InterfaceMessage, pack_interface, unpack_core

RETRY_S: Final = 0.02
SEND_TIMEOUT_S: Final = 5.0
_CHUNK: Final = 1 << 16
"""Bytes per read; at 256 KiB the system maps and clears memory for each read, which takes five times as long."""

_NOT_CONNECTED: Final = message("not-connected", "There is no connection to the server.")


class LinkError(MessageError):
    """The server cannot be reached or has gone; `text` is a sentence for the user."""


def _broken(error: OSError) -> Message:
    return message("connection-broken", "The connection to the server broke: {error}.", error=str(error))


class Client:
    """A connection to a server; owned by one thread, and a context manager.

    `settings` is sent first; an empty agent id makes the session a match manager.
    """

    def __init__(self, host: str, port: int, settings: flat.ConnectionSettings) -> None:
        self._address = (host, port)
        self._settings = settings
        self._socket: socket.socket | None = None
        self._selector = selectors.DefaultSelector()
        self._reader = FrameReader()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_connected(self) -> bool:
        """True if the session is connected, as far as is known without using the network."""
        return self._socket is not None

    def try_connect(self, timeout_s: float = 1.0) -> bool:
        """Tries to connect once; returns false if no server listens yet."""
        link = socket.socket(socket.AF_INET6 if ":" in self._address[0] else socket.AF_INET)
        link.settimeout(timeout_s)
        try:
            link.connect(self._address)
        except OSError:
            link.close()
            return False
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.settimeout(SEND_TIMEOUT_S)
        self._socket = link
        self._selector.register(link, selectors.EVENT_READ)
        self.send(self._settings)
        return True

    def connect(self, timeout_s: float) -> None:
        """Connects as soon as the server listens.

        Raises:
            LinkError: no server listened within `timeout_s`.
        """
        deadline = time.monotonic() + timeout_s
        while not self.try_connect(max(0.001, deadline - time.monotonic())):
            if time.monotonic() >= deadline:
                host, port = self._address
                raise LinkError(
                    message(
                        "server-silent",
                        "No server answered on {address} within {seconds:g} s.",
                        address=f"{host}:{port}",
                        seconds=timeout_s,
                    )
                )
            time.sleep(RETRY_S)

    def send(self, message: InterfaceMessage) -> None:
        """Sends one message.

        Raises:
            LinkError: there is no connection, or the server accepts nothing for 5 s.
            ProtocolError: the message cannot be sent.
        """
        data = frame(pack_interface(message))
        if self._socket is None:
            raise LinkError(_NOT_CONNECTED)
        try:
            self._socket.sendall(data)
        except OSError as error:
            self._drop()
            raise LinkError(_broken(error)) from error

    def receive_payloads(self, timeout_s: float) -> list[bytes]:
        """Waits up to `timeout_s` for bytes and returns the complete payloads among them; empty if none arrived.

        Raises:
            LinkError: the server closed the connection.
        """
        if self._socket is None:
            raise LinkError(_NOT_CONNECTED)
        if not self._selector.select(timeout_s):
            return []
        try:
            data = self._socket.recv(_CHUNK)
        except OSError as error:
            self._drop()
            raise LinkError(_broken(error)) from error
        if not data:
            self._drop()
            raise LinkError(message("connection-closed", "The server closed the connection."))
        return self._reader.feed(data)

    def receive(self, timeout_s: float) -> list[CoreMessage]:
        """Works like `receive_payloads` and returns unpacked messages.

        Raises:
            LinkError: the server closed the connection.
            ProtocolError: the server sent bytes that are not a message.
        """
        return [unpack_core(payload) for payload in self.receive_payloads(timeout_s)]

    def close(self) -> None:
        """Ends the session; may be called twice."""
        self._drop()
        self._selector.close()

    def _drop(self) -> None:
        if self._socket is not None:
            self._selector.unregister(self._socket)
            self._socket.close()
            self._socket = None
