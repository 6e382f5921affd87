"""Printing of results; the one place that handles a closed stream or a full disk."""

import os
import sys


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


def _drop_the_rest() -> None:
    """Discards buffered output, which Python would try to write again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
