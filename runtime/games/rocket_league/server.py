"""Finds RLBotServer: running, on disk, and its version."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from runtime.games.rocket_league.system import System, SystemProcess
from runtime.model.messages import Message, MessageError


class ServerError(MessageError):
    """RLBotServer cannot be used; `text` says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """A process that is RLBotServer."""

    process: SystemProcess
    port: int
    """The port in its arguments, or the default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerFile:
    """The program RLBotServer on the disk."""

    path: Path
    origin: Message
    """Why this file: configured, the folder of RLBot's launcher, PATH, downloaded by Kickabout."""


def running_servers(system: System) -> tuple[RunningServer, ...]:
    """Returns the running servers whose arguments have a usable port."""
    raise NotImplementedError


def find_server(system: System, configured: str = "", downloads: Path | None = None) -> ServerFile:
    """Returns the server's program: the configured one, else the first that exists in the known places.

    Raises:
        ServerError: there is none, or an antivirus has taken it away; the text says what was looked at and what to do.
    """
    raise NotImplementedError


def read_version(file: ServerFile) -> Iterator[Message | str]:
    """Yields what it waits for, and last the version (`5.0.0-rc.16`; empty if the program names none); never blocks.

    Raises:
        ServerError: the program cannot be started, or prints nothing within 5 s.
    """
    raise NotImplementedError


def version_problem(version: str) -> Message | None:
    """Returns why a version cannot play our matches, or what it lacks; None if it has everything."""
    raise NotImplementedError
