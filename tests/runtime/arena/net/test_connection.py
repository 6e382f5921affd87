import socket

import pytest

from runtime.arena.net import connection as connection_module
from runtime.arena.net.connection import MAX_CONTROL_BACKLOG, Connection
from runtime.protocol import FrameReader, frame

BIG = frame(b"B" * 40_000)


@pytest.fixture
def pair():
    """A connection and its other end."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(5)
    connection = Connection(ours, 1)
    yield connection, theirs
    connection.close()
    theirs.close()


def fill(connection):
    """Sends frames until one has to wait."""
    sent = 0
    while connection.send_frame((BIG,)):
        sent += 1
        assert sent < 10_000
    return sent


def drain(connection, theirs):
    """Reads at the other end until the connection has nothing left."""
    reader, payloads = FrameReader(), []
    theirs.setblocking(False)
    while True:
        is_empty = connection.flush()
        try:
            payloads += reader.feed(theirs.recv(1 << 20))
        except BlockingIOError:
            if is_empty:
                break
    assert reader.pending_bytes == 0
    return payloads


def test_newest_frame_takes_the_place_of_waiting_ones(pair):
    connection, theirs = pair
    sent = fill(connection)
    last = None
    for number in range(5):
        last = frame(b"F%d" % number)
        assert not connection.send_frame((last,))
    payloads = drain(connection, theirs)
    assert payloads[-1] == last[2:]
    assert len(payloads) in (sent + 1, sent + 2)
    assert not connection.is_behind


def test_a_frame_that_waits_is_not_sent_after_a_newer_one(pair):
    connection, theirs = pair
    number = 0
    while connection.send_frame((frame(number.to_bytes(1000)),)):
        number += 1
        assert number < 100_000
    reader = FrameReader()
    payloads = reader.feed(theirs.recv(1 << 20))  # makes room for newer frames before the flush
    for newer in range(number + 1, number + 4):
        connection.send_frame((frame(newer.to_bytes(1000)),))
    theirs.setblocking(False)
    while True:
        is_empty = connection.flush()
        try:
            payloads += reader.feed(theirs.recv(1 << 20))
        except BlockingIOError:
            if is_empty:
                break
    numbers = [int.from_bytes(payload) for payload in payloads]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == number + 3


@pytest.mark.parametrize("can_gather", [True, False])
def test_a_frame_in_pieces_arrives_whole_even_when_the_pieces_change_after(pair, monkeypatch, can_gather):
    monkeypatch.setattr(connection_module, "CAN_GATHER", can_gather)
    connection, theirs = pair
    changing = bytearray(60_000)
    whole = frame(bytes(60_000))
    is_through = True
    attempts = 0
    while is_through:
        changing[:] = bytes([attempts % 256]) * len(changing)
        is_through = connection.send_frame((whole[:2], memoryview(changing)))
        attempts += 1
        assert attempts < 10_000
    expected = bytes(changing)
    changing[:] = b"\xff" * len(changing)
    payloads = drain(connection, theirs)
    assert [set(payload) for payload in payloads] == [{number % 256} for number in range(attempts)]
    assert payloads[-1] == expected


def test_pieces_wait_behind_what_was_sent_before(pair):
    connection, theirs = pair
    fill(connection)
    connection.send_control(frame(b"first"))
    assert not connection.send_frame((b"\x00\x04", b"then"))
    assert drain(connection, theirs)[-2:] == [b"first", b"then"]


def test_drops_count_every_frame_that_was_never_sent(pair):
    connection, theirs = pair
    attempts = fill(connection) + 1
    for _ in range(7):
        connection.send_frame((BIG,))
        attempts += 1
    payloads = drain(connection, theirs)
    drops = connection.take_drops()
    assert len(payloads) + drops == attempts
    assert drops >= 6
    assert connection.take_drops() == 0


def test_control_messages_all_arrive_in_order_and_before_frames(pair):
    connection, theirs = pair
    fill(connection)
    connection.send_frame((frame(b"newest"),))
    for number in range(200):
        connection.send_control(frame(b"C%d" % number))
    payloads = drain(connection, theirs)
    assert [payload for payload in payloads if payload.startswith(b"C")] == [b"C%d" % number for number in range(200)]
    assert payloads[-1] == b"newest"


def test_a_message_that_has_begun_is_finished_first(pair):
    connection, theirs = pair
    fill(connection)
    connection.send_control(frame(b"control"))
    assert drain(connection, theirs)[-1] == b"control"


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_backlog_of_control_messages_has_a_limit(pair, monkeypatch, over):
    connection, _ = pair
    fill(connection)
    monkeypatch.setattr(connection_module, "MAX_CONTROL_BACKLOG", 10_000)
    connection.send_control(b"x" * (10_000 + over))
    assert bool(connection.fault) == (over > 0)
    if over <= 0:
        connection.send_control(b"xx")
        assert str(connection.fault) == "did not read what it was sent"


def test_limit_of_the_backlog_is_megabytes():
    assert MAX_CONTROL_BACKLOG == 4 * 1024 * 1024


def test_frames_never_add_up(pair):
    connection, _ = pair
    fill(connection)
    for _ in range(1000):
        connection.send_frame((BIG,))
    assert not connection.fault


def test_goodbye_ends_what_was_begun_and_follows_only_the_newest_frame(pair):
    connection, theirs = pair
    fill(connection)
    connection.send_control(frame(b"never"))
    connection.send_frame((frame(b"never"),))
    connection.send_frame((frame(b"newest"),))
    connection.send_last(frame(b"goodbye"))
    payloads = drain(connection, theirs)
    assert payloads[-2:] == [b"newest", b"goodbye"]
    assert b"never" not in payloads


def payloads(connection):
    """Returns the payloads that the server takes from a connection; None at the end."""
    data = connection.receive()
    return None if data is None else connection.reader.feed(data)


def test_lost_connection_is_a_fault_not_an_exception(pair):
    connection, theirs = pair
    theirs.close()
    while connection.send_frame((BIG,)):
        pass
    assert connection.fault.code == "fault-connection-lost"
    assert not connection.send_control(b"x")
    assert payloads(connection) is None


def test_reads_whole_payloads_and_the_end(pair):
    connection, theirs = pair
    assert payloads(connection) == []
    theirs.sendall(frame(b"one") + frame(b"two") + b"\x00")
    assert payloads(connection) == [b"one", b"two"]
    theirs.sendall(b"\x01!")
    assert payloads(connection) == [b"!"]
    theirs.close()
    assert payloads(connection) is None


def test_a_portion_is_limited(pair):
    connection, theirs = pair
    theirs.setblocking(False)
    theirs.send(frame(b"m") * 20_000)
    assert len(payloads(connection)) <= connection_module.READ_BYTES
