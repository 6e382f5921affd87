"""Whose files are watched during a match, and what is done with what the watcher tells."""

import time
from collections.abc import Callable

from runtime.agents.agent_documents import Places
from runtime.agents.swap_policy import Swaps
from runtime.watching import ChangeSet, Watched, Watcher, WatchNotice


class SourceWatch:
    """The watcher of one match, started when there is something to watch; owned by the match's thread.

    Args:
        swaps: gets the changes.
        note: gets what a user should know about the watching.
    """

    def __init__(
        self,
        swaps: Swaps,
        note: Callable[[WatchNotice], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._swaps = swaps
        self._note = note
        self._clock = clock
        self._watcher: Watcher | None = None
        self._places: tuple[Places, ...] = ()

    def look(self) -> None:
        """Watches those whose changes matter now, and hands on what changed."""
        places = self._swaps.watched
        if places != self._places:
            self._watch(places)
        for news in self._watcher.poll() if self._watcher is not None else ():
            if isinstance(news, ChangeSet):
                self._swaps.changed(news.key, news.files, news.seen_at)
            else:
                self._note(news)

    def close(self) -> None:
        """Nothing is watched any more; may be called twice."""
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _watch(self, places: tuple[Places, ...]) -> None:
        self._places = places
        if self._watcher is None:
            self._watcher = Watcher(clock=self._clock)
            self._watcher.start()
        self._watcher.watch(Watched(key=each.key, folders=each.folders, files=each.files) for each in places)
