"""A v4 bot that allows it is started while the game still gets ready, and connects when the match was sent."""

import time
from dataclasses import dataclass, replace

import pytest

from runtime.documents import read_bot
from runtime.games import ArenaGame, GameRun
from runtime.model.events import AgentChanged
from runtime.model.messages import literal
from runtime.model.states import AgentState, Outcome

pytestmark = pytest.mark.timeout(600)  # packages are downloaded once per checkout
DEADLINE_S = 60.0


class SlowRun(GameRun):
    """Gets ready as soon as a file exists."""

    def __init__(self, file):
        self.file = file

    def prepare(self):
        deadline_s = time.monotonic() + DEADLINE_S
        while not self.file.exists():
            assert time.monotonic() < deadline_s
            yield literal("waiting for the bot")


@dataclass(frozen=True, kw_only=True)
class SlowGame(ArenaGame):
    """An arena that ends early sessions, like RLBotServer, and waits for the bot's module before it is ready."""

    capabilities = replace(ArenaGame.capabilities, keeps_early_sessions=False)
    file: object = None

    def begin(self, order):
        return SlowRun(self.file)


def marked(folder, **values):
    """Lets the bot's module say that it was loaded, and its document allow an early start."""
    place = folder("simple")
    source = next(place.glob("*.py"))
    source.write_text(f"from pathlib import Path\n(Path(__file__).parent / 'loaded').touch()\n{source.read_text()}")
    (document,) = place.glob("simple.cfg")
    keys = "".join(f"{key} = {value}\n" for key, value in values.items())
    document.write_text(document.read_text().replace("[Locations]\n", f"[Locations]\n{keys}"))
    return document


@pytest.mark.parametrize(("value", "expected"), [("True", True), ("1", True), ("false", False), (None, False)])
def test_the_document_says_whether_a_bot_may_start_early(folder, value, expected):
    document = marked(folder, **({} if value is None else {"supports_early_start": value}))
    assert read_bot(document).value.starts_early is expected


def test_a_bot_loads_while_the_game_gets_ready(folder, play, mesh_cache):
    document = marked(folder, supports_early_start="True")
    states = []

    def follow(_run, event):
        if isinstance(event, AgentChanged):
            states.append(event.agent.state)

    game = SlowGame(meshes=mesh_cache, file=document.parent / "loaded")
    result, _, logs = play(f"[[cars]]\nconfig_file = '{document}'\n", seconds=2.0, on_event=follow, game=game)
    assert result.outcome is Outcome.FINISHED, (result.reason, logs)
    (agent,) = result.agents
    assert (agent.starts, agent.answers > 100) == (1, True)
    assert states.index(AgentState.STARTING) < states.index(AgentState.PLAYING)
