"""What a watcher does with each event, wish and passing second; has no thread of its own and is told the time."""

import errno
import os
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from runtime.watching.file_systems import file_system_of, is_network
from runtime.watching.kinds import Kind, kind_of
from runtime.watching.post import Post, PostId, posts_for
from runtime.watching.restless import Restless
from runtime.watching.settling import Settling
from runtime.watching.sources import Source
from runtime.watching.tree import Tree
from runtime.watching.values import ChangeSet, Watched, WatchNotice

BEAT_S: Final = 1.0
"""How often folders are looked for that vanished or came back, and looked through that report no changes."""
MAX_SHARE: Final = 0.1
"""Of the time, spent on looking through a folder that reports no changes."""
READ_AT_ONCE: Final = 32
"""Files read between two looks for events."""
READ_PAUSE_S: Final = 0.005
"""A pause after them, for the threads that play the match."""
MAX_EVENTS: Final = 20_000
"""That wait at a time; should more come, everything is looked through instead."""
_OUT_OF_WATCHES: Final = (errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.ENOMEM)


class Survey:
    """Knows all watched folders, and tells change sets and notices; all but `tell` of its sources in one thread.

    Args:
        source: where events come from; None where the system has none to give.
        tell: takes what is to be told.
        wake: called, from any thread, when an event makes a `step` worthwhile before its time.
        clock: monotonic seconds.
        file_system_of: names the file system of a folder.
    """

    def __init__(
        self,
        *,
        source: Source | None,
        tell: Callable[[ChangeSet | WatchNotice], None],
        wake: Callable[[], None],
        settling: Settling,
        clock: Callable[[], float] = time.monotonic,
        file_system_of: Callable[[Path], str] = file_system_of,
        beat_s: float = BEAT_S,
    ) -> None:
        self._source = source
        self._tell = tell
        self._wake = wake
        self._settling = settling
        self._clock = clock
        self._file_system_of = file_system_of
        self._beat_s = beat_s
        self._next_beat = clock()
        self._restless = Restless()
        self._posts: dict[PostId, Post] = {}
        self._singles: dict[str, frozenset[str]] = {}
        self._pending: dict[str, set[str]] = {}
        self._events: deque[tuple[PostId, str, float]] = deque()
        self._is_flooded = False

    def watch(self, agents: Iterable[Watched], asked_ns: int) -> None:
        """Replaces what is watched; folders that stay are not touched. `asked_ns` as in `Tree`."""
        agents = tuple(agents)
        wanted = posts_for(agents)
        keys = [agent.key for agent in agents]
        for key in self._pending.keys() - set(keys):
            del self._pending[key]
            self._settling.forget(key)
        for key in keys:
            self._pending.setdefault(key, set())
        for post_id in [old for old, post in self._posts.items() if not post.fits(wanted.get(old))]:
            self._posts.pop(post_id).tree.go_silent()
        for post_id, audience in wanted.items():
            if post_id in self._posts:
                self._posts[post_id].agents = audience
            else:
                self._add(post_id, audience, asked_ns)
        self._singles = {agent.key: frozenset(map(os.path.abspath, agent.files)) for agent in agents}

    def step(self) -> float:
        """Does what is due; returns after how many seconds to do it again, if no event comes earlier."""
        self._take_events()
        now = self._clock()
        for key in self._settling.due(now):
            self._finish(key, now)
        if now >= self._next_beat:
            self._next_beat = now + self._beat_s
            self._beat(now)
        if any(post.tree.read_some(READ_AT_ONCE) for post in self._posts.values()):
            return READ_PAUSE_S
        due = self._settling.next_due
        return max(0.0, min(self._next_beat, self._next_beat if due is None else due) - self._clock())

    def close(self) -> None:
        """Lets go of everything; ends the source."""
        for post in self._posts.values():
            post.tree.go_silent()
        self._posts.clear()
        if self._source is not None:
            self._source.close()

    def _add(self, post_id: PostId, audience: dict[str, frozenset[str] | None], asked_ns: int) -> None:
        root, is_deep = post_id
        names = None if is_deep else frozenset().union(*(names for names in audience.values() if names is not None))
        file_system = self._file_system_of(Path(root))
        is_silent = self._source is None or is_network(file_system)
        if self._source is None or is_silent:
            tree = Tree(root, names=names, follower=None, asked_ns=asked_ns)
        else:
            follower = self._source.follower(
                root, lambda path, is_folder: self._hear(post_id, tree, path, is_folder=is_folder), is_deep=is_deep
            )
            tree = Tree(root, names=names, follower=follower, asked_ns=asked_ns)
        post = self._posts[post_id] = Post(tree=tree, agents=audience, is_silent=is_silent)
        if is_network(file_system):
            self._notify(post, _NETWORK.format(root=root, kind=file_system))
        elif is_silent:
            self._notify(post, _NO_EVENTS.format(root=root))
        self._look(post, self._clock())

    def _hear(self, post_id: PostId, tree: Tree, path: str, *, is_folder: bool) -> None:
        """Takes an event, in the source's thread."""
        if not tree.concerns(path, is_folder=is_folder):
            return
        if len(self._events) < MAX_EVENTS:
            self._events.append((post_id, path, self._clock()))
        else:
            self._is_flooded = True
        self._wake()

    def _take_events(self) -> None:
        if self._is_flooded:
            self._is_flooded = False
            self._events.extend((post_id, post_id[0], self._clock()) for post_id in self._posts)
        for _ in range(len(self._events)):
            post_id, path, at = self._events.popleft()
            post = self._posts.get(post_id)
            if post is None:
                continue
            post.tree.suspects.add(path)
            for key in post.agents if path == post.tree.root else post.keys_for(path):
                if (key, path) not in self._restless:
                    self._settling.touch(key, at)

    def _finish(self, key: str, now: float) -> None:
        """A burst has settled: tells what came of it, or waits for files that may come back."""
        posts = [post for post in self._posts.values() if key in post.agents]
        for post in posts:
            if post.needs_look:
                self._look(post, now)
        if any(post.missing for post in posts):
            if not self._settling.is_last_chance(key, now):
                self._settling.hold(key)
                return
            for post in posts:
                self._give_up(post, now)
        seen_at = self._settling.take(key)
        files, self._pending[key] = self._pending[key], set()
        files = {path for path in files if self._counts(key, path, now)}
        if files:
            self._tell(ChangeSet(key=key, files=tuple(map(Path, sorted(files))), seen_at=seen_at))

    def _counts(self, key: str, path: str, now: float) -> bool:
        """Whether the change is a person's, as far as can be told."""
        if kind_of(os.path.basename(path)) is not Kind.DATA or path in self._singles[key]:  # noqa: PTH119
            return True
        if self._restless.note((key, path), now):
            self._tell(WatchNotice(keys=(key,), text=_RESTLESS.format(path=path), about=path))
        return (key, path) not in self._restless

    def _look(self, post: Post, now: float) -> None:
        try:
            look = post.tree.look(time.time_ns())
        except OSError as error:
            if error.errno in _OUT_OF_WATCHES and not post.is_silent:
                post.is_silent = True
                post.tree.go_silent()
                self._notify(post, _NO_EVENTS.format(root=post.tree.root))
                self._look(post, now)
            elif not post.is_gone:
                post.is_gone = True
                self._notify(post, _GONE.format(root=post.tree.root, reason=error.strerror))
            post.missing = frozenset()
            return
        if post.is_gone:
            post.is_gone = False
            self._notify(post, _BACK.format(root=post.tree.root))
        if post.tree.is_top_only and not post.is_told_of_size:
            post.is_told_of_size = True
            self._notify(post, _TOO_LARGE.format(root=post.tree.root))
        post.missing = look.missing
        self._note(post, look.changed, now)
        for path in look.missing:
            self._touch(post, path, now)

    def _give_up(self, post: Post, now: float) -> None:
        missing, post.missing = post.missing, frozenset()
        post.tree.forget(missing)
        self._note(post, missing, now)

    def _note(self, post: Post, paths: Iterable[str], now: float) -> None:
        for path in paths:
            for key in post.keys_for(path):
                self._pending[key].add(path)
            self._touch(post, path, now)

    def _touch(self, post: Post, path: str, now: float) -> None:
        """Sees to it that what was found without an event is told, too."""
        for key in post.keys_for(path):
            if not self._settling.is_running(key):
                self._settling.touch(key, now)

    def _beat(self, now: float) -> None:
        for post in self._posts.values():
            if not post.is_silent:
                if post.has_moved:
                    self._look(post, now)
            elif now >= post.next_look:
                self._look(post, now)
                post.next_look = now + (self._clock() - now) / MAX_SHARE

    def _notify(self, post: Post, text: str) -> None:
        self._tell(WatchNotice(keys=tuple(post.agents), text=text, about=str(post.tree.root)))


_NETWORK: Final = (
    "{root} is on a network drive ({kind}), which does not report changes, so Kickabout scans it about once a "
    "second. Saves are noticed faster in a folder on this computer."
)
_NO_EVENTS: Final = (
    "This computer cannot watch more folders, so Kickabout scans {root} about once a second. On Linux, raise "
    "fs.inotify.max_user_watches and fs.inotify.max_user_instances."
)
_TOO_LARGE: Final = (
    "{root} contains too many files to watch, so only the files directly in it are watched. Give the agent a folder of "
    "its own (root_dir in its document)."
)
_GONE: Final = (
    "{root} cannot be watched: {reason}. The agent keeps running; watching resumes when the folder exists again."
)
_BACK: Final = "{root} exists again and is watched."
_RESTLESS: Final = (
    "{path} changes constantly, as if a program writes it, so its changes are ignored for the rest of this match. If a "
    "program does write it, name it in a .gitignore beside it; otherwise restart the agent by hand."
)
