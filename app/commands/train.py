"""`kickabout train`: one training run without a window."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TextIO

from app.commands.interrupts import Interrupts
from app.commands.options import add_json, path
from app.commands.output import LiveLine, print_note, print_result
from app.exit_codes import ExitCode
from app.services.paths import environments_dir
from runtime.documents import DocumentError
from runtime.model.events import LinesLogged
from runtime.model.messages import Message, message
from runtime.model.problems import Problem
from runtime.model.states import Blame
from runtime.model.training import (
    CheckpointView,
    EndReason,
    PhaseMode,
    PhaseView,
    RunChanged,
    RunEvent,
    RunNoted,
    RunResult,
    RunState,
    RunView,
    StopRun,
)
from runtime.records.match_result import EXIT_CODES
from runtime.texts import printable
from runtime.training.runs import RunDocument, TrainingRun

PERIOD_S: Final = 5.0
"""Time between two lines about the progress, where the output is not a terminal."""
LIVE_PERIOD_S: Final = 0.5


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("run", type=path, metavar="RUN.toml")
    parser.add_argument("--resume", action="store_true", help="continue from the newest complete checkpoint")
    add_json(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Runs a training run; the result goes to stdout, progress, output and problems to stderr."""
    with Interrupts() as interrupts:
        return _train(options.run, interrupts, is_resumed=options.resume, as_json=options.json)


def _train(document: Path, interrupts: Interrupts, *, is_resumed: bool, as_json: bool) -> ExitCode:
    problems: tuple[Problem, ...] = ()
    try:
        opened = RunDocument.open(document)
        reading = opened.reading()
        problems, plan = reading.problems, reading.value
    except DocumentError as error:
        problems, plan = (error.problem,), None
    print_note(*map(str, problems))
    if plan is None:
        text = message("run-unusable", "The document has errors.")
        _print(_unusable(document, text, problems), as_json=as_json)
        return ExitCode.USAGE
    training = TrainingRun(plan, opened.text, is_resumed=is_resumed, environments=environments_dir())
    progress = TrainingProgress(sys.stderr, live=sys.stderr.isatty())
    with interrupts.to(lambda: training.post(StopRun())):
        result = training.run(progress.on_event)
    progress.finish()
    if is_lost(result.view):
        print_note("There is no checkpoint, so nothing of what this run has learned is kept.")
    _print(_content(result, problems), as_json=as_json)
    return exit_code(result, is_interrupted=interrupts.is_wanted)


def exit_code(result: RunResult, *, is_interrupted: bool) -> ExitCode:
    """Returns the exit code for a result.

    Processes that are left over, and a policy that could not be saved, are failures of the infrastructure.
    """
    if result.survivors:
        return ExitCode.INFRASTRUCTURE
    if is_interrupted and result.view.end in (EndReason.CANCELLED, None):
        return ExitCode.INTERRUPTED
    code = ExitCode(EXIT_CODES[result.blame])
    return ExitCode.INFRASTRUCTURE if code is ExitCode.FINE and is_lost(result.view) else code


def is_lost(view: RunView) -> bool:
    """Returns whether a run has learned something, and no checkpoint holds it."""
    has_learned = any(phase.mode is PhaseMode.TRAIN and phase.steps for phase in view.phases)
    return view.state.is_over and has_learned and not view.checkpoints


