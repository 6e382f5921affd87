"""Looks through a folder for the homes of agents: bounded, without loops, and without opening more than .cfg files."""

import os
import stat
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runtime.documents.examination import SKIPPED_FOLDERS
from runtime.documents.v4_files import is_v4_document
from runtime.library.recommendations import FILE_NAME
from runtime.model.entries import ScanNotice

MAX_DEPTH: Final = 10
"""Folders within folders below the one that was added."""
MAX_FOLDERS: Final = 20_000
"""More folders than these under one path are not looked into."""
MAX_NAMES: Final = 5_000
"""More names than these in one folder are not looked at."""
MAX_HOME_FILES: Final = 1_000
"""More files than these of one agent do not count for its version."""

_VENV_MARK: Final = "pyvenv.cfg"
_PASSING: Final = (".pyc", ".pyo", ".log", ".tmp", ".swp", ".swx", "~")
"""Endings of files that come and go while a bot runs or is edited."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What tells that a file has changed, without reading it."""

    name: str
    """Path within the home, with `/`."""
    size: int
    changed_ns: int


@dataclass(slots=True, kw_only=True)
class Home:
    """A folder that holds documents of agents, with the files that belong to them.

    Folders within that are homes themselves keep their own files.
    """

    path: Path
    documents: list[str]
    """Names of the agents' documents, sorted."""
    stamps: list[FileStamp] = field(default_factory=list)
    is_partial: bool = False


class Walk:
    """One look through one folder; any thread, but one at a time. Folders that are `hidden` are not looked into."""

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
        """What could not be looked into so far."""
        return tuple(self._notices)

    @property
    def recommending(self) -> tuple[Path, ...]:
        """The files that recommend teams, as far as they were found."""
        return tuple(self._recommending)

    @property
    def folders(self) -> int:
        """How many folders have been looked into so far."""
        return self._folders

    def homes(self) -> Iterator[Home]:
        """The homes in the order in which they are complete: those within a folder come before the folder itself."""
        yield from self._visit(self._root, 0, None, "")

    def home(self) -> Home | None:
        """Returns the home that the walk's folder itself is, if it is one; links in it are not followed."""
        return next((home for home in self._visit(self._root, 1, None, "") if home.path == self._root), None)

    def _visit(self, folder: Path, depth: int, home: Home | None, prefix: str) -> Iterator[Home]:
        if self._is_cancelled() or folder in self._hidden or not self._enter(folder):
            return
        listed = self._listed(folder, depth)
        if listed is None or (_VENV_MARK in listed.files and depth > 0):
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
            self._note(folder, f"Folders below this one are not scanned: it is {MAX_DEPTH} folders deep.")
            listed.folders.clear()
        for name in sorted(listed.folders):
            yield from self._visit(folder / name, depth + 1, home, f"{prefix}{name}/")
        if own is not None and not self._is_cancelled():
            yield own

    def _enter(self, folder: Path) -> bool:
        """Counts a folder; tells whether it is a new one that may still be looked into."""
        if self._folders >= MAX_FOLDERS:
            if not self._is_full:
                self._is_full = True
                self._note(self._root, f"Only the first {MAX_FOLDERS} folders in it are scanned. Add a smaller one.")
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
                        self._note(folder, f"Only {MAX_NAMES} of the files in this folder are scanned.")
                        break
                    self._sort(entry, listed, depth)
        except OSError as error:
            self._note(folder, f"This folder cannot be read: {error.strerror or error}.")
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
        """Links lead out of a folder, as far as to a whole disk: only those directly in the added folder count."""
        return depth == 0 and _identity(Path(entry.path)) not in self._ancestors

    def _note(self, path: Path, message: str) -> None:
        self._notices.append(ScanNotice(path=path, message=message))


def is_document(path: Path) -> bool:
    """Whether a file is the document of an agent: by its name, and of a .cfg by what is in it."""
    return is_agent_name(path.name) or (_is_v4_name(path.name) and is_v4_document(path))


def is_agent_name(name: str) -> bool:
    """Whether bots and scripts are found under a name."""
    return name in ("bot.toml", "script.toml") or name.endswith((".bot.toml", ".script.toml"))


def _is_v4_name(name: str) -> bool:
    return name.lower().endswith(".cfg") and not name.startswith("_") and name != _VENV_MARK


@dataclass(slots=True)
class _Listed:
    files: dict[str, os.DirEntry[str]] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    is_cut: bool = False


def _take(home: Home, prefix: str, listed: _Listed) -> None:
    home.is_partial |= listed.is_cut
    for name, entry in sorted(listed.files.items()):
        if name.lower().endswith(_PASSING):
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
    return name not in SKIPPED_FOLDERS and not name.startswith(".")


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def _identities(folder: Path) -> frozenset[tuple[int, int] | None]:
    """The folder and everything above it, and what cannot be asked about."""
    return frozenset((None, *(_identity(place) for place in (folder, *folder.absolute().parents))))
