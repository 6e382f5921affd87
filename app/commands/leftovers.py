"""`kickabout leftovers`: lists processes that crashed runs left behind, and ends them."""

import argparse
from collections.abc import Sequence
from typing import Final

from app.commands.options import add_json
from app.commands.output import print_json, print_result
from app.exit_codes import ExitCode
from app.services.litter import remove_litter
from runtime.model.values import Leftover
from runtime.processes import end_leftovers, find_leftovers

COMMAND: Final = "kickabout leftovers --end"
_NAMED: Final = 4
"""Maximum number of processes named in one line."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("--end", action="store_true", help="end these processes")
    add_json(parser, "the processes")


def run(options: argparse.Namespace) -> ExitCode:
    """Prints the processes of crashed runs, and ends them with `--end`; 3 if that failed."""
    remove_litter()
    leftovers = find_leftovers()
    survivors = end_leftovers(leftovers) if options.end else ()
    if options.json:
        print_json({"leftovers": leftovers, "survivors": survivors})
    else:
        print_result(_text(leftovers, survivors, is_ended=options.end))
    return ExitCode.INFRASTRUCTURE if survivors else ExitCode.FINE


def notice() -> str:
    """Returns a line about processes of crashed runs, with the command that ends them; empty if there are none."""
    leftovers = find_leftovers()
    if not leftovers:
        return ""
    names = ", ".join(map(str, leftovers[:_NAMED])) + (", ..." if len(leftovers) > _NAMED else "")
    if len(leftovers) == 1:
        return f"A process of an earlier run still exists: {names}. To end it: {COMMAND}"
    return f"{len(leftovers)} processes of an earlier run still exist: {names}. To end them: {COMMAND}"


def _text(leftovers: Sequence[Leftover], survivors: Sequence[str], *, is_ended: bool) -> str:
    if not leftovers:
        return "Nothing of an earlier run is left.\n"
    lines = [f"{leftover}: {leftover.command}" for leftover in leftovers]
    if survivors:
        lines.append(f"Could not be ended: {', '.join(survivors)}.")
    elif is_ended:
        lines.append("Ended.")
    else:
        lines.append(f"To end {'it' if len(leftovers) == 1 else 'them'}: {COMMAND}")
    return "\n".join(lines) + "\n"
