"""`kickabout play`: one match without a window."""

import dataclasses
import shlex
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from random import Random, SystemRandom
from typing import Final, TextIO

from app.commands.interrupts import Interrupts
from app.commands.leftovers import notice as leftovers_notice
from app.commands.output import put
from app.commands.packages import PackageAdvice, prepare
from app.commands.progress import Progress, title
from app.document.opening import find_bot
from app.services.litter import remove_litter
from app.services.paths import FolderError, cache_dir, environments_dir, logs_dir, made, services_dir, situations_dir
from app.session.random_map import RecentMaps, drawn_match
from resources.examples import example_match
from runtime.agents.preparation import python_problems
from runtime.documents import CarKind, Match, Reading, RestartPolicy, judged, map_name, read_match
from runtime.games import ArenaGame
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import AnswerSwap, RestartAgents, StopMatch, SwapAgents
from runtime.model.messages import Message, arguments, literal, message, sentences
from runtime.model.problems import Problem, Severity
from runtime.model.states import Blame, Outcome, SwapMode
from runtime.model.step_mode import StepModeOptions
from runtime.model.values import AgentStatus, MatchResult
from runtime.processes import MemoryCeiling
from runtime.records.match_result import exit_code, result_json
from runtime.texts import counted, printable

EXAMPLE = "1v1"
"""The example match that is played when no document is named."""
NO_TERMINAL = "Questions need a terminal, so changed bots are reported but not swapped; --watch auto swaps at once"
HELP: Final = {
    SwapMode.ASK: "s and Enter swaps what changed, n does not, r restarts; with blue-1 or blue behind it, only these",
    SwapMode.AUTO: "s and Enter swaps at once, r restarts; with blue-1 or blue behind it, only these",
}


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
    step_port: int | None = None,
    as_json: bool,
) -> int:
    """Plays the match of `document`; the result goes to stdout, progress and problems to stderr.

    A random map depends on `seed` alone; without one, the seed of the match is 0, and maps do not repeat. With
    `step_port`, a learner can step the match through that port. `restarts` is a number or `unlimited`, and replaces the
    limits in the document. Returns the exit code of `app.exit_codes`.
    """
    try:
        game = ArenaGame(meshes=made(cache_dir()))
    except FolderError as error:
        reason = literal(str(error))
        return _print_result(_without_play(Outcome.FAILED, reason, blame=Blame.INFRASTRUCTURE), as_json=as_json)
    reading = _read(document or example_match(EXAMPLE))
    ready = judged(reading, lambda match: (*game.remarks(match), *_remarks(match, step_port)))
    _print([leftovers_notice(), *map(str, ready.problems)])
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
            services=services_dir(),
            logs=logs_dir(),
            is_fair=is_fair,
            memory=memory,
            restarts=_restarts(reading.value, restarts),
            swap_mode=watch,
            step_mode=_step_mode(reading.value, step_port),
            situations=situations_dir(),
        )
        result = _run(plan, ready.value, document, interrupts, install=install)
    return _print_result(dataclasses.replace(result, problems=ready.problems), as_json=as_json)


def _step_mode(match: Match, port: int | None) -> StepModeOptions | None:
    """Returns the step mode of the document, with `port` if one is given."""
    return match.step_mode if port is None else dataclasses.replace(match.step_mode or StepModeOptions(), port=port)


def _print_result(result: MatchResult, *, as_json: bool) -> int:
    """Prints the result as JSON or as text; returns the exit code."""
    put((result_json(result) if as_json else summary(result)) + "\n")
    return exit_code(result)


def _print(lines: Iterable[str]) -> None:
    for line in filter(None, lines):
        sys.stderr.write(f"{printable(line)}\n")
    sys.stderr.flush()


def summary(result: MatchResult) -> str:
    """Returns the result as text."""
    lines = [f"{result.outcome.value}: {result.reason}"]
    if result.frames:
        speed = result.game_seconds / result.wall_seconds if result.wall_seconds else 0.0
        lines.append(f"  {result.game_seconds:.1f} s of play in {result.wall_seconds:.1f} s ({speed:.1f}x)")
    if result.drawn_map:
        lines.append(f"  random map: {map_name(result.drawn_map)} ({result.drawn_map})")
    lines += [f"  Interference: {act}." for act in result.interference]
    lines += [_row(agent, result.reason) for agent in result.agents]
    if result.logs is not None and (result.outcome is Outcome.FAILED or any(map(_has_fault, result.agents))):
        lines.append(f"  logs: {result.logs}")
    return "\n".join(map(printable, lines))


def _has_fault(agent: AgentStatus) -> bool:
    return agent.state.is_fault or agent.traceback is not None


