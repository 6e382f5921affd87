"""Whose files are watched during a match, and what is done with what the watcher tells."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from runtime.match.agent_documents import AgentDocuments
from runtime.match.swaps import Swaps
from runtime.watching import ChangeSet, Watched, Watcher


class SourceWatch:
    """The watcher of one match, started when there is something to watch; owned by the match's thread.

    Args:
        swaps: gets the changes.
        note: gets what a user should know about the watching.
    """

    def __init__(
        self,
        swaps: Swaps,
        note: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._swaps = swaps
        self._note = note
        self._clock = clock
        self._watcher: Watcher | None = None
        self._watched: tuple[Watched, ...] = ()

    def look(self) -> None:
        """Watches those whose changes matter now, and hands on what changed."""
        watched = tuple(map(_watched, self._swaps.watched))
        if watched != self._watched:
            self._watch(watched)
        for news in self._watcher.poll() if self._watcher is not None else ():
            if isinstance(news, ChangeSet):
                self._swaps.changed(news.key, news.files, news.seen_at)
            else:
                self._note(news.text)

    def close(self) -> None:
        """Nothing is watched any more; may be called twice."""
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _watch(self, watched: tuple[Watched, ...]) -> None:
        self._watched = watched
        if self._watcher is None:
            self._watcher = Watcher(clock=self._clock)
            self._watcher.start()
        self._watcher.watch(watched)


def _watched(documents: AgentDocuments) -> Watched:
    agent = documents.agent
    homes = [Path(agent.root_dir), *([agent.source.parent] if agent.source is not None else [])]
    folders = tuple(_outermost(homes))
    loose = (path for path in documents.files if not any(path.is_relative_to(folder) for folder in folders))
    return Watched(key=agent.key, folders=folders, files=tuple(sorted(loose)))


def _outermost(folders: Iterable[Path]) -> list[Path]:
    """The folders that lie in no other of them."""
    each = list(dict.fromkeys(folders))
    return [folder for folder in each if not any(folder != other and folder.is_relative_to(other) for other in each)]
