"""Contract 1.1 and 1.2: bytes on the wire."""

import os
import struct

import pytest
import rlbot_flatbuffers as flat


def framed(message):
    payload = flat.InterfacePacket(message).pack()
    return struct.pack(">H", len(payload)) + payload


def test_length_is_two_big_endian_bytes(lab):
    peer = lab.peer()
    peer.link.sendall(framed(flat.PingRequest(7)))
    data = peer.link.recv(1 << 16)
    assert int.from_bytes(data[:2], "big") == len(data) - 2
    assert flat.CorePacket.unpack(data[2:]).message.cookie == 7


def test_message_may_arrive_byte_by_byte(lab):
    peer = lab.peer()
    for byte in framed(flat.PingRequest(8)):
        peer.link.sendall(bytes([byte]))
    assert peer.wait(flat.PingResponse).cookie == 8


def test_many_messages_may_arrive_at_once(lab):
    peer = lab.peer()
    peer.link.sendall(b"".join(framed(flat.PingRequest(cookie)) for cookie in range(50)))
    peer.wait(flat.PingResponse, 50)
    assert [pong.cookie for pong in peer.of(flat.PingResponse)] == list(range(50))


def test_message_of_maximum_length_is_read(lab):
    _manager, a, b = lab.duel()
    content = b"x" * 65_000
    a.send(flat.MatchComm(0, 0, False, None, content))
    b.until(b.comms)
    assert b.comms()[0].content == content


def test_trailing_bytes_are_ignored(lab):
    peer = lab.peer()
    payload = flat.InterfacePacket(flat.PingRequest(9)).pack() + b"\x00" * 8
    peer.link.sendall(struct.pack(">H", len(payload)) + payload)
    assert peer.wait(flat.PingResponse).cookie == 9


@pytest.mark.parametrize("payload", [b"", b"\x00", b"GET / HTTP/1.1\r\n\r\n", os.urandom(512)], ids=range(4))
def test_garbage_ends_only_the_session_that_sent_it(lab, payload):
    standing, bad = lab.peer(""), lab.peer()
    bad.link.sendall(struct.pack(">H", len(payload)) + payload)
    bad.wait_until_closed()
    standing.settle()
