"""The watcher as the match sees it: started, told what to watch, asked now and then what changed, closed."""

import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from runtime.watching.file_systems import file_system_of
from runtime.watching.settling import Settling
from runtime.watching.sources import Source
from runtime.watching.survey import BEAT_S, Survey
from runtime.watching.values import ChangeSet, Watched, WatchNotice

if sys.platform == "linux":
    from runtime.watching.inotify import InotifySource as SystemSource
else:
    from runtime.watching.recursive import RecursiveSource as SystemSource

SETTLE_S: Final = 0.2
LATEST_S: Final = 1.0
CLOSE_S: Final = 2.0
"""How long `close` waits for the thread."""

_log = logging.getLogger(__name__)


class Watcher:
    """Watches the files of agents in a thread of its own; its methods never wait for a disk, `close` excepted.

    Call `watch` before an agent's process starts: what is written from then on counts as a change. A change set is told
    `settle_s` after the last event, at the latest `latest_s` after the first. A deleted file is told at the latest
    time, since many editors take a file away for a moment.

    Args:
        clock: monotonic seconds.
        settle_s: how long nothing may happen until a change counts as complete.
        latest_s: how long a change may go on until it is told in any case.
        source: makes the source of events; an OSError means that there is none.
        file_system_of: names the file system of a folder.
        beat_s: how often folders without events are looked through.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        settle_s: float = SETTLE_S,
        latest_s: float = LATEST_S,
        source: Callable[[], Source] = SystemSource,
        file_system_of: Callable[[Path], str] = file_system_of,
        beat_s: float = BEAT_S,
    ) -> None:
        self._clock = clock
        self._settling = Settling(settle_s=settle_s, latest_s=latest_s)
        self._source = source
        self._file_system_of = file_system_of
        self._beat_s = beat_s
        self._news: deque[ChangeSet | WatchNotice] = deque()
        self._wishes: deque[tuple[tuple[Watched, ...], int]] = deque()
        self._is_awake = threading.Event()
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
        """Starts the thread; what was asked for before is watched now."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="watching", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends it; waits two seconds at most. What was found before can still be polled."""
        self._is_closing.set()
        self._is_awake.set()
        if self._thread is not None:
            self._thread.join(CLOSE_S)

    def watch(self, agents: Iterable[Watched]) -> None:
        """Replaces what is watched; what stays is not looked through anew."""
        self._wishes.append((tuple(agents), time.time_ns()))
        self._is_awake.set()

    def poll(self) -> list[ChangeSet | WatchNotice]:
        """What was found since the last call, in order; costs nothing when there is nothing."""
        return [self._news.popleft() for _ in range(len(self._news))]

    def _run(self) -> None:
        try:
            self._watch_on()
        except Exception as error:  # noqa: BLE001 - top of a thread: the match must learn that nobody watches any more
            _log.exception("Watching ended")
            self._news.append(
                WatchNotice(keys=(), text=f"Changes of files are not noticed any more: {error!r}.", about="")
            )

    def _watch_on(self) -> None:
        survey = Survey(
            source=self._open_source(),
            tell=self._news.append,
            wake=self._is_awake.set,
            settling=self._settling,
            clock=self._clock,
            file_system_of=self._file_system_of,
            beat_s=self._beat_s,
        )
        try:
            while not self._is_closing.is_set():
                self._is_awake.clear()
                while self._wishes:
                    agents, asked_ns = self._wishes.popleft()
                    survey.watch(agents, asked_ns)
                wait_s = survey.step()
                self._is_awake.wait(wait_s)
        finally:
            survey.close()

    def _open_source(self) -> Source | None:
        try:
            return self._source()
        except OSError as error:
            _log.warning("The system gives no events about files: %s", error)
            return None
