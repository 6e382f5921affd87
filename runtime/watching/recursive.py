"""Events on systems that watch a whole tree at once: macOS and Windows. It also runs on Linux."""

import os
from collections.abc import Collection
from typing import Final

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from runtime.watching.sources import OnEvent

CLOSE_S: Final = 1.0
"""Time limit of `close` for the observer's thread."""
_EVENTS: Final[list[type[FileSystemEvent]]] = [
    FileModifiedEvent,
    FileCreatedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
"""Opening and closing are left out, because every read of a file causes them."""


class RecursiveSource:
    """One observer for all trees."""

    def __init__(self) -> None:
        self._observer: BaseObserver = Observer()
        self._observer.start()

    def follower(self, root: str, on_event: OnEvent, *, is_deep: bool) -> "RecursiveFollower":
        """Returns a follower; there may be one at a time for each root and depth."""
        return RecursiveFollower(self._observer, root, on_event, is_deep=is_deep)

    def close(self) -> None:
        self._observer.stop()
        self._observer.join(CLOSE_S)


class RecursiveFollower(FileSystemEventHandler):
    """See `sources.Follower`; the system follows the root with everything below it."""

    def __init__(self, observer: BaseObserver, root: str, on_event: OnEvent, *, is_deep: bool) -> None:
        self._observer = observer
        self._root = self._native_root = root
        self._is_deep = is_deep
        self._on_event = on_event
        self._is_lost = False
        self._identity: tuple[int, int] | None = None
        self._watch: ObservedWatch | None = None

    def follow(self, folder: str, identity: tuple[int, int]) -> None:
        is_followed = self._watch is not None and self._identity == identity and not self._is_lost
        if folder != self._root or is_followed:
            return
        self._drop()
        self._is_lost = False
        self._native_root = os.path.realpath(folder)
        self._watch = self._observer.schedule(self, folder, recursive=self._is_deep, event_filter=_EVENTS)
        self._identity = identity

    def keep(self, folders: Collection[str]) -> None:
        if self._root not in folders:
            self._drop()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Handles an event in the observer's thread."""
        paths = [self._as_watched(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
        self._is_lost |= isinstance(event, DirDeletedEvent) and paths[:1] == [self._root]
        for path in paths:
            self._on_event(path, event.is_directory)

    def _as_watched(self, path: str) -> str:
        """Returns a path below the root as it was given; macOS reports paths with symbolic links resolved."""
        native = self._native_root
        if native != self._root and (path == native or path.startswith(native + os.sep)):
            return self._root + path[len(native) :]
        return path

    def _drop(self) -> None:
        if self._watch is not None:
            watch, self._watch = self._watch, None
            self._observer.unschedule(watch)
