"""`kickabout environments`: lists the environments made for bots, and removes unused ones."""

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

from app.commands.output import put
from app.exit_codes import ExitCode
from app.services.paths import environments_dir
from runtime.environments import MadeEnvironment, list_environments, remove_environment
from runtime.model.sizes import size_text

COMMAND: Final = "kickabout environments --remove"


def show_environments(*, remove_unused: bool, as_json: bool) -> ExitCode:
    """Lists the environments, and removes unused ones with `remove_unused`; 3 if one could not be removed."""
    found = list_environments(environments_dir())
    unused = [each for each in found if each.standing.is_unused]
    reasons = {each.path: str(remove_environment(each) or "") for each in unused} if remove_unused else {}
    kept = [reason for reason in reasons.values() if reason]
    if as_json:
        removed = [str(path) for path, reason in reasons.items() if not reason]
        document = {"environments": [_object(each) for each in found], "removed": removed, "kept": kept}
        put(json.dumps(document) + "\n")
    else:
        put(_told(found, unused, kept, is_removed=remove_unused))
    return ExitCode.INFRASTRUCTURE if kept else ExitCode.FINE


def total(environments: Iterable[MadeEnvironment]) -> int:
    """Returns the total size in bytes."""
    return sum(each.size_bytes for each in environments)


def _told(
    found: Sequence[MadeEnvironment], unused: Sequence[MadeEnvironment], kept: Sequence[str], *, is_removed: bool
) -> str:
    if not found:
        return "Kickabout has made no environments for bots.\n"
    lines = [_line(each) for each in found]
    if not unused:
        lines.append(f"All of them are used: {size_text(total(found))}.")
    elif not is_removed:
        are, them = ("is", "it") if len(unused) == 1 else ("are", "them")
        size = size_text(total(unused))
        lines.append(f"{len(unused)} of {len(found)} {are} unused: {size}. To remove {them}: {COMMAND}")
    else:
        lines += [*kept, f"Removed: {len(unused) - len(kept)} of {len(found)}."]
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
