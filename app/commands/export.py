"""`kickabout export`: the policy of a run's checkpoint as a bot."""

import argparse
from pathlib import Path

from app.commands.checkpoints import (
    REFUSALS,
    add_checkpoint_options,
    chosen_checkpoint,
    json_text,
    read_plan,
    refuse,
)
from app.commands.options import path
from app.commands.output import print_result
from app.exit_codes import ExitCode
from runtime.texts import printable
from runtime.training.runs import checkpoint_bot


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    add_checkpoint_options(parser)
    parser.add_argument(
        "-o", "--output", type=path, default=Path(), metavar="DIR", help="where the bot's folder is made; default: here"
    )
    parser.add_argument("--name", default="", help="name of the bot; default: made of the run's name and the step")


def run(options: argparse.Namespace) -> ExitCode:
    """Exports a checkpoint; the path of the bot's document goes to stdout, problems to stderr."""
    as_json = options.json
    try:
        plan = read_plan(options.run)
        checkpoint = chosen_checkpoint(plan, options.checkpoint)
        bot = checkpoint_bot(checkpoint.folder, plan.name, options.run, options.output.absolute(), name=options.name)
    except REFUSALS as error:
        return refuse(error, as_json=as_json)
    if as_json:
        about = {
            "phase": checkpoint.phase,
            "agent": checkpoint.agent,
            "step": checkpoint.step,
            "folder": str(checkpoint.folder),
        }
        print_result(json_text({"outcome": "finished", "bot": str(bot), "run": plan.name, "checkpoint": about}))
    else:
        print_result(f"{printable(str(bot))}\n")
    return ExitCode.FINE
