"""The processors that the server may use, how its thread gets to another one, and how often it lost one to others.

The last two only on Linux.
"""

import contextlib
import itertools
import os
import sys
from pathlib import Path
from typing import Final

if sys.platform == "linux":
    from resource import RUSAGE_THREAD, getrusage

_OWN_STATE: Final = Path("/proc/thread-self/stat")
_PROCESSOR: Final = 36
"""Which of the fields after the name tells the processor; `proc_pid_stat(5)` counts it as 39."""
_questions: Final = itertools.count()


def usable_processors() -> int:
    """How many processors this process may run on; where the system does not tell, how many there are."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def change_processor() -> None:
    """Moves the calling thread to another processor that it may use, and leaves the system free to move it on.

    Without another one, and where the system knows no such wish, nothing happens.
    """
    if sys.platform != "linux":
        return
    allowed = os.sched_getaffinity(0)
    others = allowed - {current_processor()}
    if not others:
        return
    with contextlib.suppress(OSError):
        try:
            os.sched_setaffinity(0, others)
        finally:
            os.sched_setaffinity(0, allowed)


def current_processor() -> int:
    """The processor that the calling thread is on; -1 where the system does not tell."""
    try:
        return int(_OWN_STATE.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[_PROCESSOR])
    except (OSError, IndexError, ValueError):
        return -1


def interruptions() -> int:
    """How often programs of this machine took the processor from the calling thread, `ru_nivcsw` of `getrusage(2)`.

    Where the system does not tell of a thread it is one more each time: whoever lost time lost it to them, as far as
    one knows.
    """
    if sys.platform != "linux":
        return next(_questions)
    return getrusage(RUSAGE_THREAD).ru_nivcsw
