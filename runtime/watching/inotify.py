"""Events on Linux: one watch for each folder, so that folders without anything to watch cost nothing.

This uses watchdog's reader of inotify, not its observer. The observer watches every folder below a root (a virtual
environment has thousands), skips folders silently when the system's limit is reached, delays events by half a second
after a file was moved away, and needs a thread for each root.

Only closing a written file counts as writing. A log that stays open while it grows causes no event, and neither does
reading. Otherwise a program that reads its own folder would keep the watcher busy.
"""

import os
from collections.abc import Collection
from typing import Final

from watchdog.observers.inotify_c import CallbackId, InotifyConstants, InotifyEvent, InotifyFD, Mask, WatchDescriptor

from runtime.watching.sources import OnEvent

CLOSE_S: Final = 1.0
"""Time limit of `close` for the reader's thread."""
_MASK: Final = Mask(
    InotifyConstants.IN_CLOSE_WRITE
    | InotifyConstants.IN_CREATE
    | InotifyConstants.IN_DELETE
    | InotifyConstants.IN_MOVE
    | InotifyConstants.IN_DELETE_SELF
    | InotifyConstants.IN_MOVE_SELF
    | InotifyConstants.IN_ONLYDIR
)
_NO_WATCH: Final = WatchDescriptor(-1)


class InotifySource:
    """One inotify instance with one thread.

    Raises:
        OSError: the limit of instances is reached (EMFILE).
    """

    def __init__(self) -> None:
        self._fd = InotifyFD()
        self._fd.start()

    def follower(self, root: str, on_event: OnEvent, *, is_deep: bool) -> "InotifyFollower":  # noqa: ARG002 - follows single folders
        return InotifyFollower(self._fd, on_event)

    def close(self) -> None:
        self._fd.stop()
        self._fd.join(CLOSE_S)


class InotifyFollower:
    """See `sources.Follower`."""

    def __init__(self, fd: InotifyFD, on_event: OnEvent) -> None:
        self._fd = fd
        self._on_event = on_event
        self._marks: dict[str, _Mark] = {}

    def follow(self, folder: str, identity: tuple[int, int]) -> None:
        mark = self._marks.get(folder)
        if mark is not None and mark.identity == identity and mark.is_followed:
            return
        if mark is not None:
            self._drop(folder)
        mark = _Mark(folder, identity, self._on_event)
        mark.watch = self._fd.add_callback(os.fsencode(folder), _MASK, mark, mark.callback_id)
        self._marks[folder] = mark

    def keep(self, folders: Collection[str]) -> None:
        for folder in [folder for folder in self._marks if folder not in folders]:
            self._drop(folder)

    def _drop(self, folder: str) -> None:
        mark = self._marks.pop(folder)
        mark.is_dropped = True
        if mark.is_followed:
            self._fd.remove_callbacks([(mark.watch, mark.callback_id)])


class _Mark:
    """One watched folder; the reader's thread calls its `on_...` methods."""

    __slots__ = ("_folder", "_on_event", "identity", "is_dropped", "is_lost", "watch")

    def __init__(self, folder: str, identity: tuple[int, int], on_event: OnEvent) -> None:
        self._folder = folder
        self._on_event = on_event
        self.identity = identity
        self.is_lost = False
        self.is_dropped = False
        self.watch = _NO_WATCH

    @property
    def is_followed(self) -> bool:
        """True if events arrive; False if the folder is gone or cannot be read."""
        return not self.is_lost and self.watch != _NO_WATCH

    @property
    def callback_id(self) -> CallbackId:
        """Distinguishes this mark from others on the same folder: for another tree, or under an earlier name."""
        return CallbackId(id(self))

    def on_event(self, event: InotifyEvent) -> None:
        if not self.is_dropped:
            path = os.path.join(self._folder, os.fsdecode(event.name)) if event.name else self._folder  # noqa: PTH118
            self._on_event(path, event.is_directory)

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:  # noqa: ARG002 - there is only one
        self.is_lost = True
        if not self.is_dropped:
            self._on_event(self._folder, True)

    def on_queue_overflow(self) -> None:
        if not self.is_dropped:
            self._on_event(self._folder, True)
