"""One watched folder: the files in it, and what has changed since the last scan."""

import hashlib
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from runtime.files import open_regular, read_up_to
from runtime.watching.rules import Kind, kind_of
from runtime.watching.sources import Follower
from runtime.watching.walk import Stamp, TooLargeError, Walk

MAX_READ: Final = 64 << 20
"""Maximum number of bytes that are read of one tree in advance; other files are compared by time and size only."""
MAX_HASHED: Final = 1 << 20
"""Maximum number of bytes of a file that is compared by content; larger files are compared by time and size only."""


@dataclass(slots=True)
class _Known:
    """A file as it was at the last scan."""

    stamp: Stamp
    digest: bytes | None = None
    is_read: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanResult:
    """The differences that a scan found."""

    changed: frozenset[str] = frozenset()
    """New files, and files whose content has changed."""
    missing: frozenset[str] = frozenset()
    """Missing files. They stay known until `Tree.forget`, because many editors remove a file for a moment."""


class Tree:
    """The files that count in a folder: all below it, or only those with `names` directly in it.

    Events only say that something happened; a comparison finds what changed. So a lost or repeated event, or an event
    about a whole folder that moved, makes no difference.

    Args:
        root: absolute path of the folder.
        names: None for a whole tree under the ignore rules; otherwise single files, to which no rule applies.
        follower: follows each folder before it is read, so that no event is missed; None if there are no events.
        asked_ns: when the tree was requested (`time.time_ns`); files written later are changes.
    """

    def __init__(self, root: str, *, names: frozenset[str] | None, follower: Follower | None, asked_ns: int) -> None:
        self.root = root
        self.names = names
        self._follower = follower
        self._asked_ns = asked_ns
        self._walk = Walk(root)
        self._known: dict[str, _Known] = {}
        self._missing: set[str] = set()
        self._links: set[str] = set()
        """The files that are symbolic links."""
        self._unread: list[str] = []
        self._bytes_left = MAX_READ
        self._scanned_ns: int | None = None
        self.identity: tuple[int, int] | None = None
        """Device and inode of the root; None while the root does not exist."""
        self.is_top_only = False
        """True if only the files directly in the root are watched, because the tree is too large."""
        self.suspects: set[str] = set()
        """Paths of events since the last scan."""

    def concerns(self, path: str, *, is_folder: bool) -> bool:
        """Returns whether an event on this path requires a scan; may be called from any thread, also during a scan."""
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

    def scan(self, now_ns: int) -> ScanResult:
        """Compares the files with those of the last scan; the first scan finds what was written since `asked_ns`.

        If all events since the last scan were about known kinds of files, only these files are compared.

        Raises:
            OSError: the folder does not exist, cannot be read, or (ENOSPC) the system watches no more folders.
        """
        suspects, self.suspects = self.suspects, set()
        try:
            is_whole = self._needs_whole_scan(suspects)
            stamps = self._files() if is_whole else _stamps(suspects | self._missing)
        except OSError:
            self.suspects |= suspects
            self.identity = None
            raise
        self._links = self._walk.links if is_whole else self._links - suspects | set(filter(os.path.islink, suspects))
        is_first = self._scanned_ns is None
        changed = {path for path, stamp in stamps.items() if self._take(path, stamp, suspects, is_first=is_first)}
        missing = (self._known.keys() if is_whole else self._known.keys() & (suspects | self._missing)) - stamps.keys()
        hidden = {path for path in missing if os.path.lexists(path)}
        self.forget(hidden)
        self._missing = missing - hidden
        self._scanned_ns = now_ns
        return ScanResult(changed=frozenset(changed), missing=frozenset(self._missing))

    def look_behind_links(self) -> bool:
        """Returns whether files behind symbolic links may have changed, which cause no event in this folder."""
        known = {path: known.stamp for path in self._links if (known := self._known.get(path)) is not None}
        changed = {path for path, stamp in _stamps(known).items() if stamp != known[path]}
        self.suspects |= changed
        return bool(changed)

    def forget(self, missing: Collection[str]) -> None:
        """Removes missing files; if they come back, they count as new."""
        self._missing = self._missing.difference(missing)
        for path in missing:
            self._known.pop(path, None)

    def read_some(self, count: int) -> bool:
        """Reads up to `count` files that have not been read; returns whether there are more.

        Until a file has been read, it is compared by time and size.
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

    def stop_following(self) -> None:
        """Stops following all folders; from now on, only scans find changes."""
        self._keep(())
        self._follower = None

    def _needs_whole_scan(self, suspects: set[str]) -> bool:
        """Returns whether more may have changed than the files that events were about."""
        if self._scanned_ns is None or self._follower is None or not (suspects or self._missing):
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
                stamps = self._walk.files(self._follow)
            except TooLargeError:
                self.is_top_only = True
                self._keep((self.root,))
            else:
                self._keep(self._walk.places)
                return stamps
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
        """Remembers a file as it is now; returns whether it has changed."""
        known = self._known.get(path)
        if known is None:
            return self._take_new(path, stamp, suspects, is_first=is_first)
        if known.stamp == stamp and path not in suspects:
            return False
        digest = digest_of(path, stamp)
        is_known_content = digest is not None and known.digest is not None
        is_changed = digest != known.digest if is_known_content else stamp.differs(known.stamp)
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
            return path in suspects or stamp.mtime_ns >= (self._scanned_ns or 0)
        return True


def digest_of(path: str, stamp: Stamp) -> bytes | None:
    """Returns a hash of a file; None if the file is large, cannot be read, or no longer has this stamp."""
    if stamp.size > MAX_HASHED:
        return None
    try:
        with open_regular(path) as file:
            digest = hashlib.blake2b(read_up_to(file, stamp.size), digest_size=16).digest()
            return digest if Stamp.of(os.fstat(file)) == stamp else None
    except OSError:
        return None


def _stamps(paths: Iterable[str]) -> dict[str, Stamp]:
    """Returns the stamps of the files that exist."""
    stamps = {}
    for path in paths:
        try:
            stamps[path] = Stamp.of(os.stat(path))  # noqa: PTH116 - paths are strings here, thousands of them
        except OSError:
            continue
    return stamps


def _identity(folder: str) -> tuple[int, int]:
    status = os.stat(folder)  # noqa: PTH116
    return status.st_dev, status.st_ino
