"""Addresses of servers as users write them, and their numeric form."""

import ipaddress
import re
import socket
from typing import Final

from runtime.games.game import LOOPBACK, GameError
from runtime.model.messages import Message, Text, message

RLBOT_PORT: Final = 23234
"""Default port of servers of the protocol."""
MAX_NAME: Final = 253
"""Maximum length of a host name."""
_ADDRESS: Final = re.compile(r"(?:\[(?P<inner>[^\[\]]*)\]|(?P<host>[^:\[\]]*))(?::(?P<port>.*))?")
_NAME: Final = re.compile(r"(?!-)[\w-]{1,63}(?<!-)(\.(?!-)[\w-]{1,63}(?<!-))*\.?")


def parse_address(text: str) -> tuple[str, int]:
    """Returns the host and port of `HOST`, `HOST:PORT` or `[IPv6]:PORT`; this computer and the usual port if empty.

    Raises:
        GameError: the text is no address; the error says how to write it.
    """
    written = text.strip()
    parts = _ADDRESS.fullmatch(f"[{written}]" if is_numeric(written) else written)
    host = (parts["host"] or parts["inner"] or "") if parts is not None else written
    port = parts["port"] if parts is not None else None
    if reason := _host_fault(host):
        raise GameError(reason)
    if port is None:
        return host or LOOPBACK, RLBOT_PORT
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65_535):
        raise GameError(message("wrong-port", '"{port}" is not a port. Write a number from 1 to 65535.', port=port))
    return host or LOOPBACK, int(port)


def is_numeric(host: str) -> bool:
    """Returns whether a host is written as numbers, which is the only form that bots understand."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_this_computer(host: str) -> bool:
    """Returns whether a host is certainly this computer."""
    return host.lower().rstrip(".") == "localhost" or (is_numeric(host) and ipaddress.ip_address(host).is_loopback)


def numeric_form(host: str) -> str:
    """Returns the numeric address of a host, IPv4 if it has one; looking up a name may take long.

    Raises:
        OSError: no address is known for the name.
    """
    if is_numeric(host):
        return host
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise OSError(str(error)) from error
    return str(min(found, key=lambda entry: entry[0] != socket.AF_INET)[4][0])


def unknown_host(host: str, reason: Text) -> Message:
    """Returns a sentence on a name without a known address."""
    return message(
        "unknown-host",
        "The address of {host} cannot be found ({reason}). Check the name, or write the address as a number.",
        host=host,
        reason=reason,
    )


def _host_fault(host: str) -> Message | None:
    """Returns why a text is not a host that can be connected to; None if it is one, or empty."""
    if is_numeric(host):
        number = ipaddress.ip_address(host)
        is_usable = not (number.is_unspecified or number.is_multicast)
    else:
        is_name = len(host) <= MAX_NAME and _NAME.fullmatch(host) is not None
        is_usable = not host or (is_name and not host.rstrip(".").rpartition(".")[2].isdigit())
    if is_usable:
        return None
    return message(
        "wrong-address",
        '"{written}" is not the address of a server. Write a name or number with a port, such as 192.168.1.5:{port}.',
        written=host,
        port=str(RLBOT_PORT),
    )
