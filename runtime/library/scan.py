"""One scan of one folder of the library: what is new since the last one is read, the rest is only looked at."""

import time
from collections.abc import Callable, Collection
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
