"""`kickabout play`: one match without a window."""

import dataclasses
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random, SystemRandom

from app.commands.advice import Advice
from app.commands.interrupts import Interrupts
from app.commands.leftovers import notice as leftovers_notice
from app.commands.output import put
from app.commands.packages import prepare
from app.commands.progress import Progress, title
from app.commands.terminal import HELP, listen
from app.document.opening import find_bot
from app.services.litter import remove_litter
from app.services.paths import FolderError, cache_dir, environments_dir, logs_dir, made
from app.session.random_map import RecentMaps, drawn_match
from resources.examples import example_match
from runtime.agents.preparation import python_problems
from runtime.documents import Match, Reading, RestartPolicy, judged, map_name, read_match
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun, exit_code, result_json
from runtime.model.messages import message, sentences
from runtime.model.problems import Problem, Severity
from runtime.model.states import Blame, Outcome, SwapMode
from runtime.model.values import AgentStatus, MatchResult
from runtime.processes import MemoryCeiling
from runtime.texts import printable

EXAMPLE = "1v1"
"""The example match that is played when no document is named."""
NOBODY_ASKED = "Nobody can be asked here, so what changes is told and not swapped; --watch auto swaps at once"


def play(
    document: Path | None,
    *,
    interrupts: Interrupts,
    pace: str,
    seed: int | None,
    seconds: float | None,
    is_fair: bool = False,
    memory: MemoryCeiling | None = None,
    restarts: str | None = None,
    watch: SwapMode = SwapMode.OFF,
    install: bool = False,
    as_json: bool,
) -> int:
    """Plays the match of `document`; the result goes to stdout, progress and problems to stderr.

    A map by lot depends on `seed` alone; without one, it is 0 for the match, and every map has its turn.
    `restarts` is a number or `unlimited`, in place of the limits in the document; None for these.
    Returns the exit code of `app.commands.exit_codes`.
    """
    try:
        game = ArenaGame(meshes=made(cache_dir()))
    except FolderError as error:
        return _told(_without_play(Outcome.FAILED, str(error), blame=Blame.INFRASTRUCTURE), as_json=as_json)
    reading = _read(document or example_match(EXAMPLE))
    ready = judged(reading, lambda match: (*game.remarks(match), *_python_problems(match)))
    _tell([leftovers_notice(), *map(str, ready.problems)])
    if reading.value is None or ready.value is None:
        result = _unplayable(ready.problems)
    else:
        plan = MatchPlan(
            match=_with_map(reading.value, seed),
            game=game,
            pace=pace,
            seed=seed or 0,
            seconds_limit=seconds,
            environments=environments_dir(),
            logs=logs_dir(),
            is_fair=is_fair,
            memory=memory,
            restarts=_restarts(reading.value, restarts),
            swap_mode=watch,
        )
        is_ready = not interrupts.is_wanted and prepare(
            ready.value, environments_dir(), document=document, install=install, interrupts=interrupts
        )
        advice = Advice(ready.value, environments_dir(), document=document)
        result = _run(plan, advice, interrupts) if is_ready else _broken_off()
        result = dataclasses.replace(result, problems=ready.problems)
    return _told(result, as_json=as_json)


def _told(result: MatchResult, *, as_json: bool) -> int:
    """Writes the result for programs or for people; returns the exit code."""
    put((result_json(result) if as_json else summary(result)) + "\n")
    return exit_code(result)


def _tell(lines: Iterable[str]) -> None:
    for line in filter(None, lines):
        sys.stderr.write(f"{printable(line)}\n")
    sys.stderr.flush()


def summary(result: MatchResult) -> str:
    """The result in lines for people."""
    lines = [f"{result.outcome.value}: {result.reason}"]
    if result.frames:
        speed = result.game_seconds / result.wall_seconds if result.wall_seconds else 0.0
        lines.append(f"  {result.game_seconds:.1f} s of play in {result.wall_seconds:.1f} s ({speed:.1f}x)")
    if result.drawn_map:
        lines.append(f"  map by lot: {map_name(result.drawn_map)} ({result.drawn_map})")
    lines += [f"  Interference: {act}." for act in result.interference]
    lines += [_row(agent, is_told=title(agent) in str(result.reason)) for agent in result.agents]
    if result.logs is not None and (result.outcome is Outcome.FAILED or any(map(_has_fault, result.agents))):
        lines.append(f"  logs: {result.logs}")
    return "\n".join(map(printable, lines))


