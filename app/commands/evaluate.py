"""`kickabout evaluate`: games of a run's policy against its gallery, and ratings."""

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.commands.checkpoints import (
    REFUSALS,
    RefusedError,
    add_checkpoint_options,
    chosen_checkpoint,
    json_text,
    read_plan,
    refuse,
)
from app.commands.interrupts import Interrupts
from app.commands.options import seconds, whole
from app.commands.output import print_note, print_result
from app.document.opening import find_bot
from app.exit_codes import ExitCode
from app.services.paths import cache_dir, environments_dir, logs_dir, made, services_dir
from runtime.documents.choices import SKILLS
from runtime.games import GameSettings, new_game
from runtime.model.messages import message
from runtime.model.ratings import Rating
from runtime.records.results import GameResult
from runtime.texts import printable
from runtime.training.evaluation import MatchSettings
from runtime.training.learners import POLICY_FILE, load_policy
from runtime.training.runs import Evaluation, GalleryPlan, RunPlan, evaluate


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    add_checkpoint_options(parser)
    parser.add_argument(
        "--games", type=whole("games", 1, 10_000), metavar="N", help="games against each; default: as the run says"
    )
    parser.add_argument("--seconds", type=seconds, help="game time of each game; default: as the run says")
    parser.add_argument(
        "--against", action="append", default=[], metavar="BOT|SKILL", help="opponents instead of the run's gallery"
    )


def run(options: argparse.Namespace) -> ExitCode:
    """Evaluates a checkpoint; results go to stdout, games and problems to stderr."""
    with Interrupts() as interrupts:
        return _evaluate(options, interrupts)


def _evaluate(options: argparse.Namespace, interrupts: Interrupts) -> ExitCode:
    as_json = options.json
    try:
        plan = read_plan(options.run)
        checkpoint = chosen_checkpoint(plan, options.checkpoint)
        file = checkpoint.folder / POLICY_FILE
        policy = load_policy(file)
        settings = MatchSettings(
            game=new_game(settings=GameSettings(cache=lambda: made(cache_dir()))),
            environments=environments_dir(),
            services=services_dir(),
            logs=logs_dir(),
            is_stopped=lambda: interrupts.is_wanted,
        )
        gallery = _gallery(plan, options.games, options.seconds, options.against)
        sys.path.append(str(options.run.absolute().parent))  # as in the learner: the user's classes are there
        how: dict[str, Any] = {"gallery": gallery, "settings": settings, "file": file}
        evaluation = evaluate(plan, policy, checkpoint.step, on_game=_show, **how)
    except REFUSALS as error:
        return refuse(error, as_json=as_json)
    print_note(*map(str, evaluation.problems))
    code = _exit_code(evaluation, is_interrupted=interrupts.is_wanted)
    print_result(_as_json(evaluation, code) if as_json else _as_text(evaluation))
    return code


def _gallery(plan: RunPlan, games: int | None, seconds: float | None, against: Sequence[str]) -> GalleryPlan:
    gallery = plan.gallery
    if against:
        skills = tuple(word for word in against if word in SKILLS)
        bots = tuple(_bot(Path(word)) for word in against if word not in SKILLS)
        gallery = dataclasses.replace(gallery, stand_ins=skills, bots=bots, checkpoints=0)
    if not (gallery.stand_ins or gallery.bots or gallery.checkpoints):
        raise RefusedError(
            message(
                "gallery-empty",
                "The document names no opponents. Add a table [gallery] with bots, stand_ins or checkpoints, or name "
                "them with --against.",
            )
        )
    return dataclasses.replace(gallery, games=games or gallery.games, seconds=seconds or gallery.seconds)


def _bot(path: Path) -> Path:
    document = find_bot(path) if path.is_dir() else path
    if document is None or not document.is_file():
        raise RefusedError(
            message(
                "opponent-unknown",
                "{name} is neither a bot nor a skill. Known skills: {known:,}.",
                name=str(path),
                known=SKILLS,
            )
        )
    return document


def _show(result: GameResult) -> None:
    score = f"{result.score[0]}:{result.score[1]}"
    end = f", does not count: {result.reason}" if result.reason else ""
    print_note(f"{result.blue} - {result.orange} {score} (seed {result.seed}){end}")


def _exit_code(evaluation: Evaluation, *, is_interrupted: bool) -> ExitCode:
    if is_interrupted:
        return ExitCode.INTERRUPTED
    is_whole = not evaluation.problems and not any(result.reason for result in evaluation.results)
    return ExitCode.FINE if is_whole else ExitCode.MATCH_FAILED


def _as_text(evaluation: Evaluation) -> str:
    rows = [_row(standing, is_own=standing.name == evaluation.key) for standing in evaluation.standings]
    heading = f"  {'':30} {'rating':>7} {'mu':>6} {'sigma':>6} {'games':>6} {'won':>6}  95 % of"
    return "\n".join([heading, *rows, ""])


def _row(standing: Rating, *, is_own: bool) -> str:
    low, high = standing.interval
    figures = f"{standing.ordinal:7.2f} {standing.mu:6.2f} {standing.sigma:6.2f} {standing.games:6} "
    share = f"{standing.win_rate:6.1%}  {low:.0%}-{high:.0%}"
    return printable(f"{'>' if is_own else ' '} {standing.name[:30]:30} {figures}{share}")


def _as_json(evaluation: Evaluation, code: ExitCode) -> str:
    outcome = {ExitCode.FINE: "finished", ExitCode.INTERRUPTED: "interrupted"}.get(code, "failed")
    return json_text({"outcome": outcome, **evaluation.as_json()})
