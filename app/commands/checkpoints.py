"""The checkpoint that a command names, and the report if there is none."""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from app.commands.options import add_json, path
from app.commands.output import print_note, print_result
from app.exit_codes import ExitCode
from runtime.documents import DocumentError
from runtime.extras import MissingExtraError
from runtime.library import NewAgentError
from runtime.model.messages import MessageError, literal, message
from runtime.training.runs import Checkpoint, CheckpointError, RunDocument, RunFolder, RunPlan, newest_checkpoint

LATEST: Final = "latest"
BEST: Final = "best"


class RefusedError(MessageError):
    """The command cannot begin; `text` says why."""


REFUSALS: Final = (RefusedError, NewAgentError, MissingExtraError, OSError, ValueError)
"""Errors for which a command does not begin."""


def add_checkpoint_options(parser: argparse.ArgumentParser) -> None:
    """Adds the run, the checkpoint and `--json`."""
    parser.add_argument("run", type=path, metavar="RUN.toml")
    parser.add_argument(
        "--checkpoint", default=LATEST, metavar="STEP", help=f"{LATEST} (default), {BEST}, or its number of steps"
    )
    add_json(parser)


def read_plan(document: Path) -> RunPlan:
    """Returns the run of a document; its problems go to stderr.

    Raises:
        RefusedError: It cannot be read or has errors.
    """
    try:
        reading = RunDocument.open(document).reading()
    except DocumentError as error:
        raise RefusedError(literal(str(error.problem))) from error
    print_note(*map(str, reading.problems))
    if reading.value is None:
        raise RefusedError(message("run-unusable", "The document has errors."))
    return reading.value


def chosen_checkpoint(plan: RunPlan, name: str) -> Checkpoint:
    """Returns the complete checkpoint with a name: `latest`, `best`, or a number of steps.

    Raises:
        RefusedError: There is none, or it is damaged.
    """
    store = RunFolder(plan.folder).store()
    checkpoint: Checkpoint | None = None
    try:
        if name == LATEST:
            checkpoint = newest_checkpoint(plan, on_skip=lambda text: print_note(str(text)))
        elif name == BEST:
            best = [item for phase in plan.phases if (item := store.best(phase.name, plan.agent))]
            checkpoint = max(best, key=lambda item: item.step, default=None)
        else:
            views = [view for view in store.views(plan.name) if view.name == name.zfill(12)]
            checkpoint = store.named(views[-1].phase, views[-1].agent, views[-1].name) if views else None
    except CheckpointError as error:
        text = message(
            "checkpoint-unusable", "Checkpoint {name} cannot be used: {reason}", name=name, reason=error.text
        )
        raise RefusedError(text) from error
    if checkpoint is None:
        text = message("no-checkpoint-named", "The run {run} has no checkpoint '{name}'.", run=plan.name, name=name)
        raise RefusedError(text)
    return checkpoint


def refuse(error: Exception, *, as_json: bool) -> ExitCode:
    """Says why a command did not begin: the text of one of `REFUSALS`; returns the exit code."""
    code = ExitCode.INFRASTRUCTURE
    match error:
        case RefusedError(text=text) | NewAgentError(message=text):
            code = ExitCode.USAGE
        case MissingExtraError(reason=text):
            pass
        case _:
            text = literal(str(error))
    if as_json:
        print_result(json_text({"outcome": "failed", "reason": {"text": str(text), **text.as_json()}}))
    else:
        print_note(str(text))
    return code


def json_text(content: dict[str, Any]) -> str:
    """Returns a result as one JSON object."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
