"""How much of a disk packs may fill: some of it stays free, whatever a server or an archive says of its size."""

import shutil
from pathlib import Path
from typing import Final

from runtime.model.sizes import size_text
from runtime.packs.faults import PackError

RESERVE: Final = 200 << 20
"""Bytes of the disk that stay free."""
EVERY: Final = 16 << 20
"""After so many bytes the disk is looked at again: others fill it too."""


class DiskSpace:
    """Watches the disk of a folder while something is written into it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._until_look = EVERY

    def require(self, size: int, whole: int) -> None:
        """Nothing, if `size` more bytes of a file of `whole` bytes have room.

        Raises:
            PackError: they have not.
        """
        free = shutil.disk_usage(self._folder).free
        if size + RESERVE > free:
            raise PackError(
                f"The disk of {self._folder} has {size_text(free)} left, too little for {size_text(whole)} and its "
                "unpacked files. Free some space, then try again."
            )

    def take(self, count: int) -> None:
        """So many more bytes were written.

        Raises:
            PackError: less than the reserve is left.
        """
        self._until_look -= count
        if self._until_look > 0:
            return
        self._until_look = EVERY
        free = shutil.disk_usage(self._folder).free
        if free < RESERVE:
            raise PackError(
                f"The disk of {self._folder} has only {size_text(free)} left. Free some space, then try again."
            )
