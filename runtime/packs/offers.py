"""What a source offers at the moment, before anything of it is fetched."""

import time
from pathlib import Path

from runtime.packs.digests import sha256_of
from runtime.packs.faults import PackError
from runtime.packs.github import GitHub
from runtime.packs.progress import Meter, Stage
from runtime.packs.model import Offer, Origin, PackRecord, Source, SourceKind
from runtime.packs.web import Web


def newest(source: Source, web: Web, meter: Meter, github: GitHub | None = None) -> Offer:
    """The newest version that a source has.

    Raises:
        PackError: it has none, or cannot be asked.
    """
    meter.begin(Stage.LOOKING)
    if source.kind is SourceKind.GITHUB:
        return (github or GitHub(web)).offer(source, meter)
    if source.kind is SourceKind.FILE:
        return _of_file(source, meter)
    with web.open(source.place, meter) as stream:
        head = stream.head
    size = "" if head.total is None else str(head.total)
    return Offer(
        source=source,
        version=head.changed or "undated",
        identity=f"file {head.mark or size}" if head.mark or size else "",
        origin=Origin.ADDRESS,
        address=source.place,
        size=head.total,
        published=head.changed,
    )


def same_again(record: PackRecord) -> Offer:
    """The version that is installed, to be fetched once more."""
    return Offer(
        source=record.source,
        version=record.version,
        identity=record.identity,
        origin=record.origin,
        address=record.address,
        size=record.archive_size,
        published=record.published,
        sha256=record.archive_sha256 if record.origin is Origin.FILE else "",
    )


def is_installed(offer: Offer, record: PackRecord) -> bool:
    """Whether an offer is of the version that is there; never where its server tells nothing of versions."""
    return bool(offer.identity) and offer.identity == record.identity


def _of_file(source: Source, meter: Meter) -> Offer:
    path = Path(source.place)
    try:
        status = path.stat()
        digest = sha256_of(path, meter)
    except OSError as error:
        raise PackError(f"The file {path} cannot be read: {error.strerror or error}.") from error
    changed = time.strftime("%Y-%m-%d", time.localtime(status.st_mtime))
    return Offer(
        source=source,
        version=changed,
        identity=f"sha256 {digest}",
        origin=Origin.FILE,
        address=str(path),
        size=status.st_size,
        published=changed,
        sha256=digest,
    )
