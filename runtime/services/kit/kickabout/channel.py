"""Messages between a launcher and an agent service over a loopback connection; each line is one JSON object.

`type` is the name of the class, and the other keys are its fields. The launcher sends `Hello` first. If the token is
right, the service answers with `Welcome` and one `Ready` for each free slot; otherwise it closes the connection. A
launcher assigns a game to slots that are ready. The service answers each `Assign` with `Accepted` or `Refused`, and
sends one `Ended` for each accepted game. When a connection ends, its games are released.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final, TypeAlias

VERSION: Final = 1
VARIABLE: Final = "KICKABOUT_SERVICE"
"""This environment variable makes a program a service; its value is `Setup` as a JSON object."""
RECORDED_VARIABLE: Final = "KICKABOUT_RECORDED"
"""An environment variable with recordings, separated as in PATH, that a service plays instead of live games."""
MAX_BYTES: Final = 1 << 20
"""Maximum length of a message."""


class ChannelError(ValueError):
    """The bytes are not a message of this channel."""


class Reason:
    """Why a service refuses a game."""

    DECLINED: Final = "declined"
    """The author's `begin` raised an exception."""
    UNKNOWN: Final = "unknown"
    """The message is about a game that the service does not play."""
    OTHER_SERVICE: Final = "other service"
    """The assignment names another service."""
    LATE: Final = "late"
    """The slots were ready, but another launcher was faster."""
    SURPLUS: Final = "surplus"
    """No slot is free, or fewer than the game has cars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The launcher's settings for a service, given at its start."""

    service: str
    name: str
    slots: int
    token: str
    address_file: str
    """File into which the service writes its `Address` as soon as it listens."""
    record_to: str = ""
    """Folder that gets a file for each game with the messages of its session; empty for no recordings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The address at which a service listens."""

    service: str
    port: int
    token: str
    pid: int
    source: str = ""
    """The document of the agent; filled in by the launcher that publishes the service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """Opens a connection."""

    token: str
    version: int = VERSION
    is_owner: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign:
    """Gives a game to a service: a session with a server, with an agent id, for one or several cars."""

    game: str
    service: str
    slots: tuple[int, ...]
    """One slot for each car."""
    agent_id: str
    host: str
    port: int
    title: str = ""
    """Display name of the agent: `Wave (blue-1)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """Ends a game."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Sent by the owner: the service accepts no more games, and ends when no game is left.

    The end of the owner's connection means the same.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """The token is right."""

    service: str
    slots: int
    pid: int
    version: int = VERSION


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A slot is free; sent to every launcher when it becomes free, and again every few seconds."""

    service: str
    slot: int
    waited_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The service has prepared the game and has told the server that it is ready."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The service has not accepted a message about a game; `reason` is one of `Reason`."""

    game: str
    reason: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Lines about a game for its agent's log, such as a traceback."""

    game: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A game is over, and its slots are free. `code` is 0 unless the agent failed."""

    game: str
    code: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """Figures of one game in the last second, or since it began where noted."""

    game: str
    packets: int
    """Since the game began."""
    answers: int
    """Since the game began."""
    skipped: int
    """Packets since the game began that were replaced by a newer one before they were answered."""
    errors: int
    """Since the game began."""
    answers_per_s: float
    latency_ms: float
    """Mean time from the arrival of a packet to its answer."""
    worst_ms: float
    reward: float | None = None
    """Mean of the author's `reward` since the game began; None if there is no reward."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of the service, sent once a second; `games` are those of the connection."""

    slots: int
    used: int
    matches: int
    """Number of servers with games of this service, over all launchers."""
    batch: float
    """Mean number of cars in a batch of the last second."""
    answers_per_s: float = 0.0
    """Over all games."""
    latency_ms: float = 0.0
    """Mean over all games of the last second."""
    waited_s: float = 0.0
    """Time for which all slots have been free; 0 while any slot has a game."""
    declined: int = 0
    unknown: int = 0
    late: int = 0
    surplus: int = 0
    malformed: int = 0
    restarts: int = 0
    """Number of calls of the author's `restart`."""
    games: tuple[GameFigures, ...] = ()


ToService: TypeAlias = Hello | Assign | Release | Leave
ToLauncher: TypeAlias = Welcome | Ready | Accepted | Refused | Said | Ended | Figures
Message: TypeAlias = ToService | ToLauncher
_TYPES: Final[dict[str, Any]] = {
    kind.__name__: kind
    for kind in (Hello, Assign, Release, Leave, Welcome, Ready, Accepted, Refused, Said, Ended, Figures)
}


_ALLOWED: Final[dict[Any, tuple[type, ...]]] = {str: (str,), bool: (bool,), int: (int,), float: (int, float)}


def to_line(message: Message) -> bytes:
    """Returns a message as one line of ASCII with its newline."""
    document = {"type": type(message).__name__, **content(message)}
    return json.dumps(document, separators=(",", ":"), default=content).encode() + b"\n"


def content(value: Any) -> dict[str, Any]:
    """Returns the fields of a value as a JSON object."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


def from_line(line: bytes) -> Message:
    """Returns the message in a line.

    Raises:
        ChannelError: the line is not a message.
    """
    try:
        document = json.loads(line)
        return value_of(_TYPES[document.pop("type")], document)  # type: ignore[no-any-return]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ChannelError(f"Not a message: {line[:200]!r} ({error}).") from error


def value_of(kind: Any, document: Mapping[str, Any]) -> Any:
    """Returns a value of the class `kind` from its JSON object; unknown keys, from a newer version, are ignored.

    Raises:
        TypeError: a field is missing or has the wrong type.
    """
    values = {
        field.name: _read(field.name, field.type, document[field.name])
        for field in fields(kind)
        if field.name in document
    }
    return kind(**values)


def _read(name: str, kind: Any, value: Any) -> Any:
    kinds: tuple[Any, ...] = getattr(kind, "__args__", ())
    if is_dataclass(kind):
        return value_of(kind, value)
    if type(None) in kinds:
        return None if value is None else _read(name, kinds[0], value)
    if getattr(kind, "__origin__", None) is tuple:
        if isinstance(value, list | tuple) and len(kinds if kinds[-1] is not Ellipsis else value) == len(value):
            return tuple(_read(name, kinds[0], part) for part in value)
    elif isinstance(value, _ALLOWED[kind]) and (kind is bool or not isinstance(value, bool)):
        return value
    raise TypeError(f"{name} is {value!r:.200}")


class Lines:
    """Splits a stream of bytes into messages."""

    def __init__(self) -> None:
        self._rest = b""
        self.malformed = 0
        """Number of invalid lines, which are skipped."""

    def feed(self, data: bytes) -> list[Message]:
        """Adds received bytes and returns the messages that are complete now.

        Raises:
            ChannelError: a line is longer than any message.
        """
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > MAX_BYTES:
            raise ChannelError("A line is too long.")
        messages = []
        for line in lines:
            try:
                messages.append(from_line(line))
            except ChannelError:
                self.malformed += 1
        return messages
