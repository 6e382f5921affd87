"""Prints results, notes and a line of progress; the one place that handles a closed stream or a full disk."""

import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TextIO

from runtime.codec import plain
from runtime.texts import printable

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_CLEAR: Final = "\r\x1b[K"


class OutputError(OSError):
    """The result of a command cannot be printed; the text is for the user."""


def print_result(text: str) -> None:
    """Prints a result, whole.

    Raises:
        OutputError: The stream is closed, or the disk is full.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _discard_buffered_output()
        raise OutputError(f"The result cannot be printed: {error.strerror or error}.") from error


def print_json(content: Any) -> None:
    """Prints a result, which may be or contain dataclasses, as one JSON object in one line.

    Raises:
        OutputError: The stream is closed, or the disk is full.
    """
    print_result(f"{json.dumps(plain(content))}\n")


def print_note(*lines: str) -> None:
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


def _discard_buffered_output() -> None:
    """Discards buffered output, which Python would try to write again at exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)


def terminal_columns() -> int:
    """Returns the width of the terminal."""
    return shutil.get_terminal_size().columns


class LiveLine:
    """Lines on one stream, the last of which may be live; for one thread."""

    def __init__(self, stream: TextIO, columns: Callable[[], int] = terminal_columns) -> None:
        self._stream = stream
        self._columns = columns
        self._is_open = False

    def write(self, text: str) -> None:
        """Writes a line that stays, in place of the live line."""
        self._put((_CLEAR if self._is_open else "") + printable(text) + "\n", is_open=False)

    def show(self, text: str) -> None:
        """Shows a text in the live line, cut to the width of the terminal."""
        self._put(_CLEAR + shortened(printable(text), self._columns() - 1), is_open=True)

    def clear(self) -> None:
        """Removes the live line, so that other output starts on its own line."""
        if self._is_open:
            self._put(_CLEAR, is_open=False)

    def _put(self, text: str, *, is_open: bool) -> None:
        self._stream.write(text)
        self._stream.flush()
        self._is_open = is_open


def shortened(text: str, columns: int) -> str:
    """Returns the text, cut to a number of columns with an ellipsis."""
    return text if len(text) <= columns else f"{text[: max(0, columns - 1)]}…"
