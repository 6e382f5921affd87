"""Writes logs to the disk from a thread of its own, so that a slow or full disk never holds anybody up."""

import contextlib
import threading
from collections import Counter, deque
from typing import Final

from runtime.processes.log_file import LogFile

MAX_WAITING: Final = 8 << 20
"""While so many bytes wait for the disk, further ones are left out and counted."""


class LogWriter:
    """Takes bytes for files from one thread and never blocks it; its own thread begins with the first file.

    A path may be opened several times, by the old and the new version of a bot; its file ends with the last of them.
    A file that cannot be written is given up, and `troubles` tells of it.
    """

    def __init__(self, *, max_waiting: int = MAX_WAITING) -> None:
        self._max_waiting = max_waiting
        self._orders: deque[tuple[str, bytes | None]] = deque()
        self._waiting = 0
        self._left_out: Counter[str] = Counter()
        self._users: Counter[str] = Counter()
        self._files: dict[str, LogFile | None] = {}
        self._troubles: deque[tuple[str, str]] = deque()
        self._changed = threading.Condition()
        self._is_ending = False
        self._thread: threading.Thread | None = None

    def open(self, path: str) -> None:
        """Someone is about to write to this path; without effect when it is empty."""
        if not path:
            return
        self._users[path] += 1
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="log writer", daemon=True)
            self._thread.start()

    def write(self, path: str, data: bytes) -> None:
        """Takes bytes for an open path; others are ignored."""
        if not self._users[path] or not data:
            return
        with self._changed:
            if self._waiting + len(data) > self._max_waiting:
                self._left_out[path] += len(data)
                return
            data = self._gap(path) + data
            self._orders.append((path, data))
            self._waiting += len(data)
            self._changed.notify()

    def close(self, path: str) -> None:
        """One of those who opened the path is done."""
        if not self._users[path]:
            return
        self._users[path] -= 1
        if self._users[path]:
            return
        with self._changed:
            self._orders += [(path, self._gap(path)), (path, None)]
            self._changed.notify()

    def troubles(self) -> tuple[tuple[str, str], ...]:
        """Paths that were given up since the last call, each with the system's reason."""
        return tuple(self._troubles.popleft() for _ in range(len(self._troubles)))

    def end(self, timeout_s: float) -> None:
        """Writes what still waits, for at most so long."""
        with self._changed:
            self._is_ending = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _gap(self, path: str) -> bytes:
        """What to write in place of bytes that were left out."""
        left_out = self._left_out.pop(path, 0)
        return f"\n[{left_out:,} bytes left out: the disk is too slow]\n".encode() if left_out else b""

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._orders or self._is_ending)
                if not self._orders:
                    break
                path, data = self._orders.popleft()
            self._carry_out(path, data)
            with self._changed:
                self._waiting -= len(data or b"")
        for path in tuple(self._files):
            self._carry_out(path, None)

    def _carry_out(self, path: str, data: bytes | None) -> None:
        """Writes data, or closes where there is none."""
        file = self._files.get(path)
        try:
            if data is None:
                self._files.pop(path, None)
                if file is not None:
                    file.close()
                return
            if path not in self._files:
                file = self._files[path] = LogFile(path)
            if file is not None:
                file.write(data)
        except OSError as error:
            self._files[path] = None
            self._troubles.append((path, error.strerror or str(error)))
            if file is not None:
                with contextlib.suppress(OSError):
                    file.close()
