"""Addresses that the arena listens on, and accepting connections.

Without an address, the arena listens on the loopback addresses only. Accepted connections inherit keep-alive probes
from the listening socket.
"""

import contextlib
import errno
import ipaddress
import re
import socket
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from runtime.arena.net.poller import Poller
from runtime.model.messages import Message, message

ACCEPTS: Final = 16
"""Maximum number of connections accepted at a time."""
ACCEPT_PAUSE_S: Final = 0.1
"""Time between a failure to accept and the next attempt."""
LOOPBACK: Final = "127.0.0.1"
_LOOPBACK_6: Final = "::1"
_BACKLOG: Final = 1024
"""Maximum number of connections that wait to be accepted; clients of others try again after a second."""
_TAKEN: Final = (errno.EADDRINUSE, errno.EACCES)
"""Windows denies access to a port that another program holds for itself."""
_PORT_LINE: Final = re.compile(r"port ([1-9][0-9]{0,4})")


def address(text: str) -> str:
    """Returns the numeric form of an address to listen on, which is a number or `localhost`.

    Raises:
        ValueError: it is neither; the text is a sentence for the user.
    """
    if text == "localhost":
        return LOOPBACK
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError(
            f"an address of this machine in numbers is needed, such as 192.168.1.5, or 0.0.0.0 for all, not '{text}'"
        ) from None


def is_open_to_others(host: str) -> bool:
    """Returns whether other machines can reach a server that listens on the address `host`."""
    return not ipaddress.ip_address(host).is_loopback


def warning_of_openness(host: str, port: int) -> str:
    """Returns the warning for an address that other machines can reach."""
    return (
        f"The arena listens on {shown(host, port)}: anybody on the network may join its matches, watch them, and start"
        " and stop them. Only --listen 127.0.0.1 keeps them out."
    )


def shown(host: str, port: int) -> str:
    """Returns address and port in one text."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def port_line(port: int) -> str:
    """Returns the line with which the arena reports its port to the program that started it: `port 40123`."""
    return f"port {port}"


def port_in(line: str) -> int | None:
    """Returns the port that a line made by `port_line` reports; None for any other line."""
    match = _PORT_LINE.fullmatch(line)
    return int(match[1]) if match else None


def listen(host: str, port: int, *, or_free: bool = False) -> list[socket.socket]:
    """Listens on `host`, and also on ::1 if the host is 127.0.0.1 and the machine has IPv6; port 0 chooses a free port.

    With `or_free`, it also chooses a free port if `port` is taken.

    Raises:
        OSError: the port is taken, or the host is not an address of this machine.
    """
    try:
        first = _listener(host, port)
    except OSError as error:
        if not or_free or error.errno not in _TAKEN:
            raise
        first = _listener(host, 0)
    listeners = [first]
    if host == LOOPBACK:
        with contextlib.suppress(OSError):
            listeners.append(_listener(_LOOPBACK_6, first.getsockname()[1]))
    return listeners


def _listener(host: str, port: int) -> socket.socket:
    numeric = socket.AI_NUMERICHOST | socket.AI_PASSIVE
    number = host.encode("ascii")  # a str would be taken for a host name, and the codec for those takes long to load
    family, kind, protocol, _, place = socket.getaddrinfo(number, port, type=socket.SOCK_STREAM, flags=numeric)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if host == "::" and socket.has_dualstack_ipv6():
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(place)
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


class Acceptor:
    """Accepts the connections to listening sockets; owned by the server's thread.

    `on_accept` gets each connection. `on_error` gets a sentence if none can be accepted, for example for lack of file
    handles. New connections then wait for a moment, because otherwise the sockets would be ready all the time.
    """

    def __init__(
        self,
        listeners: Iterable[socket.socket],
        poller: Poller,
        *,
        on_accept: Callable[[socket.socket], None],
        on_error: Callable[[Message], None],
    ) -> None:
        self._listeners = tuple(listeners)
        self._poller = poller
        self._on_accept = on_accept
        self._on_error = on_error
        self._paused_until_s: float | None = None
        for listener in self._listeners:
            listener.setblocking(False)
        self._watch()

    def poll(self) -> None:
        """Accepts connections again once the pause after a failure is over; has to be called often."""
        if self._paused_until_s is not None and time.perf_counter() >= self._paused_until_s:
            self._paused_until_s = None
            self._watch()

    def close(self) -> None:
        """Closes the listening sockets."""
        for listener in self._listeners:
            self._poller.forget(listener)
            listener.close()

    def _watch(self) -> None:
        for listener in self._listeners:
            self._poller.watch(listener, partial(self._accept, listener), for_reading=True, for_writing=False)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(ACCEPTS):
            try:
                link, _address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._pause(error)
                return
            self._on_accept(link)

    def _pause(self, error: OSError) -> None:
        self._paused_until_s = time.perf_counter() + ACCEPT_PAUSE_S
        for listener in self._listeners:
            self._poller.forget(listener)
        self._on_error(
            message(
                "accept-failed",
                "No connection can be accepted at the moment ({error}); new ones wait.",
                error=error.strerror or str(error),
            )
        )
