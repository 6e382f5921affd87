"""Bounded reading of files that somebody else wrote; imports nothing of Kickabout.

A path in a document or a downloaded folder may name a pipe, a device, or a system file that never ends. These functions
read regular files only, never wait for content, and never read more than the caller's limit.
"""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from runtime.model.sizes import size_text

_BLOCK: Final = 1 << 18
_FLAGS: Final[int] = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT")
)
"""Each platform has some of them."""


class FileTooLargeError(OSError):
    """The file is larger than the caller's limit."""


def read_file(path: Path | str, limit: int) -> bytes:
    """Returns the content of a regular file of at most `limit` bytes.

    Raises:
        FileTooLargeError: The file is larger.
        OSError: The file cannot be read or is not regular; `strerror` always says why.
    """
    with open_regular(path) as file:
        too_large = FileTooLargeError(errno.EFBIG, f"it is larger than {size_text(limit)}", str(path))
        if os.fstat(file).st_size > limit:
            raise too_large
        data = read_up_to(file, limit + 1)  # the file may have grown
        if len(data) > limit:
            raise too_large
        return data


def read_text(path: Path | str, limit: int, *, errors: str = "strict") -> str:
    """Returns the content of a regular file in UTF-8 with its line breaks as newlines.

    Raises:
        OSError: As `read_file`.
        UnicodeDecodeError: The content is not UTF-8.
    """
    return read_file(path, limit).decode("utf-8", errors).replace("\r\n", "\n").replace("\r", "\n")


def read_start(path: Path | str, size: int) -> bytes:
    """Returns the first `size` bytes of a regular file of any length.

    Raises:
        OSError: The file cannot be read or is not regular; `strerror` always says why.
    """
    with open_regular(path) as file:
        return read_up_to(file, size)


@contextmanager
def open_regular(path: Path | str) -> Iterator[int]:
    """Opens a regular file without waiting and yields its descriptor, for `read_up_to`.

    Raises:
        OSError: The file cannot be opened or is not regular; `strerror` always says why.
    """
    try:
        _require_regular(os.stat(path), path)  # noqa: PTH116 - opening a device may already have an effect
        file = os.open(path, _FLAGS)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), str(path)) from error
    try:
        _require_regular(os.fstat(file), path)  # it may have been replaced in between
        yield file
    finally:
        os.close(file)


def read_up_to(file: int, size: int) -> bytes:
    """Reads from a descriptor until `size` bytes or the end.

    Raises:
        OSError: The file cannot be read, or has no content for now, as some system files; `strerror` says why.
    """
    pieces: list[bytes] = []
    while size > 0:
        try:
            piece = os.read(file, min(size, _BLOCK))
        except BlockingIOError as error:
            raise OSError(errno.EAGAIN, "it is not a regular file: reading it would wait for its content") from error
        if not piece:
            break
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def _require_regular(status: os.stat_result, path: Path | str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))


def is_there(path: Path, *, as_folder: bool = False) -> bool:
    """Whether something, or a folder, stands at `path`; a path that cannot be asked about is not there."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(status.st_mode) or not as_folder


def is_link(path: Path) -> bool:
    """Whether a symbolic link stands at `path`, wherever it leads."""
    try:
        return path.is_symlink()
    except (OSError, ValueError):
        return False


def names_in(folder: Path) -> list[str]:
    """The names in a folder, sorted; none where it cannot be listed."""
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except (OSError, ValueError):
        return []


def write_atomically(path: Path, data: bytes) -> None:
    """Writes beside `path`, forces it to disk and renames it over `path`; a link keeps pointing where it did.

    Raises:
        OSError: it cannot be written; `path` is as it was.
    """
    target = path.resolve()
    aside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        with aside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            aside.chmod(stat.S_IMODE(target.stat().st_mode))
        aside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise
    _force_folder(target.parent)


def _force_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
