"""Connections: read limits, throttling, waiting and ending."""

import contextlib
import socket
import threading
import time
from types import SimpleNamespace

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.net import connection_server
from runtime.arena.net.connection import READ_BYTES, Connection
from runtime.arena.net.connection_server import AWAKE_S, AWAKE_SHARE, LEAD_S, MAX_WORK, ConnectionServer
from runtime.arena.net.listening import ACCEPT_PAUSE_S
from runtime.protocol import frame, pack_core, pack_interface

TINY = frame(pack_interface(flat.InitComplete()))
INPUT = frame(pack_interface(flat.PlayerInput(0, flat.ControllerState(throttle=1.0))))
GOODBYE = frame(pack_core(flat.DisconnectSignal()))
POLLS = 50
NOW_S = 100.0
DEADLINE_S = 30.0


@pytest.fixture(params=[True, False], ids=["precise wait", "coarse wait"])
def net(request):
    """A server without a match, with the waits of this system and with those of a system without precise waits."""
    listener = socket.create_server(("127.0.0.1", 0))
    made = ConnectionServer([listener], Connection)
    made.poller._has_handle = made.poller._has_handle and request.param
    made.listener, made.taken, made.inputs = listener, [], []
    made.set_handlers(
        on_input=lambda _connection, car, _controls: made.inputs.append(car),
        on_message=lambda _connection, message, _payload: made.taken.append(message),
    )
    yield made
    if listener.fileno() != -1:
        made.close(0.0)


@pytest.fixture
def peer(net):
    listener = net.listener
    with socket.create_connection(listener.getsockname()) as link:
        net.poll(1.0)
        yield link


def served(net):
    """Returns the number of messages handled in one turn."""
    before = len(net.taken)
    net.begin_turn()
    for _ in range(POLLS):
        net.poll(0.0)
    return len(net.taken) - before


def test_a_client_that_sends_until_it_reads_the_end_is_not_reset(net, peer):
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
    net.close(DEADLINE_S)
    client.join(DEADLINE_S)
    assert closed.is_set()
    assert time.monotonic() - begun_s < DEADLINE_S / 2


def test_a_client_that_never_closes_delays_the_end_by_the_given_time(net, peer):
    begun_s = time.monotonic()
    net.close(0.3)
    assert 0.3 <= time.monotonic() - begun_s < 0.3 + 10.0


def test_a_flood_of_small_messages_is_handled_in_portions(net, peer):
    sent = 2000
    peer.sendall(TINY * sent)
    most = MAX_WORK + READ_BYTES // len(TINY) + 1
    turns = [served(net) for _ in range(2)]
    assert all(MAX_WORK < turn <= most for turn in turns)
    while served(net):
        pass
    assert len(net.taken) == sent


@pytest.mark.parametrize("count", [MAX_WORK - 1, MAX_WORK])
def test_a_connection_within_its_share_is_handled_at_once(net, peer, count):
    peer.sendall(TINY * count)
    assert served(net) == count
    assert not next(iter(net.connections.values())).is_throttled


def test_inputs_that_come_one_by_one_count_as_work_of_the_turn_too(net, peer):
    net.begin_turn()
    session = next(iter(net.connections.values()))
    for count in range(1, MAX_WORK + 2):
        peer.sendall(INPUT)
        assert net.poll(1.0)
        assert len(net.inputs) == count
        assert session.is_throttled is (count > MAX_WORK)


def test_a_flooding_bot_is_not_read_before_its_turn_while_answers_are_collected(net, peer):
    waiting = [0]
    net.set_handlers(
        on_input=lambda _connection, _car, _controls: waiting.clear(),
        on_message=lambda _connection, message, _payload: net.taken.append(message),
    )
    peer.sendall(INPUT)
    assert net.collect(lambda: not waiting, until_s=time.perf_counter() + DEADLINE_S)
    peer.sendall(TINY * (MAX_WORK + 1 + READ_BYTES))
    while not next(iter(net.connections.values())).is_throttled:
        net.poll(1.0)
    before = len(net.taken)
    assert not net.collect(lambda: False, until_s=time.perf_counter() + 0.01)
    assert len(net.taken) == before


