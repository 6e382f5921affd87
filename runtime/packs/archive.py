"""Reads the members of archives of all formats; writes nothing."""

import contextlib
import gzip
import lzma
import os
import re
import stat
import struct
import tarfile
import time
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO, Final, cast

from runtime.files import read_start
from runtime.folders import RESERVED_NAMES
from runtime.model.messages import message
from runtime.packs.model import ArchiveError
from runtime.texts import is_written

MAX_PART: Final = 240
"""Maximum bytes of one name; file systems allow 255, and temporary names add a suffix."""
MAX_PATH: Final = 2_000
MAX_DEPTH: Final = 40
_UNTAKEN: Final = frozenset('<>:"|?*')
_UNPACKED_JUNK: Final = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".git"})
"""Names left by systems and tools, which are not part of a pack."""
INNER: Final = "~"
"""Suffix of a folder that will be renamed; no pack has such a name."""


def parts_of(name: str, *, is_windows: bool = os.name == "nt") -> tuple[str, ...]:
    """Returns the parts of a member's path; empty for the root of the archive.

    Raises:
        ArchiveError: the path leads outside the archive, or file systems do not allow it.
    """
    name = unicodedata.normalize("NFC", name.replace("\\", "/"))
    if len(name) > MAX_PATH:
        raise ArchiveError(
            message(
                "archive-name-too-long",
                "The archive contains a name of {count} characters: {name} … It is not unpacked.",
                count=len(name),
                name=name[:60],
            )
        )
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    if name.startswith("/") or ".." in parts or name[1:2] == ":":
        raise ArchiveError(
            message(
                "archive-leaves-folder",
                "The archive would write outside its folder: {name}. It is not unpacked.",
                name=repr(name[:200]),
            )
        )
    if len(parts) > MAX_DEPTH:
        raise ArchiveError(
            message(
                "archive-too-deep",
                "The archive contains {count} nested folders: {name} … It is not unpacked.",
                count=len(parts),
                name=name[:60],
            )
        )
    for part in parts:
        _check(part, is_windows=is_windows)
    return parts


def is_ignored(parts: tuple[str, ...]) -> bool:
    """Returns whether a member is not part of a pack."""
    return any(part in _UNPACKED_JUNK for part in parts)


def _check(part: str, *, is_windows: bool) -> None:
    shown = f"{part[:60]!r}"
    if not is_written(part):
        raise ArchiveError(
            message(
                "archive-name-unprintable",
                "The archive contains a name with unprintable characters: {name}. It is not unpacked.",
                name=shown,
            )
        )
    try:
        length = len(part.encode("utf-8"))
    except UnicodeEncodeError:
        raise ArchiveError(
            message(
                "archive-name-invalid",
                "The archive contains a name that is not valid text: {name}. It is not unpacked.",
                name=shown,
            )
        ) from None
    if length > MAX_PART:
        raise ArchiveError(
            message(
                "archive-name-too-long",
                "The archive contains a name that is too long ({count} bytes): {name}. It is not unpacked.",
                count=length,
                name=shown,
            )
        )
    if is_windows and (
        _UNTAKEN & set(part) or part[-1] in ". " or part.partition(".")[0].rstrip().lower() in RESERVED_NAMES
    ):
        raise ArchiveError(
            message(
                "archive-name-not-allowed",
                "The archive contains {name}, a file name that Windows does not allow. It is not unpacked.",
                name=shown,
            )
        )


MAGIC: Final = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\xfd7zXZ\x00")
"""First bytes of .zip, .gz and .xz files."""
MAX_MEMBERS: Final = 100_000
MAX_DIRECTORY: Final = 64 << 20
"""Maximum bytes of a ZIP's directory; usual ones have about a hundred per member."""
MAX_READ: Final = 16 << 20
"""Maximum bytes of one read; a larger request comes from a header that was made to exhaust memory."""
MAX_LINK_LENGTH: Final = 4_096
_UTF8_NAMES: Final = 0x800
_USUAL_PAGE: Final = "cp437"
_SCRIPTS: Final = {
    "cp932": "[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]",
    "gb2312": "[\u3000-\u303f\u4e00-\u9fff\uff01-\uff5e]",
    "cp866": "[\u0400-\u04ff]",
}
"""Code pages of Windows in Japan, China and Russia, with the letters that names in them consist of.

A single such letter beside a Latin one is more likely an accented letter of code page 437.
"""
_MAX_SAMPLE: Final = 2_000
"""Maximum number of names that decide on the code page."""
_ENCRYPTED: Final = 0x1
_UNIX: Final = 3
_END_MARK: Final = b"PK\x05\x06"
_END: Final = struct.Struct("<10xHL6x")
"""The end of a ZIP's directory: number of members and bytes of the directory."""
_MAX_COMMENT_LENGTH: Final = 0xFFFF
_END64_MARK: Final = b"PK\x06\x06"
_END64: Final = struct.Struct("<32xQQ8x")
"""The same if the numbers are too large for `_END`; it stands before a locator, which stands before `_END`."""
_END64_LOCATOR_MARK: Final = b"PK\x06\x07"
_END64_LOCATOR_BYTES: Final = 20
_ENTRY_MARK: Final = b"PK\x01\x02"
_ENTRY: Final = struct.Struct("<28xHHH12x")
"""One member in the directory: bytes of its name, its extra fields and its comment."""
_DAMAGED: Final = (
    tarfile.TarError,
    zipfile.BadZipFile,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    NotImplementedError,
    ValueError,
    OverflowError,
    RuntimeError,
    LookupError,
    struct.error,
)


