"""Agents of matches that another program's match manager starts on Kickabout's server."""

import time

import pytest

from runtime.agents import StandaloneAgents
from runtime.games import ServerAddress

WAIT_S = 30.0


@pytest.fixture
def agents(tmp_path):
    agents = StandaloneAgents(ServerAddress("127.0.0.1", 1), logs=tmp_path / "logs")
    yield agents
    agents.close()


def held(logs, count):
    """Waits until running matches hold this many log folders; returns False if they do not in time."""
    deadline = time.monotonic() + WAIT_S
    while len([*logs.glob("*/.running")]) != count and time.monotonic() < deadline:
        time.sleep(0.01)
    return len([*logs.glob("*/.running")]) == count


def test_logs_of_a_match_are_held_until_it_ends(agents, car, match_of, tmp_path):
    logs = tmp_path / "logs"
    agents.begin(match_of(car("loner")))
    assert held(logs, 1)
    agents.begin(match_of(car("loner")))
    deadline = time.monotonic() + WAIT_S
    while len([*logs.iterdir()]) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert held(logs, 1), "the match before has ended"
    agents.end()
    assert held(logs, 0)
    agents.begin(match_of(car("loner")))
    assert held(logs, 1)
    agents.close()
    assert (held(logs, 0), len([*logs.iterdir()])) == (True, 3)
