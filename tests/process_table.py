"""Finds running processes of this machine. A process that ends during a search counts as not running."""

import contextlib
import sys
import time

import psutil

MARK = "MARKED_BY_A_TEST"


def is_alive(process):
    """Returns True if a process (or process id) is running; a zombie is not."""
    try:
        if isinstance(process, int):
            process = psutil.Process(process)
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def descendants(process=None):
    """Returns the running processes below this process (or another one)."""
    return [child for child in (process or psutil.Process()).children(recursive=True) if is_alive(child)]


def supervisor_below(process):
    """Returns the supervisor that a client has started as `process`: on Linux, that is its guard."""
    if not sys.platform.startswith("linux"):
        return process
    deadline = time.monotonic() + 15.0
    while time.monotonic() < deadline:
        for child in process.children():
            if "runtime.processes.supervisor" in _words(child):
                return child
        time.sleep(0.005)
    raise AssertionError(f"{process} guards no supervisor")


def kill_together(*processes):
    """Kills processes without time for any of them to notice the death of another."""
    for process in processes:
        process.suspend()
    for process in processes:
        process.kill()


def mentioning(text):
    """Returns the running processes whose command line has this text (str or Path) in one of its words."""
    return [process for process in _running() if any(str(text) in word for word in _words(process))]


def with_variable(name, value):
    """Returns the running processes whose environment has this variable; children inherit it."""
    found = []
    for process in _running():
        with contextlib.suppress(psutil.Error):
            if process.environ().get(name) == value:
                found.append(process)
    return found


def marked(mark):
    """Command lines, by process id, of the running processes whose variable `MARK` has this value."""
    return {process.pid: _words(process) for process in with_variable(MARK, mark)}


def _running():
    return [process for process in psutil.process_iter() if is_alive(process)]


def _words(process):
    try:
        return process.cmdline()
    except psutil.Error:
        return []
