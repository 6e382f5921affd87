"""What the supervisor and its client say to each other: one JSON object a line, here as frozen values.

`type` names the class, the other keys are its fields. Commands go to the supervisor's standard input, events come from
its standard output. Text that is no valid Unicode (paths of old file systems) survives as escaped lone surrogates.
"""

import json
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar


class WireError(ValueError):
    """A line is no message of this protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """Start a program; its ending is reported under `key`."""

    key: str
    argv: tuple[str, ...]
    cwd: str
    environment: tuple[tuple[str, str], ...] = ()
    """Additions to the inherited environment; they win over everything but the mark."""
    grace_s: float
    terminate_s: float
    cores: tuple[int, ...] = ()
    """The processors that the whole tree is tied to, as the system numbers them; empty for all."""
    memory_limit_bytes: int | None = None
    """What the whole tree may use; None for no limit."""
    is_limit_deadly: bool = True
    """Whether a tree above the limit is ended; otherwise a `ChildNotice` tells, once."""
    log: str = ""
    """File that takes all it prints; empty for none."""
    may_break_away: bool = False
    """Whether it may start programs that outlive it; see `Platform.spawn`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Climb the stop ladder with one child; `grace_s` None means the one it was launched with."""

    key: str
    grace_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAll:
    """Climb the stop ladder with every child at once."""

    grace_s: float | None = None


Command = Launch | Stop | StopAll


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorReady:
    """The supervisor listens; the first event of all."""

    pid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildStarted:
    """The program runs."""

    key: str
    pid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildFailed:
    """The program could not be started; nothing of it ran. `text` is a sentence that says why."""

    key: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildOutput:
    """Lines that the child or a descendant printed, oldest first; `dropped` lines that came before these are lost."""

    key: str
    lines: tuple[str, ...]
    dropped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildEnded:
    """The program ended; comes exactly once after `ChildStarted`.

    After a stop it comes when the whole tree is gone. When the program left by itself it comes at once, `leftovers`
    counts what it left running, and `ChildCleared` follows when these are gone too; only they can still print.
    """

    key: str
    code: int | None
    """Exit code; None when a signal ended it."""
    signal: int | None
    text: str
    """The ending in words, without a full stop: `exited with code 1`, `killed by signal 11, SIGSEGV`."""
    asked: bool
    """Whether it was asked to stop before it ended."""
    leftovers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildCleared:
    """What an ended program had left running is gone as well."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildSurvived:
    """These processes of a child live on although they were killed again and again; the attempts continue."""

    key: str
    survivors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildUsage:
    """What the whole tree of a child uses, about once a second."""

    key: str
    cpu_share: float
    """Processor seconds per second since the last sample: 1.0 is one core kept busy."""
    mean_cpu_share: float
    """The same since its start."""
    rss_bytes: int
    peak_rss_bytes: int
    """The most of all samples since its start."""
    threads: int
    handles: int
    """Open file descriptors, on Windows handles; those of processes that may not be looked into are left out."""
    processes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildNotice:
    """Something about a child, or about the whole run where `key` is empty, that the user should know: a sentence."""

    key: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorClosed:
    """The supervisor killed everything and leaves; `survivors` describes what it could not kill."""

    survivors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorLost:
    """The supervisor is gone although nobody closed it; its children were killed by their mark.

    Never on the wire: the client says it. `survivors` describes what could not be killed.
    """

    text: str
    survivors: tuple[str, ...] = ()


ChildEvent = (
    SupervisorReady
    | ChildStarted
    | ChildFailed
    | ChildOutput
    | ChildEnded
    | ChildCleared
    | ChildSurvived
    | ChildUsage
    | ChildNotice
    | SupervisorClosed
    | SupervisorLost
)

_COMMANDS: Final[tuple[type[Command], ...]] = (Launch, Stop, StopAll)
_EVENTS: Final[tuple[type[ChildEvent], ...]] = (
    SupervisorReady,
    ChildStarted,
    ChildFailed,
    ChildOutput,
    ChildEnded,
    ChildCleared,
    ChildSurvived,
    ChildUsage,
    ChildNotice,
    SupervisorClosed,
)
_COMMAND_TYPES: Final[dict[str, type[Command]]] = {kind.__name__: kind for kind in _COMMANDS}
_EVENT_TYPES: Final[dict[str, type[ChildEvent]]] = {kind.__name__: kind for kind in _EVENTS}

_Message = TypeVar("_Message")


def to_line(message: Command | ChildEvent) -> bytes:
    """The message as one line of ASCII, newline included."""
    content = {field.name: getattr(message, field.name) for field in fields(message)}
    return json.dumps({"type": type(message).__name__, **content}, separators=(",", ":")).encode() + b"\n"


def command_from_line(line: bytes) -> Command:
    """The command in one line.

    Raises:
        WireError: the line holds none.
    """
    return _from_line(line, _COMMAND_TYPES)


def event_from_line(line: bytes) -> ChildEvent:
    """The event in one line.

    Raises:
        WireError: the line holds none.
    """
    return _from_line(line, _EVENT_TYPES)


def _from_line(line: bytes, types: dict[str, type[_Message]]) -> _Message:
    try:
        content = json.loads(line)
        kind = types[content.pop("type")]
        return kind(**{name: _frozen(value) for name, value in content.items()})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise WireError(f"Not a message: {line[:200]!r} ({error}).") from error


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
