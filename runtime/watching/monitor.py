"""The monitor of watched folders. It turns events, scans and time into change sets.

The monitor starts no thread; `watcher.Watcher` runs it.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.model.messages import Message, message
from runtime.watching.changes import ChangeSet, Watched, WatchNotice
from runtime.watching.debouncer import Debouncer, RewriteDetector
from runtime.watching.rules import Kind, kind_of
from runtime.watching.sources import Source, file_system_of, is_network
from runtime.watching.tree import Tree
from runtime.watching.walk import OUT_OF_WATCHES

SCAN_S: Final = 1.0
"""Time between scans of folders without events, and between checks whether a folder has vanished or come back."""
MAX_SHARE: Final = 0.1
"""Maximum share of the time that is spent on scans of a folder without events."""
READ_AT_ONCE: Final = 32
"""Number of files that are read between two checks for events."""
READ_PAUSE_S: Final = 0.005
"""Pause after reading these files, for the threads that run the match."""
MAX_EVENTS: Final = 20_000
"""Maximum number of waiting events; if more come, all folders are scanned instead."""


FolderId = tuple[str, bool]
"""Absolute folder, and whether everything below it counts or only single files."""
Audience = dict[str, frozenset[str] | None]
"""By agent key: the names of its single files, or None for everything."""


@dataclass(slots=True, kw_only=True)
class WatchedFolder:
    """A tree and the agents that it belongs to."""

    tree: Tree
    agents: Audience
    is_silent: bool
    """True if only scans find changes, because there are no events."""
    missing: frozenset[str] = frozenset()
    """Files that the last scan missed and that may come back."""
    next_scan: float = 0.0
    """Time at which a silent folder is scanned again."""
    is_gone: bool = False
    is_size_reported: bool = False

    def keys_for(self, path: str) -> list[str]:
        """Returns the agents that a file in the tree belongs to."""
        name = os.path.basename(path)  # noqa: PTH119 - paths are strings here, thousands of them
        return [key for key, names in self.agents.items() if names is None or name in names]

    def fits(self, audience: Audience | None) -> bool:
        """Returns whether the tree can serve this audience as it is."""
        return audience is not None and (self.tree.names is None or self.tree.names == _names_of(audience))

    @property
    def needs_scan(self) -> bool:
        """True if a scan may find changes or find missing files again."""
        return bool(self.tree.suspects or self.missing or self.is_silent)

    @property
    def has_moved(self) -> bool:
        """True if the folder is not the one of the last scan: replaced, gone, or back."""
        try:
            status = os.stat(self.tree.root)  # noqa: PTH116 - paths are strings here
        except OSError:
            return not self.is_gone
        return self.tree.identity != (status.st_dev, status.st_ino)


class ChangeMonitor:
    """Watches all folders of all agents and emits change sets and notices; used by one thread.

    Args:
        source: source of events; None if the system provides none.
        emit: takes each change set and notice.
        wake: is called, from any thread, when an event makes an earlier `step` useful.
        debouncer: decides when a burst is over.
        clock: monotonic seconds.
        file_system_of: names the file system of a folder.
        scan_s: see `SCAN_S`.
    """

    def __init__(
        self,
        *,
        source: Source | None,
        emit: Callable[[ChangeSet | WatchNotice], None],
        wake: Callable[[], None],
        debouncer: Debouncer,
        clock: Callable[[], float] = time.monotonic,
        file_system_of: Callable[[Path], str] = file_system_of,
        scan_s: float = SCAN_S,
    ) -> None:
        self._source = source
        self._emit = emit
        self._wake = wake
        self._debouncer = debouncer
        self._clock = clock
        self._file_system_of = file_system_of
        self._scan_s = scan_s
        self._next_check = clock()
        self._rewrites = RewriteDetector()
        self._folders: dict[FolderId, WatchedFolder] = {}
        self._singles: dict[str, frozenset[str]] = {}
        self._pending: dict[str, set[str]] = {}
        self._events: deque[tuple[FolderId, str, float]] = deque()
        self._is_flooded = False

    def watch(self, agents: Iterable[Watched], asked_ns: int) -> None:
        """Replaces the watched agents; folders that stay are not scanned again. `asked_ns` as in `Tree`."""
        agents = tuple(agents)
        audiences = _audiences(agents)
        keys = [agent.key for agent in agents]
        for key in self._pending.keys() - set(keys):
            del self._pending[key]
            self._debouncer.discard(key)
        for key in keys:
            self._pending.setdefault(key, set())
        for folder_id, folder in [*self._folders.items()]:
            if not folder.fits(audiences.get(folder_id)):
                del self._folders[folder_id]
                folder.tree.stop_following()
        for folder_id, audience in audiences.items():
            if folder_id in self._folders:
                self._folders[folder_id].agents = audience
            else:
                self._add(folder_id, audience, asked_ns)
        self._singles = {agent.key: frozenset(map(os.path.abspath, agent.files)) for agent in agents}

    def step(self) -> float:
        """Does what is due; returns the seconds until the next call is due if no event comes earlier."""
        self._take_events()
        now = self._clock()
        for key in self._debouncer.due(now):
            self._finish(key, now)
        if now >= self._next_check:
            self._next_check = now + self._scan_s
            self._check_folders(now)
        if any(folder.tree.read_some(READ_AT_ONCE) for folder in self._folders.values()):
            return READ_PAUSE_S
        due = self._debouncer.next_due
        return max(0.0, min(self._next_check, self._next_check if due is None else due) - self._clock())

    def close(self) -> None:
        """Stops following all folders and closes the source."""
        for folder in self._folders.values():
            folder.tree.stop_following()
        self._folders.clear()
        if self._source is not None:
            self._source.close()

    def _add(self, folder_id: FolderId, audience: Audience, asked_ns: int) -> None:
        root, is_deep = folder_id
        names = None if is_deep else _names_of(audience)
        file_system = self._file_system_of(Path(root))
        follower = None
        if self._source is not None and not is_network(file_system):
            follower = self._source.follower(
                root, lambda path, is_folder: self._on_event(folder_id, tree, path, is_folder), is_deep=is_deep
            )
        tree = Tree(root, names=names, follower=follower, asked_ns=asked_ns)
        folder = self._folders[folder_id] = WatchedFolder(tree=tree, agents=audience, is_silent=follower is None)
        if is_network(file_system):
            self._notify(folder, _network_drive(root, file_system))
        elif folder.is_silent:
            self._notify(folder, _no_events(root))
        self._scan(folder, self._clock())

    def _on_event(self, folder_id: FolderId, tree: Tree, path: str, is_folder: bool) -> None:
        """Queues an event; called by the source's thread."""
        if not tree.concerns(path, is_folder=is_folder):
            return
        if len(self._events) < MAX_EVENTS:
            self._events.append((folder_id, path, self._clock()))
        else:
            self._is_flooded = True
        self._wake()

    def _take_events(self) -> None:
        if self._is_flooded:
            self._is_flooded = False
            self._events.extend((folder_id, folder_id[0], self._clock()) for folder_id in self._folders)
        for _ in range(len(self._events)):
            folder_id, path, at = self._events.popleft()
            folder = self._folders.get(folder_id)
            if folder is None:
                continue
            folder.tree.suspects.add(path)
            for key in folder.agents if path == folder.tree.root else folder.keys_for(path):
                if (key, path) not in self._rewrites:
                    self._debouncer.touch(key, at)

    def _finish(self, key: str, now: float) -> None:
        """Emits the change set of a burst that is over, or waits for missing files that may come back."""
        folders = [folder for folder in self._folders.values() if key in folder.agents]
        for folder in folders:
            if folder.needs_scan:
                self._scan(folder, now)
        if any(folder.missing for folder in folders):
            if not self._debouncer.is_last_chance(key, now):
                self._debouncer.hold(key)
                return
            for folder in folders:
                self._accept_missing(folder, now)
        seen_at = self._debouncer.take(key)
        files, self._pending[key] = self._pending[key], set()
        files = {path for path in files if self._counts(key, path, now)}
        if files:
            self._emit(ChangeSet(key=key, files=tuple(map(Path, sorted(files))), seen_at=seen_at))

    def _counts(self, key: str, path: str, now: float) -> bool:
        """Returns whether the change seems to come from a person rather than a program."""
        if kind_of(os.path.basename(path)) is not Kind.DATA or path in self._singles[key]:  # noqa: PTH119 - as in `keys_for`
            return True
        if self._rewrites.add((key, path), now):
            self._emit(WatchNotice(keys=(key,), text=_rewritten(path), about=path))
        return (key, path) not in self._rewrites

    def _scan(self, folder: WatchedFolder, now: float) -> None:
        root = folder.tree.root
        try:
            result = folder.tree.scan(time.time_ns())
        except OSError as error:
            if error.errno in OUT_OF_WATCHES and not folder.is_silent:
                folder.is_silent = True
                folder.tree.stop_following()
                self._notify(folder, _no_events(root))
                self._scan(folder, now)
            elif not folder.is_gone:
                folder.is_gone = True
                self._notify(folder, _gone(root, error))
            folder.missing = frozenset()
            return
        if folder.is_gone:
            folder.is_gone = False
            self._notify(folder, message("watched-folder-back", "{folder} exists again and is watched.", folder=root))
        if folder.tree.is_top_only and not folder.is_size_reported:
            folder.is_size_reported = True
            self._notify(folder, _too_large(root))
        folder.missing = result.missing
        self._add_pending(folder, result.changed, now)
        for path in result.missing:
            self._open_bursts(folder, path, now)

    def _accept_missing(self, folder: WatchedFolder, now: float) -> None:
        missing, folder.missing = folder.missing, frozenset()
        folder.tree.forget(missing)
        self._add_pending(folder, missing, now)

    def _add_pending(self, folder: WatchedFolder, paths: Iterable[str], now: float) -> None:
        for path in paths:
            for key in folder.keys_for(path):
                self._pending[key].add(path)
            self._open_bursts(folder, path, now)

    def _open_bursts(self, folder: WatchedFolder, path: str, now: float) -> None:
        """Opens bursts for a change that was found without an event."""
        for key in folder.keys_for(path):
            if not self._debouncer.is_open(key):
                self._debouncer.touch(key, now)

    def _check_folders(self, now: float) -> None:
        for folder in self._folders.values():
            if not folder.is_silent:
                if folder.has_moved or folder.tree.look_behind_links():
                    self._scan(folder, now)
            elif now >= folder.next_scan:
                self._scan(folder, now)
                folder.next_scan = now + (self._clock() - now) / MAX_SHARE

    def _notify(self, folder: WatchedFolder, text: Message) -> None:
        self._emit(WatchNotice(keys=tuple(folder.agents), text=text, about=str(folder.tree.root)))


