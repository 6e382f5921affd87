import pytest

from runtime.config.model import Car, CarKind, Match, Script
from runtime.match.report import AgentReport, GameReport


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def bot():
    def make(name="Ada", team=0, **values):
        defaults = {"agent_id": "tests/ada", "root_dir": "/bots/ada", "run_command": "run me", "given_name": name}
        return Car(name=name, team=team, **(defaults | values))

    return make


@pytest.fixture
def human():
    return Car(kind=CarKind.HUMAN, team=1)


@pytest.fixture
def script():
    def make(name="Painter", agent_id="tests/painter", run_command="paint"):
        return Script(name=name, agent_id=agent_id, root_dir="/scripts", run_command=run_command)

    return make


@pytest.fixture
def match_of():
    def make(*cars, **values):
        return Match(cars=cars, **values)

    return make


@pytest.fixture
def row():
    def make(*cars, team=0, agent_id="tests/ada", connected=True, ready=True, packets=0, answers=0, late=0):
        return AgentReport(
            agent_id=agent_id,
            team=team,
            cars=cars,
            is_connected=connected,
            is_ready=ready,
            packets=packets,
            answers=answers,
            late=late,
        )

    return make


@pytest.fixture
def report():
    def make(*rows, notes=(), final=False):
        return GameReport(
            frame=0,
            speed=1.0,
            overruns=0,
            is_final=final,
            state_hash=None,
            missing=(),
            agents=rows,
            notes=notes,
            refused="",
        )

    return make
