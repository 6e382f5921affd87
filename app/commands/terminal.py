"""What a person types while `play --watch` runs in a terminal: a letter, and behind it agents or sides."""

import sys
import threading
from typing import Final, TextIO

from runtime.match import MatchRun
from runtime.model.states import SwapMode

HELP: Final = {
    SwapMode.ASK: "s and Enter swaps what changed, n does not, r restarts; with blue-1 or blue behind it, only these",
    SwapMode.AUTO: "s and Enter swaps at once, r restarts; with blue-1 or blue behind it, only these",
}


def listen(runner: MatchRun, mode: SwapMode, stream: TextIO | None = None) -> threading.Thread | None:
    """Reads lines in a thread of its own as long as the program runs; None where nobody types.

    The thread is a daemon, since nothing wakes it from its reading on every system.
    """
    lines = stream or sys.stdin
    if lines is None or not lines.isatty():
        return None
    thread = threading.Thread(target=_read, args=(runner, mode, lines), name="terminal", daemon=True)
    thread.start()
    return thread


def obey(runner: MatchRun, mode: SwapMode, line: str) -> bool:
    """Carries out a line; false where it is none that is understood."""
    word, *keys = line.split() or [""]
    match word.lower():
        case "s" if mode is SwapMode.ASK:
            runner.answer_swap(keys, is_wanted=True)
        case "n" if mode is SwapMode.ASK:
            runner.answer_swap(keys, is_wanted=False)
        case "s":
            runner.request_swap(keys)
        case "r":
            runner.request_restart(keys)
        case _:
            return False
    return True


def _read(runner: MatchRun, mode: SwapMode, lines: TextIO) -> None:
    for line in lines:
        if line.strip() and not obey(runner, mode, line):
            sys.stderr.write(f"{HELP[mode]}.\n")
