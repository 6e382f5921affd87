"""The first module of the program: from here on, Ctrl+C leaves no traceback. It imports little itself."""

import io
import os
import signal
import sys

from app.commands.interrupts import EARLY, leave
from app.exit_codes import ExitCode


def main() -> int:
    """Runs the command line `kickabout`; returns its exit code."""
    before = signal.signal(signal.SIGINT, leave)
    open_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):  # a file or pipe may know fewer letters than names of bots have
        sys.stdout.reconfigure(errors="backslashreplace")
    from app.commands.cli import main as command  # noqa: PLC0415 - takes long enough to be interrupted

    try:
        signal.signal(signal.SIGINT, before)
        return command()
    except KeyboardInterrupt:  # between the two lines, or before the command looks out for it itself
        os.write(2, f"{EARLY}\n".encode())
        return ExitCode.INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done, and its exit code stands


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
