"""Events on Linux: one watch per folder, so that folders without anything to watch cost nothing; Linux only.

Uses watchdog's reader of inotify, not its observer, which watches every folder below a root (a virtual environment
has thousands), passes over folders that the system's limit leaves out without a word, holds events back for half a
second after a file was moved away, and needs a thread for each root.

Only closing after writing counts as writing: a log that stays open while it grows makes no event at all, and reading
makes none either. Otherwise a program that reads its own folder would keep the watcher busy.
"""

import os
from collections.abc import Collection
from typing import Final

from watchdog.observers.inotify_c import (
    CallbackId,
    InotifyConstants,
    InotifyEvent,
    InotifyFD,
    Mask,
    WatchDescriptor,
)

from runtime.watching.sources import Tell

CLOSE_S: Final = 1.0
"""How long the reader's thread may take to end."""
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

    def follower(self, root: str, tell: Tell, *, is_deep: bool) -> "InotifyFollower":  # noqa: ARG002 - told by folder
        """Follows single folders."""
        return InotifyFollower(self._fd, tell)

    def close(self) -> None:
        """Ends the thread."""
        self._fd.stop()
        self._fd.join(CLOSE_S)


class InotifyFollower:
    """See `sources.Follower`."""

    def __init__(self, fd: InotifyFD, tell: Tell) -> None:
        self._fd = fd
        self._tell = tell
        self._marks: dict[str, _Mark] = {}

    def follow(self, folder: str, identity: tuple[int, int]) -> None:
        mark = self._marks.get(folder)
        if mark is not None and mark.identity == identity and mark.is_followed:
            return
        if mark is not None:
            self._drop(folder)
        mark = _Mark(folder, identity, self._tell)
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
    """One watched folder; its methods are called by the reader's thread."""

    __slots__ = ("_folder", "_tell", "identity", "is_dropped", "is_lost", "watch")

    def __init__(self, folder: str, identity: tuple[int, int], tell: Tell) -> None:
        self._folder = folder
        self._tell = tell
        self.identity = identity
        self.is_lost = False
        self.is_dropped = False
        self.watch = _NO_WATCH

    @property
    def is_followed(self) -> bool:
        """Whether events come; not from a folder that is gone, or that nobody may read."""
        return not self.is_lost and self.watch != _NO_WATCH

    @property
    def callback_id(self) -> CallbackId:
        """Tells this mark from others on the same folder: of another tree, or under an earlier name."""
        return CallbackId(id(self))

    def on_event(self, event: InotifyEvent) -> None:
        if not self.is_dropped:
            path = os.path.join(self._folder, os.fsdecode(event.name)) if event.name else self._folder  # noqa: PTH118
            self._tell(path, event.is_directory)

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:  # noqa: ARG002 - there is only one
        self.is_lost = True
        if not self.is_dropped:
            self._tell(self._folder, True)

    def on_queue_overflow(self) -> None:
        if not self.is_dropped:
            self._tell(self._folder, True)
