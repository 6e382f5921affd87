"""Names of folders and files with a special meaning, and the user's private folder."""

import contextlib
import os
import stat
from collections.abc import Collection
from pathlib import Path
from typing import Final

CACHE_FOLDERS: Final = frozenset(("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"))
"""Names of folders that Python and its tools write into next to the sources."""
_IGNORED_FOLDERS: Final = CACHE_FOLDERS | frozenset(
    (
        *(".git", ".hg", ".svn", ".bzr", "CVS", "_darcs", ".jj", ".pijul"),
        *("venv", ".venv", "node_modules", "site-packages", "__pypackages__", ".conda"),
        *(".pytype", ".cache", ".ipynb_checkpoints", ".tox", ".nox", ".eggs", ".hypothesis", ".gradle"),
        *(".idea", ".vscode", ".run", ".vs", ".history", ".Trash"),
    )
)
_TOOL_MARKS: Final = ("pyvenv.cfg", "conda-meta", "CACHEDIR.TAG")
RESERVED_NAMES: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
)
"""Names, in lower case and without suffix, that Windows does not accept for files and folders."""


def is_ignored_folder(name: str) -> bool:
    """Returns whether tools fill folders with this name: version control, environments, packages, caches, editors."""
    return name in _IGNORED_FOLDERS or name.endswith((".egg-info", ".dist-info"))


def is_made_by_tools(names: Collection[str]) -> bool:
    """Returns whether a folder with these entries is a virtual environment or a cache, whatever its own name."""
    return any(mark in names for mark in _TOOL_MARKS)


def private_folder() -> Path | None:
    """Returns a folder for sockets and records that only this user can use, and creates it; None if that is impossible.

    It lasts at most until the next start of the system: it is in the user's runtime folder, or in the folder for
    temporary files. There, other users may already have a folder of the same name, which is not used.
    """
    import tempfile  # noqa: PLC0415 - slow to load

    owner = str(os.getuid()) if hasattr(os, "getuid") else "user"
    runtime_folders = (os.environ.get("XDG_RUNTIME_DIR", ""), f"/run/user/{owner}")
    base = next((Path(path) for path in runtime_folders if path and _is_private(Path(path))), None)
    folder = Path(base or tempfile.gettempdir(), f"kickabout-user-{owner}")
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700)
    try:
        if _is_private(folder):
            return folder
        others = f"{folder.name}-*"
        if not any(map(_is_private, folder.parent.glob(others))):
            tempfile.mkdtemp(prefix=others[:-1], dir=folder.parent)
        return next(filter(_is_private, sorted(folder.parent.glob(others))), None)
    except OSError:
        return None


def _is_private(folder: Path) -> bool:
    """Returns whether a path is a folder, not a link, of this user, and others have no access."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    is_ours = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o077)
    return stat.S_ISDIR(status.st_mode) and is_ours
