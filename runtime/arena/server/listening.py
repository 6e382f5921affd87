"""Where the arena listens: on this machine alone, unless it is told an address that others reach.

Connections are asked now and then whether they still live, which they take over from the socket that listened.
"""

import contextlib
import ipaddress
import re
import socket
import sys
from typing import Final

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
