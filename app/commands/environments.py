"""`kickabout environments`: lists the environments made for bots, and removes unused ones."""

import argparse
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

from app.commands.options import add_json
from app.commands.output import print_json, print_result
from app.exit_codes import ExitCode
from app.services.paths import environments_dir
from runtime.environments import MadeEnvironment, list_environments, remove_environment
from runtime.model.sizes import size_text

COMMAND: Final = "kickabout environments --remove"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("--remove", action="store_true", help="remove the environments that no bot uses")
    add_json(parser, "the environments")


def run(options: argparse.Namespace) -> ExitCode:
    """Lists the environments, and removes unused ones with `--remove`; 3 if one could not be removed."""
    environments = list_environments(environments_dir())
    unused = [environment for environment in environments if environment.standing.is_unused]
    reasons = {item.path: str(remove_environment(item) or "") for item in unused} if options.remove else {}
    kept = [reason for reason in reasons.values() if reason]
    if options.json:
        removed = [str(path) for path, reason in reasons.items() if not reason]
        print_json({"environments": [_object(item) for item in environments], "removed": removed, "kept": kept})
    else:
        print_result(_text(environments, unused, kept, is_removed=options.remove))
    return ExitCode.INFRASTRUCTURE if kept else ExitCode.FINE


def total(environments: Iterable[MadeEnvironment]) -> int:
    """Returns the total size in bytes."""
    return sum(environment.size_bytes for environment in environments)


def _text(
    environments: Sequence[MadeEnvironment], unused: Sequence[MadeEnvironment], kept: Sequence[str], *, is_removed: bool
) -> str:
    if not environments:
        return "Kickabout has made no environments for bots.\n"
    lines = [_line(environment) for environment in environments]
    if not unused:
        lines.append(f"All of them are used: {size_text(total(environments))}.")
    elif not is_removed:
        are, them = ("is", "it") if len(unused) == 1 else ("are", "them")
        size = size_text(total(unused))
        lines.append(f"{len(unused)} of {len(environments)} {are} unused: {size}. To remove {them}: {COMMAND}")
    else:
        lines += [*kept, f"Removed: {len(unused) - len(kept)} of {len(environments)}."]
    return "\n".join(lines) + "\n"


def _line(environment: MadeEnvironment) -> str:
    day = time.strftime("%Y-%m-%d", time.localtime(environment.used_at))
    standing = f"unused, {environment.standing.text}" if environment.standing.is_unused else "used"
    files = ", ".join(map(str, environment.requirements))
    return f"{size_text(environment.size_bytes):>8}  {environment.path.name}  {day}  {standing}{files and f': {files}'}"


def _object(environment: MadeEnvironment) -> dict[str, Any]:
    return {
        "path": str(environment.path),
        "size_bytes": environment.size_bytes,
        "used_at": environment.used_at,
        "is_unused": environment.standing.is_unused,
        "standing": str(environment.standing.text),
        **environment.standing.text.as_json(),
        "requirements": [str(file) for file in environment.requirements],
    }