class MemberKind(Enum):
    """Kind of a member of an archive."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    DEVICE = "device"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One entry of an archive."""

    name: str
    kind: MemberKind
    size: int = 0
    is_executable: bool = False
    changed_s: float = 0.0
    target: str = ""
    """Target of a link: a path from the archive's root if `is_from_root`, else from the link's folder."""
    is_from_root: bool = False


Opener = Callable[[], contextlib.AbstractContextManager[IO[bytes]]]


def is_archive(beginning: bytes) -> bool:
    """Returns whether a file with these first bytes is a supported archive."""
    return beginning.startswith(MAGIC)


@contextlib.contextmanager
def damage_reported(path: Path) -> Iterator[None]:
    """Converts the libraries' exceptions for a damaged archive into ArchiveError."""
    try:
        yield
    except _DAMAGED as error:
        raise ArchiveError(
            message(
                "archive-damaged",
                "The archive {name} is damaged or incomplete: {reason}.",
                name=path.name,
                reason=str(error) or type(error).__name__,
            )
        ) from error


def members(path: Path) -> Iterator[tuple[Member, Opener]]:
    """Yields every member in order, with a function that opens it; call the function before requesting the next member.

    Raises:
        ArchiveError: the file is not an archive, or has too many members.
        tarfile.TarError, zipfile.BadZipFile, ...: the archive is damaged; see `damage_reported`.
    """
    for count, member in enumerate(_members(path)):
        if count >= MAX_MEMBERS:
            raise _too_many_members()
        yield member


def _members(path: Path) -> Iterator[tuple[Member, Opener]]:
    beginning = read_start(path, 8)
    if beginning.startswith(b"PK"):
        yield from _of_zip(path)
    elif beginning.startswith(b"\x1f\x8b"):
        with gzip.open(path, "rb") as unpacked:
            yield from _of_tar(cast("IO[bytes]", unpacked))
    elif beginning.startswith(b"\xfd7zXZ"):
        with lzma.open(path, "rb") as unpacked:
            yield from _of_tar(cast("IO[bytes]", unpacked))
    else:
        raise ArchiveError(
            message(
                "not-an-archive",
                "{name} is not a .zip, .tar.xz or .tar.gz file, despite its name.",
                name=path.name,
            )
        )


def _too_many_members() -> ArchiveError:
    return ArchiveError(
        message(
            "archive-too-many-files",
            "The archive contains more than {count} files. It is not unpacked.",
            count=MAX_MEMBERS,
        )
    )


def _of_zip(path: Path) -> Iterator[tuple[Member, Opener]]:
    with path.open("rb") as file:
        _check_directory(file)
    with zipfile.ZipFile(path) as archive:
        code_page = _code_page(archive.infolist())
        for info in archive.infolist():
            if info.flag_bits & _ENCRYPTED:
                raise ArchiveError(
                    message(
                        "archive-encrypted",
                        "The archive {name} needs a password. Unpack it yourself and add the folder.",
                        name=path.name,
                    )
                )
            if info.compress_type not in (
                zipfile.ZIP_STORED,
                zipfile.ZIP_DEFLATED,
            ):  # others are unpacked without limits
                raise ArchiveError(
                    message(
                        "archive-compression",
                        "The archive {name} has an unusual compression. Unpack it yourself and add the folder.",
                        name=path.name,
                    )
                )
            mode = info.external_attr >> 16 if info.create_system == _UNIX else 0
            kind = _zip_kind(info, mode)
            target = ""
            if kind is MemberKind.LINK:
                with archive.open(info) as written:
                    target = _zip_text(written.read(MAX_LINK_LENGTH), code_page)
            member = Member(
                name=_zip_name(info, code_page),
                kind=kind,
                size=info.file_size,
                is_executable=bool(mode & stat.S_IXUSR),
                changed_s=_zip_time(info),
                target=target,
            )
            yield member, lambda info=info: archive.open(info)  # type: ignore[misc]