def _names_of(audience: Audience) -> frozenset[str]:
    """Returns the single files of all agents."""
    return frozenset(name for names in audience.values() for name in names or ())


def _audiences(agents: Iterable[Watched]) -> dict[FolderId, Audience]:
    """Returns each folder to watch once; a folder inside another one is separate."""
    audiences: dict[FolderId, Audience] = {}
    for agent in agents:
        for folder in agent.folders:
            audiences.setdefault((os.path.abspath(folder), True), {})[agent.key] = None  # noqa: PTH100 - keeps links
        for file in agent.files:
            parent, name = os.path.split(os.path.abspath(file))  # noqa: PTH100 - keeps links
            audience = audiences.setdefault((parent, False), {})
            audience[agent.key] = (audience.get(agent.key) or frozenset()) | {name}
    return audiences


def _network_drive(root: str, file_system: str) -> Message:
    return message(
        "watched-folder-on-network",
        "{folder} is on a network drive ({file_system}), which does not report changes, so Kickabout scans it about "
        "once a second. Saves are noticed faster in a folder on this computer.",
        folder=root,
        file_system=file_system,
    )


def _no_events(root: str) -> Message:
    return message(
        "watched-folder-without-events",
        "This computer cannot watch more folders, so Kickabout scans {folder} about once a second. On Linux, raise "
        "fs.inotify.max_user_watches and fs.inotify.max_user_instances.",
        folder=root,
    )


def _too_large(root: str) -> Message:
    return message(
        "watched-folder-too-large",
        "{folder} contains too many files to watch, so only the files directly in it are watched. Give the agent a "
        "folder of its own (root_dir in its document).",
        folder=root,
    )


def _gone(root: str, error: OSError) -> Message:
    return message(
        "watched-folder-gone",
        "{folder} cannot be watched: {reason}. The agent keeps running; watching resumes when the folder exists again.",
        folder=root,
        reason=error.strerror or str(error),
    )


def _rewritten(path: str) -> Message:
    return message(
        "watched-file-rewritten",
        "{file} changes constantly, as if a program writes it, so its changes are ignored for the rest of this match. "
        "If a program does write it, name it in a .gitignore beside it; otherwise restart the agent by hand.",
        file=path,
    )
