"""What a person types while `play` runs in a terminal: answers to changed agents."""

import sys
import threading
from typing import Final, TextIO

from runtime.match import MatchRunner

HELP: Final = "s and Enter swaps what changed, n and Enter does not; with blue-1 behind it, only that one"


def listen(runner: MatchRunner, stream: TextIO | None = None) -> threading.Thread | None:
    """Reads lines in a thread of its own as long as the program runs; None where nobody types.

    The thread is a daemon, since nothing wakes it from its reading on every system.
    """
    lines = stream or sys.stdin
    if lines is None or not lines.isatty():
        return None
    thread = threading.Thread(target=_read, args=(runner, lines), name="terminal", daemon=True)
    thread.start()
    return thread


def obey(runner: MatchRunner, line: str) -> bool:
    """Carries out a line: `s` or `n`, agents and sides behind it; false where it is neither."""
    word, *keys = line.split() or [""]
    if word.lower() not in ("s", "n"):
        return False
    runner.answer_swap(keys, is_wanted=word.lower() == "s")
    return True


def _read(runner: MatchRunner, lines: TextIO) -> None:
    for line in lines:
        if line.strip() and not obey(runner, line):
            sys.stderr.write(f"{HELP}.\n")
