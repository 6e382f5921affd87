"""Downloads a file from the network to the disk; resumes interrupted downloads and limits the size."""

import contextlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from runtime.codec import decode, encode
from runtime.files import read_text, reason_of
from runtime.model.messages import message
from runtime.model.sizes import size_of
from runtime.packs.model import PASSING, FetchError, FetchKind, NetworkLimits, PackError
from runtime.packs.progress import Progress, Stage
from runtime.packs.records import sha256_of

if TYPE_CHECKING:
    from runtime.packs.http_web import Head, HttpStream, HttpWeb

RESERVE: Final = 200 << 20
"""Bytes of the disk that must stay free."""
EVERY: Final = 16 << 20
"""Bytes written between two checks of the free space, because other programs use the disk too."""


class DiskSpace:
    """Checks the free space of a folder's disk while something is written into it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._until_look = EVERY

    def require(self, size: int, whole: int) -> None:
        """Checks that the disk has room for the remaining `size` bytes of a file of `whole` bytes.

        Raises:
            PackError: the disk has too little space.
        """
        free = shutil.disk_usage(self._folder).free
        if size + RESERVE > free:
            raise PackError(
                message(
                    "disk-too-full",
                    "Not enough disk space in {folder}: {free} free, but the download of {size} and its unpacked files "
                    "need more. Free some space, then try again.",
                    folder=self._folder,
                    free=size_of(free),
                    size=size_of(whole),
                )
            )

    def take(self, count: int) -> None:
        """Counts written bytes, and checks the disk from time to time.

        Raises:
            PackError: less than `RESERVE` is free.
        """
        self._until_look -= count
        if self._until_look > 0:
            return
        self._until_look = EVERY
        free = shutil.disk_usage(self._folder).free
        if free < RESERVE:
            raise PackError(
                message(
                    "disk-full",
                    "The disk of {folder} has only {free} left. Free some space, then try again.",
                    folder=self._folder,
                    free=size_of(free),
                )
            )


MAX_BYTES: Final = 6 << 30
"""Maximum bytes of an archive; ten times the largest known pack."""
PART: Final = "~part"
"""Suffix of an incomplete download; no pack has such a name."""
NOTE: Final = f"{PART}.json"
_MAX_NOTE_BYTES: Final = 64 << 10


class _Note(Struct, kw_only=True):
    """Identifies an incomplete file."""

    address: str
    validator: str
    total: int | None


FirstBytes = Callable[[bytes], bool]
"""Returns whether a file that begins with these bytes is of the expected kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """One file to download, its path and its expected content."""

    address: str
    place: Path
    sha256: str = ""
    is_right: FirstBytes = lambda _: True
    limits: NetworkLimits = field(default_factory=NetworkLimits)

    @property
    def part(self) -> Path:
        """Path of the incomplete file."""
        return self.place.with_name(self.place.name + PART)

    @property
    def note(self) -> Path:
        """Path of the note that identifies the incomplete file."""
        return self.place.with_name(self.place.name + NOTE)

    def forget(self) -> None:
        """Deletes the file and its incomplete parts."""
        for path in (self.place, self.part, self.note):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def fetch(download: Download, web: "HttpWeb", progress: Progress) -> Path:
    """Downloads a file in several attempts; after a failure, a part that can be resumed is kept.

    Raises:
        FetchError: the download failed.
        CancelledError: the work was cancelled.
        PackError: the file cannot be written.
    """
    try:
        download.place.parent.mkdir(parents=True, exist_ok=True)
        _download_with_retries(download, web, progress)
        download.part.replace(download.place)
        download.note.unlink(missing_ok=True)
    except (PackError, OSError) as error:
        if not _resume_point(download)[0]:
            download.forget()
        if isinstance(error, PackError):
            raise
        text = message(
            "file-unwritable", "{path} cannot be written: {reason}.", path=download.part, reason=reason_of(error)
        )
        raise PackError(text) from error
    return download.place


