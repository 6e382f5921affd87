"""`kickabout leftovers`: what an earlier run left behind because it crashed, and its end."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Final

from app.commands.exit_codes import ExitCode
from app.commands.output import put
from app.services.litter import remove_litter
from runtime.model.values import Leftover
from runtime.processes import end_leftovers, find_leftovers

COMMAND: Final = "kickabout leftovers --end"
_NAMED: Final = 4
"""So many processes are named in one line."""


def show_leftovers(*, end: bool, as_json: bool) -> ExitCode:
    """Prints the processes that earlier runs left behind, and ends them if told to; 3 when that failed."""
    remove_litter()
    found = find_leftovers()
    survivors = end_leftovers(found) if end else ()
    if as_json:
        document = {"leftovers": [dataclasses.asdict(one) for one in found], "survivors": list(survivors)}
        put(json.dumps(document) + "\n")
    else:
        put(_told(found, survivors, is_ended=end))
    return ExitCode.INFRASTRUCTURE if survivors else ExitCode.FINE


def notice() -> str:
    """One line about processes of earlier runs, with the command that ends them; empty when there are none."""
    found = find_leftovers()
    if not found:
        return ""
    names = ", ".join(map(str, found[:_NAMED])) + (", ..." if len(found) > _NAMED else "")
    if len(found) == 1:
        return f"A process of an earlier run still exists: {names}. To end it: {COMMAND}"
    return f"{len(found)} processes of an earlier run still exist: {names}. To end them: {COMMAND}"


def _told(found: Sequence[Leftover], survivors: Sequence[str], *, is_ended: bool) -> str:
    if not found:
        return "Nothing of an earlier run is left.\n"
    lines = [f"{one}: {one.command}" for one in found]
    if survivors:
        lines.append(f"Could not be ended: {', '.join(survivors)}.")
    elif is_ended:
        lines.append("Ended.")
    else:
        lines.append(f"To end {'it' if len(found) == 1 else 'them'}: {COMMAND}")
    return "\n".join(lines) + "\n"
