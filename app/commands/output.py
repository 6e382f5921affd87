"""Printing of results and remarks; the one place that handles a closed stream or a full disk."""

import io
import json
import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

from runtime.texts import printable

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class OutputError(OSError):
    """The result of a command cannot be printed; the text is for the user."""


def put(text: str) -> None:
    """Prints a result, whole.

    Raises:
        OutputError: The stream is closed, or the disk is full.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _drop_the_rest()
        raise OutputError(f"The result cannot be printed: {error.strerror or error}.") from error


def put_json(content: dict[str, Any]) -> None:
    """Prints a result as one JSON object in one line.

    Raises:
        OutputError: The stream is closed, or the disk is full.
    """
    put(f"{json.dumps(content)}\n")


def say(*lines: str) -> None:
    """Prints lines for the user to stderr, without empty ones."""
    sys.stderr.write("".join(f"{printable(line)}\n" for line in lines if line))
    sys.stderr.flush()


def unfailing(stream: TextIO) -> TextIO:
    """Returns a stream to the same file that drops what cannot be written.

    A match continues even if nobody reads its progress any more or the disk is full.
    """
    raw = _UnfailingFile(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding=stream.encoding, errors=stream.errors, line_buffering=True, write_through=True
    )


class _UnfailingFile(io.FileIO):
    """A file whose writes do not fail."""

    def write(self, data: "ReadableBuffer", /) -> int:
        """Writes the data, or drops them if the file cannot take them; returns the number of bytes."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def _drop_the_rest() -> None:
    """Discards buffered output, which Python would try to write again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
