"""Which processes see to the end of a run, written so that another program can tell whether they still live."""

from collections.abc import Iterable

from runtime.processes.census import ProcessId
from runtime.processes.platforms import lookup


def identity_of(pid: int) -> ProcessId | None:
    """The process that has this number now; None when there is none."""
    started = lookup.started(pid)
    return None if started is None else ProcessId(pid, started)


def owners_text(owners: Iterable[ProcessId | None]) -> str:
    """Processes as the environment of children names them: `4711@93214.0,4712@93230.0`."""
    return ",".join(f"{owner.pid}@{owner.started!r}" for owner in owners if owner is not None)


def owners_of(text: str) -> tuple[ProcessId, ...]:
    """What `owners_text` wrote; nothing where the text is something else."""
    try:
        parts = [entry.split("@") for entry in text.split(",") if entry]
        return tuple(ProcessId(int(pid), float(started)) for pid, started in parts)
    except ValueError:
        return ()


def is_abandoned(text: str) -> bool:
    """Whether somebody saw to the end of a run once and nobody does now; unreadable text says nothing."""
    owners = owners_of(text)
    return bool(owners) and not any(lookup.is_running(owner.pid, owner.started) for owner in owners)
