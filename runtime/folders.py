"""Names of folders that contain only generated or installed files, and names that files and folders may not have."""

from collections.abc import Collection
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
