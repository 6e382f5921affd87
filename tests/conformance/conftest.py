"""Talks to a server of the RLBot v5 protocol over sockets and knows nothing of its insides.

`pytest tests/conformance --server HOST:PORT` asks a server that is running; otherwise an arena is started.
"""

import subprocess
import sys
from pathlib import Path

import pytest
import rlbot_flatbuffers as flat

from tests.conformance.peers import Lab
from tests.conformance.states import GROUND_Z, on_ground, still

ROOT = Path(__file__).resolve().parents[2]


def pytest_addoption(parser):
    parser.addoption("--server", metavar="HOST:PORT", help="a running server to ask instead of an arena of our own")


@pytest.fixture(scope="module")
def address(request, mesh_cache):
    """Where the server listens."""
    given = request.config.getoption("--server", default=None)
    if given:
        host, _, port = given.rpartition(":")
        yield host, int(port)
        return
    command = [sys.executable, "-m", "runtime.arena", "--port", "0", "--pace", "4", "--wait", "30", "--seed", "5"]
    with subprocess.Popen(
        [*command, "--meshes", str(mesh_cache), "--log-level", "error"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as arena:
        host, _, port = arena.stdout.readline().split()[-1].rpartition(":")
        yield host, int(port)
        arena.terminate()
        assert arena.wait(10) == 0


@pytest.fixture
def lab(address):
    """A fresh start: no match is on before the test and none after it."""
    one = Lab(address)
    yield one
    one.close()


@pytest.fixture
def bot(lab):
    """A car alone in midfield, at rest; the ball lies far away."""
    peer = lab.solo()
    peer.set_state(flat.DesiredCarState(still(0, 0, GROUND_Z), 50), still(3000, 3000, 93))
    peer.drive(lambda packet: abs(packet.players[0].physics.location.x) < 10 and on_ground(packet))
    return peer


@pytest.fixture
def on_purpose(request):
    """For rules that the arena keeps differently from RLBotServer, on purpose."""
    if request.config.getoption("--server", default=None):
        pytest.skip("a rule of the arena's own")
