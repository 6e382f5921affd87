"""The user of the program at the other end of a connection."""

import contextlib
import os
import socket
import subprocess
import sys

import pytest

from runtime.processes import is_connection_of_user

CODE = """
import os, socket, sys
family, host, port, user = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
if user != os.getuid():
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
link = socket.socket(family)
link.connect((host, port))
print("up", flush=True)
sys.stdin.readline()
link.close()
print("closed", flush=True)
sys.stdin.read()
"""
OWN = os.getuid() if hasattr(os, "getuid") else 0
USERS = [OWN, *([65534] if OWN == 0 and sys.platform.startswith("linux") else [])]
FAMILIES = [
    (socket.AF_INET, "127.0.0.1", "127.0.0.1"),
    (socket.AF_INET6, "::1", "::1"),
    (socket.AF_INET, "127.0.0.1", "::ffff:127.0.0.1"),
]


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(("family", "host", "target"), FAMILIES)
def test_only_open_connections_of_this_user_are_recognised(family, host, target, user):
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.socket(family))
        try:
            listener.bind((host, 0))
        except OSError:
            pytest.skip("This machine has no such address.")
        listener.listen()
        port = listener.getsockname()[1]
        kind = socket.AF_INET6 if ":" in target else socket.AF_INET
        words = map(str, (int(kind), target, port, user))
        client = subprocess.Popen(
            [sys.executable, "-c", CODE, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        stack.enter_context(client)
        link, _ = listener.accept()
        stack.enter_context(link)
        assert client.stdout.readline() == "up\n"
        peer, own = link.getpeername()[:2], link.getsockname()[:2]
        assert is_connection_of_user(peer, own) is (user == OWN)
        assert not is_connection_of_user(peer, (own[0], own[1] ^ 1))
        assert not is_connection_of_user((peer[0], peer[1] ^ 1), own)
        client.stdin.write("close\n")
        client.stdin.flush()
        assert client.stdout.readline() == "closed\n"
        assert not is_connection_of_user(peer, own), "root seems to own closed connections"
        client.communicate()
