"""Finds processes by a variable in their environment, which their children inherit."""

import contextlib

import psutil

MARK = "MARKED_BY_A_TEST"


def marked(mark):
    """Command lines, by process id, of the running processes whose variable `MARK` has this value."""
    found = {}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE and process.environ().get(MARK) == mark:
                found[process.pid] = process.cmdline()
    return found
