"""The hub: how much of one session is served before the others have their turn."""

import socket

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.server.hub import MAX_WORK, Hub
from runtime.arena.server.session import READ_BYTES
from runtime.protocol import frame, pack_interface

TINY = frame(pack_interface(flat.InitComplete()))
POLLS = 50


@pytest.fixture
def hub():
    listener = socket.create_server(("127.0.0.1", 0))
    made = Hub([listener], left=lambda _session: None, note=lambda _text: None)
    yield made
    made.close(0.0)


@pytest.fixture
def peer(hub):
    listener = hub._listeners[0]
    with socket.create_connection(listener.getsockname()) as link:
        hub.poll(1.0)
        yield link


def served(hub, count):
    """How many messages are served in one turn."""
    before = len(count)
    hub.begin_turn()
    for _ in range(POLLS):
        hub.poll(0.0)
    return len(count) - before


def test_a_flood_of_small_messages_is_served_in_helpings_of_a_turn(hub, peer):
    taken = []
    hub.serve({flat.InitComplete: lambda _session, message: taken.append(message)})
    sent = 2000
    peer.sendall(TINY * sent)
    most = MAX_WORK + READ_BYTES // len(TINY) + 1
    turns = [served(hub, taken) for _ in range(2)]
    assert all(MAX_WORK < turn <= most for turn in turns)
    while served(hub, taken):
        pass
    assert len(taken) == sent


@pytest.mark.parametrize("count", [MAX_WORK - 1, MAX_WORK])
def test_who_sends_no_more_than_its_share_is_served_at_once(hub, peer, count):
    taken = []
    hub.serve({flat.InitComplete: lambda _session, message: taken.append(message)})
    peer.sendall(TINY * count)
    assert served(hub, taken) == count
    assert not next(iter(hub.sessions.values())).is_throttled
