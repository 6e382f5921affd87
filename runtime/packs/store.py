"""The folder of the installed packs: lists them, names new ones, and cleans up after crashes.

Folders whose names begin with a dot hold downloads (`.fetched`), unpacked versions (`.new-…`), and briefly the previous
version (`.old-…`). Two renames replace a version, so a pack is always complete, in either the old or the new version.
"""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from runtime.deletion import discard
from runtime.files import reason_of
from runtime.locks import FileLock
from runtime.model.messages import message
from runtime.packs.archive import INNER
from runtime.packs.download import NOTE, PART
from runtime.packs.model import Pack, PackError, Source
from runtime.packs.records import read_pack
from runtime.packs.source import key_of

NEW: Final = ".new-"
OLD: Final = ".old-"
GONE: Final = ".gone-"
KEPT_PARTS_S: Final = 7 * 24 * 3600.0
"""Time for which an incomplete download is kept to be resumed."""
_LOCKS: Final = ".locks"
_FETCHED: Final = ".fetched"


class PackStore:
    """Packs in `root`, copies of users' changes in `kept`. Any thread and several programs may use it at once."""

    def __init__(self, root: Path, kept: Path) -> None:
        self.root = root
        self.kept = kept

    @property
    def fetched(self) -> Path:
        """Folder for downloads."""
        return self.root / _FETCHED

    def packs(self) -> tuple[Pack, ...]:
        """Returns all packs sorted by name, including those whose document cannot be read."""
        try:
            folders = [folder for folder in self.root.iterdir() if not folder.name.startswith(".") and folder.is_dir()]
        except OSError:
            return ()
        return tuple(read_pack(folder) for folder in sorted(folders, key=lambda folder: folder.name.casefold()))

    def find(self, name: str) -> Pack:
        """Returns the pack with this title, folder name or source.

        Raises:
            PackError: there is no such pack; the text names the existing ones.
        """
        packs = self.packs()
        folded = name.casefold()
        for pack in packs:
            source = pack.record.source.place if pack.record is not None else ""
            if folded in (pack.title.casefold(), pack.key.casefold(), source.casefold()):
                return pack
        if not packs:
            raise PackError(message("no-such-pack", "There is no pack {name}. Packs on this machine: none.", name=name))
        raise PackError(
            message(
                "no-such-pack",
                "There is no pack {name}. Packs on this machine: {known:,}.",
                name=name,
                known=tuple(pack.title for pack in packs),
            )
        )

    def pack_from(self, source: Source) -> Pack | None:
        """Returns the pack from a source; None if there is none."""
        return next((pack for pack in self.packs() if pack.record is not None and pack.record.source == source), None)

    def key_for(self, source: Source) -> str:
        """Returns the folder name for a source: the one of its installed pack, else an unused one."""
        known = self.pack_from(source)
        if known is not None:
            return known.key
        preferred = key_of(source)
        taken = {pack.key.casefold() for pack in self.packs()}
        numbers = (f"{preferred}-{number}" for number in range(2, len(taken) + 3))
        return next(key for key in (preferred, *numbers) if key.casefold() not in taken)

    @contextlib.contextmanager
    def held(self, key: str) -> Iterator[None]:
        """Locks a pack while the block runs; see `hold`."""
        lock = self.hold(key)
        try:
            yield
        finally:
            lock.release()

    def hold(self, key: str) -> FileLock:
        """Returns an acquired lock on a pack.

        Raises:
            PackError: another process works on the pack, or the folder cannot be written.
        """
        lock = FileLock(self.root / _LOCKS / key)
        try:
            is_taken = lock.try_acquire()
        except OSError as error:
            raise PackError(
                message(
                    "file-unwritable", "{path} cannot be written: {reason}.", path=self.root, reason=reason_of(error)
                )
            ) from error
        if not is_taken:
            raise PackError(
                message(
                    "pack-busy",
                    "Another Kickabout process is working on the pack {name}. Wait until it is done.",
                    name=key,
                )
            )
        return lock

    def repair_leftovers(self) -> None:
        """Cleans up after a crash: restores the old version of a pack without a folder, and deletes leftovers.

        Also deletes archives that were not unpacked, and downloads that were not resumed for `KEPT_PARTS_S`.
        """
        self._forget_fetched()
        try:
            names = [path.name for path in self.root.iterdir()]
        except OSError:
            return
        for name in names:
            prefix = next((prefix for prefix in (NEW, OLD, GONE) if name.startswith(prefix)), "")
            key = name.removeprefix(prefix).removesuffix(INNER)
            with contextlib.suppress(PackError, OSError):
                if prefix and key:
                    with self.held(key):
                        self._repair_leftover(prefix, key, self.root / name)

    def _forget_fetched(self) -> None:
        with contextlib.suppress(OSError):
            for path in self.fetched.iterdir():
                if not path.name.endswith((PART, NOTE)):
                    with contextlib.suppress(PackError), self.held(path.name):
                        path.unlink(missing_ok=True)
                elif time.time() - path.stat().st_mtime > KEPT_PARTS_S:
                    path.unlink(missing_ok=True)

    def _repair_leftover(self, prefix: str, key: str, left: Path) -> None:
        if prefix == OLD and not (self.root / key).exists():
            left.rename(self.root / key)
        else:
            discard(left)
