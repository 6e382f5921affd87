"""The hub: how much of one session is served before the others have their turn."""

import socket
from types import SimpleNamespace

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.server import hub as hub_module
from runtime.arena.server.hub import LEAVE_OUT_S, MAX_WORK, Hub
from runtime.arena.server.roll_call import RollCall
from runtime.arena.server.session import READ_BYTES
from runtime.protocol import frame, pack_interface

TINY = frame(pack_interface(flat.InitComplete()))
INPUT = frame(pack_interface(flat.PlayerInput(0, flat.ControllerState(throttle=1.0))))
POLLS = 50
NOW_S = 100.0


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


class Lockstep:
    """A call for the inputs of one session, at times that the test tells."""

    def __init__(self, hub, monkeypatch):
        self._hub, self._now_s = hub, NOW_S
        monkeypatch.setattr(hub_module, "time", SimpleNamespace(perf_counter=lambda: self._now_s))
        self._driver = next(iter(hub.sessions.values()))
        self._roll = RollCall()
        self._roll.expect([0])
        self.heard = []
        hub.serve({flat.InitComplete: lambda session, _message: self.heard.append(session)}, self._drive)

    def call(self, now_s, *, until_s=NOW_S + 1.0, is_awake=True):
        self._now_s = now_s
        self._roll.begin(now_s)
        awake_until_s = now_s + 1.0 if is_awake else 0.0
        return self._hub.collect(self._roll, [self._driver], until_s=until_s, awake_until_s=awake_until_s)

    def _drive(self, _session, car, _controls):
        self._roll.answer(car)


@pytest.fixture
def lockstep(hub, peer, monkeypatch):
    return Lockstep(hub, monkeypatch)


@pytest.fixture
def other(hub, lockstep):
    with socket.create_connection(hub._listeners[0].getsockname()) as link:
        hub.poll(1.0)
        yield link


@pytest.mark.parametrize(
    ("after_s", "is_heard"), [(LEAVE_OUT_S - 1e-6, False), (LEAVE_OUT_S, True), (LEAVE_OUT_S + 1e-6, True)]
)
def test_others_than_the_bots_are_left_out_for_a_moment_only(peer, other, lockstep, after_s, is_heard):
    peer.sendall(INPUT)
    assert lockstep.call(NOW_S)
    other.sendall(TINY)
    peer.sendall(INPUT)
    assert lockstep.call(NOW_S + after_s) is not is_heard
    assert bool(lockstep.heard) is is_heard


def test_others_are_heard_at_once_where_bots_are_slow(peer, other, lockstep):
    peer.sendall(INPUT)
    assert lockstep.call(NOW_S)
    other.sendall(TINY)
    peer.sendall(INPUT)
    assert not lockstep.call(NOW_S + 1e-6, is_awake=False)
    assert lockstep.heard


def test_a_bot_that_floods_is_not_read_before_its_turn_in_lockstep_either(hub, peer, lockstep):
    peer.sendall(INPUT)
    assert lockstep.call(NOW_S)
    peer.sendall(TINY * (MAX_WORK + 1 + READ_BYTES))
    while not next(iter(hub.sessions.values())).is_throttled:
        hub.poll(1.0)
    before = len(lockstep.heard)
    assert not lockstep.call(NOW_S + LEAVE_OUT_S / 2, until_s=NOW_S)
    assert len(lockstep.heard) == before
