"""Downloads, unpacks and compares a version of a pack; the installed version is not changed."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from runtime.deletion import discard
from runtime.files import reason_of
from runtime.library import FolderMemory, scan_folder
from runtime.locks import FileLock
from runtime.model.entries import EntriesFound, LibraryEntry, ScanEvent
from runtime.model.messages import message
from runtime.packs.archive import is_archive
from runtime.packs.download import Download, fetch
from runtime.packs.model import (
    BotChanges,
    BotSketch,
    Differences,
    Manifest,
    NetworkLimits,
    Offer,
    Origin,
    PackError,
    PackRecord,
    Source,
)
from runtime.packs.progress import Progress, Stage
from runtime.packs.records import compare, read_manifest, sha256_of
from runtime.packs.store import NEW, PackStore
from runtime.packs.unpack import unpack

if TYPE_CHECKING:
    from runtime.packs.http_web import HttpWeb

_DIGEST_BYTES: Final = 8


def sketch(folder: Path, manifest: Manifest, progress: Progress) -> tuple[BotSketch, ...]:
    """Returns the bots, hiveminds and scripts of an unpacked pack, sorted by path.

    Raises:
        CancelledError: the work was cancelled.
    """
    progress.begin(Stage.COMPARING)
    entries: list[LibraryEntry] = []

    def take(event: ScanEvent) -> None:
        progress.check()
        if isinstance(event, EntriesFound):
            entries.extend(event.entries)

    scan_folder(folder, FolderMemory(), take, lambda: False)
    names = {entry.path.relative_to(folder).as_posix(): entry.name for entry in entries}
    homes = {str(PurePosixPath(path).parent) for path in names}
    digests = {home: blake2b(digest_size=_DIGEST_BYTES) for home in homes}
    for path, mark in sorted(manifest.items()):
        home = next((str(above) for above in PurePosixPath(path).parents if str(above) in homes), None)
        if home is not None:
            digests[home].update(f"{path}\0{mark.digest}\0".encode())
    return tuple(
        BotSketch(path=path, name=name, digest=digests[str(PurePosixPath(path).parent)].hexdigest())
        for path, name in sorted(names.items())
    )


def changes(before: tuple[BotSketch, ...], after: tuple[BotSketch, ...]) -> BotChanges:
    """Returns the names of the bots that differ, in alphabetical order."""
    old, new = {bot.path: bot for bot in before}, {bot.path: bot for bot in after}
    return BotChanges(
        new=_names(bot for path, bot in new.items() if path not in old),
        changed=_names(bot for path, bot in new.items() if path in old and bot.digest != old[path].digest),
        removed=_names(bot for path, bot in old.items() if path not in new),
    )


def _names(bots: Iterable[BotSketch]) -> tuple[str, ...]:
    return tuple(sorted((bot.name for bot in bots), key=str.casefold))


Clock = Callable[[], datetime]
STAMP: Final = "%Y-%m-%d %H:%M"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackServices:
    """Objects that the work on packs needs."""

    store: PackStore
    web: "HttpWeb"
    limits: NetworkLimits = field(default_factory=NetworkLimits)
    clock: Clock = datetime.now


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedPack:
    """A version of a pack that is unpacked but not installed; the pack stays locked until it is placed or discarded."""

    key: str
    folder: Path
    record: PackRecord
    manifest: Manifest
    before: PackRecord | None
    """Record of the installed version; None if none is installed or its record cannot be read."""
    own: Differences
    """The user's changes to the installed version."""
    lock: FileLock

    @property
    def changes(self) -> BotChanges:
        """Changes that the installation would make."""
        return changes(self.before.bots if self.before is not None else (), self.record.bots)

    def discard(self) -> None:
        """Deletes the unpacked files and releases the lock."""
        discard(self.folder)
        self.lock.release()


def prepare(offer: Offer, services: PackServices, progress: Progress) -> PreparedPack:
    """Downloads and unpacks an offer, and compares it with the installed version.

    Raises:
        PackError: the preparation failed; nothing has changed.
        CancelledError: the work was cancelled.
    """
    store = services.store
    key, lock = _held(store, offer.source)
    folder = store.root / (NEW + key)
    with contextlib.ExitStack() as undo:
        undo.callback(lock.release)
        undo.callback(discard, folder)
        try:
            discard(folder)
            record, manifest = _prepared(offer, key, folder, services, progress)
            present = store.root / key
            own = compare(present, read_manifest(present), progress) if present.is_dir() else Differences()
        except OSError as error:
            raise PackError(
                message(
                    "pack-not-prepared",
                    "The pack cannot be prepared in {folder}: {reason}.",
                    folder=store.root,
                    reason=reason_of(error),
                )
            ) from error
        before = next((pack.record for pack in store.packs() if pack.key == key), None)
        undo.pop_all()
    return PreparedPack(key=key, folder=folder, record=record, manifest=manifest, before=before, own=own, lock=lock)


def _prepared(
    offer: Offer, key: str, folder: Path, services: PackServices, progress: Progress
) -> tuple[PackRecord, Manifest]:
    """Unpacks the archive, and returns its record and its files."""
    with _archive(offer, key, services, progress) as archive:
        digest, size = sha256_of(archive, progress), archive.stat().st_size
        is_wrapped = offer.origin in (Origin.RELEASE, Origin.BRANCH)
        manifest, left_out = unpack(archive, folder, progress, is_wrapped=is_wrapped)
    record = PackRecord(
        source=offer.source,
        version=offer.version,
        identity=offer.identity or f"sha256 {digest}",
        origin=offer.origin,
        address=offer.address,
        archive_size=size,
        archive_sha256=digest,
        published=offer.published,
        installed=services.clock().strftime(STAMP),
        bots=sketch(folder, manifest, progress),
        left_out=left_out,
    )
    return record, manifest


def _held(store: PackStore, source: Source) -> tuple[str, FileLock]:
    """Returns the name of a pack's folder and the lock on it; repeats if another process takes the name first."""
    while True:
        key = store.key_for(source)
        lock = store.hold(key)
        if store.key_for(source) == key:
            return key, lock
        lock.release()


@contextlib.contextmanager
def _archive(offer: Offer, key: str, services: PackServices, progress: Progress) -> Iterator[Path]:
    """Yields the path of the archive, downloaded if necessary; a downloaded archive is deleted afterwards."""
    if offer.is_local:
        yield _own_file(offer, progress)
        return
    download = Download(
        address=offer.address,
        place=services.store.fetched / key,
        sha256=offer.sha256,
        is_right=is_archive,
        limits=services.limits,
    )
    archive = fetch(download, services.web, progress)
    try:
        yield archive
    finally:
        discard(archive)


def _own_file(offer: Offer, progress: Progress) -> Path:
    """Returns the path of an archive on this machine, which is not deleted."""
    archive = Path(offer.address)
    if not archive.is_file():
        raise PackError(message("file-gone", "The file {path} no longer exists.", path=archive))
    if offer.sha256 and sha256_of(archive, progress) != offer.sha256:
        raise PackError(message("file-changed", "The file {path} has changed. Check again, then retry.", path=archive))
    return archive