def _row(agent: AgentStatus, said: Message) -> str:
    """Returns a line about an agent; without what the result's reason says of it."""
    figures = f", {counted(agent.answers, 'answer')}, {agent.late} late" if agent.cars else ""
    numbers = {"swap": agent.swaps, "restart": agent.restarts, "error": agent.errors}
    counts = "".join(f", {counted(number, noun)}" for noun, number in numbers.items() if number)
    remarks = [str(agent.reason)] if agent.reason and title(agent) not in set(arguments(said)) else []
    if agent.last_error not in f"{said} {agent.reason}":
        remarks.append(f"Last error: {agent.last_error}.")
    return ". ".join((f"  {agent.name}: {agent.state.value}{figures}{counts}", *filter(None, [" ".join(remarks)])))


def _run(plan: MatchPlan, match: Match, document: Path | None, interrupts: Interrupts, *, install: bool) -> MatchResult:
    """Installs the packages, then plays the match."""
    if interrupts.is_wanted or not prepare(
        match, environments_dir(), document=document, install=install, interrupts=interrupts
    ):
        return _broken_off()
    run = MatchRun(plan)
    advice = PackageAdvice(match, environments_dir(), document=document)
    progress = Progress(sys.stderr, live=sys.stderr.isatty(), advise=advice.on_event)
    if plan.swap_mode is not SwapMode.OFF:
        _explain(plan.swap_mode, can_type=listen(run, plan.swap_mode) is not None)
    with interrupts.to(lambda: run.post(StopMatch())):
        result = run.run(progress.on_event)
    progress.finish()
    remove_litter()
    return result


def _explain(mode: SwapMode, *, can_type: bool) -> None:
    """Prints what can be typed, or that there is no terminal for questions."""
    text = HELP[mode] if can_type else NO_TERMINAL if mode is SwapMode.ASK else ""
    if text:
        sys.stderr.write(f"{text}.\n")


def _with_map(match: Match, seed: int | None) -> Match:
    """Returns the match with a random map if it asks for one; a seed alone determines the map."""
    if seed is None:
        return drawn_match(match, in_arena=True, random=SystemRandom(), recent=RecentMaps())
    return drawn_match(match, in_arena=True, random=Random(seed), recent=None)


def _restarts(match: Match, text: str | None) -> RestartPolicy | None:
    """Returns the match's policy with the limit `text`; None without a text."""
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


def _undriven(match: Match, step_port: int | None) -> tuple[Problem, ...]:
    """Returns a warning for each car of a human: without a window there are no keys, but there may be a learner."""
    if _step_mode(match, step_port) is not None:
        return ()
    return tuple(
        Problem(
            severity=Severity.WARNING,
            path=car.place.path if car.place is not None else match.path or Path(),
            line=car.place.line if car.place is not None else None,
            key=f"cars[{position}]",
            message=message("human-without-window", "Without a window nobody drives this car, so it stands still."),
        )
        for position, car in enumerate(match.cars)
        if car.kind is CarKind.HUMAN
    )


def _remarks(match: Match, step_port: int | None) -> tuple[Problem, ...]:
    return (*_undriven(match, step_port), *_python_problems(match))


def _python_problems(match: Match) -> tuple[Problem, ...]:
    return python_problems(match, configured=Path(sys.executable), environments=environments_dir())


def _broken_off() -> MatchResult:
    return _without_play(Outcome.INTERRUPTED, message("broken-off", "Broken off before the match."))


def _unplayable(problems: tuple[Problem, ...]) -> MatchResult:
    errors = [problem for problem in problems if problem.is_error]
    reason = message("not-playable", "The document cannot be played.")
    if errors:
        reason = message(reason.code, "The document cannot be played: {error}", error=errors[0].message)
    return _without_play(Outcome.FAILED, reason, blame=Blame.DOCUMENT, problems=problems)


def _without_play(
    outcome: Outcome, reason: Message, *, blame: Blame = Blame.NOBODY, problems: tuple[Problem, ...] = ()
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


def listen(run: MatchRun, mode: SwapMode, stream: TextIO | None = None) -> threading.Thread | None:
    """Reads lines on a thread of its own as long as the program runs; returns None where there is no terminal.

    The thread is a daemon, because reading cannot be interrupted on every system.
    """
    lines = stream or sys.stdin
    if lines is None or not lines.isatty():
        return None
    thread = threading.Thread(target=_read_commands, args=(run, mode, lines), name="terminal", daemon=True)
    thread.start()
    return thread


def carry_out(run: MatchRun, mode: SwapMode, line: str) -> bool:
    """Carries out a typed line: a letter, and after it agents or sides; returns whether it was understood."""
    word, *keys = line.split() or [""]
    match word.lower():
        case "s" if mode is SwapMode.ASK:
            run.post(AnswerSwap(keys=tuple(keys), is_wanted=True))
        case "n" if mode is SwapMode.ASK:
            run.post(AnswerSwap(keys=tuple(keys), is_wanted=False))
        case "s":
            run.post(SwapAgents(keys=tuple(keys)))
        case "r":
            run.post(RestartAgents(keys=tuple(keys)))
        case _:
            return False
    return True


def _read_commands(run: MatchRun, mode: SwapMode, lines: TextIO) -> None:
    for line in lines:
        if line.strip() and not carry_out(run, mode, line):
            sys.stderr.write(f"{HELP[mode]}.\n")
