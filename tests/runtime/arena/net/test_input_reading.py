"""Inputs over a connection: in pieces of any size, repeated, and between other messages."""

import itertools
import socket

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.arena.net.connection import Connection
from runtime.arena.net.connection_server import ConnectionServer
from runtime.protocol import frame, pack_controls, pack_interface


def an_input(car, throttle):
    return frame(pack_interface(flat.PlayerInput(car, flat.ControllerState(throttle=throttle))))


def drive_of(car, throttle):
    return car, pack_controls(flat.ControllerState(throttle=throttle))


MESSAGES = {
    "left": (an_input(0, -1.0), drive_of(0, -1.0)),
    "right": (an_input(1, 1.0), drive_of(1, 1.0)),
    "rest": (an_input(1, 0.0), drive_of(1, 0.0)),
    "ready": (frame(pack_interface(flat.InitComplete())), "ready"),
}


class Stream:
    """A server with one connection; `taken` has what it has read, in order."""

    def __init__(self):
        self.taken = []
        listener = socket.create_server(("127.0.0.1", 0))
        self._net = ConnectionServer([listener], Connection)
        self._net.set_handlers(
            on_input=lambda _connection, car, controls: self.taken.append((car, controls)),
            on_message=lambda _connection, message, _payload: self.taken.append(
                "ready" if type(message) is flat.InitComplete else message
            ),
        )
        self._link = socket.create_connection(listener.getsockname())
        self._net.poll(1.0)

    def bring(self, data):
        """Sends a piece and lets the server read it."""
        self._net.begin_turn()
        self._link.sendall(data)
        assert self._net.poll(1.0)

    def close(self):
        self._link.close()
        self._net.close(0.0)


@pytest.fixture
def stream():
    made = Stream()
    yield made
    made.close()


def test_an_input_that_comes_again_and_again_is_taken_each_time(stream):
    for _ in range(4):
        stream.bring(an_input(1, 0.5))
    assert stream.taken == [drive_of(1, 0.5)] * 4


@pytest.mark.parametrize(
    "names", [("left", "right"), ("right", "right"), ("left", "ready"), ("right", "ready"), ("ready", "right")]
)
def test_messages_that_come_together_again_and_again_are_all_taken_each_time(stream, names):
    for name in names:
        stream.bring(MESSAGES[name][0])
    for _ in range(3):
        stream.bring(b"".join(MESSAGES[name][0] for name in names))
    assert stream.taken == [MESSAGES[name][1] for name in names] * 4


@pytest.mark.parametrize("car", [0, 1])
def test_the_first_half_of_an_input_does_not_hide_that_a_whole_one_is_in_its_middle(stream, car):
    whole = an_input(car, 0.5)
    for _ in range(2):
        stream.bring(whole)
    stream.bring(whole[:7])
    stream.bring(whole[7:] + whole[:7])
    stream.bring(whole[7:])
    stream.bring(whole)
    assert stream.taken == [drive_of(car, 0.5)] * 5


def test_a_message_that_holds_an_input_in_its_bytes_is_one_message(stream):
    whole = an_input(1, 0.5)
    for _ in range(2):
        stream.bring(whole)
    text = frame(pack_interface(flat.MatchComm(1, 0, False, None, whole)))
    at = text.index(whole)
    for piece in (text[:at], whole, text[at + len(whole) :], whole):
        if piece:
            stream.bring(piece)
    chat, *inputs = sorted(stream.taken, key=lambda taken: isinstance(taken, tuple))
    assert bytes(chat.content) == whole
    assert inputs == [drive_of(1, 0.5)] * 3


@given(
    names=st.lists(st.sampled_from(sorted(MESSAGES)), min_size=1, max_size=12),
    cuts=st.lists(st.integers(0, 900), max_size=14),
)
@settings(max_examples=150, deadline=None)
def test_every_message_is_taken_once_and_in_order_however_the_stream_is_torn(names, cuts):
    data = b"".join(MESSAGES[name][0] for name in names)
    edges = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    stream = Stream()
    try:
        for start, end in itertools.pairwise(edges):
            stream.bring(data[start:end])
        assert stream.taken == [MESSAGES[name][1] for name in names]
    finally:
        stream.close()


@given(names=st.lists(st.sampled_from(sorted(MESSAGES)), min_size=1, max_size=12))
@settings(max_examples=50, deadline=None)
def test_every_message_is_taken_once_and_in_order_where_each_comes_alone(names):
    stream = Stream()
    try:
        for name in names:
            stream.bring(MESSAGES[name][0])
        assert stream.taken == [MESSAGES[name][1] for name in names]
    finally:
        stream.close()
