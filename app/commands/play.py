"""`kickabout play`: one match without a window."""

import argparse
import dataclasses
import shlex
import sys
import threading
from collections.abc import Mapping
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random, SystemRandom
from typing import Final, TextIO

from app.commands.interrupts import Interrupts
from app.commands.leftovers import notice as leftovers_notice
from app.commands.options import (
    add_game,
    add_json,
    add_memory,
    add_server,
    chosen_game,
    memory_ceiling,
    path,
    seconds,
    whole,
)
from app.commands.output import print_note, print_result
from app.commands.packages import PackageAdvice, prepare
from app.commands.progress import Progress, title
from app.document.opening import find_bot
from app.exit_codes import ExitCode
from app.services.litter import remove_litter
from app.services.paths import FolderError, environments_dir, logs_dir, services_dir, situations_dir
from app.session.random_map import RecentMaps, drawn_match
from resources.examples import example_match
from runtime.agents.preparation import python_problems
from runtime.arena.__main__ import add_pace, add_step_mode
from runtime.documents import CarKind, Match, Reading, RestartPolicy, judged, map_name, read_match
from runtime.games import Game, GameError
from runtime.games.kept_server import KeptServer
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import AnswerSwap, RestartAgents, StopMatch, SwapAgents
from runtime.model.messages import Message, arguments, literal, message, sentences
from runtime.model.problems import Problem, Severity
from runtime.model.states import Blame, Outcome, Remedy, SwapMode
from runtime.model.step_mode import StepModeOptions
from runtime.model.values import BUILT_IN, AgentStatus, MatchResult
from runtime.records.match_result import exit_code, result_json
from runtime.texts import counted, printable

EXAMPLE = "1v1"
"""The example match that is played when no document is named."""
NO_TERMINAL = "Not a terminal: changed bots are reported but not swapped. Use --watch auto to swap them automatically"
HELP: Final = {
    SwapMode.ASK: "Type s to swap changed bots, n to keep the old ones, r to restart; add blue-1 or blue to choose",
    SwapMode.AUTO: "Type s to swap at once, r to restart; add blue-1 or blue to choose",
}