def _download_with_retries(download: Download, web: "HttpWeb", progress: Progress) -> None:
    """Repeats attempts until the file is complete."""
    pause = download.limits.pause_s
    for left in reversed(range(download.limits.tries)):
        try:
            _attempt(download, web, progress)
            break
        except FetchError as fault:
            if fault.kind in (FetchKind.NO_ARCHIVE, FetchKind.TOO_LARGE):
                download.forget()
            if fault.kind not in PASSING or not left:
                raise
        progress.begin(Stage.WAITING)
        progress.wait(pause)
        pause *= 2
    if download.sha256 and sha256_of(download.part, progress) != download.sha256:
        download.forget()
        raise FetchError(
            FetchKind.CHANGED,
            message("download-changed", "The downloaded file does not match its checksum. Check again, then retry."),
        )


def _attempt(download: Download, web: "HttpWeb", progress: Progress) -> None:
    """Downloads the file, or the rest of it, in one attempt."""
    offset, validator = _resume_point(download)
    with web.open(download.address, progress, start=offset, validator=validator) as stream:
        head = stream.head
        if head.start != offset:
            offset = 0
        _check_size(download, head)
        note = _Note(address=download.address, validator=head.validator, total=head.total)
        download.note.write_bytes(encode(note))
        progress.begin(Stage.FETCHING, head.total, offset)
        _take(download, stream, offset, progress)


def _take(download: Download, stream: "HttpStream", offset: int, progress: Progress) -> None:
    total, is_begun = stream.head.total, offset > 0
    space = DiskSpace(download.place.parent)
    with download.part.open("r+b" if offset else "wb") as file:
        file.seek(offset)
        file.truncate()
        beginning = b""
        while piece := stream.piece():
            if not is_begun and len(beginning) < 8:
                beginning += piece[: 8 - len(beginning)]
                if len(beginning) >= 8 and not download.is_right(beginning):
                    raise _no_archive(stream.head)
            file.write(piece)
            offset += len(piece)
            progress.advance(len(piece))
            space.take(len(piece))
            if offset > (total if total is not None else MAX_BYTES):
                raise _too_large(offset)
    if total is not None and offset < total:
        raise FetchError(FetchKind.BROKEN, message("download-incomplete", "The download is incomplete. Try again."))
    if offset < 8:
        raise _no_archive(stream.head)


def _resume_point(download: Download) -> tuple[int, str]:
    """Returns the bytes of the file on disk and the validator that identifies its version."""
    try:
        note = decode(read_text(download.note, _MAX_NOTE_BYTES), _Note)
        offset = download.part.stat().st_size
    except (OSError, ValueError):
        return 0, ""
    if note.address != download.address or not note.validator or note.total is None or offset >= note.total:
        return 0, ""  # what is complete or too long, but was not accepted, is downloaded again
    return offset, note.validator


def _check_size(download: Download, head: "Head") -> None:
    if head.total is None:
        return
    if head.total > MAX_BYTES:
        raise _too_large(head.total)
    DiskSpace(download.place.parent).require(head.total - head.start, head.total)


def _too_large(size: int) -> FetchError:
    return FetchError(
        FetchKind.TOO_LARGE,
        message(
            "download-too-large", "The file has {size} or more, which is too large for a pack.", size=size_of(size)
        ),
    )


def _no_archive(head: "Head") -> FetchError:
    if head.media_type == "text/html":
        text = message(
            "download-is-web-page",
            "{address} is a web page, not a .zip, .tar.xz or .tar.gz file.",
            address=head.address,
        )
    else:
        text = message(
            "download-is-no-archive",
            "{address} is of type {type}, not a .zip, .tar.xz or .tar.gz file.",
            address=head.address,
            type=head.media_type or "unknown",
        )
    return FetchError(FetchKind.NO_ARCHIVE, text)
