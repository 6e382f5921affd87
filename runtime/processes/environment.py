"""The environment of children and the marks in it."""

from collections.abc import Iterable, Mapping
from typing import Final

RUN_VARIABLE: Final = "KICKABOUT_RUN"
"""Identifies the supervisor that started a process, in the process and its descendants."""
CHILD_VARIABLE: Final = "KICKABOUT_CHILD"
"""Identifies the launch within that supervisor."""

OWNERS_VARIABLE: Final = "KICKABOUT_OWNERS"
"""The launcher and the supervisor of the run, as `records.owners_text` writes them."""

_KEPT: Final = frozenset({"KICKABOUT_HOME"})
_REMOVED: Final = frozenset(
    {
        "PYTHONHOME",  # other interpreters, such as a bot's own, would use our library
        "PYTHONEXECUTABLE",
        "PYTHONSAFEPATH",  # a script could not import modules beside it
        "PYTHONINSPECT",
        "PYTHONSTARTUP",
        "__PYVENV_LAUNCHER__",  # macOS: every framework Python would believe it is ours
    }
)
_ADDED: Final = {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


MAX_SERIAL: Final = (1 << 20) - 1
"""Maximum launch number of a mark."""


def serial_in(text: str | bytes) -> int:
    """Returns the launch number in a mark; 0 if a program has overwritten it."""
    is_number = text.isdigit() and len(text) <= len(str(MAX_SERIAL))
    serial = int(text) if is_number else 0
    return serial if serial <= MAX_SERIAL else 0


def foreign_environment(inherited: Mapping[str, str]) -> dict[str, str]:
    """Returns `inherited` for programs that are not ours: without our own variables and marks."""
    return {
        name: value
        for name, value in inherited.items()
        if name not in _REMOVED and (name in _KEPT or not name.startswith("KICKABOUT_"))
    }


def child_environment(
    inherited: Mapping[str, str], additions: Iterable[tuple[str, str]], *, run_id: str, serial: int, owners: str = ""
) -> dict[str, str]:
    """Returns `inherited` without our own variables, plus unbuffered output, `additions`, and the mark on top."""
    mark = {RUN_VARIABLE: run_id, CHILD_VARIABLE: str(serial)} | ({OWNERS_VARIABLE: owners} if owners else {})
    return foreign_environment(inherited) | _ADDED | dict(additions) | mark
