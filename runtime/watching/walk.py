"""Finds the files of a folder that count, without entering what the ignore rules leave out."""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from runtime.files import read_start
from runtime.folders import is_ignored_folder, is_made_by_tools
from runtime.v4_host.encoding import decoded
from runtime.watching.rules import GitIgnore, Kind, Scope, kind_of

MAX_FOLDERS: Final = 4000
MAX_FILES: Final = 20_000
"""A larger tree is a home folder or a data set, not an agent."""
MAX_RULES_FILE: Final = 256 << 10
"""Maximum number of bytes that are read of a .gitignore."""
OUT_OF_WATCHES: Final = (errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM)

Follow = Callable[[str, tuple[int, int]], None]
"""Called with a folder and its identity (device, inode) before the folder is read."""


class TooLargeError(Exception):
    """The tree has more folders or files than an agent can have."""


class Stamp(NamedTuple):
    """The attributes of a file in the file system; a named tuple because each scan makes thousands."""

    mtime_ns: int
    size: int
    inode: int
    ctime_ns: int
    """Shows that a file may have been written; also changes with its permissions and links."""

    @classmethod
    def of(cls, status: os.stat_result) -> "Stamp":
        return cls(status.st_mtime_ns, status.st_size, status.st_ino, status.st_ctime_ns)

    def differs(self, other: "Stamp") -> bool:
        """Returns whether the file was certainly written or replaced, unless its time and size were kept."""
        return self[:3] != other[:3]


class Place(NamedTuple):
    """A folder and the ignore rules that apply to it; a named tuple, because each scan creates new ones."""

    parts: tuple[str, ...]
    scope: Scope | None

    def admits_file(self, name: str) -> bool:
        """Returns whether a file of this name in the folder counts."""
        return kind_of(name) is not Kind.OTHER and not self._ignores(name, is_folder=False)

    def admits_folder(self, name: str) -> bool:
        """Returns whether files in a subfolder of this name may count."""
        return not is_ignored_folder(name) and not self._ignores(name, is_folder=True)

    def _ignores(self, name: str, *, is_folder: bool) -> bool:
        return self.scope is not None and self.scope.ignores((*self.parts, name), is_folder=is_folder)


class Walk:
    """Walks one tree repeatedly and keeps the rules of its .gitignore files.

    Symbolic links are followed; each real folder is visited once. If the root is inside a work tree of version control,
    the .gitignore files above it apply too, unless they ignore the root itself: an agent in an ignored folder is still
    watched.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._rules: dict[str, tuple[Stamp, GitIgnore]] = {}
        self.places: dict[str, Place] = {}
        """The folders of the last walk."""
        self.links: set[str] = set()
        """The files of the last walk that are symbolic links."""
        self.has_new_rules = False
        """True if a .gitignore file has changed between the last two walks."""
        self.is_under_way = True
        """True if a walk may be following folders that `places` does not contain yet."""

    def files(self, follow: Follow) -> dict[str, Stamp]:
        """Returns the files that count, with their stamps.

        Raises:
            TooLargeError: the tree has too many folders or files.
            OSError: the root cannot be read, or the system watches no more folders.
        """
        self.is_under_way = True
        self.has_new_rules = False
        root = Place(Path(self._root).parts, self._scope_above())
        places: dict[str, Place] = {}
        stamps: dict[str, Stamp] = {}
        linked: set[str] = set()
        visited: set[tuple[int, int]] = set()
        waiting = [(self._root, root)]
        links: list[tuple[str, Place]] = []
        while waiting or links:
            folder, place = waiting.pop() if waiting else links.pop()
            entries = self._enter(folder, follow, visited)
            if entries is None or (folder != self._root and is_made_by_tools(entries)):
                continue
            place = self._with_own_rules(folder, place, entries)
            places[folder] = place
            for entry in entries.values():
                if _is_folder(entry):
                    if place.admits_folder(entry.name):
                        below = (entry.path, Place((*place.parts, entry.name), place.scope))
                        (links if entry.is_symlink() else waiting).append(below)
                elif place.admits_file(entry.name) and (stamp := _stamp(entry)):
                    stamps[entry.path] = stamp
                    if entry.is_symlink():
                        linked.add(entry.path)
            if len(places) > MAX_FOLDERS or len(stamps) > MAX_FILES:
                raise TooLargeError
        self.places, self.links = places, linked
        self.is_under_way = False
        return stamps

    def top_files(self, follow: Follow) -> dict[str, Stamp]:
        """Returns the files that count directly in the root.

        Raises:
            OSError: as `files`.
        """
        entries = self._enter(self._root, follow, set()) or {}
        place = Place(Path(self._root).parts, self._scope_above())
        place = self._with_own_rules(self._root, place, entries)
        self.places = {self._root: place}
        admitted = [entry for name, entry in entries.items() if not _is_folder(entry) and place.admits_file(name)]
        self.links = {entry.path for entry in admitted if entry.is_symlink()}
        self.is_under_way = False
        return {entry.path: stamp for entry in admitted if (stamp := _stamp(entry))}

    def _enter(self, folder: str, follow: Follow, visited: set[tuple[int, int]]) -> dict[str, os.DirEntry[str]] | None:
        """Returns the entries by name; None for a folder that was visited before or cannot be read."""
        try:
            status = os.stat(folder)  # noqa: PTH116 - paths are strings here, thousands of them
            identity = (status.st_dev, status.st_ino)
            if identity in visited:
                return None
            visited.add(identity)
            follow(folder, identity)
            with os.scandir(folder) as entries:
                return {entry.name: entry for entry in entries}
        except OSError as error:
            if folder == self._root or error.errno in OUT_OF_WATCHES:
                raise
            return None

    def _with_own_rules(self, folder: str, place: Place, entries: dict[str, os.DirEntry[str]]) -> Place:
        path = os.path.join(folder, ".gitignore")  # noqa: PTH118
        if ".gitignore" not in entries:
            self.has_new_rules |= self._rules.pop(path, None) is not None
            return place
        rules = self._rules_in(path)
        return place._replace(scope=Scope(rules, place.parts, place.scope)) if rules else place

    def _rules_in(self, path: str) -> GitIgnore | None:
        try:
            stamp = Stamp.of(os.stat(path))  # noqa: PTH116
            known = self._rules.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
            text = decoded(read_start(path, MAX_RULES_FILE), is_cut=True)[0]
        except OSError:
            return None
        rules = GitIgnore.parse(text, is_case_sensitive=sys.platform not in ("win32", "darwin"))
        self.has_new_rules = True
        self._rules[path] = (stamp, rules)
        return rules

    def _scope_above(self) -> Scope | None:
        root = Path(self._root)
        folders = [root]
        while not (folders[-1] / ".git").exists():
            if folders[-1].parent == folders[-1]:
                return None
            folders.append(folders[-1].parent)
        scope: Scope | None = None
        for folder in reversed(folders[1:]):
            below = folders[folders.index(folder) - 1]
            rules = self._rules_in(str(folder / ".gitignore"))
            scope = Scope(rules, folder.parts, scope) if rules else scope
            if scope is not None and scope.ignores(below.parts, is_folder=True):
                return None
        return scope


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _stamp(entry: os.DirEntry[str]) -> Stamp | None:
    try:
        return Stamp.of(os.stat(entry.path))  # noqa: PTH116 - on Windows an entry's own stat lacks the inode
    except OSError:
        return None
