"""The match's own session: which messages it accepts as the server's."""

import socket
import time

import pytest
import rlbot_flatbuffers as flat

from runtime.games import ServerAddress
from runtime.match.connection import MAX_CHAT, MatchConnection
from runtime.model.game_facts import SERVER_INDEX
from runtime.protocol import frame, pack_core, unpack_core

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


def test_what_sessions_say_is_chat_and_of_a_flood_the_newest():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        link = MatchConnection(ServerAddress(*listener.getsockname()))
        assert link.try_open()
        server, _ = listener.accept()
        said, dropped = [], 0
        with server:
            for count in (1, MAX_CHAT, MAX_CHAT + 5):
                comms = (flat.MatchComm(0, 1, False, f"{number}", b"") for number in range(count))
                server.sendall(b"".join(frame(pack_core(comm)) for comm in comms))
                time.sleep(0.2)  # until all of it can be read in one poll
                received = link.receive(0.1)
                said.append([comm.display for comm in received.chat])
                dropped += received.dropped_chat
            link.close()
    assert [len(part) for part in said] == [1, MAX_CHAT, MAX_CHAT]
    assert dropped == 5
    assert said[-1][-1] == str(MAX_CHAT + 4)


@pytest.mark.parametrize(("keeps_packets", "kept"), [(False, [1, 5]), (True, [1, 2, 3, 4, 5])])
def test_packets_are_handed_on_in_order(keeps_packets, kept):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        link = MatchConnection(ServerAddress(*listener.getsockname()), keeps_packets=keeps_packets)
        assert link.try_open()
        server, _ = listener.accept()
        with server:
            packets = (flat.GamePacket(match_info=flat.MatchInfo(frame_num=number)) for number in range(1, 6))
            server.sendall(b"".join(frame(pack_core(packet)) for packet in packets))
            time.sleep(0.2)  # until all of it can be read in one poll
            received = link.receive(0.1)
            link.close()
    assert [unpack_core(payload).match_info.frame_num for payload in received.packets] == kept
