"""What killed programs leave: processes with a mark in their environment, and names of shared memory."""

from pathlib import Path

import psutil

SHARED = Path("/dev/shm")


def processes_of(variable, mark):
    """Returns the living processes whose environment has this mark."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(variable) == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def abandoned_memory(since_s):
    """Names in /dev/shm newer than `since_s` that no process has mapped, whoever had made them."""
    names = set()
    for entry in SHARED.iterdir():
        try:
            if entry.name.startswith(("psm_", "sem.mp-")) and entry.stat().st_mtime >= since_s:
                names.add(entry.name)
        except FileNotFoundError:
            continue
    for maps in Path("/proc").glob("[0-9]*/maps"):
        try:
            text = maps.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        names -= {name for name in names if name in text}
    return names
