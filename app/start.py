"""Ctrl+C and the standard streams before anything is loaded. Imports next to nothing."""

import io
import os
import sys

EARLY = "Interrupted before anything was started."
INTERRUPTED = 130


def open_streams() -> None:
    """Connects closed standard streams to the null device.

    Otherwise the next pipe or socket, here or in a program that we start, would get the number of the closed stream,
    and receive what is written to it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # gets the lowest free number: this one
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")


def _nowhere(mode: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.FileIO(os.devnull, mode), encoding="utf-8")


def leave(_number: int, _frame: object) -> None:
    """Signal handler that ends the program at once; only for the time before it has started or written anything.

    An exception would not do: libraries swallow or replace exceptions during their import.
    """
    os.write(2, f"{EARLY}\n".encode())
    os._exit(INTERRUPTED)
