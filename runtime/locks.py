"""Locks between Kickabout processes; the system releases a lock when its holder ends, however it ends."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import filelock


class FileLock:
    """A lock on a file, held by at most one object at a time, in this process or another; never waits.

    Any thread may release it. It cannot be acquired if the file system has no locks.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: filelock.BaseFileLock | None = None

    def try_acquire(self) -> bool:
        """Acquires the lock if it is free; returns whether this object holds it now.

        Raises:
            OSError: The file cannot be created.
        """
        if self._lock is not None:
            return True
        import filelock  # noqa: PLC0415 - takes 50 ms, and the window needs no lock before it is painted

        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.open("ab").close()
        lock = filelock.FileLock(self._path, blocking=False, thread_local=False)
        try:
            lock.acquire()
        except (OSError, NotImplementedError):  # `Timeout`, or a file system without locks
            return False
        self._lock = lock
        return True

    def release(self) -> None:
        """Releases the lock; does nothing if it is not held."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
