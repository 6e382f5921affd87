"""One watched folder: what is in it, and what has changed since the last look."""

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from runtime.watching.contents import Stamp, digest_of
from runtime.watching.kinds import Kind, kind_of
from runtime.watching.sources import Follower
from runtime.watching.walk import TooLargeError, Walk

MAX_READ: Final = 64 << 20
"""Bytes that are read of one tree to know its contents beforehand; files beyond are told apart by time and size."""


@dataclass(slots=True)
class _Known:
    """A file as it was at the last look."""

    stamp: Stamp
    digest: bytes | None = None
    is_read: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a look found."""

    changed: frozenset[str] = frozenset()
    """New files, and files with another content than before."""
    missing: frozenset[str] = frozenset()
    """Files that were there; they stay known until `Tree.forget`, since many savers take a file away for a moment."""


class Tree:
    """Files that matter in a folder: all below it, or only those with `names` directly in it.

    Events only say that something happened; what changed is found by comparing. So it makes no difference whether an
    event was lost, came twice, or was about a whole folder that moved.

    Args:
        root: absolute path of the folder.
        names: None for a whole tree under the ignore rules; else single files, to which no rule applies.
        follower: is told of each folder before it is read, so that nothing falls between; None where there are no
            events, and changes are found by looking only.
        asked_ns: when somebody asked for the tree (`time.time_ns`); what was written later is a change.
    """

    def __init__(self, root: str, *, names: frozenset[str] | None, follower: Follower | None, asked_ns: int) -> None:
        self.root = root
        self.names = names
        self._follower = follower
        self._asked_ns = asked_ns
        self._walk = Walk(root)
        self._known: dict[str, _Known] = {}
        self._missing: set[str] = set()
        self._unread: list[str] = []
        self._bytes_left = MAX_READ
        self._looked_ns: int | None = None
        self.identity: tuple[int, int] | None = None
        """Device and inode of the root; None while it is not there."""
        self.is_top_only = False
        """Whether the tree is too large to be followed below its root."""
        self.suspects: set[str] = set()
        """Paths of events since the last look."""

    def concerns(self, path: str, *, is_folder: bool) -> bool:
        """Whether an event on this path calls for a look; may be asked from any thread, also during a look."""
        folder, name = os.path.split(path)
        if path == self.root:
            return True
        if self.names is not None:
            return folder == self.root and name in self.names
        is_under_way = self._walk.is_under_way
        place = self._walk.places.get(folder)
        if place is None:
            return is_under_way and (is_folder or kind_of(name) is not Kind.OTHER)
        if is_folder:
            return not self.is_top_only and place.admits_folder(name)
        return name == ".gitignore" or place.admits_file(name)

    def look(self, now_ns: int) -> Look:
        """Compares the files with those of the last look; the first look finds only what was written just now.

        Looks at the files alone that events were about, where they were about nothing else.

        Raises:
            OSError: the folder is not there, cannot be read, or (ENOSPC) the system watches no more folders.
        """
        suspects, self.suspects = self.suspects, set()
        try:
            is_whole = self._needs_whole_look(suspects)
            found = self._files() if is_whole else _stamps(suspects | self._missing)
        except OSError:
            self.suspects |= suspects
            self.identity = None
            raise
        is_first = self._looked_ns is None
        changed = {path for path, stamp in found.items() if self._take(path, stamp, suspects, is_first=is_first)}
        missing = (self._known.keys() if is_whole else self._known.keys() & (suspects | self._missing)) - found.keys()
        hidden = {path for path in missing if os.path.lexists(path)}
        self.forget(hidden)
        self._missing = missing - hidden
        self._looked_ns = now_ns
        return Look(changed=frozenset(changed), missing=frozenset(self._missing))

    def forget(self, missing: Collection[str]) -> None:
        """The files are gone for good: should they come back, they are new."""
        self._missing = self._missing.difference(missing)
        for path in missing:
            self._known.pop(path, None)

    def read_some(self, count: int) -> bool:
        """Reads the contents of up to `count` files that were not read yet; False when there are none left.

        Until then a file's time and size stand for its content.
        """
        for _ in range(count):
            if not self._unread:
                return False
            path = self._unread.pop()
            known = self._known.get(path)
            if known is not None and not known.is_read and known.stamp.size <= self._bytes_left:
                known.is_read = True
                known.digest = digest_of(path, known.stamp)
                self._bytes_left -= known.stamp.size
        return bool(self._unread)

    def go_silent(self) -> None:
        """Lets go of all folders; from now on, changes are found by looking only."""
        self._keep(())
        self._follower = None

    def _needs_whole_look(self, suspects: set[str]) -> bool:
        """Whether more may have happened than changes of files that are known by name."""
        if self._looked_ns is None or self._follower is None or not (suspects or self._missing):
            return True
        if self.identity != _identity(self.root):
            return True
        return self.names is None and not all(self._is_plain(path) for path in suspects)

    def _is_plain(self, path: str) -> bool:
        folder, name = os.path.split(path)
        return kind_of(name) is not Kind.OTHER and folder in self._walk.places and not os.path.isdir(path)  # noqa: PTH112

    def _files(self) -> dict[str, Stamp]:
        if self.names is not None:
            self._follow(self.root, _identity(self.root))
            return _stamps(os.path.join(self.root, name) for name in self.names)  # noqa: PTH118
        if not self.is_top_only:
            try:
                found = self._walk.files(self._follow)
            except TooLargeError:
                self.is_top_only = True
                self._keep((self.root,))
            else:
                self._keep(self._walk.places)
                return found
        return self._walk.top_files(self._follow)

    def _follow(self, folder: str, identity: tuple[int, int]) -> None:
        if folder == self.root:
            self.identity = identity
        if self._follower is not None:
            self._follower.follow(folder, identity)

    def _keep(self, folders: Collection[str]) -> None:
        if self._follower is not None:
            self._follower.keep(folders)

    def _take(self, path: str, stamp: Stamp, suspects: Collection[str], *, is_first: bool) -> bool:
        """Remembers a file as it is now; True if that is a change."""
        known = self._known.get(path)
        if known is None:
            return self._take_new(path, stamp, suspects, is_first=is_first)
        if known.stamp == stamp and path not in suspects:
            return False
        digest = digest_of(path, stamp)
        is_known_content = digest is not None and known.digest is not None
        is_changed = digest != known.digest if is_known_content else stamp != known.stamp
        self._known[path] = _Known(stamp, digest, is_read=True)
        return is_changed

    def _take_new(self, path: str, stamp: Stamp, suspects: Collection[str], *, is_first: bool) -> bool:
        self._known[path] = _Known(stamp)
        self._unread.append(path)
        if is_first:
            return stamp.mtime_ns >= self._asked_ns
        if self.names is None and kind_of(os.path.basename(path)) is Kind.DATA:  # noqa: PTH119
            return False
        if self._walk.has_new_rules:
            return path in suspects or stamp.mtime_ns >= (self._looked_ns or 0)
        return True


def _stamps(paths: Iterable[str]) -> dict[str, Stamp]:
    """Of those files that are there."""
    found = {}
    for path in paths:
        try:
            found[path] = Stamp.of(os.stat(path))  # noqa: PTH116 - paths are strings here, thousands of them
        except OSError:
            continue
    return found


def _identity(folder: str) -> tuple[int, int]:
    found = os.stat(folder)  # noqa: PTH116
    return found.st_dev, found.st_ino
