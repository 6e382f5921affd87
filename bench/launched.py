"""Matches that the launcher plays in this process, as `kickabout play` does, measured from outside."""

import os
from collections.abc import Callable
from pathlib import Path

import psutil

from bench.processes import BOTS
from runtime.documents import Match, read_match_text
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import Event
from runtime.model.values import MatchResult

LIMIT_S = 3600.0
"""Game seconds after which a match ends in any case; the benchmarks stop theirs earlier."""


def bench_document(folder: Path, bot: str, cars: int, *, options: str = "", environment: str = "") -> Match:
    """Writes a bot document for `bots/BOT.py` into `folder`; returns an endless match of `cars` of them.

    `options` are arguments of the bot, `environment` is an inline table.
    """
    command = f'"{BOTS / bot}.py" {options}'.strip()
    settings = f"""
        [settings]
        agent_id = "bench/{bot}"
        name = "{bot.capitalize()}"
        run_command = 'python {command}'
        run_command_linux = 'python3 {command}'
        environment = {{ {environment} }}
    """
    (folder / "bot.toml").write_text(settings, encoding="utf-8")
    car = '[[cars]]\nteam = {}\nconfig_file = "bot.toml"\n'
    return read(
        "[match]\nstart_without_countdown = true\nskip_replays = true\n[mutators]\nmatch_length = 'Unlimited'\n"
        + "".join(car.format(position % 2) for position in range(cars)),
        folder,
    )


def read(text: str, folder: Path) -> Match:
    """Reads a match document whose paths are relative to `folder`."""
    reading = read_match_text(text, folder / "match.toml")
    assert reading.value is not None, reading.problems
    return reading.value


class Launched:
    """A match and the launcher that plays it; `on_event` is called in the thread of `play`."""

    def __init__(self, match: Match, meshes: Path, *, pace: str, seconds: float = LIMIT_S, **plan: object) -> None:
        self._runner = MatchRun(
            MatchPlan(match=match, game=ArenaGame(meshes=meshes), pace=pace, seconds_limit=seconds, **plan)  # type: ignore[arg-type]
        )

    def play(self, on_event: Callable[[Event], None]) -> MatchResult:
        """Plays the match to its end, or until `stop`."""
        return self._runner.run(on_event)

    def stop(self) -> None:
        """Stops the match; can be called from `on_event`."""
        self._runner.post(StopMatch())


def arena_process() -> psutil.Process:
    """Returns the arena that this process has started through its supervisor.

    Raises:
        LookupError: there is none.
    """
    for child in psutil.Process(os.getpid()).children(recursive=True):
        if "runtime.arena" in child.cmdline():
            return child
    raise LookupError("no arena runs")


class ArenaCpu:
    """Samples the CPU time of the arena while a match runs; the arena may end before the last event arrives."""

    def __init__(self) -> None:
        self.samples: list[tuple[float, float]] = []
        """Pairs of the caller's measure, such as seconds or frames, and CPU seconds."""
        self._process: psutil.Process | None = None

    def sample(self, at: float) -> None:
        """Adds a sample, unless the arena has ended."""
        try:
            self._process = self._process or arena_process()
            times = self._process.cpu_times()
        except (LookupError, psutil.NoSuchProcess):
            return
        self.samples.append((at, float(times.user + times.system)))

    def per_unit(self) -> float:
        """Returns CPU seconds per unit of the samples' first value.

        Raises:
            RuntimeError: there are fewer than two samples.
        """
        if len(self.samples) < 2:
            raise RuntimeError("the arena did not run long enough to be measured")
        (began, began_s), (ended, ended_s) = self.samples[0], self.samples[-1]
        return (ended_s - began_s) / (ended - began)


def cpu_s(process: psutil.Process) -> float:
    """Returns the CPU time that a process has used, in seconds."""
    times = process.cpu_times()
    return float(times.user + times.system)
