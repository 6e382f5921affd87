"""The logs of children: rotated files. A thread writes them, so a slow disk never delays the supervisor."""

import contextlib
import os
import threading
import time
from collections import Counter, deque
from typing import BinaryIO, Final

from runtime.model.messages import Message, Text, message

SEGMENT_BYTES: Final = 8 << 20
"""Maximum length of a file before it is rotated."""
OLDER_SEGMENTS: Final = 2
"""Number of rotated files that are kept: `NAME.1.log` is the one before `NAME.log`."""
MAX_WAITING: Final = 8 << 20
"""Maximum number of bytes that wait for the disk; bytes beyond it are dropped and counted."""


class LogFile:
    """Appends bytes to a path and rotates it, so that the newest 16 to 24 MB of endless output are kept.

    Raises:
        OSError: the system refuses; from every method.
    """

    def __init__(self, path: str, *, segment_bytes: int = SEGMENT_BYTES) -> None:
        self._path = path
        self._segment_bytes = segment_bytes
        self._file = self._opened()

    def write(self, data: bytes) -> None:
        """Appends bytes as they are."""
        if self._size and self._size + len(data) > self._segment_bytes:
            self._rotate()
        self._size += len(data)
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _opened(self) -> BinaryIO:
        file = open(self._path, "ab", buffering=0)  # noqa: PTH123, SIM115 - starts faster without pathlib; `close` closes
        self._size = file.tell()
        return file

    def _rotate(self) -> None:
        self._file.close()
        for number in range(OLDER_SEGMENTS, 0, -1):
            newer = older_path(self._path, number - 1) if number > 1 else self._path
            if os.path.exists(newer):  # noqa: PTH110 - starts faster without pathlib
                os.replace(newer, older_path(self._path, number))  # noqa: PTH105 - starts faster without pathlib
        self._file = self._opened()


def older_path(path: str, number: int) -> str:
    """Returns the path of the segment that is `number` files older than `path`."""
    stem, extension = os.path.splitext(path)  # noqa: PTH122 - starts faster without pathlib
    return f"{stem}.{number}{extension}"


class Logs:
    """Takes bytes for log files and never blocks; a thread, started with the first file, writes them.

    A path may be opened several times, by the old and the new version of a bot; the last one to close it closes the
    file. An empty path means no log. A file that cannot be written is given up.
    """

    def __init__(self, *, max_waiting: int = MAX_WAITING) -> None:
        self._max_waiting = max_waiting
        self._jobs: deque[tuple[str, bytes | None]] = deque()
        """Paths with data to write, or None to close the file."""
        self._waiting = 0
        self._left_out: Counter[str] = Counter()
        self._unfinished: set[str] = set()
        """The paths whose last line has no end yet."""
        self._users: Counter[str] = Counter()
        self._files: dict[str, LogFile | None] = {}
        self._failures: deque[tuple[str, str]] = deque()
        self._is_failure_reported = False
        self._changed = threading.Condition()
        self._is_ending = False
        self._thread: threading.Thread | None = None

    def open(self, path: str) -> None:
        """Prepares a path for `write` and `note`."""
        if not path:
            return
        self._users[path] += 1
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="log writer", daemon=True)
            self._thread.start()

    def write(self, path: str, data: bytes) -> None:
        """Queues bytes for an open path; ignores other paths."""
        if not self._users[path] or not data:
            return
        with self._changed:
            if self._waiting + len(data) > self._max_waiting:
                self._left_out[path] += len(data)
                return
            data = self._gap(path) + data
            (self._unfinished.discard if data.endswith(b"\n") else self._unfinished.add)(path)
            self._jobs.append((path, data))
            self._waiting += len(data)
            self._changed.notify()

    def note(self, path: str, text: Text) -> None:
        """Writes a line of the supervisor's own, with date and time; it begins a new line if a program's has no end."""
        start = "\n" if path in self._unfinished else ""
        line = f"{start}[{time.strftime('%Y-%m-%d %H:%M:%S')} {text}]\n"
        self.write(path, line.encode("utf-8", "replace"))

    def close(self, path: str) -> None:
        """Undoes one `open`."""
        if not self._users[path]:
            return
        self._users[path] -= 1
        if self._users[path]:
            return
        with self._changed:
            self._jobs += [(path, self._gap(path)), (path, None)]
            self._changed.notify()

    def failure(self) -> Message | None:
        """Returns a sentence about the first log that could not be written, once."""
        if not self._failures or self._is_failure_reported:
            return None
        self._is_failure_reported = True
        path, reason = self._failures[0]
        return message(
            "logs-not-written",
            "Logs cannot be written to {folder}: {reason}. The match continues without logs.",
            folder=os.path.dirname(path),  # noqa: PTH120 - starts faster without pathlib
            reason=reason,
        )

    def end(self, timeout_s: float) -> None:
        """Writes the waiting bytes, for at most this long."""
        with self._changed:
            self._is_ending = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _gap(self, path: str) -> bytes:
        """Returns the text that replaces dropped bytes."""
        left_out = self._left_out.pop(path, 0)
        return f"\n[{left_out:,} bytes left out: the disk is too slow]\n".encode() if left_out else b""

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._jobs or self._is_ending)
                if not self._jobs:
                    break
                path, data = self._jobs.popleft()
            self._do(path, data)
            with self._changed:
                self._waiting -= len(data or b"")
        for path in tuple(self._files):
            self._do(path, None)

    def _do(self, path: str, data: bytes | None) -> None:
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
            self._failures.append((path, error.strerror or str(error)))
            if file is not None:
                with contextlib.suppress(OSError):
                    file.close()
