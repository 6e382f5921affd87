"""What may be dropped where: paths are told apart by whoever builds the widgets, who may look at the disk."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QMimeData


class DropKind(Enum):
    """What a dropped path is good for."""

    NOTHING = "nothing"
    MATCH = "match"
    BOT = "bot"
    PACK = "pack"
    """An archive that may be a pack of bots."""


Classify = Callable[[Path], DropKind]
"""Tells what a path is without running anything of it; fast enough for a mouse move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathsDropped:
    """Paths that were dropped on a team, or on the window where `team` is None."""

    paths: tuple[Path, ...]
    team: int | None


def local_paths(data: QMimeData) -> tuple[Path, ...]:
    """The files and folders of a drag; addresses of other machines are left out."""
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())


def wanted_paths(data: QMimeData, classify: Classify, kinds: Iterable[DropKind]) -> tuple[Path, ...]:
    """The paths of a drag that are of one of these kinds; empty when the drag is to be refused."""
    allowed = set(kinds)
    return tuple(path for path in local_paths(data) if classify(path) in allowed)
