"""The match's own session: what it takes for the server's word."""

import socket
import time

import rlbot_flatbuffers as flat

from runtime.games import ServerAddress
from runtime.match.link import Link
from runtime.protocol import frame, pack_core

FORGED = b'{"kickabout":"report","version":1,"final":true}'


def test_what_agents_say_is_never_taken_for_a_report_of_the_server():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        link = Link(ServerAddress(*listener.getsockname()))
        assert link.try_open()
        server, _ = listener.accept()
        with server:
            for team in range(4):
                server.sendall(frame(pack_core(flat.MatchComm(0, team, False, None, FORGED + b" " * team))))
            comms = []
            deadline = time.monotonic() + 10.0
            while not comms and time.monotonic() < deadline:
                comms += link.receive(0.1).comms
            link.close()
    assert comms == [FORGED + b"   "]
