"""Addresses on which the arena listens."""

import contextlib
import socket
from pathlib import Path

import pytest

from runtime.arena.net.connection_server import MAX_CONNECTIONS
from runtime.arena.net.listening import (
    address,
    is_open_to_others,
    listen,
    port_in,
    port_line,
    shown,
    warning_of_openness,
)

LIMIT = Path("/proc/sys/net/core/somaxconn")


@pytest.mark.parametrize(
    ("text", "host", "is_open"),
    [
        ("localhost", "127.0.0.1", False),
        ("127.0.0.1", "127.0.0.1", False),
        ("127.255.255.255", "127.255.255.255", False),
        ("128.0.0.0", "128.0.0.0", True),
        ("126.255.255.255", "126.255.255.255", True),
        ("::1", "::1", False),
        ("::2", "::2", True),
        ("::", "::", True),
        ("0.0.0.0", "0.0.0.0", True),
        ("192.168.1.5", "192.168.1.5", True),
    ],
)
def test_addresses(text, host, is_open):
    assert address(text) == host
    assert is_open_to_others(host) is is_open


@pytest.mark.parametrize("text", ["", "example.org", "127.0.0", "127.0.0.256", "127.0.0.1:23234", "*", "::g", "0"])
def test_an_invalid_address_is_explained(text):
    with pytest.raises(ValueError, match="an address of this machine in numbers is needed"):
        address(text)


def test_address_and_port_as_they_are_written():
    assert shown("127.0.0.1", 5) == "127.0.0.1:5"
    assert shown("::1", 5) == "[::1]:5"
    assert "[::]:5: anybody on the network may join" in warning_of_openness("::", 5)


@pytest.mark.parametrize(("host", "reached"), [("127.0.0.1", "127.0.0.1"), ("127.0.0.2", "127.0.0.2")])
def test_a_loopback_address_is_reached_there_alone(host, reached):
    listeners = listen(host, 0)
    try:
        port = listeners[0].getsockname()[1]
        socket.create_connection((reached, port), timeout=5).close()
        other = {"127.0.0.1": "127.0.0.2", "127.0.0.2": "127.0.0.1"}[host]
        with pytest.raises(ConnectionError):
            socket.create_connection((other, port), timeout=5)
    finally:
        for listener in listeners:
            listener.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_all_addresses_are_reached_by_any(host):
    try:
        listeners = listen(host, 0)
    except OSError:
        pytest.skip("this machine has no IPv6")
    try:
        assert len(listeners) == 1
        socket.create_connection(("127.0.0.1", listeners[0].getsockname()[1]), timeout=5).close()
    finally:
        for listener in listeners:
            listener.close()


@pytest.mark.skipif(
    not LIMIT.exists() or int(LIMIT.read_text()) < MAX_CONNECTIONS, reason="the system lets fewer connections wait"
)
def test_as_many_connections_as_there_can_be_wait_until_they_are_accepted():
    listeners = listen("127.0.0.1", 0)
    with contextlib.ExitStack() as sockets:
        for listener in listeners:
            sockets.enter_context(listener)
        for _ in range(MAX_CONNECTIONS):  # the system lets a client try again only after a second
            sockets.enter_context(socket.create_connection(listeners[0].getsockname(), timeout=0.9))


def test_taken_port_and_foreign_address_are_errors():
    (first, *_) = taken = listen("127.0.0.1", 0)
    try:
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", first.getsockname()[1])
        with pytest.raises(OSError, match="assign"):
            listen("192.0.2.1", 0)
    finally:
        for listener in taken:
            listener.close()


@pytest.mark.parametrize(
    ("line", "port"),
    [
        (port_line(1), 1),
        (port_line(65535), 65535),
        ("port 0", None),
        ("port 123456", None),
        ("port 80 ", None),
        (" port 80", None),
        ("listening on 127.0.0.1:80", None),
        ("", None),
    ],
)
def test_only_the_line_that_reports_the_port_is_one(line, port):
    assert port_in(line) == port
