"""Ctrl+C and the standard streams before anything is loaded. Imports next to nothing."""

import io
import os
import sys

EARLY = "Interrupted before anything was started."
INTERRUPTED = 130


def open_streams() -> None:
    """Lets what is closed of the three standard streams lead nowhere.

    Else the next pipe or socket would get the number of the closed one, and with it what others write there; the same
    goes for programs that we start.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # has the lowest number that is free: this one
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")


def _nowhere(mode: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.FileIO(os.devnull, mode), encoding="utf-8")


def leave(_number: int, _frame: object) -> None:
    """Ends a program at once that has started and written nothing yet; a handler of signals.

    An exception would not do: libraries swallow or change those that come while they are imported.
    """
    os.write(2, f"{EARLY}\n".encode())
    os._exit(INTERRUPTED)
