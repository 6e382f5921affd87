"""What the room needs of a network: questions with short answers, and files that arrive piece by piece."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, Protocol

from runtime.packs.progress import Meter

LARGEST_ANSWER: Final = 4 << 20
"""Bytes of an answer that is read as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long what is waited for; seconds."""

    connect_s: float = 10.0
    stall_s: float = 20.0
    """Without a single byte."""
    answer_s: float = 30.0
    """Until a short answer is whole."""
    tries: int = 4
    """Of a download that breaks off."""
    pause_s: float = 1.5
    """Before the second try; twice as long before each later one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a server says of a file before it sends it."""

    address: str
    """Where it came from in the end."""
    start: int = 0
    """The first byte that will be sent."""
    total: int | None = None
    """Bytes of the whole file; None where it does not say."""
    validator: str = ""
    """What lets a later question ask for the rest of the same file; empty where there is no such thing."""
    mark: str = ""
    """What tells versions of the file apart: ETag, else the time of the last change."""
    changed: str = ""
    """Date of the last change as YYYY-MM-DD; empty where it does not say."""
    media_type: str = ""
    """What it claims to be, such as `text/html`."""


class Stream(Protocol):
    """A file that is arriving."""

    @property
    def head(self) -> Head: ...

    def piece(self) -> bytes:
        """The next bytes, as soon as there are some; empty at the end.

        Raises:
            FetchError: it broke off.
            CancelledError: the brake was pulled.
        """
        ...


class Web(Protocol):
    """Fetches what the user asked for, and nothing else; any thread."""

    def read(self, address: str, meter: Meter) -> bytes:
        """A short answer.

        Raises:
            FetchError: there is none.
            CancelledError: the brake was pulled.
        """
        ...

    def open(
        self, address: str, meter: Meter, *, start: int = 0, validator: str = ""
    ) -> AbstractContextManager[Stream]:
        """A file, from byte `start` on if it still is the one with this validator, else from its beginning.

        Raises:
            FetchError: it does not come.
            CancelledError: the brake was pulled.
        """
        ...
