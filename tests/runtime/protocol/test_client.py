import socket
import threading

import pytest
import rlbot_flatbuffers as flat

from runtime.protocol import (
    Client,
    FrameReader,
    LinkError,
    ProtocolError,
    frame,
    pack_core,
    unpack_interface,
)

SETTINGS = flat.ConnectionSettings("me", True, False, True)


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(5)
        yield listening


@pytest.fixture
def pair(listener):
    """A client and the server's end of its connection."""
    with Client("127.0.0.1", listener.getsockname()[1], SETTINGS) as client:
        client.connect(5)
        link, _ = listener.accept()
        with link:
            link.settimeout(5)
            yield client, link


def receive_messages(link, count):
    reader, messages = FrameReader(), []
    while len(messages) < count:
        messages += [unpack_interface(payload) for payload in reader.feed(link.recv(4096))]
    return messages


def test_introduces_itself_first(pair):
    client, link = pair
    client.send(flat.InitComplete())
    first, second = receive_messages(link, 2)
    assert (first.agent_id, first.wants_ball_predictions, first.close_between_matches) == ("me", True, True)
    assert type(second) is flat.InitComplete


def test_waits_for_a_server_that_comes_later():
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
    opened = []
    thread = threading.Timer(0.2, lambda: opened.append(socket.create_server(("127.0.0.1", port))))
    with Client("127.0.0.1", port, SETTINGS) as client:
        assert not client.try_connect()
        thread.start()
        client.connect(5)
        assert client.is_connected
    thread.join()
    opened[0].close()


def test_gives_up_at_the_deadline():
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        with (
            Client("127.0.0.1", reserved.getsockname()[1], SETTINGS) as client,
            pytest.raises(LinkError, match=r"within 0\.1 s"),
        ):
            client.connect(0.1)


def test_messages_in_pieces_are_received_completely(pair):
    client, link = pair
    data = frame(pack_core(flat.FieldInfo())) + frame(pack_core(flat.PingResponse(7)))
    got = []
    for at in range(len(data)):
        link.sendall(data[at : at + 1])
        got += client.receive(1.0)
    assert [type(message) for message in got] == [flat.FieldInfo, flat.PingResponse]


def test_returns_nothing_when_nothing_comes(pair):
    client, _ = pair
    assert client.receive(0.01) == []


def test_says_that_the_server_closed(pair):
    client, link = pair
    link.close()
    with pytest.raises(LinkError, match=r"closed|broke"):
        client.receive(5)
    assert not client.is_connected
    with pytest.raises(LinkError, match="no connection"):
        client.send(flat.InitComplete())
    with pytest.raises(LinkError, match="no connection"):
        client.receive(0)


def test_invalid_bytes_are_a_protocol_error(pair):
    client, link = pair
    link.sendall(frame(b"garbage!"))
    with pytest.raises(ProtocolError):
        client.receive(5)


def test_an_unsendable_message_leaves_the_connection_alone(pair):
    client, link = pair
    with pytest.raises(ProtocolError):
        client.send(flat.StartCommand("\udc80"))
    client.send(flat.InitComplete())
    assert type(receive_messages(link, 2)[1]) is flat.InitComplete


def test_may_be_closed_twice(listener):
    client = Client("127.0.0.1", listener.getsockname()[1], SETTINGS)
    client.connect(5)
    client.close()
    client.close()
    assert not client.is_connected
