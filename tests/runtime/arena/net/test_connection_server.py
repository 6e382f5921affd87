"""The hub: how much of one session is served before the others have their turn."""

import contextlib
import os
import socket
import threading
import time
from types import SimpleNamespace

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.lockstep import RollCall
from runtime.arena.match.session import READ_BYTES
from runtime.arena.net import connection_server as hub_module
from runtime.arena.net.connection_server import AWAKE_S, AWAKE_SHARE, LEAD_S, MAX_WORK, Hub
from runtime.arena.net.listening import ACCEPT_REST_S
from runtime.arena.net.poller import Selector, readiness
from runtime.protocol import frame, pack_core, pack_interface

TINY = frame(pack_interface(flat.InitComplete()))
INPUT = frame(pack_interface(flat.PlayerInput(0, flat.ControllerState(throttle=1.0))))
GOODBYE = frame(pack_core(flat.DisconnectSignal()))
POLLS = 50
NOW_S = 100.0
DEADLINE_S = 10.0


@pytest.fixture(params=[readiness, Selector])
def hub(request, monkeypatch):
    """With what this system offers, and with what serves on every system."""
    monkeypatch.setattr(hub_module, "readiness", request.param)
    listener = socket.create_server(("127.0.0.1", 0))
    notes = []
    made = Hub([listener], left=lambda _session: None, note=notes.append)
    made.listener, made.notes = listener, notes
    yield made
    if listener.fileno() != -1:
        made.close(0.0)


@pytest.fixture
def peer(hub):
    listener = hub.listener
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


def test_a_client_that_sends_until_it_reads_the_end_is_not_reset(hub, peer):
    closed, last = threading.Event(), bytearray()

    def keep_sending():
        deadline_s = time.monotonic() + DEADLINE_S
        while not last.endswith(GOODBYE) and time.monotonic() < deadline_s:
            peer.sendall(INPUT * 50)
            peer.settimeout(0.05)
            with contextlib.suppress(TimeoutError):
                last.extend(peer.recv(4096))
        peer.sendall(INPUT)
        peer.close()
        closed.set()

    client = threading.Thread(target=keep_sending)
    client.start()
    begun_s = time.monotonic()
    hub.close(DEADLINE_S)
    client.join(DEADLINE_S)
    assert closed.is_set()
    assert time.monotonic() - begun_s < DEADLINE_S / 2


def test_a_client_that_never_closes_delays_the_end_by_the_given_time_only(hub, peer):
    begun_s = time.monotonic()
    hub.close(0.3)
    assert 0.3 <= time.monotonic() - begun_s < 0.3 + 1.0


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


def test_inputs_that_come_one_by_one_count_as_work_of_the_turn_too(hub, peer):
    taken = []
    hub.serve({}, lambda _session, car, _controls: taken.append(car))
    hub.begin_turn()
    session = next(iter(hub.sessions.values()))
    for count in range(1, MAX_WORK + 2):
        peer.sendall(INPUT)
        assert hub.poll(1.0)
        assert len(taken) == count
        assert session.is_throttled is (count > MAX_WORK)


class Lockstep:
    """A call for the inputs of one session, at times that the test tells."""

    def __init__(self, hub, monkeypatch):
        self._hub, self._now_s = hub, NOW_S
        monkeypatch.setattr(hub_module, "time", SimpleNamespace(perf_counter=lambda: self._now_s))
        self._roll = RollCall()
        self._roll.expect([0])
        self.heard = []
        hub.serve({flat.InitComplete: lambda session, _message: self.heard.append(session)}, self._drive)

    def call(self, now_s, *, until_s=NOW_S + 1.0):
        self._now_s = now_s
        self._roll.begin(now_s)
        return self._hub.collect(self._roll, until_s=until_s)

    def _drive(self, _session, car, _controls):
        self._roll.answer(car)


@pytest.fixture
def lockstep(hub, peer, monkeypatch):
    return Lockstep(hub, monkeypatch)


def test_a_bot_that_floods_is_not_read_before_its_turn_in_lockstep_either(hub, peer, lockstep):
    peer.sendall(INPUT)
    assert lockstep.call(NOW_S)
    peer.sendall(TINY * (MAX_WORK + 1 + READ_BYTES))
    while not next(iter(hub.sessions.values())).is_throttled:
        hub.poll(1.0)
    before = len(lockstep.heard)
    assert not lockstep.call(NOW_S + 0.0005, until_s=NOW_S)
    assert len(lockstep.heard) == before


class Sleep:
    """A readiness whose sleeps end late by so much, on a clock of its own; news comes with the ask of that number.

    The next asks take as long as `asks_s` says.
    """

    ASK_S = 0.000003

    def __init__(self, hub, late_s=(), news_by_ask=None):
        self._real, self._late_s, self.news_by_ask = hub._readiness, list(late_s), news_by_ask
        self.now_s = NOW_S
        self.sleeps = []
        self.asks = 0
        self.asks_s = []
        hub._readiness = self

    def wait_exactly(self, timeout_s):
        self.sleeps.append(pytest.approx(timeout_s))
        self.now_s += timeout_s + (self._late_s.pop(0) if self._late_s else 0.0)
        return False

    def wait(self, timeout_s):
        self.now_s += self.asks_s.pop(0) if self.asks_s else self.ASK_S
        self.asks += 1
        return self._real.wait(5.0) if self.asks == self.news_by_ask else []

    def __getattr__(self, name):
        return getattr(self._real, name)


