"""Scans of the library's folders, each on its own thread, so that a slow folder does not delay the others.

A scan reads new and changed agents. For unchanged ones, it only compares the file times.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runtime.library.reading import entry_of
from runtime.library.recommendations import read_teams
from runtime.library.version import version_of
from runtime.library.walk import Home, Walk
from runtime.model.entries import EntriesFound, FolderScanned, LibraryEntry, ScanEvent

BATCH_ENTRIES: Final = 50
BATCH_S: Final = 0.1
"""Maximum age of a batch of entries that is not full."""
MAX_LISTS: Final = 50
"""Maximum number of files with recommended teams to read in one folder."""
PAUSE_S: Final = 0.001
"""Pause after reading each agent, which lets other threads run, such as the window's."""

Sink = Callable[[ScanEvent], None]


@dataclass(frozen=True, slots=True)
class _Known:
    stamps: int
    """Hash of the file stamps; a hash saves memory with thousands of bots."""
    documents: list[str]
    entries: tuple[LibraryEntry, ...]


@dataclass(slots=True)
class FolderMemory:
    """The result of the last complete scan of a folder; used by one thread at a time."""

    homes: dict[Path, _Known] = field(default_factory=dict)

    @property
    def paths(self) -> set[Path]:
        """The documents of all entries."""
        return {entry.path for known in self.homes.values() for entry in known.entries}


def scan_folder(
    root: Path, memory: FolderMemory, sink: Sink, is_cancelled: Callable[[], bool], hidden: Collection[Path] = ()
) -> None:
    """Scans a folder: emits `EntriesFound` during the scan and `FolderScanned` at the end, and updates `memory`.

    `hidden` folders are left out; their entries from an earlier scan are reported as gone. Bots with problems are read
    in every scan, because the cause may be outside their folder.
    """
    began = time.monotonic()
    batch = _Batch(root, sink)
    walk = Walk(root, is_cancelled=is_cancelled, hidden=hidden)
    before = memory.paths
    homes: dict[Path, _Known] = {}
    for home in walk.homes():
        known = memory.homes.get(home.path)
        homes[home.path] = fresh = _looked_at(root, home, known)
        old = set(known.entries) if known is not None else set()
        batch.add(tuple(entry for entry in fresh.entries if entry not in old))
        if fresh is not known:
            time.sleep(PAUSE_S)
    batch.send()
    read = [read_teams(path) for path in walk.recommending[:MAX_LISTS]]
    is_whole = not is_cancelled()
    memory.homes = homes if is_whole else {**memory.homes, **homes}
    after = memory.paths
    sink(
        FolderScanned(
            root=root,
            gone=tuple(sorted(before - after)),
            total=len(after),
            notices=(*walk.notices, *(notice for teams in read for notice in teams.notices)),
            duration_s=time.monotonic() - began,
            is_whole=is_whole,
            recommended=tuple(team for teams in read for team in teams.teams),
        )
    )


def _looked_at(root: Path, home: Home, known: _Known | None) -> _Known:
    stamps = hash(tuple(home.stamps))
    is_same = known is not None and known.stamps == stamps and known.documents == home.documents
    if known is not None and is_same and not any(_may_recover(entry) for entry in known.entries):
        return known
    if known is not None and is_same:
        version = known.entries[0].version
    else:
        version = version_of(home.path, home.stamps, is_partial=home.is_partial)
    entries = tuple(entry_of(root, home, name, version) for name in home.documents)
    return _Known(stamps, home.documents, entries)


def _may_recover(entry: LibraryEntry) -> bool:
    return bool(entry.problems)