class TrainingProgress:
    """Turns events into text on one stream; called from the run's thread only."""

    def __init__(self, stream: TextIO, *, live: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._line = LiveLine(stream)
        self._live = live
        self._clock = clock
        self._phase = -1
        self._state = RunState.SCHEDULED
        self._next_s = clock()

    def on_event(self, event: RunEvent) -> None:
        """Prints the next event."""
        match event:
            case RunChanged(view=view):
                self._on_view(view)
            case RunNoted(text=text):
                self._line.write(str(text))
            case LinesLogged(lines=lines):
                for line in lines:
                    self._line.write(f"  {line.text}")
            case _:
                pass

    def finish(self) -> None:
        """Removes the live line."""
        self._line.clear()

    def _on_view(self, view: RunView) -> None:
        is_news = (view.phase, view.state) != (self._phase, self._state)
        self._phase, self._state = view.phase, view.state
        if view.state is RunState.SCHEDULED:
            return
        text = status(view)
        if is_news and (not self._live or view.state is not RunState.RUNNING):
            self._line.write(text)
        elif self._clock() >= self._next_s:
            self._next_s = self._clock() + (LIVE_PERIOD_S if self._live else PERIOD_S)
            (self._line.show if self._live else self._line.write)(text)


def status(view: RunView) -> str:
    """Returns the state of a run as one line."""
    phase = view.phases[view.phase]
    limit = f" of {phase.max_steps}" if phase.max_steps is not None else ""
    parts = [
        f"{phase.name}: {view.state.value}",
        f"{phase.steps}{limit} steps",
        f"{phase.episodes} episodes",
        f"{phase.wall_s:.0f} s",
        f"{view.steps_per_s:.0f} steps/s",
    ]
    if phase.metric_value is not None:
        parts.append(f"{phase.metric} {phase.metric_value:.4g}")
    if view.failed_updates:
        parts.append(f"{view.failed_updates} failed updates")
    return ", ".join(parts)


def _print(content: dict[str, Any], *, as_json: bool) -> None:
    print_result(f"{json.dumps(content)}\n" if as_json else f"{_summary(content)}\n")


def _summary(content: dict[str, Any]) -> str:
    lines = [f"{content['outcome']}: {content['reason']}"]
    lines += [
        f"  {phase['name']}: {phase['end'] or phase['state']}, {phase['steps']} steps, {phase['episodes']} episodes"
        for phase in content["phases"]
    ]
    lines += [f"  best checkpoint: {content['best']}"] if content["best"] else []
    if content["end"] == EndReason.CANCELLED.value and content["checkpoints"]:
        lines.append("Continue with the same command and --resume.")
    return "\n".join(map(printable, lines))


def _content(result: RunResult, problems: tuple[Problem, ...]) -> dict[str, Any]:
    view = result.view
    best = result.best
    return {
        "outcome": view.state.value,
        "end": view.end.value if view.end is not None else None,
        "reason": str(view.text or ""),
        "folder": str(view.folder),
        "steps": view.steps,
        "episodes": view.episodes,
        "wall_seconds": view.wall_s,
        "learner_restarts": view.learner_restarts.used,
        "failed_updates": view.failed_updates,
        "discarded_steps": view.discarded_steps,
        "phases": [_phase(phase) for phase in view.phases],
        "checkpoints": [_checkpoint(checkpoint) for checkpoint in view.checkpoints],
        "best": str(best.folder) if best is not None else None,
        "survivors": list(result.survivors),
        "problems": [problem.as_json() for problem in problems],
    }


def _unusable(document: Path, text: Message, problems: tuple[Problem, ...]) -> dict[str, Any]:
    view = RunView(name=document.stem, document=document, folder=document.parent, state=RunState.ERROR, text=text)
    return _content(RunResult(view=view, blame=Blame.DOCUMENT), problems)


def _phase(phase: PhaseView) -> dict[str, Any]:
    return {
        "name": phase.name,
        "mode": phase.mode.value,
        "state": phase.state.value,
        "end": phase.end.value if phase.end is not None else None,
        "reason": str(phase.text or ""),
        "steps": phase.steps,
        "episodes": phase.episodes,
        "wall_seconds": phase.wall_s,
        "metric": phase.metric,
        "value": phase.metric_value,
        "best_value": phase.best_value,
    }


def _checkpoint(checkpoint: CheckpointView) -> dict[str, Any]:
    return {
        "phase": checkpoint.phase,
        "agent": checkpoint.agent,
        "step": checkpoint.step,
        "folder": str(checkpoint.folder),
        "value": checkpoint.metric_value,
        "is_best": checkpoint.is_best,
    }
