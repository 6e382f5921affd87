"""Commands and events between the supervisor and its client: one JSON object in each line.

`type` is the name of the class, and the other keys are its fields. Commands go to the supervisor's standard input,
events come from its standard output. Text that is not valid Unicode (paths of old file systems) survives as escaped
lone surrogates. This module uses only the standard library, because the supervisor starts without other packages.
"""

import json
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar, get_args

from runtime.model.messages import Message
from runtime.model.sizes import Size


class WireError(ValueError):
    """A line is not a command or an event of this protocol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """Starts a program; all its events carry `key`."""

    key: str
    argv: tuple[str, ...]
    cwd: str
    environment: tuple[tuple[str, str], ...] = ()
    """Additions to the inherited environment; only the mark of the run overrides them."""
    grace_s: float
    terminate_s: float
    cores: tuple[int, ...] = ()
    """The processors that the whole tree may use, as the system numbers them; empty if it may use all."""
    memory_limit_bytes: int | None = None
    """Memory that the whole tree may use; None for no limit."""
    is_limit_deadly: bool = True
    """True if a tree above the limit is killed; otherwise one `ChildNotice` reports it."""
    log: str = ""
    """File that receives all output; empty if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Stops a child and everything that it started; None for `grace_s` means the launch's grace."""

    key: str
    grace_s: float | None = None
    reason: Message | None = None
    """A sentence for the child's log and its `ChildEnded`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAll:
    """Stops all children at once."""

    grace_s: float | None = None
    reason: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintStacks:
    """Makes the Python programs of a child print what they are doing, if they have the start hook."""

    key: str


Command = Launch | Stop | StopAll | PrintStacks


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorReady:
    """The supervisor accepts commands; always the first event."""

    pid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildStarted:
    """The program runs."""

    key: str
    pid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildFailed:
    """The program could not be started; `text` is a sentence that says why."""

    key: str
    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildOutput:
    """Lines that the child or a descendant printed, oldest first; `dropped` lines before them are lost."""

    key: str
    lines: tuple[str, ...]
    dropped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildEnded:
    """The program ended; comes exactly once after `ChildStarted`.

    After a stop, it comes when the whole tree has ended. If the program ended by itself, it comes at once. `leftovers`
    is the number of processes still running, which may still print; `ChildCleared` follows when these have ended too.
    """

    key: str
    code: int | None
    """Exit code; None if a signal ended the program."""
    signal: int | None
    text: Message
    """The end of the program, without a full stop: `exited with code 1`, `killed by signal 11, SIGSEGV`."""
    asked: bool
    """True if the program was asked to stop before it ended."""
    leftovers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildCleared:
    """The processes that an ended program had left running have ended as well."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildSurvived:
    """These processes of a child are still alive after repeated kills; the attempts continue."""

    key: str
    survivors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildUsage:
    """Resources that the whole tree of a child uses; comes about once a second."""

    key: str
    cpu_share: float
    """Processor seconds per second since the last sample: 1.0 is one busy core."""
    mean_cpu_share: float
    """The same, averaged since the start of the child."""
    rss_bytes: int
    peak_rss_bytes: int
    """Maximum of all samples since the start of the child."""
    threads: int
    handles: int
    """Open file descriptors, on Windows handles; without those of processes that cannot be inspected."""
    processes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildNotice:
    """A sentence about a child that the user should know; about the whole run if `key` is empty."""

    key: str
    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorClosed:
    """The supervisor has killed everything and ends; `survivors` describes the processes it could not kill."""

    survivors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorLost:
    """The supervisor ended although it was not closed; its children were found by their marks and killed.

    The client emits this event, so it is never on the wire. `survivors` describes processes that could not be killed.
    """

    text: Message
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

_COMMAND_TYPES: Final[dict[str, type[Command]]] = {kind.__name__: kind for kind in get_args(Command)}
_EVENT_TYPES: Final[dict[str, type[ChildEvent]]] = {kind.__name__: kind for kind in get_args(ChildEvent)}

_Item = TypeVar("_Item")


def to_line(item: Command | ChildEvent) -> bytes:
    """Returns a command or an event as one line of ASCII with its newline."""
    content = {"type": type(item).__name__, **_content(item)}
    return json.dumps(content, separators=(",", ":"), default=_content).encode() + b"\n"


def command_from_line(line: bytes) -> Command:
    """Returns the command in a line.

    Raises:
        WireError: the line is not a command.
    """
    return _from_line(line, _COMMAND_TYPES)


def event_from_line(line: bytes) -> ChildEvent:
    """Returns the event in a line.

    Raises:
        WireError: the line is not an event.
    """
    return _from_line(line, _EVENT_TYPES)


def _from_line(line: bytes, types: dict[str, type[_Item]]) -> _Item:
    try:
        content = json.loads(line, object_hook=_text_value)
        kind = types[content.pop("type")]
        return kind(**{name: _frozen(value) for name, value in content.items()})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise WireError(f"Not a message: {line[:200]!r} ({error}).") from error


def _content(item: Any) -> dict[str, Any]:
    return {field.name: getattr(item, field.name) for field in fields(item)}


def _text_value(content: dict[str, Any]) -> Any:
    """Returns the `Message` or `Size` that a JSON object represents; returns other objects unchanged."""
    if content.keys() == {"code", "template", "args"}:
        return Message(content["code"], content["template"], _frozen(content["args"]))
    return Size(**content) if content.keys() == {"value", "unit", "decimals"} else content


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