def _has_fault(agent: AgentStatus) -> bool:
    return agent.state.is_fault or agent.traceback is not None


def _row(agent: AgentStatus, *, is_told: bool) -> str:
    figures = f", {agent.answers} answers, {agent.late} late" if agent.cars else ""
    counts = _counted(agent.swaps, "swap") + _counted(agent.restarts, "restart")
    reason = f". {agent.reason}" if agent.reason and not is_told else ""
    return f"  {agent.name}: {agent.state.value}{figures}{counts}{reason}"


def _counted(number: int, what: str) -> str:
    """`, 2 swaps`; empty for none."""
    return f", {number} {what}{'' if number == 1 else 's'}" if number else ""


def _run(plan: MatchPlan, advice: Advice, interrupts: Interrupts) -> MatchResult:
    runner = MatchRun(plan)
    progress = Progress(sys.stderr, live=sys.stderr.isatty(), advise=advice.on)
    if plan.swap_mode is not SwapMode.OFF:
        _explain(plan.swap_mode, is_heard=listen(runner, plan.swap_mode) is not None)
    with interrupts.to(runner.request_stop):
        result = runner.run(progress.tell)
    progress.finish()
    remove_litter()
    return result


def _explain(mode: SwapMode, *, is_heard: bool) -> None:
    """Says what a person can type, or that nobody can be asked."""
    text = HELP[mode] if is_heard else NOBODY_ASKED if mode is SwapMode.ASK else ""
    if text:
        sys.stderr.write(f"{text}.\n")


def _with_map(match: Match, seed: int | None) -> Match:
    """The match with a map from the lot, if it wants one; with a seed, nothing counts but that."""
    if seed is None:
        return drawn_match(match, in_arena=True, random=SystemRandom(), recent=RecentMaps())
    return drawn_match(match, in_arena=True, random=Random(seed), recent=None)


def _restarts(match: Match, text: str | None) -> RestartPolicy | None:
    """The match's policy with the one limit that was asked for; None where none was."""
    if text is None:
        return None
    limit = None if text == "unlimited" else int(text)
    return dataclasses.replace(match.restarts, limit=limit, limit_in_window=None)


def _read(document: Path) -> Reading[Match]:
    if not document.is_dir():
        return read_match(document)
    bot = find_bot(document)
    fix = message("name-match", "Name a match file.")
    if bot is not None:
        command = f"kickabout {shlex.quote(str(document))}"
        window = message("open-window", "To see this bot play, open the window with it: {command}", command=command)
        fix = sentences(fix, window)
    said = message("folder-not-match", "This is a folder, not a match.")
    return Reading.of(None, [Problem(severity=Severity.ERROR, path=document, message=said, fix=fix)])


def _python_problems(match: Match) -> tuple[Problem, ...]:
    return python_problems(match, configured=Path(sys.executable), environments=environments_dir())


def _broken_off() -> MatchResult:
    return _without_play(Outcome.INTERRUPTED, "Broken off before the match.")


def _unplayable(problems: tuple[Problem, ...]) -> MatchResult:
    errors = [problem for problem in problems if problem.is_error]
    reason = f"The document cannot be played: {errors[0].message}" if errors else "The document cannot be played."
    return _without_play(Outcome.FAILED, reason, blame=Blame.DOCUMENT, problems=problems)


def _without_play(
    outcome: Outcome, reason: str, *, blame: Blame = Blame.NOBODY, problems: tuple[Problem, ...] = ()
) -> MatchResult:
    return MatchResult(
        outcome=outcome,
        blame=blame,
        reason=reason,
        score=(0, 0),
        frames=0,
        game_seconds=0.0,
        wall_seconds=0.0,
        agents=(),
        problems=problems,
    )
