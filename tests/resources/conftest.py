"""Plays the example bots in the arena's game in this process, without sockets."""

import functools
import importlib.util
import logging
import sys
from random import Random

import pytest

from resources.examples import example_bots, example_match
from runtime.arena.game.game import Game
from runtime.arena.physics.world import prepare
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.documents import read_match, validate
from runtime.protocol import unpack_core


def _load(name, program="bot"):
    """Loads the module of an example from its own folder, as a program would."""
    folder = example_bots() / name
    spec = importlib.util.spec_from_file_location(f"example_{name}", folder / f"{program}.py")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(folder))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))
        for shared in ("driving", "shooting"):
            sys.modules.pop(shared, None)
    return module


def _agent_class(module):
    kinds = (getattr(module, name, None) for name in ("Bot", "Hivemind", "Script"))
    bases = tuple(kind for kind in kinds if kind is not None)
    return next(
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, bases) and value not in bases
    )


class Forecast:
    """A ball prediction that is unpacked on first use, because unpacking takes longer than the rest of a frame."""

    def __init__(self, payload):
        self._payload = payload

    @functools.cached_property
    def slices(self):
        return [] if self._payload is None else unpack_core(self._payload).slices


class Stadium:
    """One match in which every bot is called directly, frame by frame."""

    def __init__(self, match, *, seed, seconds):
        self.match = validate(match, random=Random(seed)).value
        self.game = Game(self.match, seed=seed, seconds_limit=seconds)
        self.agents = []
        minds = {}
        for index, car in enumerate(self.match.cars):
            mind = minds.get((car.agent_id, car.team)) if car.hivemind else None
            if mind is None:
                mind = self._seat(index, car)
                minds[car.agent_id, car.team] = mind
            else:
                mind.indices.append(index)
        for agent in self.agents:
            agent.initialize()

    def _seat(self, index, car):
        agent = _agent_class(_load(car.agent_id.partition("/")[2]))(car.agent_id)
        agent.team = car.team
        agent.field_info = self.game.field_info()
        if car.hivemind:
            agent.indices = [index]
        else:
            agent.index = index
        self.agents.append(agent)
        return agent

    def frame(self):
        """Passes the packet to every agent, passes their answers to the game, and advances by one frame."""
        game = self.game
        packet = game.packet()
        forecast = Forecast(game.prediction_payload())
        for agent in self.agents:
            agent.ball_prediction = forecast
            outputs = (
                agent.get_outputs(packet) if hasattr(agent, "get_outputs") else {agent.index: agent.get_output(packet)}
            )
            for index, controls in outputs.items():
                game.set_controls(index, controls)
        game.advance()
        return packet

    def play(self):
        """Plays to the end; yields the packet of each frame."""
        self.game.start()
        while not self.game.is_over:
            yield self.frame()


@pytest.fixture(scope="session", autouse=True)
def quiet_rlbot():
    """Restores the root logger, which the rlbot package replaces when it is imported."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    import rlbot.managers

    assert rlbot.managers
    root.setLevel(level)
    root.handlers = handlers


@pytest.fixture(scope="session")
def walls(mesh_cache):
    """The arena's walls, loaded once for this process."""
    prepare(ensure_meshes(mesh_cache))


@pytest.fixture
def stadium(walls):
    """Opens a stadium for an example match, or for a match of its own."""

    def open_stadium(match, *, seed=1, seconds=10.0):
        if isinstance(match, str):
            match = read_match(example_match(match)).value
        return Stadium(match, seed=seed, seconds=seconds)

    return open_stadium


@pytest.fixture
def agent_of():
    """Makes one agent by the name of its folder, with a team and a car but without a match."""

    def make(name, program="bot"):
        agent = _agent_class(_load(name, program))(f"kickabout/{name}")
        agent.team = 0
        if hasattr(agent, "get_outputs"):
            agent.indices = [0, 1]
        else:
            agent.index = 0
        return agent

    return make