@pytest.fixture
def sleep(hub, monkeypatch):
    def begin(**options):
        made = Sleep(hub, **options)
        monkeypatch.setattr(hub_module, "time", SimpleNamespace(perf_counter=lambda: made.now_s))
        return made

    yield begin
    if isinstance(hub._readiness, Sleep):
        hub._readiness = hub._readiness._real


def test_a_wait_is_slept_in_two_parts_and_ends_awake_on_the_dot(hub, sleep):
    clock = sleep()
    hub.poll_until(NOW_S + 0.008, NOW_S)
    assert clock.sleeps == [0.008 - LEAD_S, LEAD_S - AWAKE_S]
    assert 0.0 <= clock.now_s - NOW_S - 0.008 <= Sleep.ASK_S
    assert clock.asks == pytest.approx(AWAKE_S / Sleep.ASK_S, abs=2)


@pytest.mark.parametrize(
    ("late_s", "second_s", "end_s"),
    [
        (0.0005, LEAD_S - AWAKE_S - 0.0005, 0.008),
        (LEAD_S - AWAKE_S + 0.0001, None, 0.008),
        (LEAD_S + 0.0003, None, 0.0083),
    ],
)
def test_a_long_sleep_that_ends_late_does_no_harm_up_to_the_lead(hub, sleep, late_s, second_s, end_s):
    clock = sleep(late_s=[late_s])
    hub.poll_until(NOW_S + 0.008, NOW_S)
    assert clock.sleeps[1:] == ([] if second_s is None else [second_s])
    assert 0.0 <= clock.now_s - NOW_S - end_s <= 2 * Sleep.ASK_S


@pytest.mark.parametrize("wait_s", [0.0001, 0.001, LEAD_S])
def test_a_short_wait_is_slept_but_for_its_share(hub, sleep, wait_s):
    clock = sleep()
    hub.poll_until(NOW_S + wait_s, NOW_S)
    assert clock.sleeps == [wait_s * (1.0 - AWAKE_SHARE)]


@pytest.mark.parametrize("wait_s", [0.0, -1.0])
def test_a_time_that_has_come_lets_what_is_there_be_served(hub, peer, sleep, wait_s):
    taken = []
    hub.serve({flat.InitComplete: lambda _session, message: taken.append(message)})
    peer.sendall(TINY)
    clock = sleep(news_by_ask=1)
    hub.poll_until(NOW_S + wait_s, NOW_S)
    assert (len(taken), clock.sleeps, clock.asks) == (1, [], 1)


def test_what_comes_in_the_last_part_of_a_wait_is_served_and_ends_it(hub, peer, sleep):
    taken = []
    hub.serve({flat.InitComplete: lambda _session, message: taken.append(message)})
    peer.sendall(TINY)
    clock = sleep(news_by_ask=10)
    hub.poll_until(NOW_S + 0.008, NOW_S)
    assert (len(taken), clock.asks) == (1, 10)
    assert clock.now_s < NOW_S + 0.008


def test_what_comes_while_it_sleeps_is_served_at_once(hub, peer):
    taken = []
    hub.serve({flat.InitComplete: lambda _session, message: taken.append(message)})
    peer.sendall(TINY)
    now_s = time.perf_counter()
    hub.poll_until(now_s + 5.0, now_s)
    assert len(taken) == 1
    assert time.perf_counter() - now_s < 1.0


def test_a_wait_never_ends_early_and_most_end_on_the_dot(hub):
    late_s = []
    for _ in range(100):
        now_s = time.perf_counter()
        hub.poll_until(now_s + 0.008, now_s)
        late_s.append(time.perf_counter() - now_s - 0.008)
    assert min(late_s) >= 0.0
    assert sorted(late_s)[10] < 0.00005


@pytest.fixture
def no_handles():
    """Takes all file handles of this process when called; returns a function that gives some of them back."""
    resource = pytest.importorskip("resource", reason="this system has no limit that a test can set")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = []

    def take():
        taken.append(os.dup(0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (taken[0] + 20, limits[1]))
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.dup(0))

    def give_back():
        for _ in range(5):
            os.close(taken.pop())

    yield take, give_back
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    for handle in taken:
        os.close(handle)


def test_without_file_handles_a_connection_waits_and_costs_no_processor(hub, no_handles):
    take, give_back = no_handles
    with socket.socket() as link:
        take()
        link.connect(hub.listener.getsockname())
        polls, end_s = 0, time.perf_counter() + 4 * ACCEPT_REST_S
        while (left_s := end_s - time.perf_counter()) > 0.0:
            hub.begin_turn()
            hub.poll(min(left_s, ACCEPT_REST_S))
            polls += 1
        assert polls < 20
        assert hub.sessions == {}
        assert set(hub.notes) == {"No connection can be accepted at the moment (Too many open files); new ones wait."}
        give_back()
        while not hub.sessions:
            assert time.perf_counter() < end_s + DEADLINE_S
            hub.begin_turn()
            hub.poll(ACCEPT_REST_S)
