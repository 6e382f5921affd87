"""The logs of children: rotated files and the thread that writes them."""

import contextlib
import os
import threading
import time
from collections import Counter, deque
from typing import BinaryIO, Final

from runtime.processes.wire import Launch

SEGMENT_BYTES: Final = 8 << 20
"""A file that is longer is set aside before more is written."""
OLDER_SEGMENTS: Final = 2
"""As many files set aside are kept: `NAME.1.log` is the one before `NAME.log`."""


class LogFile:
    """Appends bytes to a path; the newest 16 to 24 MB of a program that prints without end are kept.

    Raises:
        OSError: from every method, when the system refuses.
    """

    def __init__(self, path: str, *, segment_bytes: int = SEGMENT_BYTES) -> None:
        self._path = path
        self._segment_bytes = segment_bytes
        self._file = self._opened()

    def write(self, data: bytes) -> None:
        """Takes the next bytes, as they are."""
        if self._size and self._size + len(data) > self._segment_bytes:
            self._rotate()
        self._size += len(data)
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]

    def close(self) -> None:
        """Nothing more will come."""
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
    """Where the segment that is `number` files older than `path` lies."""
    stem, extension = os.path.splitext(path)  # noqa: PTH122 - starts faster without pathlib
    return f"{stem}.{number}{extension}"


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


class Logs:
    """The log files of a supervisor's children; a child without one is left out. Owned by the supervisor's loop."""

    def __init__(self) -> None:
        self._writer = LogWriter()
        self._is_trouble_told = False

    def begin(self, command: Launch, pid: int) -> None:
        """A child was started."""
        self._writer.open(command.log)
        self._note(command.log, f"started as process {pid} in {command.cwd}: {' '.join(command.argv)}")

    def refused(self, command: Launch, text: str) -> None:
        """A child could not be started."""
        self._writer.open(command.log)
        self._note(command.log, text)
        self._writer.close(command.log)

    def take(self, path: str, data: bytes) -> None:
        """A child printed these bytes."""
        self._writer.write(path, data)

    def ended(self, path: str, text: str) -> None:
        """The program itself ended; what it left running may still print."""
        self._note(path, text)

    def end(self, path: str) -> None:
        """Nothing of a child is left."""
        self._writer.close(path)

    def troubles(self) -> tuple[str, ...]:
        """What went wrong, once, as a sentence: after the first log that cannot be written the others need none."""
        troubles = self._writer.troubles()
        if not troubles or self._is_trouble_told:
            return ()
        self._is_trouble_told = True
        path, reason = troubles[0]
        return (f"Logs cannot be written to {os.path.dirname(path)}: {reason}. The match goes on without.",)  # noqa: PTH120 - starts faster without pathlib

    def finish(self, timeout_s: float) -> None:
        """The supervisor leaves: what still waits is written if that takes no longer than this."""
        self._writer.end(timeout_s)

    def _note(self, path: str, text: str) -> None:
        line = f"[{time.strftime('%Y-%m-%d %H:%M:%S')} {text}]\n"
        self._writer.write(path, line.encode("utf-8", "replace"))