def _check_directory(file: IO[bytes]) -> None:
    """Rejects a ZIP with too many members before `zipfile` creates objects; damaged ones are left to `zipfile`."""
    file_bytes = file.seek(0, os.SEEK_END)
    file.seek(max(0, file_bytes - _END.size - _MAX_COMMENT_LENGTH))
    tail_start = file.tell()
    tail = file.read(_END.size + _MAX_COMMENT_LENGTH)
    has_no_comment = tail[-_END.size :].startswith(_END_MARK) and tail.endswith(b"\0\0")
    offset = len(tail) - _END.size if has_no_comment else tail.rfind(_END_MARK)
    if offset < 0 or offset + _END.size > len(tail):
        return
    count, directory_bytes = _END.unpack_from(tail, offset)
    end = tail_start + offset
    locator = end - _END64_LOCATOR_BYTES
    if locator >= _END64.size:
        file.seek(locator - _END64.size)
        end64 = file.read(_END64.size + len(_END64_LOCATOR_MARK))
        if end64.startswith(_END64_MARK) and end64.endswith(_END64_LOCATOR_MARK):
            count, directory_bytes = _END64.unpack_from(end64)
            end = locator - _END64.size
    if count > MAX_MEMBERS:
        raise _too_many_members()
    if directory_bytes > MAX_DIRECTORY:
        raise ArchiveError(
            message(
                "archive-header-too-large",
                "The archive has a header that would use too much memory. It is not unpacked.",
            )
        )
    if directory_bytes <= end:
        file.seek(end - directory_bytes)
        _check_entries(file.read(directory_bytes))


def _check_entries(directory: bytes) -> None:
    """Counts the entries of a directory, because `zipfile` does not rely on the stated number either."""
    count = offset = 0
    while directory.startswith(_ENTRY_MARK, offset) and offset + _ENTRY.size <= len(directory):
        count += 1
        if count > MAX_MEMBERS:
            raise _too_many_members()
        offset += _ENTRY.size + sum(_ENTRY.unpack_from(directory, offset))


def _zip_kind(info: zipfile.ZipInfo, mode: int) -> MemberKind:
    if info.filename.endswith("/"):  # `is_dir` needs a name
        return MemberKind.FOLDER
    if stat.S_ISLNK(mode):
        return MemberKind.LINK
    is_odd = stat.S_IFMT(mode) not in (0, stat.S_IFREG)
    return MemberKind.DEVICE if is_odd else MemberKind.FILE


def _zip_name(info: zipfile.ZipInfo, code_page: str) -> str:
    """Returns the name; corrects names without the flag for UTF-8, which `zipfile` decodes as code page 437."""
    if info.flag_bits & _UTF8_NAMES:
        return info.orig_filename
    return _zip_text(info.orig_filename.encode(_USUAL_PAGE), code_page)


def _zip_text(data: bytes, code_page: str) -> str:
    for encoding in ("utf-8", code_page):
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode(encoding)
    return data.decode(_USUAL_PAGE)


def _code_page(infos: list[zipfile.ZipInfo]) -> str:
    """Returns the code page in which all names that are not UTF-8 are words of its script; a ZIP does not say it."""
    written = [info.orig_filename.encode(_USUAL_PAGE) for info in infos if not info.flag_bits & _UTF8_NAMES]
    names = [name for name in written if not name.isascii() and not _is_utf8(name)][:_MAX_SAMPLE]
    for code_page, letter in _SCRIPTS.items():
        with contextlib.suppress(UnicodeDecodeError):
            text = "/".join(name.decode(code_page) for name in names)
            rest = re.sub(f"{letter}{{2,}}", "/", text)
            other = rf"(?!{letter})[^\x00-\x7f]|[A-Za-z]{letter}|{letter}[A-Za-z]"
            if rest != text and re.search(other, rest) is None:
                return code_page
    return _USUAL_PAGE


def _is_utf8(data: bytes) -> bool:
    with contextlib.suppress(UnicodeDecodeError):
        return bool(data.decode("utf-8"))
    return False


def _zip_time(info: zipfile.ZipInfo) -> float:
    try:
        return time.mktime((*info.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0


class _Bounded:
    """A file with limited reads, because tarfile trusts the sizes in some headers."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.tell, self.seek, self.close = file.tell, file.seek, file.close

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= MAX_READ:
            raise ArchiveError(
                message(
                    "archive-header-too-large",
                    "The archive has a header that would use too much memory. It is not unpacked.",
                )
            )
        return self._file.read(size)


def _of_tar(unpacked: IO[bytes]) -> Iterator[tuple[Member, Opener]]:
    with tarfile.open(fileobj=cast("IO[bytes]", _Bounded(unpacked)), mode="r:") as archive:
        while (info := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]  # saves memory: it would keep all members
            member = Member(
                name=info.name,
                kind=_tar_kind(info),
                size=info.size,
                is_executable=bool(info.mode & stat.S_IXUSR),
                changed_s=float(info.mtime),
                target=info.linkname,
                is_from_root=info.islnk(),
            )
            yield member, lambda info=info: cast("IO[bytes]", archive.extractfile(info))  # type: ignore[misc]


def _tar_kind(info: tarfile.TarInfo) -> MemberKind:
    if info.isfile():
        return MemberKind.FILE
    if info.isdir():
        return MemberKind.FOLDER
    return MemberKind.LINK if info.issym() or info.islnk() else MemberKind.DEVICE
