"""Restarts of a stepped match after crashes: the quota below, at and above, with simulated matches."""

import contextlib
import json
import socket
import threading
from functools import partial

import pytest

from runtime.model.messages import literal
from runtime.training.stepping.client import StepCommunicationError, StepError
from runtime.training.stepping.match import MAX_RESTARTS, PAUSE_S, READY_S, StepMatch, enabled, is_free_port

CRASH = StepCommunicationError(literal("The arena is gone."))


class Launches:
    """Starts matches of which the first `failures` fail; records each start with its time."""

    def __init__(self, failures=0):
        self.failures = failures
        self.now = 0.0
        self.history = []

    def __call__(self, port):
        self.history.append((self.now, port))
        if self.failures:
            self.failures -= 1
            raise CRASH
        return self

    client = "client"
    description = "described"

    def close(self):
        self.history.append("closed")

    def sleep(self, seconds):
        self.now += seconds


def match_of(launches, **options):
    return StepMatch(launches, port=100, **{"sleep": launches.sleep, "is_free": lambda port: True, **options})


def test_a_crash_is_followed_by_a_pause_and_the_next_port():
    launches = Launches()
    match = match_of(launches)
    assert match.start() == "described"
    assert match.restart(CRASH) == "described"
    assert launches.history == [(0.0, 100), "closed", (PAUSE_S, 101)]
    assert (match.client, match.restarts) == ("client", 1)


def test_ports_that_are_taken_are_skipped():
    launches = Launches()
    match = match_of(launches, is_free=lambda port: port not in (100, 101, 103))
    match.start()
    match.restart(CRASH)
    assert launches.history == [(0.0, 102), "closed", (PAUSE_S, 104)]


@pytest.mark.parametrize(
    ("failures", "is_over"), [(MAX_RESTARTS - 1, False), (MAX_RESTARTS, False), (MAX_RESTARTS + 1, True)]
)
def test_ten_restarts_in_a_row_are_allowed(failures, is_over):
    launches = Launches(failures)
    match = match_of(launches)
    if is_over:
        with pytest.raises(RuntimeError, match=r"restarted 10 times without a step between. The arena is gone"):
            match.start()
    else:
        assert match.start() == "described"
    assert match.restarts == min(failures, MAX_RESTARTS)


@pytest.mark.parametrize(("steps", "crashes"), [(True, 3 * MAX_RESTARTS), (False, MAX_RESTARTS)])
def test_a_step_between_restarts_begins_the_count_anew(steps, crashes):
    match = match_of(Launches())
    match.start()
    for _ in range(crashes):
        match.restart(StepError("The match has ended.", "step-match-over"))
        if steps:
            match.note_step()
    assert match.restarts == crashes
    if not steps:
        with pytest.raises(RuntimeError):
            match.restart(CRASH)


def test_a_match_of_others_is_looked_for_on_the_same_port():
    launches = Launches()
    match = match_of(launches, is_free=None)
    match.start()
    match.restart(CRASH)
    assert launches.history[-1] == (PAUSE_S, 100)


def test_a_port_is_free_if_nothing_listens_there():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert not is_free_port(listener.getsockname()[1])
    assert is_free_port(1)


@pytest.fixture
def arena():
    """Listens for a learner and answers its commands with these error codes; "" means no error."""
    with contextlib.ExitStack() as stack:

        def start(*codes):
            listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))

            def answer():
                with listener.accept()[0] as learner, learner.makefile("rb") as lines:
                    for line, code in zip(lines, codes, strict=False):
                        fault = {"status": "error", "error": "No.", "code": code} if code else {"status": "ok"}
                        learner.sendall(json.dumps({"id": json.loads(line)["id"], **fault}).encode() + b"\n")
                    lines.read()

            thread = threading.Thread(target=answer)
            thread.start()
            stack.callback(thread.join, 30.0)
            return listener.getsockname()[1]

        yield start


@pytest.mark.parametrize("code", ["step-unanswered", "step-match-over"])
@pytest.mark.parametrize("ready_s", [0.0, 60.0])
def test_a_match_that_cannot_be_stepped_yet_is_waited_for(arena, code, ready_s):
    port = arena(*[code] * (2 if ready_s else 1), "")
    if ready_s:
        client, description = enabled(port, ready_s)
        client.close()
        assert description["status"] == "ok"
    else:
        with pytest.raises(StepCommunicationError, match="No"):
            enabled(port, ready_s)


@pytest.mark.parametrize(("ready_at_s", "is_ready"), [(READY_S - 20.0, True), (READY_S, True), (READY_S + 20.0, False)])
def test_a_match_has_a_minute_until_it_can_be_stepped(arena, ready_at_s, is_ready):
    class Clock:
        now = 0.0

        def sleep(self, _):
            self.now += 20.0

    clock = Clock()
    port = arena(*["step-unanswered"] * int(ready_at_s / 20.0), "")
    waiting = partial(enabled, port, READY_S, clock=lambda: clock.now, sleep=clock.sleep)
    if is_ready:
        waiting()[0].close()
        assert clock.now == ready_at_s
    else:
        with pytest.raises(StepCommunicationError, match="No"):
            waiting()
        assert clock.now == READY_S


def test_a_match_without_a_car_for_the_learner_is_refused_at_once(arena):
    with pytest.raises(StepError, match="No"):
        enabled(arena("step-no-car"), 60.0)


def test_an_interrupted_restart_goes_on_at_the_next_one_and_a_closed_match_stays_closed():
    launches, interrupts = Launches(), [KeyboardInterrupt]

    def sleep(_seconds):
        if interrupts:
            raise interrupts.pop()

    match = match_of(launches, sleep=sleep)
    match.start()
    with pytest.raises(KeyboardInterrupt):
        match.restart(CRASH)
    with pytest.raises(StepCommunicationError):
        match.client  # noqa: B018 - it raises
    assert match.restart(CRASH) == "described"
    match.close()
    with pytest.raises(RuntimeError, match="closed"):
        match.restart(CRASH)
