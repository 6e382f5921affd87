"""From Stop to the moment when no process of the match is left, with one bot that ignores SIGTERM."""

import time
from pathlib import Path

import psutil

from bench.figures import Figure, median
from bench.processes import BOTS
from resources.examples import example_bots
from runtime.documents import read_match_text
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import Event, FrameShown
from runtime.model.states import Phase
from runtime.processes import GRACE_S

ROUNDS = 3

ALLOWED_S = GRACE_S + 0.3


def measure(meshes: Path) -> list[Figure]:
    """The seconds until nothing is left, the grace period included."""
    taken = [_stop(meshes) for _ in range(ROUNDS)]
    detail = {"grace s": GRACE_S, "best s": min(taken)}
    return [Figure(name="stop", value=median(taken), unit="s", bound=ALLOWED_S, sense="at most", detail=detail)]


def _stop(meshes: Path) -> float:
    text = f"""
        [match]
        start_without_countdown = true
        [[cars]]
        team = 0
        config_file = '{BOTS / "stubborn.bot.toml"}'
        [[cars]]
        team = 1
        config_file = '{example_bots() / "chaser" / "bot.toml"}'
    """
    match = read_match_text(text, BOTS / "match.toml").value
    assert match is not None
    runner = MatchRun(MatchPlan(match=match, game=ArenaGame(meshes=meshes), pace="realtime"))
    before = set(psutil.Process().children(recursive=True))
    asked: list[float] = []

    def watch(event: Event) -> None:
        if isinstance(event, FrameShown) and event.view.phase is Phase.ACTIVE and not asked:
            asked.append(time.perf_counter())
            runner.post(StopMatch())

    result = runner.run(watch)
    took = time.perf_counter() - asked[0] if asked else float("inf")
    left = [child for child in psutil.Process().children(recursive=True) if child not in before]
    if left or not asked:
        raise RuntimeError(f"left: {left}; {result.reason}")
    return took
