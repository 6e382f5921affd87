"""Brings a version of a pack up to the moment in which it takes its place; the old one is not touched."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from runtime.deletion import discard
from runtime.environments.lock import FileLock
from runtime.packs.archive import is_archive
from runtime.packs.bots import changes, sketch
from runtime.packs.digests import sha256_of
from runtime.packs.download import Download, fetch
from runtime.packs.faults import PackError
from runtime.packs.manifest import compare
from runtime.packs.progress import Meter
from runtime.packs.records import read_manifest
from runtime.packs.store import NEW, Shelf
from runtime.packs.unpack import unpack
from runtime.packs.model import BotChanges, Differences, Manifest, Offer, Origin, PackRecord, Source
from runtime.packs.web import Patience, Web

Clock = Callable[[], datetime]
STAMP: Final = "%Y-%m-%d %H:%M"


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What the work on packs is done with."""

    shelf: Shelf
    web: Web
    patience: Patience = field(default_factory=Patience)
    clock: Clock = datetime.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A version of a pack that is unpacked aside and waits; nobody else works on that pack until it is let go."""

    key: str
    folder: Path
    record: PackRecord
    manifest: Manifest
    before: PackRecord | None
    """The version that is in its place; None where there is none, or nothing is known of it."""
    own: Differences
    """What the user has changed of it."""
    lock: FileLock

    @property
    def changes(self) -> BotChanges:
        """What it would change."""
        return changes(self.before.bots if self.before is not None else (), self.record.bots)

    def discard(self) -> None:
        """Takes it away again."""
        discard(self.folder)
        self.lock.release()


def deliver(offer: Offer, means: Means, meter: Meter) -> Delivery:
    """Fetches, unpacks and compares.

    Raises:
        PackError: it did not work; nothing has changed.
        CancelledError: the brake was pulled.
    """
    shelf = means.shelf
    key, lock = _held(shelf, offer.source)
    folder = shelf.root / (NEW + key)
    with contextlib.ExitStack() as undo:
        undo.callback(lock.release)
        undo.callback(discard, folder)
        try:
            discard(folder)
            record, manifest = _prepared(offer, key, folder, means, meter)
            present = shelf.root / key
            own = compare(present, read_manifest(present), meter) if present.is_dir() else Differences()
        except OSError as error:
            raise PackError(f"The pack cannot be prepared in {shelf.root}: {error.strerror or error}.") from error
        before = next((pack.record for pack in shelf.packs() if pack.key == key), None)
        undo.pop_all()
    return Delivery(key=key, folder=folder, record=record, manifest=manifest, before=before, own=own, lock=lock)


def _prepared(offer: Offer, key: str, folder: Path, means: Means, meter: Meter) -> tuple[PackRecord, Manifest]:
    """What the archive is and has, after it was unpacked."""
    with _archive(offer, key, means, meter) as archive:
        digest, size = sha256_of(archive, meter), archive.stat().st_size
        is_wrapped = offer.origin in (Origin.RELEASE, Origin.BRANCH)
        manifest, left_out = unpack(archive, folder, meter, is_wrapped=is_wrapped)
    record = PackRecord(
        source=offer.source,
        version=offer.version,
        identity=offer.identity or f"sha256 {digest}",
        origin=offer.origin,
        address=offer.address,
        archive_size=size,
        archive_sha256=digest,
        published=offer.published,
        installed=means.clock().strftime(STAMP),
        bots=sketch(folder, manifest, meter),
        left_out=left_out,
    )
    return record, manifest


def _held(shelf: Shelf, source: Source) -> tuple[str, FileLock]:
    """The name of a pack's folder, and the lock on it: nobody else has taken the name until it was locked."""
    while True:
        key = shelf.key_for(source)
        lock = shelf.hold(key)
        if shelf.key_for(source) == key:
            return key, lock
        lock.release()


@contextlib.contextmanager
def _archive(offer: Offer, key: str, means: Means, meter: Meter) -> Iterator[Path]:
    """The archive, fetched where it has to be; what was fetched goes afterwards, however the work on it ends."""
    if offer.is_local:
        yield _own_file(offer, meter)
        return
    download = Download(
        address=offer.address,
        place=means.shelf.fetched / key,
        sha256=offer.sha256,
        is_right=is_archive,
        patience=means.patience,
    )
    archive = fetch(download, means.web, meter)
    try:
        yield archive
    finally:
        discard(archive)


def _own_file(offer: Offer, meter: Meter) -> Path:
    """A file of this machine, which stays."""
    archive = Path(offer.address)
    if not archive.is_file():
        raise PackError(f"The file {archive} no longer exists.")
    if offer.sha256 and sha256_of(archive, meter) != offer.sha256:
        raise PackError(f"The file {archive} has changed. Check again, then retry.")
    return archive
