import socket

import pytest

from runtime.arena.match import session as session_module
from runtime.arena.match.session import MAX_CONTROL_BACKLOG, Session
from runtime.protocol import FrameReader, frame

BIG = frame(b"B" * 40_000)


@pytest.fixture
def pair():
    """A session and the other end of its connection."""
    ours, theirs = socket.socketpair()
    theirs.settimeout(5)
    session = Session(ours, 1)
    yield session, theirs
    session.close()
    theirs.close()


def fill(session):
    """Sends frames until one has to wait."""
    sent = 0
    while session.send_frame(BIG):
        sent += 1
        assert sent < 10_000
    return sent


def drain(session, theirs):
    """Reads at the other end until the session has nothing left."""
    reader, payloads = FrameReader(), []
    theirs.setblocking(False)
    while True:
        is_empty = session.flush()
        try:
            payloads += reader.feed(theirs.recv(1 << 20))
        except BlockingIOError:
            if is_empty:
                break
    assert reader.pending_bytes == 0
    return payloads


def test_newest_frame_takes_the_place_of_waiting_ones(pair):
    session, theirs = pair
    sent = fill(session)
    last = None
    for number in range(5):
        last = frame(b"F%d" % number)
        assert not session.send_frame(last)
    payloads = drain(session, theirs)
    assert payloads[-1] == last[2:]
    assert len(payloads) in (sent + 1, sent + 2)
    assert not session.is_behind


@pytest.mark.parametrize("can_gather", [True, False])
def test_a_frame_in_pieces_arrives_whole_even_when_the_pieces_change_after(pair, monkeypatch, can_gather):
    monkeypatch.setattr(session_module, "CAN_GATHER", can_gather)
    session, theirs = pair
    changing = bytearray(60_000)
    whole = frame(bytes(60_000))
    is_through = True
    attempts = 0
    while is_through:
        changing[:] = bytes([attempts % 256]) * len(changing)
        is_through = session.send_frame_of((whole[:2], memoryview(changing)))
        attempts += 1
        assert attempts < 10_000
    expected = bytes(changing)
    changing[:] = b"\xff" * len(changing)
    payloads = drain(session, theirs)
    assert [set(payload) for payload in payloads] == [{number % 256} for number in range(attempts)]
    assert payloads[-1] == expected


def test_pieces_wait_behind_what_was_sent_before(pair):
    session, theirs = pair
    fill(session)
    session.send_control(frame(b"first"))
    assert not session.send_frame_of((b"\x00\x04", b"then"))
    assert drain(session, theirs)[-2:] == [b"first", b"then"]


def test_drops_count_every_frame_that_was_never_sent(pair):
    session, theirs = pair
    attempts = fill(session) + 1
    for _ in range(7):
        session.send_frame(BIG)
        attempts += 1
    payloads = drain(session, theirs)
    assert len(payloads) + session.tally.drops == attempts
    assert session.tally.drops >= 6


def test_control_messages_all_arrive_in_order_and_before_frames(pair):
    session, theirs = pair
    fill(session)
    session.send_frame(frame(b"newest"))
    for number in range(200):
        session.send_control(frame(b"C%d" % number))
    payloads = drain(session, theirs)
    assert [payload for payload in payloads if payload.startswith(b"C")] == [b"C%d" % number for number in range(200)]
    assert payloads[-1] == b"newest"


def test_a_message_that_has_begun_is_finished_first(pair):
    session, theirs = pair
    fill(session)
    session.send_control(frame(b"control"))
    assert drain(session, theirs)[-1] == b"control"


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_backlog_of_control_messages_has_a_limit(pair, monkeypatch, over):
    session, _ = pair
    fill(session)
    monkeypatch.setattr(session_module, "MAX_CONTROL_BACKLOG", 10_000)
    session.send_control(b"x" * (10_000 + over))
    assert bool(session.fault) == (over > 0)
    if over <= 0:
        session.send_control(b"xx")
        assert session.fault
        assert session.fault == "did not read what it was sent"


def test_limit_of_the_backlog_is_megabytes():
    assert MAX_CONTROL_BACKLOG == 4 * 1024 * 1024


def test_frames_never_add_up(pair):
    session, _ = pair
    fill(session)
    for _ in range(1000):
        session.send_frame(BIG)
    assert not session.fault


def test_goodbye_ends_what_was_begun_and_nothing_else(pair):
    session, theirs = pair
    fill(session)
    session.send_control(frame(b"never"))
    session.send_frame(frame(b"never"))
    session.say_goodbye(frame(b"goodbye"))
    payloads = drain(session, theirs)
    assert payloads[-1] == b"goodbye"
    assert b"never" not in payloads


def payloads(session):
    """What arrived, as the hub takes it from a session; None at the end."""
    data = session.receive()
    return None if data is None else session.reader.feed(data)


def test_lost_connection_is_a_fault_not_an_exception(pair):
    session, theirs = pair
    theirs.close()
    while session.send_frame(BIG):
        pass
    assert "lost its connection" in session.fault
    assert not session.send_control(b"x")
    assert payloads(session) is None


def test_reads_whole_payloads_and_the_end(pair):
    session, theirs = pair
    assert payloads(session) == []
    theirs.sendall(frame(b"one") + frame(b"two") + b"\x00")
    assert payloads(session) == [b"one", b"two"]
    theirs.sendall(b"\x01!")
    assert payloads(session) == [b"!"]
    theirs.close()
    assert payloads(session) is None


def test_a_helping_is_bounded(pair):
    session, theirs = pair
    theirs.setblocking(False)
    theirs.send(frame(b"m") * 20_000)
    assert len(payloads(session)) <= session_module.READ_BYTES
