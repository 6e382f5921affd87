"""Scans the folders of the library."""

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
from runtime.model.entries import EntriesFound, EntryKind, FolderScanned, LibraryEntry, ScanEvent

BATCH_ENTRIES: Final = 50
BATCH_S: Final = 0.1
"""A batch is sent when it is full or this old."""
MAX_LISTS: Final = 50
"""More lists of recommended teams than these in one folder are not read."""
PAUSE_S: Final = 0.001
"""After each agent that was read: other threads, the window's above all, get their turn."""

Sink = Callable[[ScanEvent], None]


@dataclass(frozen=True, slots=True)
class _Known:
    stamps: int
    """Hash of the files' stamps: of thousands of bots, the stamps themselves would be too many to keep."""
    documents: list[str]
    entries: tuple[LibraryEntry, ...]


@dataclass(slots=True)
class FolderMemory:
    """What the last whole scan of a folder found; belongs to one thread at a time."""

    homes: dict[Path, _Known] = field(default_factory=dict)

    @property
    def paths(self) -> set[Path]:
        """The documents of all entries."""
        return {entry.path for known in self.homes.values() for entry in known.entries}


def scan_folder(
    root: Path, memory: FolderMemory, sink: Sink, is_cancelled: Callable[[], bool], hidden: Collection[Path] = ()
) -> None:
    """Sends `EntriesFound` while it goes and `FolderScanned` in the end; `memory` is brought up to date.

    What lies in `hidden` folders is not looked at, and what an earlier scan found there is gone. A bot with problems
    is read anew each time: what is wrong with it may lie outside its folder.
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
            notices=(*walk.notices, *(notice for one in read for notice in one.notices)),
            duration_s=time.monotonic() - began,
            is_whole=is_whole,
            recommended=tuple(team for one in read for team in one.teams),
        )
    )


def _looked_at(root: Path, home: Home, known: _Known | None) -> _Known:
    stamps = hash(tuple(home.stamps))
    is_same = known is not None and known.stamps == stamps and known.documents == home.documents
    if known is not None and is_same and not any(_may_mend(entry) for entry in known.entries):
        return known
    if known is not None and is_same:
        version = known.entries[0].version
    else:
        version = version_of(home.path, home.stamps, is_partial=home.is_partial)
    entries = tuple(entry_of(root, home, name, version) for name in home.documents)
    return _Known(stamps, home.documents, entries)


def _may_mend(entry: LibraryEntry) -> bool:
    return bool(entry.problems) and entry.kind is not EntryKind.V4


class _Batch:
    """Entries on their way to the sink."""

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
"""More folders than these wait for their turn."""


@dataclass(slots=True)
class _Shelf:
    """One folder; all but `memory`, which is its thread's, is guarded by the scanner's lock."""

    root: Path
    memory: FolderMemory = field(default_factory=FolderMemory)
    thread: threading.Thread | None = None
    hidden: frozenset[Path] = frozenset()
    is_wanted_again: bool = False
    is_given_up: threading.Event = field(default_factory=threading.Event)


class LibraryScanner:
    """Scans in the background and hands events to a sink, which is called on the scanning threads."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self._turns = threading.Semaphore(MAX_AT_ONCE)
        self._shelves: dict[Path, _Shelf] = {}
        self._threads: list[threading.Thread] = []

    @property
    def is_running(self) -> bool:
        """Whether a folder is being scanned."""
        with self._lock:
            return any(shelf.thread is not None for shelf in self._shelves.values())

    @property
    def running(self) -> tuple[Path, ...]:
        """The folders that are being scanned."""
        with self._lock:
            return tuple(shelf.root for shelf in self._shelves.values() if shelf.thread is not None)

    def rescan(self, roots: Iterable[Path], hidden: Iterable[Path] = ()) -> None:
        """Scans these folders and forgets all others; one that is being scanned is scanned once more.

        Folders within that are `hidden` are left out, unless they are among the `roots` themselves.
        """
        wanted = topmost(roots)
        left_out = frozenset(hidden)
        with self._lock:
            for root in [root for root in self._shelves if root not in wanted]:
                self._shelves.pop(root).is_given_up.set()
            for root in wanted:
                shelf = self._shelves.setdefault(root, _Shelf(root))
                shelf.hidden = left_out - {root}
                if shelf.thread is None:
                    self._begin(shelf)
                else:
                    shelf.is_wanted_again = True

    def cancel(self) -> None:
        """Gives up what is being scanned; the next scan goes on from what is known.

        A thread that hangs on a dead network folder ends when the folder answers, and until then no other is begun.
        """
        with self._lock:
            for shelf in self._shelves.values():
                if shelf.thread is not None:
                    shelf.is_wanted_again = False
                    shelf.is_given_up.set()

    def join(self, timeout_s: float) -> bool:
        """Waits for threads that still run; tells whether none does. A dead network folder may keep one for minutes."""
        with self._lock:
            threads, self._threads = self._threads, []
        for thread in threads:
            thread.join(timeout_s)
        return not any(thread.is_alive() for thread in threads)

    def _begin(self, shelf: _Shelf) -> None:
        """Starts a folder's thread; the lock is held."""
        shelf.is_wanted_again = False
        shelf.is_given_up.clear()
        shelf.thread = threading.Thread(target=self._run, args=(shelf,), name=f"scan {shelf.root.name}", daemon=True)
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(shelf.thread)
        shelf.thread.start()

    def _run(self, shelf: _Shelf) -> None:
        while True:
            with self._turns:
                scan_folder(shelf.root, shelf.memory, self._sink, shelf.is_given_up.is_set, shelf.hidden)
            with self._lock:
                if not shelf.is_wanted_again or self._shelves.get(shelf.root) is not shelf:
                    shelf.thread = None
                    return
                shelf.is_wanted_again = False
                shelf.is_given_up.clear()


def topmost(roots: Iterable[Path]) -> tuple[Path, ...]:
    """The folders that lie in none of the others, each once, in their order."""
    unique = tuple(dict.fromkeys(roots))
    return tuple(root for root in unique if not any(other in root.parents for other in unique))
