"""Ends the benchmarks with whoever started them: when their input ends."""

import contextlib
import os
import signal
import subprocess
import threading
import time

GRACE_S = 0.6
"""So long they may take to end what they have started, before all of it is killed."""


def end_with_input() -> None:
    """From now on the end of the input breaks off what the main thread does, and soon after that ends the process.

    The process has to lead a process group of its own.
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
