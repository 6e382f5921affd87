"""Which files of running agents changed: folders are watched, saves are gathered until they settle, and told once."""

from runtime.watching.values import ChangeSet, Watched, WatchNotice
from runtime.watching.watcher import Watcher

__all__ = ["ChangeSet", "WatchNotice", "Watched", "Watcher"]