WATCH_MODES: Final = ("auto", "ask")
"""Values of `--watch`; the first is the default."""
UNLIMITED: Final = "unlimited"
_MISSING: Final = "`kickabout doctor`, or Environment in the window's menu, lists what is missing."
REMEDIES: Final[Mapping[Remedy | None, str]] = {
    Remedy.GET_SERVER: _MISSING,
    Remedy.SET_UP_GAME: _MISSING,
    Remedy.RESTART_GAME: "`kickabout play --restart-game` closes it and starts it again.",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("match", nargs="?", type=path, metavar="MATCH.toml", help="default: the example match")
    add_game(parser, f"{BUILT_IN}, or the one that --server is for")
    add_server(parser)
    add_pace(parser, "realtime, or lockstep with --step-mode")
    add_step_mode(parser)
    parser.add_argument(
        "--seed",
        type=int,
        help="the same seed and bots give the same lockstep match, on the same random map; default: 0",
    )
    parser.add_argument("--seconds", type=seconds, help="end the match after this many seconds of game time")
    parser.add_argument("--fair", action="store_true", help="reserve CPU cores for the game and each team")
    add_memory(parser)
    parser.add_argument(
        "--restarts",
        type=restarts,
        metavar="N",
        help=f"restart a failed agent at most N times, or {UNLIMITED}; default: as the match says",
    )
    parser.add_argument(
        "--watch",
        choices=WATCH_MODES,
        help="swap agents when their files are saved: at once (auto, the default) or after asking (ask)",
    )
    parser.add_argument("--install", action="store_true", help="install required packages without asking")
    add_json(parser)


def complete(words: list[str]) -> list[str]:
    """Adds the default mode after each bare `--watch`; otherwise the match file would be parsed as the mode."""
    complete_words = []
    for word, after in pairwise([*words, ""]):
        complete_words.append(word)
        if word == "--watch" and after not in WATCH_MODES:
            complete_words.append(WATCH_MODES[0])
    return complete_words


def restarts(text: str) -> str:
    """Returns a number of restarts as text, or `unlimited`.

    Raises:
        argparse.ArgumentTypeError: It is neither that word nor a whole number from 0 to 100000.
    """
    word = text.lower()
    return word if word == UNLIMITED else str(whole("restarts", 0, 100_000, f", or {UNLIMITED}")(text))


def run(options: argparse.Namespace) -> int:
    """Plays a match; the result goes to stdout, progress and problems to stderr.

    Returns the exit code of `app.exit_codes`.
    """
    with Interrupts() as interrupts, closing(KeptServer()) as kept_server:
        try:
            game = _game(options, kept_server)
        except GameError as error:
            print_note(f"kickabout play: {error.text}")
            return ExitCode.USAGE
        except FolderError as error:
            result = MatchResult(outcome=Outcome.FAILED, blame=Blame.INFRASTRUCTURE, reason=literal(str(error)))
        else:
            result = _play(game, options, interrupts)
        kept_server.stop()
        print_note(REMEDIES.get(result.remedy, ""))
        print_result((result_json(result) if options.json else summary(result)) + "\n")
        return exit_code(result)


def _game(options: argparse.Namespace, kept_server: KeptServer) -> Game:
    """Returns the chosen game.

    Raises:
        GameError: the options are wrong, or the game cannot do what they want.
        FolderError: a folder of Kickabout cannot be made.
    """
    game = chosen_game(options, kept_server)
    if options.step_mode is not None and not game.capabilities.takes_learners:
        raise GameError(message("no-step-mode", "--step-mode: only the arena that Kickabout starts has step mode."))
    refusal = game.capabilities.pace_refusal(str(options.pace)) if options.pace is not None else None
    if refusal is not None:
        raise GameError(message("pace-refused", "--pace {pace}: {reason}", pace=str(options.pace), reason=refusal))
    return game


def _play(game: Game, options: argparse.Namespace, interrupts: Interrupts) -> MatchResult:
    reading = _read(options.match or example_match(EXAMPLE))
    ready = judged(reading, lambda match: (*game.problems(match), *_remarks(match, options.step_mode)))
    print_note(leftovers_notice(), str(game.warning or ""), *map(str, ready.problems))
    if reading.value is None or ready.value is None:
        result = _unplayable(ready.problems)
    else:
        plan = MatchPlan(
            match=_with_map(reading.value, game, options.seed),
            game=game,
            pace=str(options.pace or ("realtime" if options.step_mode is None else "lockstep")),
            seed=options.seed or 0,
            seconds_limit=options.seconds,
            environments=environments_dir(),
            services=services_dir(),
            logs=logs_dir(),
            is_fair=options.fair,
            memory=memory_ceiling(options),
            restarts=_restarts(reading.value, options.restarts),
            swap_mode=SwapMode(options.watch or "off"),
            step_mode=_step_mode(reading.value, options.step_mode),
            situations=situations_dir(),
        )
        result = _run(plan, ready.value, options, interrupts)
    return dataclasses.replace(result, problems=ready.problems)


def _step_mode(match: Match, port: int | None) -> StepModeOptions | None:
    """Returns the step mode of the document, with `port` if one is given."""
    return match.step_mode if port is None else dataclasses.replace(match.step_mode or StepModeOptions(), port=port)


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


def _row(agent: AgentStatus, result_reason: Message) -> str:
    """Returns a line about an agent, without what the reason of the result says about it."""
    figures = f", {counted(agent.answers, 'answer')}, {agent.late} late" if agent.packets else ""
    numbers = {"swap": agent.swaps, "restart": agent.restarts, "error": agent.errors}
    counts = "".join(f", {counted(number, noun)}" for noun, number in numbers.items() if number)
    remarks = [str(agent.reason)] if agent.reason and title(agent) not in set(arguments(result_reason)) else []
    if agent.last_error not in f"{result_reason} {agent.reason}":
        remarks.append(f"Last error: {agent.last_error}.")
    return ". ".join((f"  {agent.name}: {agent.state.value}{figures}{counts}", *filter(None, [" ".join(remarks)])))


def _run(plan: MatchPlan, match: Match, options: argparse.Namespace, interrupts: Interrupts) -> MatchResult:
    """Installs the packages, then plays the match."""
    environments, document = environments_dir(), options.match
    if interrupts.is_wanted or not prepare(
        match, environments, document=document, install=options.install, interrupts=interrupts
    ):
        reason = message("broken-off", "Cancelled before the match started.")
        return MatchResult(outcome=Outcome.INTERRUPTED, reason=reason)
    run = MatchRun(plan)
    advice = PackageAdvice(match, environments, document=document)
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
    print_note(text and f"{text}.")


def _with_map(match: Match, game: Game, seed: int | None) -> Match:
    """Returns the match with a random map if it asks for one; a seed alone determines the map."""
    if seed is None:
        return drawn_match(match, game=game.capabilities, random=SystemRandom(), recent=RecentMaps())
    return drawn_match(match, game=game.capabilities, random=Random(seed), recent=None)


def _restarts(match: Match, text: str | None) -> RestartPolicy | None:
    """Returns the match's policy with the limit `text`; None without a text."""
    if text is None:
        return None
    limit = None if text == UNLIMITED else int(text)
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
    text = message("folder-not-match", "This is a folder, not a match.")
    return Reading.of(None, [Problem(severity=Severity.ERROR, path=document, message=text, fix=fix)])


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
    pythons = python_problems(match, configured=Path(sys.executable), environments=environments_dir())
    return (*_undriven(match, step_port), *pythons)


def _unplayable(problems: tuple[Problem, ...]) -> MatchResult:
    errors = [problem for problem in problems if problem.is_error]
    reason = message("not-playable", "The document cannot be played.")
    if errors:
        reason = message(reason.code, "The document cannot be played: {error}", error=errors[0].message)
    return MatchResult(outcome=Outcome.FAILED, blame=Blame.DOCUMENT, reason=reason)


def listen(run: MatchRun, mode: SwapMode, stream: TextIO | None = None) -> threading.Thread | None:
    """Reads lines in a thread as long as the program runs; returns None if there is no terminal.

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
            print_note(f"{HELP[mode]}.")
