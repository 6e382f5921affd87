import pytest

from tests.conformance.peers import Lab
from tests.scripted_server.driver import ScriptedServer


@pytest.fixture
def serve(tmp_path):
    """Starts scripted servers, one folder each."""
    servers = []

    def make(*, game=(), **behaviour):
        folder = tmp_path / f"server-{len(servers)}"
        fields = False if game is False else {"map_load_s": 0.02, "pace": 4.0, **dict(game)}
        servers.append(ScriptedServer(folder, game=fields, **behaviour))
        return servers[-1].__enter__()

    yield make
    for server in servers:
        server.__exit__()


@pytest.fixture
def lab_of():
    """Returns the conformance suite's tool for a server."""
    labs = []

    def make(server):
        server.wait_for_port()
        labs.append(Lab(server.address))
        return labs[-1]

    yield make
    for lab in labs:
        for peer in lab.peers:
            peer.close()
