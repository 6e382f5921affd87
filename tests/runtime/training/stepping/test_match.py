"""Restarts of a stepped match after crashes: the quota below, at and above, with matches of the test."""

import socket

import pytest

from runtime.model.messages import literal
from runtime.training.stepping.client import StepCommunicationError, StepError
from runtime.training.stepping.match import MOST_RESTARTS, PAUSE_S, StepMatch, is_free_port

CRASH = StepCommunicationError(literal("The arena is gone."))


class Launches:
    """Starts matches that fail for the first `failures` times; keeps what happened when."""

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
    return StepMatch(launches, port=100, sleep=launches.sleep, **{"is_free": lambda port: True, **options})


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
    ("failures", "is_over"), [(MOST_RESTARTS - 1, False), (MOST_RESTARTS, False), (MOST_RESTARTS + 1, True)]
)
def test_ten_restarts_in_a_row_are_allowed(failures, is_over):
    launches = Launches(failures)
    match = match_of(launches)
    if is_over:
        with pytest.raises(RuntimeError, match=r"restarted 10 times without a step between. The arena is gone"):
            match.start()
    else:
        assert match.start() == "described"
    assert match.restarts == min(failures, MOST_RESTARTS)


@pytest.mark.parametrize(("steps", "crashes"), [(True, 3 * MOST_RESTARTS), (False, MOST_RESTARTS)])
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
