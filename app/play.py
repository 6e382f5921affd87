"""`kickabout play`: one match without a window."""

import contextlib
import dataclasses
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from app.paths import cache_dir
from app.progress import Progress
from resources.examples import example_match
from runtime.config import Match, read_match
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRunner, exit_code, result_json
from runtime.problems import Problem
from runtime.states import Blame, Outcome
from runtime.values import MatchResult

EXAMPLE = "1v1"
"""The example match that is played when no document is named."""


def play(document: Path | None, *, pace: str, seed: int, seconds: float | None, as_json: bool) -> int:
    """Plays the match of `document`; the result goes to stdout, progress and problems to stderr.

    Returns the exit code of `app.exit_codes`.
    """
    reading = read_match(document or example_match(EXAMPLE))
    if reading.value is None:
        result = _unplayable(reading.problems)
    else:
        result = _run(reading.value, pace=pace, seed=seed, seconds=seconds)
        result = dataclasses.replace(result, problems=(*reading.problems, *result.problems))
    for problem in result.problems:
        sys.stderr.write(f"{problem}\n")
    sys.stdout.write((result_json(result) if as_json else summary(result)) + "\n")
    return exit_code(result)


def summary(result: MatchResult) -> str:
    """The result in lines for people."""
    lines = [f"{result.outcome.value}: {result.reason}"]
    if result.frames:
        speed = result.game_seconds / result.wall_seconds if result.wall_seconds else 0.0
        lines.append(f"  {result.game_seconds:.1f} s of play in {result.wall_seconds:.1f} s ({speed:.1f}x)")
    for agent in result.agents:
        reason = f" ({agent.reason})" if agent.reason else ""
        lines.append(f"  {agent.name}: {agent.state.value}{reason}, {agent.answers} answers, {agent.late} late")
    return "\n".join(lines)


def _run(match: Match, *, pace: str, seed: int, seconds: float | None) -> MatchResult:
    game = ArenaGame(meshes=cache_dir())
    runner = MatchRunner(MatchPlan(match=match, game=game, pace=pace, seed=seed, seconds_limit=seconds))
    progress = Progress(sys.stderr, live=sys.stderr.isatty())
    with _stopped_by_signals(runner):
        result = runner.run(progress.tell)
    progress.finish()
    return result


@contextlib.contextmanager
def _stopped_by_signals(runner: MatchRunner) -> Iterator[None]:
    """Lets Ctrl+C and a polite kill end the match cleanly while the block runs."""
    asked = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda *_: runner.request_stop()) for number in asked}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _unplayable(problems: tuple[Problem, ...]) -> MatchResult:
    errors = [problem for problem in problems if problem.is_error]
    return MatchResult(
        outcome=Outcome.FAILED,
        blame=Blame.DOCUMENT,
        reason=f"The document cannot be played: {errors[0].message}" if errors else "The document cannot be played.",
        score=(0, 0),
        frames=0,
        game_seconds=0.0,
        wall_seconds=0.0,
        agents=(),
        problems=problems,
    )
