"""Scans the folders of the library side by side: a thread for each, so that a slow one delays none of the others."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from runtime.library.scan import FolderMemory, Sink, scan_folder

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
