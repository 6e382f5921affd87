"""Ends the benchmarks when their standard input ends, because the program that started them is gone."""

import contextlib
import os
import signal
import subprocess
import threading
import time

GRACE_S = 0.6
"""Time in which the benchmarks end their processes; after it, the whole process group is killed."""


def end_with_input() -> None:
    """Interrupts the main thread when standard input ends, and kills the process group `GRACE_S` later.

    The process must be the leader of its process group.
    """
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    with contextlib.suppress(OSError):
        os.read(0, 1)
    if os.name != "nt":
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    time.sleep(GRACE_S)
    if os.name == "nt":
        subprocess.call(["taskkill", "/F", "/T", "/PID", str(os.getpid())])
    else:
        os.killpg(0, signal.SIGKILL)
