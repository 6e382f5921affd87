"""The checkpoint that a command names, and the report if there is none."""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from app.commands.options import add_json, path
from app.commands.output import put, say
from app.exit_codes import ExitCode
from runtime.documents import DocumentError
from runtime.model.messages import Message, MessageError, literal, message
from runtime.training.runs import Checkpoint, CheckpointError, RunDocument, RunFolder, RunPlan, newest_checkpoint

LATEST: Final = "latest"
BEST: Final = "best"


class RefusedError(MessageError):
    """The command cannot begin; `text` says why."""


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
    say(*map(str, reading.problems))
    if reading.value is None:
        raise RefusedError(message("run-unusable", "The document has errors."))
    return reading.value


def chosen_checkpoint(plan: RunPlan, name: str) -> Checkpoint:
    """Returns the complete checkpoint with a name: `latest`, `best`, or a number of steps.

    Raises:
        RefusedError: There is none, or it is damaged.
    """
    store = RunFolder(plan.folder).store()
    found: Checkpoint | None = None
    try:
        if name == LATEST:
            found = newest_checkpoint(plan, on_skip=lambda text: say(str(text)))
        elif name == BEST:
            best = [checkpoint for phase in plan.phases if (checkpoint := store.best(phase.name, plan.agent))]
            found = max(best, key=lambda checkpoint: checkpoint.step, default=None)
        else:
            views = [view for view in store.views(plan.name) if view.name == name.zfill(12)]
            found = store.named(views[-1].phase, views[-1].agent, views[-1].name) if views else None
    except CheckpointError as error:
        text = message(
            "checkpoint-unusable", "Checkpoint {name} cannot be used: {reason}", name=name, reason=error.text
        )
        raise RefusedError(text) from error
    if found is None:
        text = message("no-checkpoint-named", "The run {run} has no checkpoint '{name}'.", run=plan.name, name=name)
        raise RefusedError(text)
    return found


def refuse(text: Message, code: ExitCode, *, as_json: bool) -> ExitCode:
    """Says why a command did not begin; returns the exit code."""
    if as_json:
        put(json_text({"outcome": "failed", "reason": {"text": str(text), **text.as_json()}}))
    else:
        say(str(text))
    return code


def json_text(content: dict[str, Any]) -> str:
    """Returns a result as one JSON object."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