class Sleep:
    """A poller with a simulated clock. Sleeps end late by `late_s`; data arrives with poll number `news_by_ask`."""

    ASK_S = 0.000003

    def __init__(self, net, late_s=(), news_by_ask=None):
        self._real, self._late_s, self.news_by_ask = net.poller, list(late_s), news_by_ask
        self.now_s = NOW_S
        self.sleeps = []
        self.asks = 0
        self.asks_s = []
        net.poller = self

    def wait_precisely(self, timeout_s):
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
def sleep(net, monkeypatch):
    def begin(**options):
        made = Sleep(net, **options)
        monkeypatch.setattr(connection_server, "time", SimpleNamespace(perf_counter=lambda: made.now_s))
        return made

    yield begin
    if isinstance(net.poller, Sleep):
        net.poller = net.poller._real


def test_a_wait_is_two_sleeps_and_a_poll_loop_that_ends_on_time(net, sleep):
    clock = sleep()
    net.poll_until(NOW_S + 0.008, NOW_S)
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
def test_a_long_sleep_may_end_late_by_the_lead(net, sleep, late_s, second_s, end_s):
    clock = sleep(late_s=[late_s])
    net.poll_until(NOW_S + 0.008, NOW_S)
    assert clock.sleeps[1:] == ([] if second_s is None else [second_s])
    assert 0.0 <= clock.now_s - NOW_S - end_s <= 2 * Sleep.ASK_S


@pytest.mark.parametrize("wait_s", [0.0001, 0.001, LEAD_S])
def test_a_short_wait_is_one_sleep(net, sleep, wait_s):
    clock = sleep()
    net.poll_until(NOW_S + wait_s, NOW_S)
    assert clock.sleeps == [wait_s * (1.0 - AWAKE_SHARE)]


@pytest.mark.parametrize("wait_s", [0.0, -1.0])
def test_a_wait_that_is_over_handles_what_has_arrived(net, peer, sleep, wait_s):
    peer.sendall(TINY)
    clock = sleep(news_by_ask=1)
    net.poll_until(NOW_S + wait_s, NOW_S)
    assert (len(net.taken), clock.sleeps, clock.asks) == (1, [], 1)


def test_a_message_during_the_poll_loop_ends_the_wait(net, peer, sleep):
    peer.sendall(TINY)
    clock = sleep(news_by_ask=10)
    net.poll_until(NOW_S + 0.008, NOW_S)
    assert (len(net.taken), clock.asks) == (1, 10)
    assert clock.now_s < NOW_S + 0.008


def test_a_message_during_the_sleep_ends_the_wait(net, peer):
    peer.sendall(TINY)
    now_s = time.perf_counter()
    net.poll_until(now_s + 5.0, now_s)
    assert len(net.taken) == 1
    assert time.perf_counter() - now_s < 4.0


def test_a_wait_never_ends_early_and_mostly_on_time(net):
    late_s = []
    for _ in range(100):
        now_s = time.perf_counter()
        net.poll_until(now_s + 0.008, now_s)
        late_s.append(time.perf_counter() - now_s - 0.008)
    assert min(late_s) >= 0.0
    assert sorted(late_s)[10] < 0.002, "`bench realtime` measures how late exactly"


@pytest.fixture
def no_handles():
    """Functions that deny this process new file handles, and allow them again."""
    resource = pytest.importorskip("resource", reason="this system has no limit that a test can set")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)

    def take():
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, limits[1]))  # denies handles that other tests' objects free

    def give_back():
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)

    yield take, give_back
    give_back()


def test_without_file_handles_new_connections_wait_without_using_cpu(net, no_handles):
    take, give_back = no_handles
    with socket.socket() as link:
        take()
        link.connect(net.listener.getsockname())
        polls, end_s = 0, time.perf_counter() + 4 * ACCEPT_PAUSE_S
        while (left_s := end_s - time.perf_counter()) > 0.0:
            net.begin_turn()
            net.poll(min(left_s, ACCEPT_PAUSE_S))
            polls += 1
        assert polls < 20
        assert net.connections == {}
        notes = {str(event.text) for event in net.take_events()}
        assert notes == {"No connection can be accepted at the moment (Too many open files); new ones wait."}
        give_back()
        while not net.connections:
            assert time.perf_counter() < end_s + DEADLINE_S
            net.begin_turn()
            net.poll(ACCEPT_PAUSE_S)
