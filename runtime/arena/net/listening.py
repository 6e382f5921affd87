"""Where the arena listens: on this machine alone, unless it is told an address that others reach.

Connections are asked now and then whether they still live, which they take over from the socket that listened.
"""

import contextlib
import ipaddress
import re
import socket
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from runtime.arena.net.poller import Readiness

ACCEPTS: Final = 16
"""Connections accepted at a time."""
ACCEPT_REST_S: Final = 0.1
"""After a failure to accept, new connections wait this long for the next attempt."""
LOOPBACK: Final = "127.0.0.1"
_LOOPBACK_6: Final = "::1"
_BACKLOG: Final = 128
_PORT_LINE: Final = re.compile(r"port ([1-9][0-9]{0,4})")


def address(text: str) -> str:
    """Checks an address to listen on, which is a number or `localhost`.

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
    """Whether other machines may reach who listens on `host`, an address."""
    return not ipaddress.ip_address(host).is_loopback


def warning_of_openness(host: str, port: int) -> str:
    """What to say where other machines may join."""
    return (
        f"The arena listens on {shown(host, port)}: anybody on the network may join its matches, watch them, and start"
        " and stop them. Only --listen 127.0.0.1 keeps them out."
    )


def shown(host: str, port: int) -> str:
    """Address and port as they are written together."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def port_line(port: int) -> str:
    """The line by which the arena reports its port to the program that started it: `port 40123`."""
    return f"port {port}"


def port_in(line: str) -> int | None:
    """The port that `port_line` reports; None in any other line."""
    found = _PORT_LINE.fullmatch(line)
    return int(found[1]) if found else None


def listen(host: str, port: int) -> list[socket.socket]:
    """Listens on `host`, and on ::1 as well where the host is 127.0.0.1 and the machine has it; port 0 chooses one.

    Raises:
        OSError: the port is taken, or the host is no address of this machine.
    """
    first = _listener(host, port)
    listeners = [first]
    if host == LOOPBACK:
        with contextlib.suppress(OSError):
            listeners.append(_listener(_LOOPBACK_6, first.getsockname()[1]))
    return listeners


def _listener(host: str, port: int) -> socket.socket:
    numeric = socket.AI_NUMERICHOST | socket.AI_PASSIVE
    number = host.encode("ascii")  # what is text is taken for a name, for whose spelling much is loaded
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

    `take` gets each connection, and `note` a sentence when none can be accepted, such as for lack of file handles: then
    new ones wait for a moment, because sockets watched meanwhile would be ready all the time.
    """

    def __init__(
        self,
        listeners: Iterable[socket.socket],
        readiness: Readiness,
        *,
        take: Callable[[socket.socket], None],
        note: Callable[[str], None],
    ) -> None:
        self._listeners = tuple(listeners)
        self._readiness = readiness
        self._take = take
        self._note = note
        self._rests_until_s: float | None = None
        for listener in self._listeners:
            listener.setblocking(False)
        self._watch()

    def look(self) -> None:
        """Accepts connections again once the rest after a failure is over; to be called often."""
        if self._rests_until_s is not None and time.perf_counter() >= self._rests_until_s:
            self._rests_until_s = None
            self._watch()

    def close(self) -> None:
        """Closes the listening sockets."""
        for listener in self._listeners:
            self._readiness.forget(listener)
            listener.close()

    def _watch(self) -> None:
        for listener in self._listeners:
            self._readiness.watch(listener, partial(self._accept, listener), for_reading=True, for_writing=False)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(ACCEPTS):
            try:
                link, _address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._rest(error)
                return
            self._take(link)

    def _rest(self, error: OSError) -> None:
        self._rests_until_s = time.perf_counter() + ACCEPT_REST_S
        for listener in self._listeners:
            self._readiness.forget(listener)
        self._note(f"No connection can be accepted at the moment ({error.strerror or error}); new ones wait.")
