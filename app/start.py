"""The first module of the program: from here on, Ctrl+C leaves no traceback. It imports next to nothing itself."""

import io
import os
import signal
import sys

EARLY = "Interrupted before anything was started."
_INTERRUPTED = 130


def main() -> int:
    """Runs the command line `kickabout`; returns its exit code."""
    before = signal.signal(signal.SIGINT, leave)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a file or pipe may know fewer letters than names of bots have
        sys.stdout.reconfigure(errors="backslashreplace")
    from app.cli import main as command  # noqa: PLC0415 - takes long enough to be interrupted

    try:
        signal.signal(signal.SIGINT, before)
        return command()
    except KeyboardInterrupt:  # between the two lines, or before the command looks out for it itself
        os.write(2, f"{EARLY}\n".encode())
        return _INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done, and its exit code stands


def leave(_number: int, _frame: object) -> None:
    """Ends a program at once that has started and written nothing yet; a handler of signals.

    An exception would not do: libraries swallow or change those that come while they are imported.
    """
    os.write(2, f"{EARLY}\n".encode())
    os._exit(_INTERRUPTED)
