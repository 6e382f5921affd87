"""Reads files that other programs wrote, within limits, and writes files atomically.

A path in a document or a downloaded folder may lead to a pipe, a device, or an endless system file. The reading
functions accept regular files only, never wait for content, and never read more than the caller's limit.
"""

import contextlib
import errno
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

from runtime.model.messages import Message, Text, message
from runtime.model.sizes import size_text

_BLOCK: Final = 1 << 18
_FLAGS: Final[int] = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT")
)
"""Flags for reading; no platform has all of them."""
_REASONS: Final[Mapping[int, Message]] = MappingProxyType(
    {
        errno.EACCES: message("permission-denied", "Permission denied"),
        errno.EPERM: message("not-permitted", "Operation not permitted"),
        errno.ENOENT: message("no-such-file", "No such file or directory"),
        errno.ENOTDIR: message("not-a-folder", "Not a directory"),
        errno.EEXIST: message("file-exists", "File exists"),
        errno.ENAMETOOLONG: message("name-too-long", "File name too long"),
        errno.ELOOP: message("link-loop", "Too many levels of symbolic links"),
        errno.EROFS: message("read-only-disk", "Read-only file system"),
        errno.ENOSPC: message("disk-full", "No space left on device"),
        errno.EIO: message("disk-error", "Input/output error"),
        errno.EMFILE: message("too-many-files", "Too many open files"),
    }
)

_ERROR_NUMBER: Final = re.compile(r"\[Errno (\d+)\]")
UNFINISHED_S: Final = 3600.0
"""Age at which an unfinished file is removed; writing one takes seconds."""
UNFINISHED_FILE: Final = re.compile(r"\..+\.(?P<pid>\d+)-[0-9a-f]{8}\.tmp", re.DOTALL)
"""Names of files that `write_atomically` has not renamed yet; `pid` is the process that writes them."""


class FileTooLargeError(OSError):
    """The file is larger than the caller's limit."""


def reason_of(error: OSError | ValueError) -> Text:
    """Returns why the operating system refused a file: a message for common reasons, else the system's own words."""
    if error.args and isinstance(error.args[0], list):  # `shutil.copytree` lists source, target and reason
        why = str(error.args[0][0][-1])
        number = _ERROR_NUMBER.match(why)
        error = OSError(int(number[1]), os.strerror(int(number[1]))) if number else OSError(why)
    if not isinstance(error, OSError):
        return str(error)
    known = _REASONS.get(error.errno or 0)
    is_own = known is not None and error.strerror == os.strerror(error.errno or 0)
    return known if known is not None and is_own else error.strerror or str(error)


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
        OSError: The file cannot be read, or has no content yet, like some system files; `strerror` says why.
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
    """Returns whether a file or folder exists at `path`, or with `as_folder`, a folder; False if unknown."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(status.st_mode) or not as_folder


def is_file(path: Path) -> bool:
    """Returns whether a file, not a folder or a pipe, exists at `path`; False if unknown."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def expanded(path: str) -> Path:
    """Returns a path in which `~` stands for a home folder; unchanged if its user is unknown."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - `Path.expanduser` fails for an unknown user


def is_link(path: Path) -> bool:
    """Returns whether `path` is a symbolic link, even a broken one."""
    try:
        return path.is_symlink()
    except (OSError, ValueError):
        return False


def names_in(folder: Path) -> list[str]:
    """Returns the names in a folder, sorted; empty if it cannot be listed."""
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except (OSError, ValueError):
        return []


def write_atomically(path: Path, data: bytes, *, is_durable: bool = True, is_private: bool = False) -> None:
    """Writes a file beside `path` and renames it over `path`, so that readers see the old content or the new one.

    A symbolic link at `path` keeps its target, and an existing file its permissions. `is_durable` forces the content to
    the disk before the rename, which may take tens of milliseconds. `is_private` keeps other users from reading it.

    Raises:
        OSError: The file cannot be written; `path` is unchanged.
    """
    target = path.resolve()
    aside = target.with_name(f".{target.name[:100]}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        with aside.open("xb") as file:
            if is_private:
                aside.chmod(0o600)
            file.write(data)
            file.flush()
            if is_durable:
                os.fsync(file.fileno())
        if target.exists() and not is_private:
            aside.chmod(stat.S_IMODE(target.stat().st_mode))
        aside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise
    if is_durable:
        force_folder(target.parent)
        _remove_unfinished(target)


def _remove_unfinished(target: Path) -> None:
    """Removes what killed programs left of a file; judges by age, because their machine may be another one."""
    for name in names_in(target.parent):
        if name.startswith(f".{target.name[:100]}.") and UNFINISHED_FILE.fullmatch(name):
            file = target.with_name(name)
            with contextlib.suppress(OSError):
                if time.time() - file.lstat().st_mtime > UNFINISHED_S:
                    file.unlink()


def force_folder(folder: Path) -> None:
    """Forces a folder's entries to the disk, which makes a rename in the folder durable; POSIX only."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def link(path: Path, target: Path) -> None:
    """Links `target` to a file or folder.

    Raises:
        OSError: `target` exists, its folder cannot be written, or the system allows no link.
    """
    try:
        target.symlink_to(path, target_is_directory=path.is_dir())
    except (OSError, NotImplementedError):  # Windows allows symbolic links only to some users
        if path.is_dir():
            import _winapi  # noqa: PLC0415 - only Windows has it, and only there this is reached

            _winapi.CreateJunction(str(path), str(target))  # type: ignore[attr-defined,unused-ignore]
        else:
            target.hardlink_to(path)
