"""Searches a folder for agents, within limits; visits no folder twice, and opens only .cfg files."""

import os
import stat
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runtime.documents.v4_files import is_v4_document
from runtime.files import reason_of
from runtime.folders import is_ignored_folder, is_made_by_tools
from runtime.library.recommendations import FILE_NAME
from runtime.model.entries import ScanNotice
from runtime.model.messages import Message, message

MAX_DEPTH: Final = 10
"""Maximum depth of folders below the library folder."""
MAX_FOLDERS: Final = 20_000
"""Maximum number of folders to search under one path."""
MAX_NAMES: Final = 5_000
"""Maximum number of names to read in one folder."""
MAX_HOME_FILES: Final = 1_000
"""Maximum number of files in the version of an agent."""

_TRANSIENT: Final = (".pyc", ".pyo", ".log", ".tmp", ".swp", ".swx", "~")
"""Suffixes of files that come and go while a bot runs or is edited."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """Size and time of a file, to detect changes without reading it."""

    name: str
    """Path relative to the home, with `/`."""
    size: int
    changed_ns: int


@dataclass(slots=True, kw_only=True)
class Home:
    """A folder with documents of agents, and their files.

    It does not include files of subfolders that are homes themselves.
    """

    path: Path
    documents: list[str]
    """Names of the documents, sorted."""
    stamps: list[FileStamp] = field(default_factory=list)
    is_partial: bool = False


class Walk:
    """One search of one folder, on any thread; leaves out `hidden` folders."""

    def __init__(
        self, root: Path, *, is_cancelled: Callable[[], bool] = lambda: False, hidden: Collection[Path] = ()
    ) -> None:
        self._root = root
        self._is_cancelled = is_cancelled
        self._hidden = frozenset(hidden)
        self._seen: set[tuple[int, int]] = set()
        self._folders = 0
        self._notices: list[ScanNotice] = []
        self._recommending: list[Path] = []
        self._is_full = False
        self._ancestors = _identities(root)

    @property
    def notices(self) -> tuple[ScanNotice, ...]:
        """The folders that were not read so far, and why: errors and limits of the search."""
        return tuple(self._notices)

    @property
    def recommending(self) -> tuple[Path, ...]:
        """The files with recommended teams found so far."""
        return tuple(self._recommending)

    @property
    def folders(self) -> int:
        """Number of folders read so far."""
        return self._folders

    def homes(self) -> Iterator[Home]:
        """Yields the homes; a folder comes after the homes inside it."""
        yield from self._visit(self._root, 0, None, "")

    def home(self) -> Home | None:
        """Returns the searched folder if it is a home, else None; does not follow links in it."""
        return next((home for home in self._visit(self._root, 1, None, "") if home.path == self._root), None)

    def _visit(self, folder: Path, depth: int, home: Home | None, prefix: str) -> Iterator[Home]:
        if self._is_cancelled() or folder in self._hidden or not self._enter(folder):
            return
        listed = self._listed(folder, depth)
        if listed is None or (depth > 0 and is_made_by_tools((*listed.files, *listed.folders))):
            return
        if FILE_NAME in listed.files:
            self._recommending.append(folder / FILE_NAME)
        documents = sorted(name for name in listed.files if is_document(folder / name))
        own = Home(path=folder, documents=documents) if documents else None
        if own is not None:
            home, prefix = own, ""
        if home is not None:
            _take(home, prefix, listed)
        if depth >= MAX_DEPTH and listed.folders:
            self._note(
                folder,
                message(
                    "folder-too-deep", "Folders below this one are not scanned: it is {n} folders deep.", n=MAX_DEPTH
                ),
            )
            listed.folders.clear()
        for name in sorted(listed.folders):
            yield from self._visit(folder / name, depth + 1, home, f"{prefix}{name}/")
        if own is not None and not self._is_cancelled():
            yield own

    def _enter(self, folder: Path) -> bool:
        """Counts a folder; returns whether it is new and within the limit."""
        if self._folders >= MAX_FOLDERS:
            if not self._is_full:
                self._is_full = True
                text = message(
                    "too-many-folders",
                    "Only the first {n} folders in it are scanned. Add a smaller one.",
                    n=MAX_FOLDERS,
                )
                self._note(self._root, text)
            return False
        identity = _identity(folder)
        if identity is not None and identity in self._seen:
            return False
        if identity is not None:
            self._seen.add(identity)
        self._folders += 1
        return True

    def _listed(self, folder: Path, depth: int) -> "_Listed | None":
        listed = _Listed()
        try:
            with os.scandir(folder) as entries:
                for count, entry in enumerate(entries):
                    if count >= MAX_NAMES:
                        listed.is_cut = True
                        self._note(
                            folder,
                            message(
                                "too-many-files-in-folder",
                                "Only {n} of the files in this folder are scanned.",
                                n=MAX_NAMES,
                            ),
                        )
                        break
                    self._sort(entry, listed, depth)
        except OSError as error:
            text = message("folder-unreadable", "This folder cannot be read: {reason}.", reason=reason_of(error))
            self._note(folder, text)
            return None
        return listed

    def _sort(self, entry: os.DirEntry[str], listed: "_Listed", depth: int) -> None:
        try:
            if entry.is_dir():
                if _may_hold_agents(entry.name) and (not entry.is_symlink() or self._may_follow(entry, depth)):
                    listed.folders.append(entry.name)
            elif entry.is_file() or (entry.is_symlink() and is_agent_name(entry.name)):
                listed.files[entry.name] = entry
        except OSError:
            listed.is_cut = True

    def _may_follow(self, entry: os.DirEntry[str], depth: int) -> bool:
        """Returns whether to follow a link: only directly in the library folder; others may lead to a whole disk."""
        return depth == 0 and _identity(Path(entry.path)) not in self._ancestors

    def _note(self, path: Path, text: Message) -> None:
        self._notices.append(ScanNotice(path=path, message=text))


def is_document(path: Path) -> bool:
    """Returns whether a file is an agent's document, by its name or, for a .cfg, by its content."""
    return is_agent_name(path.name) or (_is_v4_name(path.name) and is_v4_document(path))


def is_agent_name(name: str) -> bool:
    """Returns whether documents of bots or scripts have this name."""
    return name in ("bot.toml", "script.toml") or name.endswith((".bot.toml", ".script.toml"))


def _is_v4_name(name: str) -> bool:
    return name.lower().endswith(".cfg") and not name.startswith("_") and name != "pyvenv.cfg"


@dataclass(slots=True)
class _Listed:
    files: dict[str, os.DirEntry[str]] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    is_cut: bool = False


def _take(home: Home, prefix: str, listed: _Listed) -> None:
    home.is_partial |= listed.is_cut
    for name, entry in sorted(listed.files.items()):
        if name.lower().endswith(_TRANSIENT):
            continue
        if len(home.stamps) >= MAX_HOME_FILES:
            home.is_partial = True
            return
        try:
            status = entry.stat()
        except OSError:
            home.is_partial = True
            continue
        if stat.S_ISREG(status.st_mode):
            stamp = FileStamp(f"{prefix}{name}", status.st_size, status.st_mtime_ns)
            home.stamps.append(stamp)


def _may_hold_agents(name: str) -> bool:
    return not is_ignored_folder(name) and not name.startswith(".")


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def _identities(folder: Path) -> frozenset[tuple[int, int] | None]:
    """The folder and all its parents; None represents folders that cannot be examined."""
    return frozenset((None, *(_identity(place) for place in (folder, *folder.absolute().parents))))
