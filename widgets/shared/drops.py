"""Drops of files and folders."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData


@dataclass(frozen=True, slots=True, kw_only=True)
class PathsDropped:
    """Paths that were dropped on a team, or elsewhere on the window if `team` is None."""

    paths: tuple[Path, ...]
    team: int | None
    is_for_library: bool = False
    """True for a drop on the library: bots are listed, and do not join the match."""


def local_paths(data: QMimeData) -> tuple[Path, ...]:
    """Returns the files and folders of a drag; remote addresses are left out."""
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
