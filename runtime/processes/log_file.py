"""A file that takes all a child prints, begun anew when it gets too long."""

import os
from typing import BinaryIO, Final

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
