"""The command `kickabout`, also as `python -m app`. From the first line of `main` on, Ctrl+C leaves no traceback."""

import io
import os
import signal
import sys

from app.start import EARLY, INTERRUPTED, leave, open_streams


def main() -> int:
    """Runs the command line `kickabout`; returns its exit code."""
    before = signal.signal(signal.SIGINT, leave)
    open_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):  # its encoding may lack letters of bots' names
        sys.stdout.reconfigure(errors="backslashreplace")
    from app.commands.cli import main as command  # noqa: PLC0415 - takes long enough to be interrupted
    from app.commands.output import unfailing  # noqa: PLC0415 - an interrupt is handled before it loads

    sys.stderr = unfailing(sys.stderr)

    try:
        signal.signal(signal.SIGINT, before)
        return command()
    except KeyboardInterrupt:  # before the command handles the signal itself
        os.write(2, f"{EARLY}\n".encode())
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done, and its exit code stands


if __name__ == "__main__":
    sys.exit(main())
