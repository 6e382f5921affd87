"""Runs the change monitor in a thread."""

import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from runtime.model.messages import message
from runtime.watching.changes import ChangeSet, Watched, WatchNotice
from runtime.watching.debouncer import Debouncer
from runtime.watching.monitor import SCAN_S, ChangeMonitor
from runtime.watching.sources import Source, file_system_of

if sys.platform == "linux":
    from runtime.watching.inotify import InotifySource as SystemSource
else:
    from runtime.watching.recursive import RecursiveSource as SystemSource

SETTLE_S: Final = 0.2
LATEST_S: Final = 1.0
CLOSE_S: Final = 2.0
"""Time limit of `close` for the thread."""

_log = logging.getLogger(__name__)


class Watcher:
    """Watches the files of agents; except for `close`, its methods never wait for a disk.

    Call `watch` before an agent's process starts: files written from then on are changes. A change set is available
    `settle_s` after the last event, at the latest `latest_s` after the first one. A deleted file is only reported at
    the latest time, because many editors remove a file for a moment.

    Args:
        clock: monotonic seconds.
        settle_s: a change set is complete when no event has come for this long.
        latest_s: a change set is complete this long after its first event in any case.
        source: makes the source of events; an OSError means that there is none.
        file_system_of: names the file system of a folder.
        scan_s: time between two scans of folders without events.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        settle_s: float = SETTLE_S,
        latest_s: float = LATEST_S,
        source: Callable[[], Source] = SystemSource,
        file_system_of: Callable[[Path], str] = file_system_of,
        scan_s: float = SCAN_S,
    ) -> None:
        self._clock = clock
        self._debouncer = Debouncer(settle_s=settle_s, latest_s=latest_s)
        self._source = source
        self._file_system_of = file_system_of
        self._scan_s = scan_s
        self._found: deque[ChangeSet | WatchNotice] = deque()
        self._requests: deque[tuple[tuple[Watched, ...], int]] = deque()
        self._has_work = threading.Event()
        self._is_closing = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Starts the thread; requests made before are handled now."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="watching", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends the thread; waits two seconds at most. Earlier findings can still be polled."""
        self._is_closing.set()
        self._has_work.set()
        if self._thread is not None:
            self._thread.join(CLOSE_S)

    def watch(self, agents: Iterable[Watched]) -> None:
        """Replaces the watched agents; folders that stay are not scanned again."""
        self._requests.append((tuple(agents), time.time_ns()))
        self._has_work.set()

    def poll(self) -> list[ChangeSet | WatchNotice]:
        """Returns what was found since the last call, in order; cheap if there is nothing."""
        return [self._found.popleft() for _ in range(len(self._found))]

    def _run(self) -> None:
        try:
            self._watch_loop()
        except Exception as error:  # noqa: BLE001 - top of a thread: the match must learn that watching has ended
            _log.exception("Watching ended")
            text = message("watching-ended", "Changes of files are no longer noticed: {error}.", error=repr(error))
            self._found.append(WatchNotice(keys=(), text=text, about=""))

    def _watch_loop(self) -> None:
        monitor = ChangeMonitor(
            source=self._open_source(),
            emit=self._found.append,
            wake=self._has_work.set,
            debouncer=self._debouncer,
            clock=self._clock,
            file_system_of=self._file_system_of,
            scan_s=self._scan_s,
        )
        try:
            while not self._is_closing.is_set():
                self._has_work.clear()
                while self._requests:
                    agents, asked_ns = self._requests.popleft()
                    monitor.watch(agents, asked_ns)
                wait_s = monitor.step()
                self._has_work.wait(wait_s)
        finally:
            monitor.close()

    def _open_source(self) -> Source | None:
        try:
            return self._source()
        except OSError as error:
            _log.warning("The system provides no file events: %s", error)
            return None
