"""Where commands print their result: the one place that finds the stream gone or the disk full."""

import os
import sys


class OutputError(OSError):
    """The result of a command cannot be printed; the text is for the user."""


def put(text: str) -> None:
    """Prints a result, whole.

    Raises:
        OutputError: nobody reads it any more, or there is no room for it.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _drop_the_rest()
        raise OutputError(f"The result cannot be printed: {error.strerror or error}.") from error


def _drop_the_rest() -> None:
    """What is still held would be tried again, and complained of, when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
