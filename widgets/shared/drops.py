"""Drops of files and folders: what the paths of a drag are."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QMimeData


class DropKind(Enum):
    """The content of a dropped path."""

    NOTHING = "nothing"
    MATCH = "match"
    BOT = "bot"
    PACK = "pack"
    """An archive that may be a pack of bots."""
    RUN = "document of a training run"
    SITUATION = "situation"


Classify = Callable[[Path], DropKind]
"""Returns what a path contains; reads files but executes nothing."""
Kinds = Mapping[Path, DropKind]
RunElsewhere = Callable[[Callable[[], Kinds], Callable[[Kinds], None]], None]
"""Runs a function on another thread and passes its result to a callback on the GUI thread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathsDropped:
    """Paths that were dropped on a team, or elsewhere on the window if `team` is None."""

    paths: tuple[Path, ...]
    team: int | None


def local_paths(data: QMimeData) -> tuple[Path, ...]:
    """Returns the files and folders of a drag; remote addresses are left out."""
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())


def run_at_once(work: Callable[[], Kinds], done: Callable[[Kinds], None]) -> None:
    """A `RunElsewhere` that blocks."""
    done(work())


class Drags:
    """Classifies the paths of a drag once, in the background, for all widgets. GUI thread.

    A drag that is not yet classified may be dropped anywhere; unsuitable paths are then ignored.
    """

    def __init__(self, classify: Classify, run: RunElsewhere = run_at_once) -> None:
        self._classify = classify
        self._run = run
        self._paths: tuple[Path, ...] = ()
        self._kinds: Kinds | None = None
        self._is_over = True
        self._waiting: list[Callable[[Kinds], None]] = []

    def may_take(self, data: QMimeData, kinds: Iterable[DropKind]) -> bool:
        """Returns whether a drag may carry a path of one of these kinds."""
        paths = local_paths(data)
        if self._is_over or paths != self._paths:
            self._begin(paths)
        return bool(paths) and (self._kinds is None or bool(_of_kinds(self._kinds, kinds)))

    def take(self, data: QMimeData, kinds: Iterable[DropKind], then: Callable[[tuple[Path, ...]], None]) -> None:
        """Ends a drag: calls `then` with its paths of these kinds if there are any."""
        allowed = tuple(kinds)

        def pass_on(found: Kinds) -> None:
            wanted = _of_kinds(found, allowed)
            if wanted:
                then(wanted)

        self.may_take(data, allowed)
        self._is_over = True
        if self._kinds is None:
            self._waiting.append(pass_on)
        else:
            pass_on(self._kinds)

    def _begin(self, paths: tuple[Path, ...]) -> None:
        self._paths, self._kinds, self._is_over = paths, None, False
        self._waiting.clear()
        if paths:
            self._run(lambda: {path: self._classify(path) for path in paths}, self._on_classified)

    def _on_classified(self, kinds: Kinds) -> None:
        if tuple(kinds) != tuple(dict.fromkeys(self._paths)):
            return  # of an earlier drag
        self._kinds = kinds
        waiting, self._waiting = self._waiting, []
        for pass_on in waiting:
            pass_on(kinds)


def _of_kinds(found: Kinds, kinds: Iterable[DropKind]) -> tuple[Path, ...]:
    allowed = set(kinds)
    return tuple(path for path, kind in found.items() if kind in allowed)
