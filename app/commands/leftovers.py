"""`kickabout leftovers`: lists processes that crashed runs left behind, and ends them."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Final

from app.commands.output import put
from app.exit_codes import ExitCode
from app.services.litter import remove_litter
from runtime.model.values import Leftover
from runtime.processes import end_leftovers, find_leftovers

COMMAND: Final = "kickabout leftovers --end"
_NAMED: Final = 4
"""Maximum number of processes named in one line."""


def show_leftovers(*, end: bool, as_json: bool) -> ExitCode:
    """Prints the processes of crashed runs, and ends them with `end`; 3 if that failed."""
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
    """Returns one line about processes of crashed runs, with the command that ends them; empty for none."""
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
