"""The environment in which children run."""

from collections.abc import Iterable, Mapping
from typing import Final

RUN_VARIABLE: Final = "KICKABOUT_RUN"
"""Names the supervisor that started a process, in the process and its descendants."""
CHILD_VARIABLE: Final = "KICKABOUT_CHILD"
"""Names the launch within that supervisor."""

OWNERS_VARIABLE: Final = "KICKABOUT_OWNERS"
"""The processes of that run that see to its end, launcher and supervisor, as `ownership.owners_text` writes them."""

_KEPT: Final = frozenset({"KICKABOUT_HOME"})
_REMOVED: Final = frozenset(
    {
        "PYTHONHOME",  # points other interpreters, such as a bot's own environment, to our library
        "PYTHONEXECUTABLE",
        "PYTHONSAFEPATH",  # a script could no longer import what lies beside it
        "PYTHONINSPECT",
        "PYTHONSTARTUP",
        "__PYVENV_LAUNCHER__",  # macOS: makes every framework Python believe it is ours
    }
)
_ADDED: Final = {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


MAX_SERIAL: Final = (1 << 20) - 1
"""Launches of one supervisor that marks tell apart."""


def serial_in(text: str | bytes) -> int:
    """Returns the launch number that a process carries in its environment; 0 where a program wrote something else."""
    is_number = text.isdigit() and len(text) <= len(str(MAX_SERIAL))
    serial = int(text) if is_number else 0
    return serial if serial <= MAX_SERIAL else 0


def child_environment(
    inherited: Mapping[str, str], additions: Iterable[tuple[str, str]], *, run_id: str, serial: int, owners: str = ""
) -> dict[str, str]:
    """`inherited` without what is only ours, what makes logs arrive, `additions`, and the mark, which wins."""
    kept = {
        name: value
        for name, value in inherited.items()
        if name not in _REMOVED and (name in _KEPT or not name.startswith("KICKABOUT_"))
    }
    mark = {RUN_VARIABLE: run_id, CHILD_VARIABLE: str(serial)} | ({OWNERS_VARIABLE: owners} if owners else {})
    return kept | _ADDED | dict(additions) | mark
