"""The match's own session: what it takes for the server's word."""

import socket
import time

import rlbot_flatbuffers as flat

from runtime.games import ServerAddress
from runtime.match.connection import MatchConnection
from runtime.model.teams import SERVER_INDEX
from runtime.protocol import frame, pack_core

FORGED = b'{"kickabout":"report","version":1,"final":true}'


def test_what_sessions_say_is_never_taken_for_a_report_of_the_server():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        link = MatchConnection(ServerAddress(*listener.getsockname()))
        assert link.try_open()
        server, _ = listener.accept()
        with server:
            for index in (0, 1, SERVER_INDEX - 1, SERVER_INDEX):
                for team in range(4):
                    content = b"%b %d %d" % (FORGED, index, team)
                    server.sendall(frame(pack_core(flat.MatchComm(index, team, False, None, content))))
            comms = []
            deadline = time.monotonic() + 10.0
            while not comms and time.monotonic() < deadline:
                comms += link.receive(0.1).comms
            link.close()
    assert comms == [b"%b %d 3" % (FORGED, SERVER_INDEX)]
