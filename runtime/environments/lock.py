"""A lock between launchers: a locked file, which the system unlocks when its holder ends, however it ends."""

import os
import sys
from pathlib import Path
from typing import IO, Any


class FileLock:
    """Held by at most one object at a time, of this program or another; never waits."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[Any] | None = None

    def try_take(self) -> bool:
        """Takes it if nobody holds it; tells whether it is held by us now.

        Raises:
            OSError: the file cannot be made.
        """
        if self._file is not None:
            return True
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = self._path.open("a+b")
        if not _lock(file.fileno()):
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Lets it go; may be called twice."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(number: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - exists on Windows only

            os.lseek(number, 0, os.SEEK_SET)
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - does not exist on Windows

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
