"""Processes that are known again by a mark in their environment, which all that they start inherits."""

import contextlib

import psutil

MARK = "MARKED_BY_A_TEST"


def marked(mark):
    """Living processes that carry the mark in their environment: their command lines, by pid."""
    found = {}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE and process.environ().get(MARK) == mark:
                found[process.pid] = process.cmdline()
    return found
