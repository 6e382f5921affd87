"""macOS and other POSIX systems without a subreaper: process groups, and psutil to find processes."""

import os
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from typing import Final

import psutil

from runtime.model.messages import Message, message
from runtime.processes.census import ProcessId, ProcessRow, ProcessTable
from runtime.processes.environment import CHILD_VARIABLE, RUN_VARIABLE, serial_in
from runtime.processes.platforms import lookup
from runtime.processes.platforms.posix import PosixPlatform

_INIT: Final = 1
NO_PROCESSORS: Final = message("processors-unsupported", "This system cannot bind programs to CPU cores.")


class MacPlatform(PosixPlatform):
    """Process 1 adopts orphans, so they are recognised by an earlier census, by their group, or by their mark."""

    def __init__(self, run_id: str) -> None:
        self._root = os.getpid()
        super().__init__(ProcessTable(root=self._root, adopters=[self._root, _INIT], mark=partial(read_mark, run_id)))

    def become_root(self) -> None:
        """Does nothing here."""

    def rows(self) -> Iterator[ProcessRow]:
        """See `PosixPlatform`; processes of other users are left out."""
        yield from lookup.psutil_rows(psutil.process_iter())

    def handles(self, rows: Iterable[ProcessRow]) -> int:
        return lookup.psutil_handles(rows)

    def set_processors(self, pids: Iterable[int], processors: Collection[int]) -> Message | None:
        del pids, processors
        return NO_PROCESSORS

    def identity(self, pid: int) -> ProcessId | None:
        try:
            return ProcessId(pid, psutil.Process(pid).create_time())
        except psutil.Error:
            return None


def read_mark(run_id: str, pid: int) -> int | None:
    """Returns the launch number in the environment of a process that a run started; None for others.

    It is 0 for a process of the run that has overwritten its launch number.
    """
    try:
        environment = psutil.Process(pid).environ()
    except (psutil.Error, OSError):
        return None
    return serial_in(environment.get(CHILD_VARIABLE, "")) if environment.get(RUN_VARIABLE) == run_id else None
