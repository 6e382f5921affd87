"""From Start to the first frame of the kickoff, against the bare start of the slowest bot until it has connected."""

import socket
import time
from pathlib import Path

from resources.examples import example_bots
from runtime.documents import Match, read_match_text
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRunner
from runtime.model.events import Event, FrameShown
from runtime.model.states import Phase
from tests.bench.figures import Figure, median
from tests.bench.processes import bot_environment, started

ROUNDS = 5
ALLOWED_S = 0.4


def measure(meshes: Path) -> list[Figure]:
    """The seconds that Kickabout adds to the bots' own start."""
    waits, bare = [], []
    for _ in range(ROUNDS):
        bare.append(max(bare_start(name) for name in ("striker", "chaser")))
        waits.append(_start_to_kickoff(meshes))
    added = [wait - own for wait, own in zip(waits, bare, strict=True)]
    detail = {"start s": median(waits), "bare s": median(bare)}
    return [Figure(name="start", value=median(added), unit="s", bound=ALLOWED_S, sense="at most", detail=detail)]


def example() -> Match:
    """The example match without its countdown."""
    bots = example_bots()
    text = f"""
        [match]
        start_without_countdown = true
        [[cars]]
        team = 0
        config_file = '{bots / "striker" / "bot.toml"}'
        [[cars]]
        team = 1
        config_file = '{bots / "chaser" / "bot.toml"}'
    """
    match = read_match_text(text, bots / "match.toml").value
    assert match is not None
    return match


def _start_to_kickoff(meshes: Path) -> float:
    runner = MatchRunner(MatchPlan(match=example(), game=ArenaGame(meshes=meshes), pace="realtime"))
    began = time.perf_counter()
    kickoffs: list[float] = []

    def watch(event: Event) -> None:
        if isinstance(event, FrameShown) and event.view.phase is Phase.KICKOFF and not kickoffs:
            kickoffs.append(time.perf_counter() - began)
            runner.request_stop()

    result = runner.run(watch)
    if not kickoffs:
        raise RuntimeError(result.reason)
    return kickoffs[0]


def bare_start(name: str) -> float:
    """Seconds from the start of an example bot's process until it has connected and said who it is."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30.0)
        began = time.perf_counter()
        port = listener.getsockname()[1]
        with started([str(example_bots() / name / "bot.py")], bot_environment(port, f"kickabout/{name}")):
            link, _ = listener.accept()
            link.recv(1)
            took = time.perf_counter() - began
            link.close()
    return took
