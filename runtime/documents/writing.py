"""Writing a file so that whoever reads it sees the old text or the new one, never a part."""

import contextlib
import os
import secrets
import stat
from pathlib import Path


def write_aside(path: Path, data: bytes) -> None:
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
