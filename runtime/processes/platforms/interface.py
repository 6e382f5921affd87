"""The interface to the system's processes, and what its implementations share."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Protocol

from runtime.model.messages import Message, message
from runtime.processes.census import Census, ProcessRow
from runtime.processes.cores import listed_cores


@dataclass(frozen=True, slots=True, kw_only=True)
class Spawned:
    """A program that has just been started."""

    pid: int
    output: IO[bytes]
    """Reading end of the pipe for standard output and standard error."""


class Platform(Protocol):
    """Starts, finds and ends processes; used by one thread."""

    is_windows: bool
    max_wait_s: float
    """Maximum time between two calls of `returncode`; infinity if a signal reports the end of a process."""

    def become_root(self) -> None:
        """Makes it possible to find all descendants of this process; called once, before anything is started."""

    def spawn(self, serial: int, argv: Sequence[str], cwd: str, environment: Mapping[str, str]) -> Spawned:
        """Starts a program as the leader of its own tree, without standard input.

        Raises:
            OSError: the system refused.
        """

    def returncode(self, serial: int) -> int | None:
        """Returns the program's return code like `Popen`, None while it runs; also reaps the program."""

    def reap_orphans(self) -> bool:
        """Reaps descendants that have ended without a parent; returns whether there were any."""

    def census(self) -> Census:
        """Returns all living processes of all children that have not been forgotten."""

    def is_childless(self) -> bool:
        """Returns whether nothing below this process is left, not even a process that no census has seen.

        A chain of processes, each of which starts the next one and ends, can be missed by any number of censuses.
        """

    def descendants(self) -> tuple[ProcessRow, ...]:
        """Returns all living descendants of this process, found by their parents alone; used if `census` fails."""

    def terminate(self, rows: Iterable[ProcessRow]) -> None:
        """Sends a catchable signal to these processes and to everything in a child's process group."""

    def kill(self, rows: Iterable[ProcessRow]) -> None:
        """Kills these processes and everything in a child's process group."""

    def print_stacks(self, rows: Iterable[ProcessRow]) -> None:
        """Makes those of these processes that run the start hook print their stacks; does nothing on Windows."""

    def handles(self, rows: Iterable[ProcessRow]) -> int:
        """Returns how many files, sockets and other handles these processes have open, if they can be inspected."""

    def set_processors(self, pids: Iterable[int], processors: Collection[int]) -> Message | None:
        """Restricts these processes, and those that they start from now on, to these processors.

        Cheap if they are already restricted. Returns a sentence with the reason if it is impossible, else None.
        """

    def forget(self, serial: int) -> None:
        """Drops all data about a child without processes."""


def processors_refused(processors: Collection[int], error: Exception) -> Message:
    """Returns the sentence for a system that does not restrict processes to these processors."""
    return message(
        "processors-refused",
        "CPU cores {processors} cannot be reserved: {error}.",
        processors=listed_cores(processors),
        error=str(error),
    )


def quietly(send: Callable[[int, int], None], target: int, number: int) -> None:
    """Ignores processes that are gone or not ours; the next census shows what is left."""
    try:
        send(target, number)
    except (ProcessLookupError, PermissionError):
        return