class _Batch:
    """Collects entries and emits them in batches."""

    def __init__(self, root: Path, sink: Sink) -> None:
        self._root = root
        self._sink = sink
        self._entries: list[LibraryEntry] = []
        self._sent_at = time.monotonic()

    def add(self, entries: tuple[LibraryEntry, ...]) -> None:
        self._entries.extend(entries)
        if len(self._entries) >= BATCH_ENTRIES or time.monotonic() - self._sent_at >= BATCH_S:
            self.send()

    def send(self) -> None:
        if self._entries:
            self._sink(EntriesFound(root=self._root, entries=tuple(self._entries)))
            self._entries = []
        self._sent_at = time.monotonic()


MAX_AT_ONCE: Final = 16
"""Maximum number of folders that are scanned at the same time."""


@dataclass(slots=True)
class _Folder:
    """State of one folder; guarded by the scanner's lock, except `memory`, which belongs to the folder's thread."""

    root: Path
    memory: FolderMemory = field(default_factory=FolderMemory)
    thread: threading.Thread | None = None
    hidden: frozenset[Path] = frozenset()
    is_requested_again: bool = False
    is_cancelled_event: threading.Event = field(default_factory=threading.Event)


class LibraryScanner:
    """Scans folders in the background; calls `sink` with the events on the scanning threads."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self._turns = threading.Semaphore(MAX_AT_ONCE)
        self._folders: dict[Path, _Folder] = {}
        self._threads: list[threading.Thread] = []

    @property
    def is_running(self) -> bool:
        """True if any folder is being scanned."""
        with self._lock:
            return any(folder.thread is not None for folder in self._folders.values())

    @property
    def running(self) -> tuple[Path, ...]:
        """The folders that are being scanned."""
        with self._lock:
            return tuple(folder.root for folder in self._folders.values() if folder.thread is not None)

    def rescan(self, roots: Iterable[Path], hidden: Iterable[Path] = ()) -> None:
        """Scans these folders and forgets all others; scans a folder again if its scan is running.

        `hidden` subfolders are left out, unless they are in `roots`.
        """
        folders = topmost(roots)
        left_out = frozenset(hidden)
        with self._lock:
            for root in [root for root in self._folders if root not in folders]:
                self._folders.pop(root).is_cancelled_event.set()
            for root in folders:
                folder = self._folders.setdefault(root, _Folder(root))
                folder.hidden = left_out - {root}
                if folder.thread is None:
                    self._begin(folder)
                else:
                    folder.is_requested_again = True

    def cancel(self) -> None:
        """Cancels all running scans; the next scan continues from their results.

        A thread that waits for an unreachable network folder ends when the folder answers. Until then, no other scan of
        this folder starts.
        """
        with self._lock:
            for folder in self._folders.values():
                if folder.thread is not None:
                    folder.is_requested_again = False
                    folder.is_cancelled_event.set()

    def join(self, timeout_s: float) -> bool:
        """Waits for running threads; returns whether all have ended. An unreachable network folder can prevent this."""
        with self._lock:
            threads, self._threads = self._threads, []
        for thread in threads:
            thread.join(timeout_s)
        return not any(thread.is_alive() for thread in threads)

    def _begin(self, folder: _Folder) -> None:
        """Starts the thread of a folder; the caller holds the lock."""
        folder.is_requested_again = False
        folder.is_cancelled_event.clear()
        folder.thread = threading.Thread(target=self._run, args=(folder,), name=f"scan {folder.root.name}", daemon=True)
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(folder.thread)
        folder.thread.start()

    def _run(self, folder: _Folder) -> None:
        while True:
            with self._turns:
                scan_folder(folder.root, folder.memory, self._sink, folder.is_cancelled_event.is_set, folder.hidden)
            with self._lock:
                if not folder.is_requested_again or self._folders.get(folder.root) is not folder:
                    folder.thread = None
                    return
                folder.is_requested_again = False
                folder.is_cancelled_event.clear()


def topmost(roots: Iterable[Path]) -> tuple[Path, ...]:
    """Returns the folders that are not inside another one, without duplicates, in their order."""
    unique = tuple(dict.fromkeys(roots))
    return tuple(root for root in unique if not any(other in root.parents for other in unique))
