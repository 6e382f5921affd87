"""Deletion of files and folders, including read-only ones; the only module that calls `shutil.rmtree`.

Large folders can be deleted by a separate process: `python deletion.py FOLDER`.
"""

import contextlib
import os
import shutil
import stat
import sys
from pathlib import Path


def delete(path: Path) -> None:
    """Deletes a file, a link, or a folder with everything in it; does not follow links.

    Read-only entries are deleted too. Windows refuses to delete read-only files; other systems refuse to delete entries
    of read-only folders.

    Raises:
        OSError: `path` does not exist, or part of it cannot be deleted; other parts may already be deleted.
    """
    if path.is_symlink() or not path.is_dir():
        path.unlink()
        return
    shutil.rmtree(path, ignore_errors=True)
    if path.exists():
        _make_writable(path)
        shutil.rmtree(path)


def discard(path: Path) -> None:
    """Deletes `path` like `delete`, but ignores errors."""
    with contextlib.suppress(OSError):
        delete(path)


def _make_writable(folder: Path) -> None:
    _try_chmod(folder)
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not _is_junction(Path(parent, name))]
        for name in (*folders, *files):
            _try_chmod(Path(parent, name))


def _is_junction(folder: Path) -> bool:
    """Returns whether a folder is a link of Windows to another folder, which `os.walk` of Python 3.11 follows."""
    try:
        os.readlink(folder)  # noqa: PTH115 - `Path.readlink` refuses junctions
    except OSError:
        return False
    return True


def _try_chmod(path: Path) -> None:
    if not path.is_symlink():
        with contextlib.suppress(OSError):
            path.chmod(stat.S_IRWXU)


if __name__ == "__main__":
    delete(Path(sys.argv[1]))
